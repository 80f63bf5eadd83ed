"""The rating rules keep the promises."""

from promises import TOP

from navalrules_ratings.contract import RatingsContract


class TestRatings(RatingsContract):
    home = TOP
