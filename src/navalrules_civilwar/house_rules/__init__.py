"""The switches of this rulebook, one module each; all off unless a scenario or a player says otherwise."""

from navalrules_civilwar.house_rules.anchored_plus_stopped import anchored_plus_stopped
from navalrules_civilwar.house_rules.sink_on_no_crew import sink_on_no_crew
from navalrules_civilwar.house_rules.steam_only_by_use import steam_only_by_use

ALL = (anchored_plus_stopped, sink_on_no_crew, steam_only_by_use)
