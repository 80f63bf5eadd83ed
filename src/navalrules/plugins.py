"""Hooks and discovery: how rulesets, house rules, ships, scenarios, captains and commands come in.

Hooks register; nothing here is called while a battle is fought. Every plugin is loaded in its own
try: a broken one is kept on record and named, and the others work on.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import attrs
import pluggy

from navalrules.errors import BadFile, NavalrulesError, UnknownName
from navalrules.library import load_scenario, scenario_names
from navalrules.messages import message
from navalrules.ruleset import API_VERSION, HouseRule, Ruleset, RulesetError
from navalrules.scenario import Scenario
from navalrules.ships import Library

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "navalrules"

hookspec = pluggy.HookspecMarker(GROUP)
hookimpl = pluggy.HookimplMarker(GROUP)


class Hooks:
    """What a plugin may offer. Each hook returns a list or one thing; arguments may only be added."""

    @hookspec
    def navalrules_rulesets(self) -> Any:
        """Rulesets: `Ruleset` objects."""

    @hookspec
    def navalrules_house_rules(self) -> Any:
        """House rules: what `house_rule` makes."""

    @hookspec
    def navalrules_ships(self) -> Any:
        """Ship libraries: `Library` objects, or paths of ship files."""

    @hookspec
    def navalrules_scenarios(self) -> Any:
        """Scenarios: a mapping of id to `Scenario` or to the path of a scenario file."""

    @hookspec
    def navalrules_captains(self) -> Any:
        """Captains: a mapping of name to a callable that makes one."""

    @hookspec
    def navalrules_commands(self) -> Any:
        """Commands: click commands that join the command line."""


class PluginError(NavalrulesError):
    """A plugin that cannot be used, with its distribution, the stage it failed at and why."""


class PluginWarning(UserWarning):
    """A broken plugin was passed over."""


@attrs.frozen
class PluginRecord:
    """One plugin: its name, distribution, version, the object it names, and what became of it.

    `stage` is "listed" (not imported), "ready", or the stage it failed at: "import", "register", "answer",
    "api", "duplicate"; `error` says why.
    """

    name: str
    distribution: str
    version: str
    target: str
    stage: str = "listed"
    error: str = ""

    @property
    def broken(self) -> bool:
        """Whether it failed."""
        return bool(self.error)


def installed() -> list[PluginRecord]:
    """Every plugin on the entry point, by name, from metadata alone: nothing is imported."""
    return [_record(entry) for entry in _entries()]


def _entries() -> list[EntryPoint]:
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value))


def _ours(entry: EntryPoint) -> bool:
    """Whether it comes with the core: such a plugin brings a ruleset and joins no other."""
    return entry.dist is not None and entry.dist.name == GROUP


def _ours_first(entries: Iterable[EntryPoint]) -> list[EntryPoint]:
    """So that a plugin which uses a name of ours is the one that is refused."""
    return sorted(entries, key=_ours, reverse=True)


def _record(entry: EntryPoint, stage: str = "listed", error: str = "") -> PluginRecord:
    dist = entry.dist
    name, version = (dist.name, dist.version) if dist is not None else ("", "")
    return PluginRecord(entry.name, name, version, entry.value, stage, error)


class Registry:
    """Everything that plugins brought, by name; made by `load`.

    `hooks` are those that are asked, all unless given. A fault that stands in `warned` is not told again.
    `reserved` are names of rulesets and scenarios that no plugin may use, though they are not taken in here.
    """

    def __init__(self, hooks: Iterable[str] = (), warned: set[str] | None = None) -> None:
        self.warned: set[str] = set() if warned is None else warned
        self.takers = {hook: _TAKERS[hook] for hook in hooks or _TAKERS}
        self.manager = pluggy.PluginManager(GROUP)
        self.manager.add_hookspecs(Hooks)
        self.records: dict[str, PluginRecord] = {}
        self.rulesets: dict[str, Ruleset] = {}
        self.reserved: dict[str, set[str]] = {"ruleset": set(), "scenario": set()}
        self.house_rules: list[HouseRule] = []
        self.libraries: list[Library] = []
        self.scenarios: dict[str, Any] = {}
        self.captains: dict[str, Callable[[], Any]] = {}
        self.commands: list[Any] = []

    # ------------------------------------------------------------ taking plugins in

    def take_entry(self, entry: EntryPoint) -> None:
        """Import and register one entry point; a failure is recorded and warned of, not raised."""
        record = _record(entry)
        if record.name in self.records:
            self._fail(record, "duplicate", f"another plugin is called {record.name!r} too")
            return
        try:
            plugin = entry.load()
        except (Exception, SystemExit) as error:
            self._fail(record, "import", _why(error))
            return
        self.take(plugin, record)

    def take(self, plugin: Any, record: PluginRecord) -> PluginRecord:
        """Register a plugin object and take what its hooks answer; tells what became of it.

        A module stands for the `plugin` that it defines, or for itself; the house rules and rulesets that
        it defines are taken too, so that one file needs no hooks.
        """
        module = plugin if isinstance(plugin, ModuleType) else None
        plugin = getattr(module, "plugin", plugin)
        try:
            self.manager.register(plugin, record.name)
            self._check_names(plugin)
        except (Exception, SystemExit) as error:
            return self._fail(record, "register", _why(error))
        try:
            self._collect(plugin, module)
        except _Refused as refused:
            return self._fail(record, refused.stage, str(refused))
        except (Exception, SystemExit) as error:
            return self._fail(record, "answer", _why(error))
        ready = self.records[record.name] = attrs.evolve(record, stage="ready")
        return ready

    def _check_names(self, plugin: Any) -> None:
        known = {name for name in dir(Hooks) if name.startswith("navalrules_")}
        for name in dir(plugin):
            if name.startswith("navalrules_") and name not in known:
                marked = getattr(getattr(plugin, name), "navalrules_impl", None)
                if marked is not None:
                    raise PluginError(str(UnknownName(message("hook"), name, known)))

    def _fail(self, record: PluginRecord, stage: str, error: str) -> PluginRecord:
        error = "; ".join(error.splitlines())
        key = record.name if record.name not in self.records else f"{record.name} ({record.target})"
        self.records[key] = failed = attrs.evolve(record, stage=stage, error=error)
        if self.manager.has_plugin(record.name) and stage != "duplicate":
            self.manager.unregister(name=record.name)
        told = _told(failed)
        if told not in self.warned:
            self.warned.add(told)
            warnings.warn(told, PluginWarning, stacklevel=3)
        return failed

    def _collect(self, plugin: Any, module: ModuleType | None) -> None:
        answers = {hook: self._answer(plugin, hook) for hook in self.takers}
        for hook, item in () if module is None else _defined(module):
            if not any(item is each for each in answers[hook]):
                answers[hook].append(item)
        ready = [(self.takers[hook], item) for hook, items in answers.items() for item in items]
        for check in (True, False):
            for taker, item in ready:
                taker(self, item, check)

    def _answer(self, plugin: Any, hook: str) -> list[Any]:
        caller = self.manager.subset_hook_caller(
            hook, [other for other in self.manager.get_plugins() if other is not plugin]
        )
        found: list[Any] = []
        for answer in caller():
            found += list(answer) if isinstance(answer, list | tuple) else [answer]
        return found

    # ------------------------------------------------------------ asking for things

    def ruleset(self, name: str) -> Ruleset:
        """A ruleset by name; raises UnknownName, or PluginError when its plugin is broken."""
        if name in self.rulesets:
            return self.rulesets[name]
        record = self.records.get(name)
        if record is not None and record.broken:
            raise PluginError(_told(record))
        raise UnknownName(message("ruleset"), name, self.rulesets)


def _defined(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The rulesets and house rules among a module's names; house rules only if its own package makes them."""
    for value in vars(module).values():
        if isinstance(value, Ruleset):
            yield "navalrules_rulesets", value
        if isinstance(value, HouseRule) and f"{value.source}.".startswith(f"{module.__name__}."):
            yield "navalrules_house_rules", value


