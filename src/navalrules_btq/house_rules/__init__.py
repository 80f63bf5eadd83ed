"""The house rules of this rulebook, one module each (BTQ-HOUSE-01)."""

from navalrules_btq.house_rules import (
    enhanced_fire,
    expanded_boarding,
    officer_casualties,
    percent_turn_penalty,
    wind_gauge,
)
from navalrules_btq.house_rules.alternate_ranges import alternate_ranges
from navalrules_btq.house_rules.crack_crew import crack_crew
from navalrules_btq.house_rules.enhanced_raking import enhanced_raking
from navalrules_btq.house_rules.falling_masts import falling_masts
from navalrules_btq.house_rules.gun_fouling import gun_fouling
from navalrules_btq.house_rules.modified_shot import modified_shot
from navalrules_btq.house_rules.no_carronade_double import no_carronade_double
from navalrules_btq.house_rules.pvn_crew_quality import pvn_crew_quality
from navalrules_btq.house_rules.pvn_surrender import pvn_surrender
from navalrules_btq.house_rules.reduced_crew_damage import reduced_crew_damage
from navalrules_btq.house_rules.reduced_sailing_crew import reduced_sailing_crew
from navalrules_btq.house_rules.shot_type_mast import shot_type_mast
from navalrules_btq.house_rules.weighted_sail_hits import weighted_sail_hits

ALL = (
    *enhanced_fire.ALL,
    alternate_ranges,
    crack_crew,
    enhanced_raking,
    gun_fouling,
    modified_shot,
    no_carronade_double,
    falling_masts,
    pvn_crew_quality,
    pvn_surrender,
    reduced_crew_damage,
    reduced_sailing_crew,
    shot_type_mast,
    weighted_sail_hits,
    *wind_gauge.ALL,
    *expanded_boarding.ALL,
    *officer_casualties.ALL,
    *percent_turn_penalty.ALL,
)

POINTS = tuple([rule.act for rule in ALL if hasattr(rule.act, "ids")])
"""House rules that carry out rows of their own: others join them in their turn."""
