"""A table of a spreadsheet that becomes a score sheet: its game, its players, then what its columns hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from app.database.opening import transact
from app.matches.installation import this_installation
from app.sheets.sheet import drafts
from app.sheets.sheet.cells import CellFault
from app.sheets.sheet.columns import Column, column_named, columns_of, proposed_columns
from app.sheets.sheet.grid import Grid, letters, read_grid
from app.sheets.sheet.headers import DATE, GAIN, IGNORED, LEVELS_BEFORE, PLACES
from app.sheets.sheet.reading import MOST_FAULTS, BadCells, read_sheet
from app.sheets.sheet.seating import Seating, usual_seats
from app.sheets.sheet.sheet import ScoreSheet, SheetRefused
from app.text.language import _, marked
from app.text.log_terms import log_word
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages
from app.web.sheets.sheet_form import LONGEST, known_game, refused_rules, rules_part, sheet_of_form
from engine.games import GAMES
from engine.rulebook.sentences import listed

BLUEPRINT: Final = Pages("paste", __name__, url_prefix="/add/table")

MOST_CHARACTERS: Final = 1_000_000
"""Characters of a text that is pasted."""
SAMPLES: Final = 4
"""Cells that are shown of a column."""
_KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hand": marked("number of the hand"),
        "finish": marked("order of finish"),
        "place": marked("place"),
        "score": marked("score"),
        "total": marked("running total"),
        "units": marked("units"),
        "stake": marked("stake"),
        "factor": marked("factor"),
        "exposed": marked("exposed"),
        "winner": marked("winner of the match"),
        DATE: marked("date of the match"),
        GAIN: marked("levels gained"),
        LEVELS_BEFORE: marked("level before the hand"),
    }
)
"""Columns in words, but for the levels after a hand and the roles of games."""


@dataclass(frozen=True, slots=True)
class MatchedColumn:
    """A column of the spreadsheet, and what it is taken to hold."""

    number: int
    letter: str
    header: str
    cells: tuple[str, ...]
    """The first ones that are not empty."""
    kind: str
    """The name of a column of a sheet, or ``ignore``; empty where nobody knows."""


@BLUEPRINT.post("", may=May.RECORD)
def take() -> Answer | tuple[str, int] | str:
    """Shows what the columns of the text seem to hold; with ``make``, keeps the sheet and leads to its page."""
    game = known_game(request.form.get("game", ""))
    text = request.form.get("text", "")
    refuse_long(text)
    if "rules" not in request.form:
        return _form(game, "", text)
    if "show" in request.form:
        return _form(game, refused_rules(game), text)
    try:
        sheet, house = sheet_of_form(game)
        grid = read_grid(text)
    except SheetRefused as refused:
        return _form(game, str(refused), text), 422
    columns = _columns(grid, sheet)
    if "make" not in request.form:
        return _matching(sheet, text, grid, columns, "", ())
    try:
        _refuse_unmatched(grid, columns)
        read = read_sheet(grid, columns, game, sheet.players, sheet.rules, sheet.info)
        identity = transact(this_installation().sessions, lambda session: drafts.add(session, read, house))
    except BadCells as bad:
        return _matching(sheet, text, grid, columns, "", bad.faults), 422
    except SheetRefused as refused:
        return _matching(sheet, text, grid, columns, str(refused), ()), 422
    return redirect(url_for("sheets.sheet", identity=identity), 303)


def choose_game(text: str) -> str:
    """The page that asks for the game of a pasted table."""
    return render_template("sheets/paste.html", game=None, games=GAMES, text=text, longest={"text": MOST_CHARACTERS})


def refuse_long(text: str) -> None:
    """Raises Refusal for a text with more characters than are taken of one that is pasted."""
    if len(text) > MOST_CHARACTERS:
        raise Refusal(
            413,
            _(
                "The text has {count} characters; at most {most} are taken here. Send it as a file.",
                count=f"{len(text):,}",
                most=f"{MOST_CHARACTERS:,}",
            ),
        )


def _columns(grid: Grid, sheet: ScoreSheet) -> list[Column | None]:
    """What the columns hold: as the form says, else as their headers do."""
    seating = Seating(sheet.players)
    columns = proposed_columns(grid.headers, [line.cells for line in grid.lines], sheet.game, seating)
    for number in range(len(grid.headers)):
        chosen = request.form.get(f"column-{number}")
        if chosen is not None:
            columns[number] = column_named(chosen, sheet.game, seating)
    return columns


def _refuse_unmatched(grid: Grid, columns: Sequence[Column | None]) -> None:
    for number, column in enumerate(columns):
        if column is None and grid.headers[number]:
            raise SheetRefused(
                _(
                    "column {letter} ('{headers}'): choose what it holds, or that it is ignored",
                    letter=letters(number),
                    headers=grid.headers[number][:40],
                )
            )


def _form(game: str, refused: str, text: str) -> str:
    return render_template(
        "sheets/paste.html",
        game=GAMES[game],
        seats=usual_seats(game),
        asked=request.form,
        text=text,
        part=rules_part(game, request.form or request.args),
        refused=refused,
        longest={**LONGEST, "text": MOST_CHARACTERS},
    )


def _matching(
    sheet: ScoreSheet,
    text: str,
    grid: Grid,
    columns: Sequence[Column | None],
    refused: str,
    faults: Sequence[CellFault],
) -> str:
    names = {player.seat: player.name or player.seat for player in sheet.players}
    matched = [
        MatchedColumn(
            number=number,
            letter=letters(number),
            header=header,
            cells=tuple([cell for line in grid.lines if (cell := line.cell(number))][:SAMPLES]),
            kind="" if (column := columns[number]) is None else column.name,
        )
        for number, header in enumerate(grid.headers)
    ]
    return render_template(
        "sheets/columns.html",
        game=GAMES[sheet.game],
        players=sheet.players,
        fields={
            name: value
            for name, value in request.form.items()
            if name not in ("csrf_token", "text", "make") and not name.startswith("column-")
        },
        text=text,
        matched=matched,
        kinds=[(column.name, _words(column, sheet.game, names)) for column in columns_of(sheet.game, sheet.seats)],
        ignored=IGNORED,
        hands=len(grid.lines),
        refused=refused,
        faults=faults[:MOST_FAULTS],
        more=max(0, len(faults) - MOST_FAULTS),
    )


def _words(column: Column, game: str, names: dict[str, str]) -> str:
    """A column in words: ``score: Li Wei``."""
    about = listed([names[seat][:24] for seat in column.seats])
    if column.kind == "level":
        kind = _("level after the hand") if about else _("level of the hand")
    elif column.kind in PLACES:
        kind = _("who finished at place {number}", number=PLACES.index(column.kind) + 1)
    elif column.kind in _KINDS:
        kind = _(_KINDS[column.kind])
    else:
        kind = log_word(game, column.kind)
    return _("{column}: {players}", column=kind, players=about) if about else kind