class _Refused(Exception):
    def __init__(self, stage: str, why: str) -> None:
        super().__init__(why)
        self.stage = stage


def _why(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _told(record: PluginRecord) -> str:
    source = f" of {record.distribution} {record.version}" if record.distribution else ""
    return f"plugin {record.name!r}{source} ({record.target}) failed at {record.stage}: {record.error}"


def _take_ruleset(registry: Registry, item: Any, check: bool) -> None:
    if not check:
        registry.rulesets[item.name] = item
        return
    if not isinstance(item, Ruleset):
        raise _Refused("answer", f"navalrules_rulesets answered {item!r}, not a Ruleset")
    if type(item.api) is not int:
        raise _Refused("api", f"{item!r} was written for API {item.api!r}, this is {API_VERSION}")
    if item.api != API_VERSION:
        older = "the plugin" if item.api < API_VERSION else "navalrules"
        raise _Refused(
            "api", f"{item.name} was written for API {item.api}, this is {API_VERSION}: upgrade {older}"
        )
    _check_texts("navalrules_rulesets", {"name": item.name, "title": item.title, "version": item.version})
    _check_new("ruleset", [item.name], {*registry.rulesets, *registry.reserved["ruleset"]})


def _check_texts(hook: str, texts: Mapping[str, Any]) -> None:
    for what, text in texts.items():
        if not isinstance(text, str) or not text:
            raise _Refused("answer", f"{hook} answered a thing whose {what} is {text!r}, not a text")


def _check_new(what: str, names: Iterable[str], known: Iterable[str]) -> None:
    for name in sorted(set(names) & set(known)):
        raise _Refused("duplicate", f"a {what} called {name!r} is there already")


def _take_house_rule(registry: Registry, item: Any, check: bool) -> None:
    if not check:
        registry.house_rules.append(item)
        return
    if not isinstance(item, HouseRule):
        raise _Refused("answer", f"navalrules_house_rules answered {item!r}, not a HouseRule")
    texts = {"name": item.name, "ruleset": item.ruleset, "rule": item.replaces or item.follows}
    _check_texts("navalrules_house_rules", texts)
    if not callable(item.act):
        raise _Refused("answer", f"house rule {item.name} has {item.act!r} for its act, not a function")


def _take_ships(registry: Registry, item: Any, check: bool) -> None:
    library = item if isinstance(item, Library) else Library.read(item)
    if not check:
        registry.libraries.append(library)


def _take_scenarios(registry: Registry, item: Any, check: bool) -> None:
    if not check:
        registry.scenarios |= item
        return
    if not (isinstance(item, Mapping) and all(map(_is_scenario, item.items()))):
        raise _Refused("answer", f"navalrules_scenarios answered {item!r}, not a mapping of id to scenario")
    known = [*scenario_names(), *registry.scenarios, *registry.reserved["scenario"]]
    _check_new("scenario", item, known)


def _take_captains(registry: Registry, item: Any, check: bool) -> None:
    if not check:
        registry.captains |= item
        return
    named = isinstance(item, Mapping) and all(isinstance(name, str) for name in item)
    if not (named and all(callable(maker) for maker in item.values())):
        raise _Refused("answer", f"navalrules_captains answered {item!r}, not a mapping of name to captain")
    _check_new("captain", item, registry.captains)


def _take_command(registry: Registry, item: Any, check: bool) -> None:
    if not check:
        registry.commands.append(item)
        return
    if not isinstance(getattr(item, "name", None), str) or not callable(getattr(item, "main", None)):
        raise _Refused("answer", f"navalrules_commands answered {item!r}, not a command")
    _check_new("command", [item.name], [command.name for command in registry.commands])


def _is_scenario(item: tuple[Any, Any]) -> bool:
    name, found = item
    return isinstance(name, str) and (isinstance(found, Scenario) or hasattr(found, "open"))


_TAKERS: Final[dict[str, Callable[[Registry, Any, bool], None]]] = {
    "navalrules_rulesets": _take_ruleset,
    "navalrules_house_rules": _take_house_rule,
    "navalrules_ships": _take_ships,
    "navalrules_scenarios": _take_scenarios,
    "navalrules_captains": _take_captains,
    "navalrules_commands": _take_command,
}


# ---------------------------------------------------------------- loading

_WARNED: Final[set[str]] = set()
"""What is wrong with plugins, as told: they may be looked at more than once."""


@cache
def load() -> Registry:
    """Everything installed, loaded once; broken plugins are warned of and kept on record."""
    registry = Registry(warned=_WARNED)
    for entry in _ours_first(_entries()):
        registry.take_entry(entry)
    return registry


def load_file(path: Path, registry: Registry | None = None) -> Registry:
    """Take in a plugin from one Python file or from the folder of a package (trusted as code).

    One that has been taken in already is not read again. Raises PluginError when it is broken.
    """
    registry = registry or load()
    # The package in a folder has its own name, so that its modules may import one another by it.
    name = path.resolve().name if path.is_dir() else f"{GROUP}_file_{path.stem}"
    record = PluginRecord(path.stem, "", "", path.name)
    file = path / "__init__.py" if path.is_dir() else path
    known = sys.modules.get(name)
    ready = registry.records.get(record.name) == attrs.evolve(record, stage="ready")
    if ready and known is not None and Path(known.__file__ or "").resolve() == file.resolve():
        return registry
    try:
        module = _imported(name, file)
    except (Exception, SystemExit) as error:
        raise PluginError(_told(attrs.evolve(record, stage="import", error=_why(error)))) from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PluginWarning)
        taken = registry.take(module, record)
    if taken.broken:
        raise PluginError(_told(taken))
    return registry


