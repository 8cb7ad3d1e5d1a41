"""The columns of a score sheet in a spreadsheet: what each can hold, and what its header says."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from app.sheets.sheet.headers import DATE, GAIN, IGNORED, LEVELS_BEFORE, PLACES, kind_of
from app.sheets.sheet.seating import Seating
from engine.games import GAMES

OF_PLAYER: Final = ("place", "score", "level", "total", LEVELS_BEFORE)
OF_PAIR: Final = ("units", "stake")

_PLACE: Final = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)?=?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Column:
    """What a column holds: a kind, and the seats that it is about."""

    kind: str
    """``finish``, ``score`` …; a role by its name."""
    seats: tuple[str, ...] = ()
    """One for what each player has, two for what is between two players."""

    @property
    def name(self) -> str:
        """The header that is written: ``score E``, ``units A-B``."""
        return f"{self.kind} {'-'.join(self.seats)}".rstrip()


def columns_of(game: str, seats: Sequence[str]) -> tuple[Column, ...]:
    """Every column that a sheet of a game can have, in the order in which they are written."""
    fields, facts = GAMES[game].result_fields, GAMES[game].setup_fields
    pairs = [(one, other) for number, one in enumerate(seats) for other in seats[number + 1 :]]
    columns = [Column("hand"), Column(DATE)]
    if "level" in facts:
        columns.append(Column("level"))
    if "finish" in fields:
        columns.append(Column("finish"))
        columns += [Column("place", (seat,)) for seat in seats]
        columns += [Column(kind) for kind in PLACES[: len(seats)]]
    columns += [Column(role) for role in GAMES[game].roles]
    columns += [Column(name) for name in ("factor", "exposed") if name in fields]
    if "stakes" in facts:
        columns += [Column("stake", pair) for pair in pairs]
    if "units" in fields:
        columns += [Column("units", pair) for pair in pairs]
    if "level" in facts and "finish" in fields:
        columns.append(Column(GAIN))
    columns += [Column("score", (seat,)) for seat in seats]
    if "levels" in facts:
        columns += [Column(LEVELS_BEFORE, (seat,)) for seat in seats]
    if "levels" in fields:
        columns += [Column("level", (seat,)) for seat in seats]
    columns += [Column("total", (seat,)) for seat in seats]
    columns.append(Column("winner"))
    return tuple(columns)


def column_named(text: str, game: str, seating: Seating) -> Column | None:
    """The column that a header or a choice names: ``score Li Wei``, ``Li Wei score``, ``units A-B``; None if none."""
    words = " ".join(text.replace(":", " ").replace("：", " ").split())
    known = columns_of(game, seating.seats)
    kind = IGNORED if words.casefold() == IGNORED else kind_of(words, game)
    if kind == IGNORED or (kind is not None and Column(kind) in known):
        return Column(kind)
    if kind == "place" and Column("finish") in known:
        return Column("finish")
    for kind, about in _splits(words, game):
        if kind in OF_PLAYER and (seat := seating.find(about)) is not None:
            column = Column(kind, (seat,))
        elif kind in OF_PAIR and (pair := _pair(about, seating)) is not None:
            column = Column(kind, pair)
        else:
            continue
        if column in known or Column(column.kind, column.seats[::-1]) in known:
            return column
    return None


def _splits(words: str, game: str) -> list[tuple[str, str]]:
    """Every way to take a text as a kind and what it is about, the kind first or last.

    They are parted by a space, or where a Chinese character is: ``张三得分``.
    """
    ways = []
    for at in range(1, len(words)):
        if words[at] == " " or not (words[at - 1].isascii() and words[at].isascii()):
            front, back = words[:at], words[at:].lstrip()
            for name, about in ((front, back), (back, front)):
                kind = kind_of(name, game)
                if kind is not None:
                    ways.append((kind, about))
    return ways


def _pair(text: str, seating: Seating) -> tuple[str, str] | None:
    parts = text.split("-")
    for number in range(1, len(parts)):
        one, other = seating.find("-".join(parts[:number])), seating.find("-".join(parts[number:]))
        if one is not None and other is not None and one != other:
            return one, other
    return None


def proposed_columns(
    headers: Sequence[str], cells: Sequence[Sequence[str]], game: str, seating: Seating
) -> list[Column | None]:
    """A guess of what each column of a spreadsheet holds; None if neither header nor cells suggest anything.

    Columns whose headers only name a player hold places if most of their cells are places, else scores.
    """
    columns = [column_named(header, game, seating) for header in headers]
    bare = {
        number: seat
        for number, header in enumerate(headers)
        if columns[number] is None and (seat := seating.find(header)) is not None
    }
    kind = "place" if _are_places(bare, cells, game, seating) and Column("finish") not in columns else "score"
    proposals: list[Column | None] = []
    for number, column in enumerate(columns):
        column = Column(kind, (bare[number],)) if number in bare else column
        proposals.append(None if column in proposals and column != Column(IGNORED) else column)
    return proposals


def _are_places(columns: Iterable[int], cells: Sequence[Sequence[str]], game: str, seating: Seating) -> bool:
    if "finish" not in GAMES[game].result_fields:
        return False
    texts = [text for row in cells for column in columns if column < len(row) and (text := row[column].strip())]
    return 2 * sum(read_place(text, len(seating.seats)) is not None for text in texts) > len(texts)


def read_place(text: str, seats: int) -> int | None:
    """A place: ``2``, ``2nd`` or, where it is shared, ``2=``; None for any other text."""
    read = _PLACE.fullmatch(text)
    return int(read[1]) if read is not None and 1 <= int(read[1]) <= seats else None
