"""The hands of a match as rows of a score sheet: recorded and computed scores, and running totals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from app.disputes.cases.in_force import InForce
from app.judging.basis_words import basis_words
from app.judging.levels import level_before
from app.text.language import said
from app.text.readable import readable_hand
from app.text.seats import player_names, teams
from engine.record.match import Match, given_value, setup_of
from engine.recorded.basis import Basis
from engine.rulebook.findings import Severity
from engine.verdict.recorded_sheet.entry import RecordedEntry, Standing
from engine.verdict.recorded_sheet.sheet import Sheet
from engine.verdict.stored_report import StoredFinding, StoredHand, StoredReport
from engine.verdict.totals_proof import Adds, TotalsEntry, totals_entries

_WRONG: Final = frozenset({Standing.DIFFERS, Standing.CARRIED})
_COMPARED: Final = _WRONG | {Standing.FOLLOWS}
_SCORE: Final = "score"
_LEVEL: Final = "level"
_TOTAL: Final = "total"
_BEFORE: Final = "before"
REASONS: Final = 200
"""The most lines of scores of one page; with more, each row leads to the page that has its lines."""


class SheetColumn(Struct, frozen=True):
    """A column of the sheet: a seat, or partners who always score the same."""

    number: int
    seats: tuple[str, ...]

    @property
    def label(self) -> str:
        """The seats, for the head of the column."""
        return " + ".join(self.seats)


class Otherwise(Struct, frozen=True):
    """A recorded value that is not the computed one."""

    seat: str
    """Whose it is; empty where that needs no saying."""
    recorded: str


class OtherValue(Struct, frozen=True):
    """A value besides scores, totals and levels that was recorded otherwise than computed."""

    what: str
    """What it is, and whose, in words."""
    recorded: str
    computed: str


class SideCell(Struct, frozen=True):
    """What a side has in a row."""

    side: SheetColumn
    score: int | None
    total: int | None
    """After the hand; None if it is unknown."""
    level: str | None
    """After the hand; None if it is unknown, or in games without levels."""
    score_agrees: bool
    """Whether the score was recorded, and as computed."""
    level_agrees: bool
    scores: tuple[Otherwise, ...]
    """Recorded scores that differ."""
    totals: tuple[Otherwise, ...]
    """Recorded totals after the hand that differ: as the log states them, else added up from the recorded scores."""
    levels: tuple[Otherwise, ...]
    """Recorded levels after the hand that differ."""


class ListRow(Struct, frozen=True):
    """A hand, or totals that the log states before one."""

    number: int
    """Of the hand, from 1."""
    adds: Adds
    cells: tuple[SideCell, ...]
    outcome: StoredHand | None
    """What the report says of the hand; None in a row of stated totals."""
    level: str = ""
    dealer: str = ""
    count: int = 0
    severity: str = ""
    """The gravest of its findings."""
    basis: str = ""
    """What its scores rest on, in words; empty where they follow from the play."""
    settled: bool = False
    """Whether, in Chinese poker, there is a settlement of it."""
    others: tuple[OtherValue, ...] = ()
    """What else was recorded otherwise than computed: an order of finish, a role, units, a level before the hand."""
    ruled: InForce | None = None
    """What a ruling sets instead of the computed scores."""


def sides_of(match: Match, report: StoredReport) -> tuple[SheetColumn, ...]:
    """The columns of the sheet: the teams in games with levels, where partners have one score, else the seats."""
    hands = report.hands
    levelled = bool(hands) and hands[0].has_levels
    parties = teams(match.game, match.seats) if levelled else tuple((seat,) for seat in match.seats)
    return tuple(SheetColumn(number, tuple(party)) for number, party in enumerate(parties, 1))


@dataclass(frozen=True)
class MatchRows:
    """The rows of a match."""

    match: Match
    report: StoredReport
    sheet: Sheet
    adjustments: Sequence[InForce] = ()

    @property
    def sides(self) -> tuple[SheetColumn, ...]:
        """The columns of the sheet."""
        return sides_of(self.match, self.report)

    def drifts(self) -> list[Mapping[str, int | None]]:
        """By hand and seat, recorded minus computed total after it; None where the log does not give the total.

        A total is recorded if the log states it before the next hand or at the end, or if all scores since then are.
        """
        ends = {entry.of: entry for entry in self.sheet.match if entry.what == _TOTAL}
        count = len(self.report.hands)
        drift: dict[str, int | None] = dict.fromkeys(self.match.seats, 0)
        by_hand: list[Mapping[str, int | None]] = []
        for number in range(1, count + 1):
            scores = _of(self.sheet.hands.get(number, ()), _SCORE)
            stated = {
                entry.of: entry
                for entry in self.sheet.hands.get(number + 1, ())
                if entry.what == _TOTAL and entry.when == _BEFORE
            }
            if number == count:
                stated = ends
            for seat, before in drift.items():
                if seat in stated and stated[seat].standing in _COMPARED:
                    drift[seat] = stated[seat].difference
                elif before is not None and seat in scores:
                    drift[seat] = before + scores[seat].difference
                else:
                    drift[seat] = None
            by_hand.append(dict(drift))
            if stated and number < count and set(stated) == set(drift):
                drift = dict.fromkeys(drift, 0)
        return by_hand

    def rows(self, first: int, last: int) -> list[ListRow]:
        """The rows of the hands from ``first`` to ``last``, counted from 1."""
        drifts = self.drifts()
        by_hand: dict[int, list[StoredFinding]] = {}
        for finding in self.report.findings:
            if finding.hand is not None:
                by_hand.setdefault(finding.hand + 1, []).append(finding)
        return list(self._rows(range(first, last + 1), drifts, by_hand))

    def _rows(
        self,
        numbers: range,
        drifts: Sequence[Mapping[str, int | None]],
        findings: Mapping[int, Sequence[StoredFinding]],
    ) -> Iterator[ListRow]:
        before: Mapping[str, int | None] = {}
        ruled = {adjustment.hand + 1: adjustment for adjustment in self.adjustments}
        for entry in totals_entries(self.match, self.report):
            number = 1 if entry.hand is None else entry.hand + 1
            if number in numbers:
                if entry.adds in (Adds.STARTS, Adds.STATES):
                    if any(entry.totals.values()) and entry.totals != before:
                        yield ListRow(number, entry.adds, tuple(self._stated(side, entry) for side in self.sides), None)
                else:
                    yield self._hand(number, entry, drifts[number - 1], findings.get(number, ()), ruled.get(number))
            before = entry.totals

    def _stated(self, side: SheetColumn, entry: TotalsEntry) -> SideCell:
        return SideCell(side, None, entry.totals[side.seats[0]], None, False, False, (), (), ())

    def _hand(
        self,
        number: int,
        entry: TotalsEntry,
        drift: Mapping[str, int | None],
        findings: Sequence[StoredFinding],
        ruled: InForce | None,
    ) -> ListRow:
        outcome = readable_hand(self.report.hands[number - 1], player_names(self.match.players))
        entries = self.sheet.hands.get(number, ())
        return ListRow(
            number=number,
            adds=entry.adds,
            cells=tuple(self._cell(side, outcome, entries, entry, drift) for side in self.sides),
            outcome=outcome,
            level=level_before(self.match, number - 1, self.report.hands),
            dealer=given_value(setup_of(self.match.hands[number - 1]).dealer) or "",
            count=len(findings),
            severity=next((str(one) for one in Severity if any(finding.severity == one for finding in findings)), ""),
            basis=basis_words(self.match, number - 1, outcome),
            settled=outcome.basis in (Basis.PLAY, Basis.RESULT),
            others=tuple(
                OtherValue(
                    f"{said(recorded_entry.label)} {recorded_entry.of}".rstrip(),
                    said(recorded_entry.recorded),
                    said(recorded_entry.computed),
                )
                for recorded_entry in entries
                if recorded_entry.standing in _WRONG
                and (recorded_entry.what not in (_SCORE, _LEVEL) or recorded_entry.when == _BEFORE)
            ),
            ruled=ruled,
        )

    def _cell(
        self,
        side: SheetColumn,
        outcome: StoredHand,
        entries: Sequence[RecordedEntry],
        entry: TotalsEntry,
        drift: Mapping[str, int | None],
    ) -> SideCell:
        scores, levels = _of(entries, _SCORE), _of(entries, _LEVEL)
        seat = side.seats[0]
        total = entry.totals[seat]
        after: Mapping[str, str | None] = given_value(outcome.levels) or {}
        return SideCell(
            side=side,
            score=(outcome.scores or {}).get(seat),
            total=total,
            level=next((after[partner] for partner in side.seats if after.get(partner)), None),
            score_agrees=_agrees(side, scores),
            level_agrees=_agrees(side, levels),
            scores=_otherwise(side, _wrong(scores)),
            totals=() if total is None else _otherwise(side, _drifted(total, drift)),
            levels=_otherwise(side, _wrong(levels)),
        )


def ends_otherwise(side: SheetColumn, sheet: Sheet) -> tuple[Otherwise, ...]:
    """The totals of a side at the end of the match that were recorded otherwise than computed."""
    return _otherwise(side, _wrong({entry.of: entry for entry in sheet.match if entry.what == _TOTAL}))


def _of(entries: Sequence[RecordedEntry], what: str) -> dict[str, RecordedEntry]:
    """By seat, the entries of a kind that are about the hand, or what is after it."""
    return {entry.of: entry for entry in entries if entry.what == what and entry.when != _BEFORE and entry.of}


def _agrees(side: SheetColumn, entries: Mapping[str, RecordedEntry]) -> bool:
    here = [entries[seat].standing for seat in side.seats if seat in entries]
    return bool(here) and all(standing is Standing.FOLLOWS for standing in here)


def _otherwise(side: SheetColumn, recorded: Mapping[str, str | None]) -> tuple[Otherwise, ...]:
    """The recorded values of a side that differ; the seat is named unless all recorded ones of the side are alike.

    ``recorded`` has None for a recorded value that does not differ.
    """
    here = {seat: recorded[seat] for seat in side.seats if seat in recorded}
    values = set(here.values())
    if len(values) == 1:
        return tuple(Otherwise("", value) for value in values if value is not None)
    return tuple(Otherwise(seat, value) for seat, value in here.items() if value is not None)


def _wrong(entries: Mapping[str, RecordedEntry]) -> dict[str, str | None]:
    """By seat the recorded value, or None where it does not differ."""
    return {of: entry.recorded if entry.standing in _WRONG else None for of, entry in entries.items()}


def _drifted(total: int, drift: Mapping[str, int | None]) -> dict[str, str | None]:
    """By seat the recorded total, or None where it does not differ from the computed one."""
    return {seat: str(total + by) if by else None for seat, by in drift.items() if by is not None}
