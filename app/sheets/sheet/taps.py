"""What is done to a score sheet as it is filled, one tap after another.

A tap is a text of words: ``out E``, ``role emperor A``, ``factor 2``, ``exposed yes``, ``units A-B 2 A-C -1``,
``scores E 3``, ``totals E 12 N 3``, ``winner E W``, ``next``, ``edit 3``, ``clear``, ``remove``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec import UNSET

from app.sheets.sheet import cells
from app.sheets.sheet.cells import Misread
from app.sheets.sheet.sheet import MOST_ROWS, RecordedRow, ScoreSheet, SheetRefused
from app.text.language import _
from engine.games import GAMES
from engine.record.match import MatchResult, given_value
from engine.recorded.pairs import pair_of

LONGEST_TAP: Final = 400
"""Characters of a tap."""
MOST_TAPS: Final = 20_000
"""Taps of one sheet."""


@dataclass(frozen=True, slots=True)
class Filling:
    """A sheet as it is filled."""

    sheet: ScoreSheet
    at: int
    """The row that taps change, from 0; there is always one."""

    @property
    def row(self) -> RecordedRow:
        """The row that taps change."""
        return self.sheet.rows[self.at]

    @property
    def kept(self) -> ScoreSheet:
        """The sheet without an empty last row."""
        rows = self.sheet.rows
        return replace(self.sheet, rows=rows[:-1]) if rows[-1].is_empty else self.sheet


def first_filling(sheet: ScoreSheet) -> Filling:
    """A sheet to be filled from its first row that is not filled."""
    return _with_new_row(Filling(sheet, 0))


def filling_after(sheet: ScoreSheet, taps: Sequence[str]) -> Filling:
    """A sheet after some taps.  Raises SheetRefused for one that cannot be done."""
    filling = first_filling(sheet)
    for tap in taps:
        filling = with_tap(filling, tap)
    return filling


def with_tap(filling: Filling, tap: str) -> Filling:
    """A sheet after one more tap.  Raises SheetRefused for one that cannot be done."""
    if len(tap) > LONGEST_TAP:
        raise SheetRefused(
            _("a tap of {count} characters; at most {most} are taken", count=f"{len(tap):,}", most=LONGEST_TAP)
        )
    verb, *words = tap.split(" ")
    do = _DONE.get(verb)
    if do is None:
        raise SheetRefused(_("'{verb}' is not something that can be done to a sheet", verb=verb[:20]))
    return do(filling, words)


def _with_new_row(filling: Filling) -> Filling:
    rows = filling.sheet.rows
    if not rows or not rows[-1].is_empty:
        if len(rows) >= MOST_ROWS:
            raise SheetRefused(_("the sheet has {count} hands, the most that a match may have", count=f"{len(rows):,}"))
        rows = (*rows, RecordedRow())
    return Filling(replace(filling.sheet, rows=rows), len(rows) - 1)


def _changed(filling: Filling, row: RecordedRow) -> Filling:
    rows = filling.sheet.rows
    return replace(filling, sheet=replace(filling.sheet, rows=(*rows[: filling.at], row, *rows[filling.at + 1 :])))


def _recorded(filling: Filling, **fields: Any) -> Filling:
    return _changed(filling, replace(filling.row, result=msgspec.structs.replace(filling.row.result, **fields)))


def _out(filling: Filling, words: Sequence[str]) -> Filling:
    seat = _seat(filling, words)
    finish = list(given_value(filling.row.result.finish) or [])
    if any(seat == place or (not isinstance(place, str) and seat in place) for place in finish):
        raise SheetRefused(_("{seat} has a place already", seat=seat))
    _refuse_without(filling, "finish")
    return _recorded(filling, finish=[*finish, seat])


def _role(filling: Filling, words: Sequence[str]) -> Filling:
    names = GAMES[filling.sheet.game].roles
    if len(words) != 2 or words[0] not in names:
        raise SheetRefused(
            _(
                "'{found}' found; expected: one of {names}, and a seat",
                found=" ".join(words)[:40],
                names=", ".join(names) or _("no roles"),
            )
        )
    roles = dict(given_value(filling.row.result.roles) or {})
    roles[words[0]] = _seat(filling, words[1:])
    return _recorded(filling, roles={name: roles[name] for name in names if name in roles})


def _factor(filling: Filling, words: Sequence[str]) -> Filling:
    _refuse_without(filling, "factor")
    return _recorded(filling, factor=_read(cells.factor, words))


def _exposed(filling: Filling, words: Sequence[str]) -> Filling:
    _refuse_without(filling, "exposed")
    return _recorded(filling, exposed=_read(cells.yes_or_no, words))


def _units(filling: Filling, words: Sequence[str]) -> Filling:
    _refuse_without(filling, "units")
    numbers = {seat: number for number, seat in enumerate(filling.sheet.seats)}
    units = _points(words)
    for name in units:
        pair = pair_of(name, numbers)
        if pair is None or pair[0] > pair[1]:
            raise SheetRefused(
                _("'{name}' found; expected: two seats in the order of play, such as A-B", name=name[:20])
            )
    return _recorded(filling, units=units or UNSET)


def _scores(filling: Filling, words: Sequence[str]) -> Filling:
    return _recorded(filling, scores=_by_seat(filling, words) or UNSET)


def _totals(filling: Filling, words: Sequence[str]) -> Filling:
    totals = _by_seat(filling, words)
    missing = [seat for seat in filling.sheet.seats if seat not in totals]
    if totals and missing:
        raise SheetRefused(
            _("no total for {names}; expected: a total for every player, or for none", names=", ".join(missing))
        )
    return _changed(filling, replace(filling.row, totals=totals))


def _winner(filling: Filling, words: Sequence[str]) -> Filling:
    winner = [_seat(filling, [word]) for word in words]
    twice = next((seat for seat in winner if winner.count(seat) > 1), None)
    if twice is not None:
        raise SheetRefused(_("{twice} is named twice; expected: each winner once", twice=twice))
    ending = msgspec.structs.replace(filling.sheet.ending or MatchResult(), winner=winner or UNSET)
    return replace(filling, sheet=replace(filling.sheet, ending=None if ending == MatchResult() else ending))


def _next(filling: Filling, words: Sequence[str]) -> Filling:
    _refuse_words(words)
    if filling.row.is_empty:
        raise SheetRefused(_("nothing is written down of hand {number} yet", number=filling.at + 1))
    return _with_new_row(filling)


def _edit(filling: Filling, words: Sequence[str]) -> Filling:
    number = _read(cells.points, words)
    if not 1 <= number <= len(filling.sheet.rows):
        raise SheetRefused(_("there is no hand {number}", number=number))
    sheet = filling.kept
    if number > len(sheet.rows):
        return filling
    return Filling(sheet, number - 1)


def _clear(filling: Filling, words: Sequence[str]) -> Filling:
    _refuse_words(words)
    return _changed(filling, RecordedRow())


def _remove(filling: Filling, words: Sequence[str]) -> Filling:
    _refuse_words(words)
    sheet = filling.sheet
    rows = (*sheet.rows[: filling.at], *sheet.rows[filling.at + 1 :])
    if rows and rows[0].levels:
        sheet = replace(sheet, levels=rows[0].levels)
        rows = (replace(rows[0], levels={}), *rows[1:])
    return _with_new_row(Filling(replace(sheet, rows=rows), 0))


_DONE: Final[Mapping[str, Callable[[Filling, Sequence[str]], Filling]]] = MappingProxyType(
    {
        "out": _out,
        "role": _role,
        "factor": _factor,
        "exposed": _exposed,
        "units": _units,
        "scores": _scores,
        "totals": _totals,
        "winner": _winner,
        "next": _next,
        "edit": _edit,
        "clear": _clear,
        "remove": _remove,
    }
)


def _seat(filling: Filling, words: Sequence[str]) -> str:
    if len(words) != 1 or words[0] not in filling.sheet.seats:
        raise SheetRefused(
            _(
                "'{found}' found; expected: one of {names}",
                found=" ".join(words)[:20],
                names=", ".join(filling.sheet.seats),
            )
        )
    return words[0]


def _by_seat(filling: Filling, words: Sequence[str]) -> dict[str, int]:
    points = _points(words)
    for name in points:
        _seat(filling, [name])
    return points


def _points(words: Sequence[str]) -> dict[str, int]:
    if len(words) % 2:
        raise SheetRefused(_("a name without a number found; expected: names, each with a number"))
    return {name: _read(cells.points, [text]) for name, text in zip(words[::2], words[1::2], strict=True)}


def _read(read: Callable[[str], Any], words: Sequence[str]) -> Any:
    text = " ".join(words)
    try:
        return read(text)
    except Misread as misread:
        raise SheetRefused(
            _("'{found}' found; expected: {expected}", found=cells.cut(text), expected=str(misread))
        ) from None


def _refuse_words(words: Sequence[str]) -> None:
    if words:
        raise SheetRefused(_("'{found}' found; expected: nothing", found=" ".join(words)[:20]))


def _refuse_without(filling: Filling, name: str) -> None:
    game = GAMES[filling.sheet.game]
    if name not in game.result_fields:
        raise SheetRefused(_("{title} has no {name}", title=_(game.title), name=name))
