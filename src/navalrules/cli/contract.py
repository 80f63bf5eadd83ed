"""navalrules contract."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from navalrules.cli.asked import json_option, plugin_option, take_plugins
from navalrules.cli.output import complain, document, echo, say, table
from navalrules.testing import profiles
from navalrules.testing.check import Check
from navalrules.testing.contract import Contract, contract_of
from navalrules.testing.run import BROKEN, KEPT, SKIPPED, Made, Report, chosen, run


@click.command("contract")
@click.argument("ruleset")
@click.option("--check", "ids", multiple=True, metavar="ID", help="Make this check only (or several).")
@click.option("--profile", type=click.Choice(list(profiles.CASES)), help="How many cases are tried.")
@click.option("--seed", type=int, default=0, help="Which cases are tried; 0 unless given.")
@plugin_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    ruleset: str,
    ids: tuple[str, ...],
    profile: str | None,
    seed: int,
    plugin_files: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Check whether a ruleset keeps its promises, and which it does not, with the battle that shows it.

    Example: navalrules contract civilwar

    Example: navalrules contract mine --plugin my_rules.py --profile thorough
    """
    take_plugins(plugin_files)
    contract = contract_of(ruleset)
    contract.plugin_files = plugin_files
    report = _made(contract, chosen(contract.checks(), ids), seed, profile or "")
    if as_json:
        document(report.as_data())
    else:
        _told(report)
    for each in report.made:
        if each.outcome == BROKEN:
            complain(_complaint(each))
    if not report.kept and not ids:
        complain(say("contract.broken", **_counts(report)))
    if report.count(BROKEN) or (report.missing and not ids):
        ctx.exit(1)


def _made(contract: type[Contract], checks: list[Check], seed: int, profile: str) -> Report:
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=len(checks), file=sys.stderr, hidden=hidden) as progress:
        return run(contract, seed, profile, checks, lambda made: progress.update(1))


def _told(report: Report) -> None:
    echo("contract.head", ruleset=report.ruleset, release=report.version, api=report.api)
    rows = [(each.check.id, each.check.severity, each.cases, _outcome(each)) for each in report.made]
    table(("check", "severity", "cases", "outcome"), rows)
    for each in report.made:
        if each.outcome not in (KEPT, BROKEN):
            echo("contract.why", id=each.check.id, outcome=_outcome(each), why=each.why)
    echo("contract.counts", **_counts(report))


def _outcome(made: Made) -> str:
    return say(f"contract.outcome.{made.outcome}")


def _counts(report: Report) -> dict[str, int]:
    counts: dict[str, int] = report.as_data()["counts"]
    return {**counts, "promised": report.promised, "ran": len(report.made) - report.count(SKIPPED)}


def _complaint(made: Made) -> str:
    case = "; ".join(say("contract.told", what=what, value=value) for what, value in made.told)
    return say("contract.complaint", id=made.check.id, why=made.why, case=case)
