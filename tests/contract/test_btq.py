"""Beat to Quarters keeps the promises."""

from promises import TOP

from navalrules_btq.contract import BtqContract


class TestBtq(BtqContract):
    home = TOP
