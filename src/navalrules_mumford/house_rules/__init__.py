"""The house rules of this rulebook, one module each; all off unless a scenario or a player says otherwise."""

from navalrules_mumford.house_rules.challenger_per_step import challenger_per_step
from navalrules_mumford.house_rules.printed_cards import printed_cards

ALL = (challenger_per_step, printed_cards)
