"""American Civil War squares keep the promises."""

from promises import TOP

from navalrules_civilwar.contract import CivilWarContract


class TestCivilWar(CivilWarContract):
    home = TOP
