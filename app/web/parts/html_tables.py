"""Tables of figures: what a page shows of each value, and what its files have of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from app.players.statistics.intervals import Mean, mean, share
from app.text.decimals import fixed, signed
from app.text.language import _, _n

SHOWN: Final = 20
"""The rows of a table that a page shows at first."""
_PLACES: Final = 4
"""Decimal places in files."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of a table."""

    text: str
    under: str = ""
    """What is shown under it, smaller."""
    href: str = ""
    """Where it leads; empty if nowhere."""
    values: Mapping[str, object] = field(default_factory=dict)
    """What files have of it, by column."""
    own: bool = False
    """Whether it is a name or another word of logs, the same in every language."""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of a page.  The first cell of each row is its head."""

    key: str
    """The name of the table in addresses."""
    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    note: str = ""
    never: Sequence[int] = ()
    """The places of the rows of what was never counted; pages fold them."""
    first: int = SHOWN
    """How many of the other rows are shown at first; pages fold those behind them."""

    @property
    def open_rows(self) -> list[tuple[Cell, ...]]:
        """The rows that are shown at first."""
        return self._counted[: self.first]

    @property
    def further_rows(self) -> list[tuple[Cell, ...]]:
        """The rows behind them, which are folded."""
        return self._counted[self.first :]

    @property
    def _counted(self) -> list[tuple[Cell, ...]]:
        return [row for place, row in enumerate(self.rows) if place not in self.never]

    @property
    def folded_rows(self) -> list[tuple[Cell, ...]]:
        """The rows of what was never counted."""
        return [self.rows[place] for place in self.never]

    @property
    def records(self) -> list[dict[str, object]]:
        """The rows as files have them."""
        return [{name: value for cell in row for name, value in cell.values.items()} for row in self.rows]


def head_cell(name: str, text: str, value: Any = None, *, href: str = "", under: str = "", own: bool = False) -> Cell:
    """The head of a row."""
    return Cell(text, under, href, {name: text if value is None else value}, own)


def count_cell(name: str, count: int | None, *, href: str = "", signs: bool = False) -> Cell:
    """A whole number."""
    if count is None:
        return Cell("", values={name: None})
    said = f"{abs(count):,}"
    text = f"−{said}" if count < 0 else f"+{said}" if signs and count else said
    return Cell(text, href=href if count else "", values={name: count})


def score_cell(name: str, score: int, adjusted: int) -> Cell:
    """A sum of scores, with how many hands in it have scores that rulings set."""
    cell = count_cell(name, score, signs=True)
    return replace(cell, under=ruled_words(adjusted), values={**cell.values, "ruled_hands": adjusted})


def ruled_words(adjusted: int) -> str:
    """How many hands have scores that rulings set; empty for none."""
    return _n("{count} hand set by a ruling", "{count} hands set by rulings", adjusted) if adjusted else ""


def share_cell(name: str, count: int, of: int, *, href: str = "") -> Cell:
    """A share with its counts and its interval."""
    fraction = share(count, of)
    if fraction is None:
        return Cell(_("none"), values={name: count, f"{name}_of": of})
    return Cell(
        _("{count} of {all}", count=f"{count:,}", all=f"{of:,}"),
        _("{low} to {high} %", low=percent(fraction.low), high=percent(fraction.high)),
        href if count else "",
        {name: count, f"{name}_of": of, f"{name}_low": rounded(fraction.low), f"{name}_high": rounded(fraction.high)},
    )


def won_cell(name: str, won: int, matches: int, undecided: int) -> Cell:
    """The share of matches won among those that are decided, with the number of those that are not."""
    cell = share_cell(name, won, matches - undecided)
    if not undecided:
        return cell
    said = _("{count} undecided", count=f"{undecided:,}")
    if matches == undecided:
        return Cell(said, values=cell.values)
    return Cell(cell.text, _("{first}, {rest}", first=cell.under, rest=said), values=cell.values)


def mean_cell(name: str, hands: int, score: int, squares: float) -> Cell:
    """A mean with half the width of its interval."""
    average = mean(hands, score, squares)
    if average is None:
        return Cell("", values={name: None, f"{name}_half": None})
    half = None if average.half is None else rounded(average.half)
    return Cell(
        mean_text(average, Fraction(score, hands)),
        "" if average.half is not None else _("too few for an interval"),
        values={name: rounded(average.value), f"{name}_half": half},
    )


def mean_text(average: Mean, exact: Fraction) -> str:
    """A mean as ``+0.42 ± 0.11``."""
    text = signed(fixed(exact.numerator, exact.denominator, 2))
    return text if average.half is None else f"{text} ± {average.half:.2f}"


def rate_cell(name: str, value: float, half: float | None) -> Cell:
    """A rate, such as bombs a hand, with half the width of its interval."""
    text = f"{value:.2f}".replace("-", "−")
    if half is None:
        return Cell(text, _("too few for an interval"), values={name: rounded(value), f"{name}_half": None})
    return Cell(f"{text} ± {half:.2f}", values={name: rounded(value), f"{name}_half": rounded(half)})


def percent(part: float) -> str:
    """A part of 1 as a whole number of hundredths."""
    return f"{100 * part:.0f}"


def rounded(value: float) -> float:
    """A number as files have it."""
    return round(value, _PLACES)