def _imported(name: str, file: Path) -> ModuleType:
    from importlib.util import module_from_spec, spec_from_file_location

    known = sys.modules.get(name)
    if known is not None and file.name == "__init__.py":
        raise RulesetError(f"a module called {name!r} has been imported already, from {known.__file__}")
    spec = spec_from_file_location(name, file)
    if not file.is_file():
        raise RulesetError(message("there is no file {file}", file=file.name))
    if spec is None or spec.loader is None:
        raise RulesetError(f"{file.name} is not a Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def ruleset(name: str) -> Ruleset:
    """A ruleset by name. Only the entry point of that name is imported where there is one.

    Raises UnknownName with the nearest names, or PluginError when its plugin is broken.
    """
    registry = _quick()
    if name not in registry.rulesets and name not in registry.records:
        for entry in _ours_first(entry for entry in _entries() if entry.name == name):
            registry.take_entry(entry)
    if name in registry.rulesets:
        return registry.rulesets[name]
    return load().ruleset(name)


@cache
def _quick() -> Registry:
    """What battles have asked for so far: rulesets by name, and plugins that may join any of them."""
    return Registry(warned=_WARNED)


@cache
def _scenarios() -> Mapping[str, Any]:
    """The scenarios of all plugins by id.

    Plugins that did not come with the core are taken in whole, as their house rules may join any ruleset.
    Of ours, which are called as their rulesets are, only the scenarios are asked for: to build all four
    rulesets takes longer than a battle does.
    """
    quick, ours = _quick(), Registry(["navalrules_scenarios"], _WARNED)
    entries = _entries()
    for entry in filter(_ours, entries):
        ours.take_entry(entry)
    quick.reserved = {"ruleset": set(ours.records), "scenario": set(ours.scenarios)}
    try:
        for entry in entries:
            if entry.name not in ours.records and entry.name not in quick.records:
                quick.take_entry(entry)
    finally:
        # A warning may be raised as an error; ours can be taken in all the same.
        quick.reserved = {"ruleset": set(), "scenario": set()}
    return {**quick.scenarios, **ours.scenarios}


def rulesets() -> dict[str, Ruleset]:
    """Every ruleset that can be used, by name, sorted."""
    return dict(sorted(load().rulesets.items()))


def scenario(name: str | Path, ships: Library | None = None) -> Scenario:
    """A scenario by an unambiguous beginning of its id, the core's or a plugin's, or from a file.

    `ships` are looked up before those of the core and of plugins. Raises UnknownName with the nearest
    names, or BadFile with every fault.
    """
    if not load.cache_info().currsize:
        try:
            return load_scenario(name, (), [_scenarios()], ships)
        except BadFile:
            # A ship of a plugin's, most likely: they are all looked up, in their order.
            pass
    registry = load()
    return load_scenario(name, registry.libraries, [registry.scenarios], ships)


def captains() -> dict[str, Callable[[], Any]]:
    """The captains that plugins brought for any ruleset, by name: of those plugins that have been loaded."""
    return {**_quick().captains, **(load().captains if load.cache_info().currsize else {})}


def strangers() -> list[str]:
    """The plugins in use that did not come with the core, by name: of those that have been loaded."""
    registries = [_quick(), *([load()] if load.cache_info().currsize else [])]
    records = [record for registry in registries for record in registry.records.values()]
    return sorted({each.name for each in records if each.stage == "ready" and each.distribution != GROUP})


def house_rules_for(name: str) -> list[HouseRule]:
    """House rules that plugins brought for one ruleset, by name.

    Only what has been loaded is asked: a battle does not import every plugin for it.
    """
    known = [*_quick().house_rules, *(load().house_rules if load.cache_info().currsize else [])]
    # What was loaded twice counts once; one switch may stand for several house rules of a module.
    unique = {
        (rule.name, rule.source, rule.replaces or rule.follows): rule
        for rule in known
        if rule.ruleset == name
    }
    return [unique[key] for key in sorted(unique)]
