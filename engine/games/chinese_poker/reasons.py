"""The reasons for units between two boards, and their words.

The words of a reason are made when they are asked for, because most hands are judged without them.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.cards.packed import Card
from engine.games.chinese_poker.ranks import low_words, row_words
from engine.games.chinese_poker.royalties import natural_name, row_name
from engine.games.chinese_poker.rules import ROW_SIZES, ROWS
from engine.rulebook.sentences import listed, say

_MIDDLE = ROWS.index("middle")


class UnitReason(NamedTuple):
    """A reason for units: the rule, what makes its words, and the units of the first board."""

    rule: str
    words: Callable[[], str]
    units: int


def words_of_row(row: int, cards: Sequence[Card], *, low: bool) -> str:
    """A row in words; ``low`` says whether the lowest hand wins the middle."""
    if len(cards) != ROW_SIZES[row] or len(set(cards)) < len(cards):
        return say("no row")
    return low_words(cards) if low and row == _MIDDLE else row_words(cards)


def row_won(row: int, winner: str, best: Sequence[Card], worse: Sequence[Card], units: int, *, low: bool) -> str:
    """A board has the better row."""
    return say(
        "{row}: {winner}'s {best} beats {worse}: {units}",
        row=row_name(row),
        winner=winner,
        best=words_of_row(row, best, low=low),
        worse=words_of_row(row, worse, low=low),
        units=units,
    )


def row_tied(row: int, cards: Sequence[Card], *, low: bool) -> str:
    """Two rows are equal."""
    return say("{row}: tie with {cards}: 0", row=row_name(row), cards=words_of_row(row, cards, low=low))


def row_of_banker(row: int, banker: str, cards: Sequence[Card], units: int, *, low: bool) -> str:
    """Two rows are equal, and the banker wins them."""
    return say(
        "{row}: tie with {cards}, which {banker} wins as banker: {units}",
        row=row_name(row),
        cards=words_of_row(row, cards, low=low),
        banker=banker,
        units=units,
    )


def unpaid(due: int, units: int) -> str:
    """A seat cannot lose, or win, as many units as it should."""
    return say("{units} of {due} units pass: no more are left", units=abs(units), due=abs(due))


def overall(winner: str, count: int, units: int) -> str:
    """A board wins two or three rows."""
    return say("{winner} wins {count} rows: {units} overall", winner=winner, count=count, units=units)


def scoop_bonus(winner: str, loser: str, units: int) -> str:
    """A board wins all rows."""
    return say("{winner} scoops {loser}: {units}", winner=winner, loser=loser, units=units)


def scoop_multiplied(winner: str, loser: str, times: int, units: int) -> str:
    """A board wins all rows, which multiplies their units."""
    return say("{winner} scoops {loser}: {times} times {units}", winner=winner, loser=loser, times=times, units=units)


def scooped_table(winner: str, loser: str, times: int, units: int) -> str:
    """A board scoops every opponent, this one too."""
    return say(
        "{winner} scoops the table, including {loser}: {times} times {units}",
        winner=winner,
        loser=loser,
        times=times,
        units=units,
    )


def royalty(row: int, seat: str, cards: Sequence[Card], points: int, *, low: bool) -> str:
    """A row earns a royalty."""
    words = words_of_row(row, cards, low=low)
    return say(
        "{row}: {seat}'s royalty for {cards}: {points}", row=row_name(row), seat=seat, cards=words, points=points
    )


def royalties_cancel(row: int) -> str:
    """Both rows have royalties, and none is paid."""
    return say("{row}: both have royalties, which cancel", row=row_name(row))


def one_misset(loser: str, cost: int) -> str:
    """One of two boards is mis-set."""
    return say("{loser} is mis-set and pays for a scoop: {cost}", loser=loser, cost=cost)


def both_misset() -> str:
    """Both boards are mis-set."""
    return say("both hands are mis-set: 0")


def one_surrendered(loser: str, units: int) -> str:
    """One of two boards is surrendered."""
    return say("{loser} surrendered and pays {units}", loser=loser, units=units)


def both_surrendered() -> str:
    """Both boards are surrendered."""
    return say("both surrendered: 0")


def stronger_natural(winner: str, natural: str, points: int) -> str:
    """A board has the stronger natural, or the only one."""
    return say("{winner} holds {natural}: {points}", winner=winner, natural=natural_name(natural), points=points)


def tied_naturals(one: str | None, other: str | None) -> str:
    """Two naturals are equal."""
    return say("tie of {one} and {other}: 0", one=natural_name(one or ""), other=natural_name(other or ""))


def unknown_natural(natural: str | None) -> str:
    """Two naturals are the same, and it is not known which is better."""
    return say("both hold {natural}, and the cards that decide are unknown", natural=natural_name(natural or ""))


def best_row_won(row: int, winner: str, cards: Sequence[Card], *, low: bool) -> str:
    """A board has the best row of the table."""
    words = words_of_row(row, cards, low=low)
    return say("{row}: {winner} has the best row ({cards})", row=row_name(row), winner=winner, cards=words)


def best_row_tied(row: int, names: Sequence[str], cards: Sequence[Card], *, low: bool) -> str:
    """Several boards have the best row of the table, or no board has a row."""
    words = words_of_row(row, cards, low=low)
    return say("{row}: {seats} tie with {cards}: no point", row=row_name(row), seats=listed(names), cards=words)


def all_rows_won(winner: str) -> str:
    """A board has every best row of a table of four."""
    return say("{winner} wins all three rows", winner=winner)


def between(one: str, other: str, line: str, stake: int) -> str:
    """The words of a reason with the boards that it is between."""
    if stake > 1:
        return say("{one}-{other} {line}, at {stake} points a unit", one=one, other=other, line=line, stake=stake)
    return say("{one}-{other} {line}", one=one, other=other, line=line)
