"""The cells of a score sheet: what each text means, and what is expected where it means nothing."""

import re
from dataclasses import dataclass
from typing import Final

from app.sheets.sheet.columns import read_place
from app.sheets.sheet.grid import letters
from app.sheets.sheet.seating import Seating
from app.text.language import _, _c
from engine.cards.packed import RANKS, parse_rank
from engine.logs.json.times import moment_in
from engine.record import bounds
from engine.recorded.beyond_play import MOST_FACTOR

_SHOWN: Final = 40
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,13}")
_APART: Final = re.compile(r"[>›,;|、，]")
_TOGETHER: Final = re.compile(r"[+=&/]")
_YES: Final = frozenset({"yes", "y", "true", "1", "x", "exposed", "是"})
_NO: Final = frozenset({"no", "n", "false", "0", "-", "否"})
_LEVELS_UP: Final = str.maketrans("", "", "升级昇級")
ALONE: Final = "alone"


class Misread(ValueError):
    """What a cell was expected to hold, in words."""


@dataclass(frozen=True, slots=True)
class CellFault:
    """A cell that cannot be read, or that contradicts another."""

    row: int
    """As spreadsheets count, from 1."""
    column: int
    """From 0."""
    header: str
    found: str
    expected: str

    @property
    def cell(self) -> str:
        """The name of the cell in a spreadsheet: ``D7``."""
        return f"{letters(self.column)}{self.row}"

    def __str__(self) -> str:
        return _(
            "{cell} ({header}): found {found}, expected {expected}",
            cell=self.cell,
            header=cut(self.header) or _("no header"),
            found=f"'{cut(self.found)}'" if self.found else _c("input", "nothing"),
            expected=self.expected,
        )


def cut(text: str) -> str:
    """A text as messages quote it."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def points(text: str) -> int:
    """A whole number with or without sign.  Raises Misread."""
    return _whole(text, -bounds.POINTS, bounds.POINTS, _("a whole number"))


def gain(text: str) -> int:
    """Levels gained, such as ``3``, ``+3`` or ``升3级``.  Raises Misread."""
    plain = text.translate(_LEVELS_UP).strip()
    return _whole(plain, -len(RANKS), len(RANKS), _("a number of levels, such as 3 or +3"))


def date(text: str) -> str:
    """A date as logs have it, from the forms that people write.  Raises Misread."""
    moment = moment_in(text)
    if moment is None:
        raise Misread(_("a date, such as {date}", date="2026-11-28"))
    return moment


def stake(text: str) -> int:
    """Points a unit.  Raises Misread."""
    return _whole(text, 1, 1_000_000, _("a whole number from 1 to 1,000,000"))


def factor(text: str) -> int:
    """What declarations multiply the scores by.  Raises Misread."""
    return _whole(
        text.lower().removeprefix("x").removeprefix("×"),
        1,
        MOST_FACTOR,
        _("a whole number from 1 to {most}", most=MOST_FACTOR),
    )


def hand_number(text: str, wanted: int, *, first: bool) -> int:
    """The number of a hand: the one that is due, or 0 in the first row.  Raises Misread."""
    number = _whole(text, 0, bounds.HANDS, str(wanted))
    if number == wanted or (first and number == 0):
        return number
    raise Misread(_("{number}, or 0 for what stood before the first hand", number=wanted) if first else str(wanted))


def yes_or_no(text: str) -> bool:
    """Raises Misread."""
    folded = text.casefold()
    if folded not in _YES | _NO:
        raise Misread(_("yes or no"))
    return folded in _YES


def level(text: str) -> str:
    """A level as logs write it.  Raises Misread."""
    rank = parse_rank(text)
    if rank is None:
        raise Misread(_("a level from 2 to A"))
    return RANKS[rank]


def seat(text: str, seating: Seating) -> str:
    """The seat that a cell names.  Raises Misread."""
    seat_name = seating.find(text)
    if seat_name is None:
        raise Misread(seating.expected)
    return seat_name


def place(text: str, seats: int) -> int:
    """A place of so many seats.  Raises Misread."""
    number = read_place(text, seats)
    if number is None:
        raise Misread(_("a place from 1 to {seats}", seats=seats))
    return number


def finish(text: str, seating: Seating) -> list[str | list[str]]:
    """An order of finish such as ``E > W > N+S``, by seats or names; ``+`` joins those who share places.

    Raises Misread.
    """
    parts = _parted(text, seating)
    places: list[str | list[str]] = []
    named: list[str] = []
    for part in parts:
        group = [seating.find(name) for name in ([part] if seating.find(part) else _TOGETHER.split(part))]
        for name in group:
            if name is None or name in named:
                raise Misread(_("an order of finish such as {example}, each player once", example=_example(seating)))
            named.append(name)
        whole = [name for name in group if name is not None]
        places.append(whole[0] if len(whole) == 1 else whole)
    return places


def seats_together(text: str, seating: Seating) -> list[str]:
    """The seats that a cell names: one, or with ``+`` several who share a place.  Raises Misread."""
    names = [text] if seating.find(text) else _TOGETHER.split(text)
    seats = [seat_name for name in names if (seat_name := seating.find(name)) is not None]
    if len(seats) < len(names) or len(set(seats)) < len(seats):
        raise Misread(seating.expected)
    return seats


def winner(text: str, seating: Seating) -> list[str]:
    """Who won the match, such as ``E+W``, by seats or names.  Raises Misread."""
    parts = [part.strip() for part in _TOGETHER.split(text)] if _TOGETHER.search(text) else _parted(text, seating)
    seats = [seat for part in parts if (seat := seating.find(part)) is not None]
    if len(seats) < len(parts) or len(set(seats)) < len(seats):
        raise Misread(_("who won the match, such as {seats}, each player once", seats="+".join(seating.seats[:2])))
    return seats


def _parted(text: str, seating: Seating) -> list[str]:
    """The parts of a text that names players: as its signs part it, else the words, where it is no name as a whole."""
    if _APART.search(text):
        return [part.strip() for part in _APART.split(text)]
    return [text] if seating.find(text) or _TOGETHER.search(text) else text.split()


def _example(seating: Seating) -> str:
    *others, one, last = seating.seats
    return f"{' > '.join(others)} > {one}+{last}" if others else f"{one} > {last}"


def _whole(text: str, low: int, high: int, wanted: str) -> int:
    plain = text.replace("−", "-")
    if not _WHOLE.fullmatch(plain) or not plain.isascii() or not low <= int(plain) <= high:
        raise Misread(wanted)
    return int(plain)
