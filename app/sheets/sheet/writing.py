"""A score sheet as CSV, a row a hand, with the columns that its hands need."""

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any, Final

import msgspec
from msgspec import UNSET

from app.sheets.sheet import cells
from app.sheets.sheet.cells import Misread
from app.sheets.sheet.columns import Column, column_named, columns_of
from app.sheets.sheet.grid import MOST_BYTES, read_grid
from app.sheets.sheet.headers import DATE, GAIN, LEVELS_BEFORE, PLACES
from app.sheets.sheet.reading import read_sheet
from app.sheets.sheet.seating import Seating
from app.sheets.sheet.sheet import RecordedRow, ScoreSheet, SheetRefused
from app.text.language import _
from engine.record.match import HandResult, MatchInfo, MatchResult, given_value
from engine.rulebook.options import value_text
from engine.rulebook.sentences import listed

_OTHERWISE: Final = frozenset({"place", GAIN, DATE, *PLACES})
"""Columns that only others write: what they hold has another column, or is no part of a row."""


def write_sheet(sheet: ScoreSheet) -> str:
    """The CSV of a sheet: a header, a row 0 for what stood before the first hand if anything did, a row a hand.

    Reading it gives the same rows.  Raises SheetRefused if something in them has no cell that is read as the same.
    """
    known = [column for column in columns_of(sheet.game, sheet.seats) if column.kind not in _OTHERWISE]
    start = RecordedRow(result=HandResult(levels=dict(sheet.levels) or UNSET), totals=sheet.totals)
    lines = [(0, start)] if sheet.totals or sheet.levels else []
    lines += list(enumerate(sheet.rows, 1))
    texts = [{column: _cell(column, number, row) for column in known} for number, row in lines]
    if sheet.rows:
        texts[-1][Column("winner")] = winner_text(sheet)
    used = [column for column in known if column.kind == "hand" or any(text[column] for text in texts)]
    output = StringIO(newline="")
    writer = csv.writer(output)
    writer.writerow([column.name for column in used])
    writer.writerows([text[column] for column in used] for text in texts)
    _refuse_change(sheet, output.getvalue())
    return output.getvalue()


def _cell(column: Column, number: int, row: RecordedRow) -> str:
    result = row.result
    about = "-".join(column.seats)
    by_seat: Mapping[str, Mapping[str, object]] = {
        "score": given_value(result.scores) or {},
        "level": given_value(result.levels) or {},
        "units": given_value(result.units) or {},
        "stake": row.stakes,
        "total": row.totals,
        LEVELS_BEFORE: row.levels,
    }
    if about:
        return _text(by_seat[column.kind].get(about))
    if column.kind == "hand":
        return str(number)
    if column.kind == "winner":
        return ""
    if column.kind == "level":
        return row.level or ""
    if column.kind == "finish":
        return finish_text(given_value(result.finish) or [])
    if column.kind in ("factor", "exposed"):
        return _text(given_value(getattr(result, column.kind)))
    return _text((given_value(result.roles) or {}).get(column.kind))


def left_out(sheet: ScoreSheet) -> str:
    """What the CSV of a sheet does not hold, and so has to be named when it is read again, in words."""
    players = ",".join(f"{player.seat}={given_value(player.name) or ''}" for player in sheet.players)
    parts = [
        _("the game ({option})", option=f"--game {sheet.game}"),
        _("the players ({option})", option=f"--players '{players}'"),
    ]
    if any(given_value(player.id) for player in sheet.players):
        parts.append(_("the players' ids"))
    if sheet.rules is not None:
        options = given_value(sheet.rules.options) or {}
        named = [f"--rules {sheet.rules.preset}"] if given_value(sheet.rules.preset) else []
        named += [f"--option {name}={value_text(value)}" for name, value in options.items()]
        parts.append(_("the rules ({option})", option=" ".join(named)) if named else _("the rules"))
    if sheet.info is not None and sheet.info != MatchInfo():
        parts.append(_("what identifies the match ({fields})", fields=", ".join(msgspec.to_builtins(sheet.info))))
    ending = sheet.ending or MatchResult()
    if sheet.rows and winner_text(sheet):
        ending = msgspec.structs.replace(ending, winner=UNSET)
    if ending != MatchResult():
        parts.append(_("the recorded end of the match ({fields})", fields=", ".join(msgspec.to_builtins(ending))))
    return _("the CSV does not hold {parts}", parts=listed(parts))


def finish_text(finish: Sequence[str | Sequence[str]]) -> str:
    """An order of finish as a cell has it: ``E > W > N+S``."""
    return " > ".join(place if isinstance(place, str) else "+".join(place) for place in finish)


def winner_text(sheet: ScoreSheet) -> str:
    """The recorded winner as a cell has it, ``E+W``; empty where there is none that is read as the same."""
    winner = given_value((sheet.ending or MatchResult()).winner) or []
    text = "+".join(winner)
    try:
        return text if text and cells.winner(text, Seating(sheet.players)) == winner else ""
    except Misread:
        return ""


def _text(value: Any) -> str:
    if value is None:
        return ""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _refuse_change(sheet: ScoreSheet, text: str) -> None:
    """Raises SheetRefused if a text is not read as the rows of a sheet."""
    if len(text.encode()) > MOST_BYTES:
        raise SheetRefused(
            _("its CSV would have more than {most} bytes, the most that is read", most=f"{MOST_BYTES:,}")
        )
    seating = Seating(sheet.players)
    grid = read_grid(text)
    columns = [column_named(header, sheet.game, seating) for header in grid.headers]
    if not sheet.rows and not (sheet.totals or sheet.levels):
        raise SheetRefused(_("it has no hand"))
    read = read_sheet(grid, columns, sheet.game, sheet.players)
    if (dict(read.totals), dict(read.levels)) != (dict(sheet.totals), dict(sheet.levels)):
        raise SheetRefused(_("hand 1: its totals or levels before it are not what a score sheet can hold"))
    for number, (one, other) in enumerate(zip(sheet.rows, read.rows, strict=True), 1):
        for field in HandResult.__struct_fields__:
            if getattr(one.result, field) != getattr(other.result, field):
                raise SheetRefused(
                    _(
                        "hand {number}: its recorded {field} are not what a score sheet can hold",
                        number=number,
                        field=field,
                    )
                )
        if one != other:
            raise SheetRefused(
                _("hand {number}: its levels, stakes or totals are not what a score sheet can hold", number=number)
            )
