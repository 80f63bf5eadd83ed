"""Mumford's rules keep the promises."""

from promises import TOP

from navalrules_mumford.contract import MumfordContract


class TestMumford(MumfordContract):
    home = TOP
