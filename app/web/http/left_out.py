"""How many rows of a list its filter leaves out, as every page with a filter says it."""

from collections.abc import Callable
from dataclasses import dataclass

from app.text.language import _, _n


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The rows that a filter leaves out of a list."""

    words: Callable[[int], str]
    """A number of rows with what they are, such as ``12 matches``."""
    shown: int | None
    """Rows that the filter lets through, and `every`: all; both are counted no further than one above `bound`.

    None where it takes several pages to find those that are let through.
    """
    every: int
    bound: int
    undated: int | None = None
    """Of the rows that the other parts of the filter let through, those without a date; None where no day is asked for.
    """

    @property
    def sentence(self) -> str:
        """How many rows are left out."""
        if self.shown == self.every <= self.bound:
            return _("This filter leaves out nothing.")
        if self.every > self.bound:
            return _("Without this filter there are more than {rows}.", rows=self.words(self.bound))
        if self.shown is None:
            return _("Without this filter there are {rows}.", rows=self.words(self.every))
        return _(
            "This filter leaves out {count} of {rows}.",
            count=f"{self.every - self.shown:,}",
            rows=self.words(self.every),
        )

    @property
    def without_date(self) -> str:
        """How many of them are left out because they have no date."""
        return "" if self.undated is None else without_date(self.words, self.undated, self.bound)


def without_date(words: Callable[[int], str], number: int, bound: int) -> str:
    """How many rows are left out because they have no date, counted no further than one above a bound."""
    rows = words(min(number, bound))
    return _("Left out without a date: {rows}.", rows=_("more than {count}", count=rows) if number > bound else rows)


def matches_without_date(count: int) -> str:
    """How many matches are left out because they have no date."""
    return without_date(match_count, count, count)


def hand_count(count: int) -> str:
    """A number of hands in words."""
    return _n("{count} hand", "{count} hands", count)


def match_count(count: int) -> str:
    """A number of matches in words."""
    return _n("{count} match", "{count} matches", count)
