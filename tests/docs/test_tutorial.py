"""The tutorial, followed word for word in an empty folder."""

from __future__ import annotations

from pathlib import Path

from pages import DOCS, follow

PAGES = ("variant", "house-rule", "ruleset")


def test_the_tutorial_ends_in_a_variant_a_house_rule_and_a_ruleset_each_fought(tmp_path: Path) -> None:
    printed = []
    for page in PAGES:
        printed.append(follow(DOCS / "tutorial" / f"{page}.md", tmp_path))
    variant, house_rule, ruleset = ("\n".join(each) for each in printed)
    assert "Variant: keen." in variant
    assert "to_hit  need  12    10" in variant
    assert "house rule steady_gunners: Veterans shoot as well with their own ship on fire." in house_rule
    assert "Rules in force: steady_gunners = " in house_rule
    assert "Fought under Skiffs on a pond 1." in ruleset
    assert "SKF-GUN-01 The swivel gun: d6 shows " in ruleset
    assert "Red wins after 7 turns: no enemy is left." in ruleset
    assert "Variant: calm." in ruleset
    assert "2 kept, 0 broken" in ruleset
    files = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file())
    assert files == [
        *("calm.toml", "keen.toml", "keener.toml", "lucky.py", "my_rules.py"),
        *("skiffs/__init__.py", "skiffs/boat.py", "skiffs/firing.py", "skiffs/numbers.toml"),
        *("skiffs/pond.toml", "skiffs/rowing.py", "skiffs/rulebook.toml", "slip.toml"),
    ]
