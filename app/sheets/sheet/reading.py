"""From the cells of a spreadsheet to a score sheet."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec
from msgspec import UNSET

from app.sheets.sheet import cells
from app.sheets.sheet.cells import ALONE, CellFault, Misread
from app.sheets.sheet.columns import Column
from app.sheets.sheet.grid import Grid, GridRow
from app.sheets.sheet.headers import DATE, GAIN, IGNORED, LEVELS_BEFORE, PLACES
from app.sheets.sheet.seating import Seating
from app.sheets.sheet.sheet import MOST_ROWS, RecordedRow, ScoreSheet, SheetRefused, Value, in_order
from app.text.language import _
from engine.games import GAMES
from engine.record.match import HandResult, MatchInfo, MatchResult, Number, Player, RulesClaim, given_value

MOST_FAULTS: Final = 50
"""Faults of cells that are named one by one."""


class BadCells(SheetRefused):
    """The cells that cannot be read."""

    def __init__(self, faults: Sequence[CellFault]) -> None:
        self.faults: Final = tuple(faults)
        super().__init__("; ".join(map(str, self.faults[:MOST_FAULTS])))


def read_sheet(
    grid: Grid,
    columns: Sequence[Column | None],
    game: str,
    players: Sequence[Player],
    rules: RulesClaim | None = None,
    info: MatchInfo | None = None,
) -> ScoreSheet:
    """The score sheet of a spreadsheet; ``columns`` say what each of its columns holds.

    Raises BadCells with every cell that cannot be read, and SheetRefused for columns that cannot stand together.
    """
    chosen = _chosen(grid, columns)
    reading = _Reading(grid, chosen, game, Seating(players))
    rows: list[RecordedRow] = []
    totals: Mapping[str, Number] = {}
    levels: Mapping[str, str] = {}
    for line in grid.lines:
        number = reading.hand_number(line, len(rows) + 1)
        if number == 0:
            totals, levels = reading.start(line)
        else:
            rows.append(reading.row(line))
    if len(rows) > MOST_ROWS:
        raise SheetRefused(
            _("{count} hands found; a sheet has at most {most}", count=f"{len(rows):,}", most=f"{MOST_ROWS:,}")
        )
    reading.refuse_partial_totals(rows)
    winner = reading.winner()
    date = reading.date()
    if date and given_value((info or MatchInfo()).played_at) is None:
        info = msgspec.structs.replace(info or MatchInfo(), played_at=date)
    if rows and rows[0].levels:
        reading.refuse_levels_twice(levels)
        levels = rows[0].levels
        rows[0] = replace(rows[0], levels={})
    if reading.faults:
        raise BadCells(sorted(reading.faults, key=lambda fault: (fault.row, fault.column)))
    return ScoreSheet(
        game=game,
        players=tuple(players),
        rows=tuple(rows),
        rules=rules,
        info=info,
        totals=totals,
        levels=levels,
        ending=MatchResult(winner=winner) if winner else None,
    )


def _chosen(grid: Grid, columns: Sequence[Column | None]) -> dict[int, Column]:
    """The columns that are read, by number.  Raises SheetRefused."""
    chosen: dict[int, Column] = {}
    for number, column in enumerate(columns[: len(grid.headers)]):
        if column is None or column.kind == IGNORED:
            continue
        same = next((other for other, taken in chosen.items() if taken == column), None)
        if same is not None:
            raise SheetRefused(
                _(
                    "the columns '{one}' and '{other}' both hold {name}; expected: one of them",
                    one=cells.cut(grid.headers[same]),
                    other=cells.cut(grid.headers[number]),
                    name=column.name,
                )
            )
        chosen[number] = column
    kinds = {column.kind for column in chosen.values()}
    if len([1 for ways in ({"finish"}, {"place"}, set(PLACES)) if ways & kinds]) > 1:
        raise SheetRefused(
            _(
                "the order of finish is written in several ways: in a column of its own, by the place of each player, "
                "or by the player at each place; expected: one of these"
            )
        )
    if {GAIN, "score"} <= kinds:
        raise SheetRefused(
            _("the levels gained are in a column of their own and as scores of players; expected: one of the two")
        )
    if not kinds - {"hand", DATE}:
        raise SheetRefused(_("no column holds anything of a hand; expected: an order of finish, scores or units"))
    return chosen


@dataclass
class _Reading:
    """The rows of a grid as they are read, and the faults of their cells."""

    grid: Grid
    columns: Mapping[int, Column]
    game: str
    seating: Seating
    faults: list[CellFault] = field(default_factory=list)

    def hand_number(self, line: GridRow, wanted: int) -> int:
        """The number of the hand of a row; the one that is due where the row does not say it."""
        first = line is self.grid.lines[0]
        for number, column in self.columns.items():
            if column.kind == "hand" and line.cell(number):
                read = self._read(line, number, lambda text: cells.hand_number(text, wanted, first=first))
                return wanted if read is None else int(read)
        return wanted

    def start(self, line: GridRow) -> tuple[dict[str, Number], dict[str, str]]:
        """The totals and levels of the row before the first hand, which holds nothing else."""
        for number, column in self.columns.items():
            if line.cell(number) and not (
                column.kind in ("hand", "total", DATE) or (column.kind == "level" and column.seats)
            ):
                self._fault(line, number, _("nothing but totals and levels before the first hand"))
        self._refuse_beyond(line)
        return self._by_seat(line, "total", cells.points), self._by_seat(line, "level", cells.level)

    def row(self, line: GridRow) -> RecordedRow:
        """The row of a hand."""
        self._refuse_beyond(line)
        roles = self._roles(line)
        finish = self._finish(line)
        result = HandResult(
            finish=finish or UNSET,
            scores=self._by_seat(line, "score", cells.points) or self._gain(line, finish) or UNSET,
            levels=self._by_seat(line, "level", cells.level) or UNSET,
            roles=roles or UNSET,
            units=in_order(self._by_seat(line, "units", cells.points), self.seating.seats, -1) or UNSET,
            factor=self._one(line, "factor", cells.factor, UNSET),
            exposed=self._one(line, "exposed", cells.yes_or_no, UNSET),
        )
        return RecordedRow(
            result=result,
            level=self._one(line, "level", cells.level, None),
            stakes=in_order(self._by_seat(line, "stake", cells.stake), self.seating.seats, 1),
            totals=self._by_seat(line, "total", cells.points),
            levels=self._by_seat(line, LEVELS_BEFORE, cells.level),
        )

    def winner(self) -> list[str]:
        """The winner of the match, which the last row names; empty where it does not."""
        winners: list[str] = []
        for number, column in self.columns.items():
            if column.kind == "winner":
                for line in self.grid.lines[:-1]:
                    if line.cell(number):
                        self._fault(line, number, _("nothing: the winner of the match is named in the last row"))
                for line in self.grid.lines[-1:]:
                    if line.cell(number) and self._is_hand(line):
                        winners = self._read(line, number, lambda text: cells.winner(text, self.seating)) or []
        return winners

    def date(self) -> str | None:
        """The date of the match, which every row with one names alike; None where no row does."""
        date: str | None = None
        for number, column in self.columns.items():
            if column.kind == DATE:
                for line in self.grid.lines:
                    text = self._read(line, number, cells.date) if line.cell(number) else None
                    if text is not None and date is not None and text != date:
                        self._fault(line, number, _("{date}, as in the rows before", date=date))
                    date = date or text
        return date

    def refuse_levels_twice(self, levels: Mapping[str, str]) -> None:
        """Names the levels before the first hand where the row before it has levels too."""
        line = next(line for line in self.grid.lines if self._is_hand(line))
        for number, column in self.columns.items():
            if levels and column.kind == LEVELS_BEFORE and line.cell(number):
                self._fault(line, number, _("nothing, since the row before the first hand has levels"))

    def refuse_partial_totals(self, rows: Sequence[RecordedRow]) -> None:
        """Names the cells of totals that are empty in a row with others, but in the last one."""
        lines = [line for line in self.grid.lines if self._is_hand(line)]
        for line, row in zip(lines[:-1], rows[:-1], strict=False):
            if 0 < len(row.totals) < len(self.seating.seats):
                for number, column in self.columns.items():
                    if column.kind == "total" and not line.cell(number):
                        self._fault(line, number, _("a total, since other players have one in this row"))
                if len([1 for column in self.columns.values() if column.kind == "total"]) < len(self.seating.seats):
                    number = next(number for number, column in self.columns.items() if column.kind == "total")
                    self._fault(line, number, _("totals of every player; some have no column"))

    def _is_hand(self, line: GridRow) -> bool:
        return not any(column.kind == "hand" and line.cell(number) == "0" for number, column in self.columns.items())

    def _refuse_beyond(self, line: GridRow) -> None:
        for number in range(len(self.grid.headers), len(line.cells)):
            if line.cell(number):
                self._fault(line, number, _("nothing, since the column has no header"))

    def _fault(self, line: GridRow, column: int, expected: str) -> None:
        header = self.grid.headers[column] if column < len(self.grid.headers) else ""
        self.faults.append(CellFault(line.number, column, header, line.cell(column), expected))

    def _read(self, line: GridRow, column: int, read: Callable[[str], Any]) -> Any:
        try:
            return read(line.cell(column))
        except Misread as misread:
            self._fault(line, column, str(misread))
            return None

    def _one(self, line: GridRow, kind: str, read: Callable[[str], Any], missing: Any) -> Any:
        for number, column in self.columns.items():
            if column == Column(kind) and line.cell(number):
                value = self._read(line, number, read)
                return missing if value is None else value
        return missing

    def _by_seat(self, line: GridRow, kind: str, read: Callable[[str], Value]) -> dict[str, Value]:
        """The values of the columns of a kind, by seat or by pair of seats, in the order of the columns."""
        by_seat = {}
        for number, column in self.columns.items():
            if column.kind == kind and column.seats and line.cell(number):
                value = self._read(line, number, read)
                if value is not None:
                    by_seat["-".join(column.seats)] = value
        return by_seat

    def _roles(self, line: GridRow) -> dict[str, str]:
        names = GAMES[self.game].roles
        if not names:
            return {}
        first, second = names
        roles: dict[str, str] = {}
        one = self._one(line, first, lambda text: cells.seat(text, self.seating), None)
        if one is not None:
            roles[first] = one
        for number, column in self.columns.items():
            if column.kind == second and (text := line.cell(number)):
                if text.casefold() == ALONE and one is not None:
                    roles[second] = one
                else:
                    other = self._read(line, number, lambda text: cells.seat(text, self.seating))
                    roles |= {} if other is None else {second: other}
        return roles

    def _finish(self, line: GridRow) -> list[str | list[str]]:
        for number, column in self.columns.items():
            if column.kind == "finish" and line.cell(number):
                return self._read(line, number, lambda text: cells.finish(text, self.seating)) or []
        return self._of_places(line) or self._by_places(line)

    def _of_places(self, line: GridRow) -> list[str | list[str]]:
        """The order of finish of the columns that name who finished at a place.

        Partners at the first two places end a hand of Guandan, so that the others share the places after them.
        """
        finish: list[str | list[str]] = []
        named: list[str] = []
        missing = ""
        for column in sorted({column for column in self.columns.values() if column.kind in PLACES}, key=_place_of):
            number = next(number for number, other in self.columns.items() if other == column)
            if not line.cell(number):
                missing = missing or self.grid.headers[number]
                continue
            seats = self._read(line, number, lambda text: cells.seats_together(text, self.seating))
            if seats is None:
                return []
            if missing:
                self._fault(line, number, _("nothing, since '{header}' is empty", header=cells.cut(missing)))
                return []
            if set(seats) & set(named):
                self._fault(line, number, _("a player who has no other place in this row"))
                return []
            named += seats
            finish.append(seats[0] if len(seats) == 1 else seats)
        return _joined_after_double(finish, self.game, self.seating.seats)

    def _gain(self, line: GridRow, finish: Sequence[str | list[str]]) -> dict[str, Number]:
        """The scores of the levels that the team which finished first gained."""
        for number, column in self.columns.items():
            if column.kind == GAIN and line.cell(number):
                first = finish[0] if finish else None
                if not isinstance(first, str):
                    self._fault(line, number, _("nothing, since the row does not say who finished first"))
                    continue
                levels = self._read(line, number, cells.gain)
                seats = self.seating.seats
                team = next(team for team in GAMES[self.game].teams if seats.index(first) in team)
                if levels is not None:
                    return {seat: levels if at in team else 0 for at, seat in enumerate(seats)}
        return {}

    def _by_places(self, line: GridRow) -> list[str | list[str]]:
        """The order of finish of the places by player; those of one place share it and the places after it."""
        seats = len(self.seating.seats)
        by_place: dict[int, list[tuple[int, str]]] = {}
        faults = len(self.faults)
        for number, column in self.columns.items():
            if column.kind == "place" and line.cell(number):
                place = self._read(line, number, lambda text: cells.place(text, seats))
                if place is not None:
                    by_place.setdefault(place, []).append((number, column.seats[0]))
        finish: list[str | list[str]] = []
        if len(self.faults) > faults:
            return finish
        due = 1
        for place, group in sorted(by_place.items()):
            if place != due:
                shared = due > 1 and len(by_place[max(other for other in by_place if other < place)]) > 1
                expected = (
                    _("{place} after the places that are shared", place=due)
                    if shared
                    else _("{place}, so that no place is left out", place=due)
                )
                for number, _seat in group:
                    self._fault(line, number, expected)
                return []
            named = [seat for seat in self.seating.seats if seat in {other for _number, other in group}]
            finish.append(named[0] if len(named) == 1 else named)
            due += len(group)
        return finish


def _place_of(column: Column) -> int:
    return PLACES.index(column.kind)


def _joined_after_double(finish: list[str | list[str]], game: str, seats: Sequence[str]) -> list[str | list[str]]:
    """An order of finish in which the others share the places after partners at the first two, as a double ends a hand.

    A table that lists a player at each place has to put them in some order.
    """
    first = finish[:2]
    if len(finish) < len(seats) or not GAMES[game].glossary.double:
        return finish
    places = {seats.index(seat) for seat in first if isinstance(seat, str)}
    if not any(places == set(team) for team in GAMES[game].teams):
        return finish
    rest = {seat for place in finish[2:] for seat in ([place] if isinstance(place, str) else place)}
    return [*first, [seat for seat in seats if seat in rest]]
