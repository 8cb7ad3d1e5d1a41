"""The scores of a match: each hand proved line by line, with its settlement, and the totals hand by hand.

What the table recorded is beside what the rules give.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from flask import render_template, request, url_for

from app.disputes.cases.adjusted import after_rulings
from app.disputes.cases.in_force import InForce, in_force
from app.judging.basis_words import basis_words
from app.judging.recorded_values import difference_words
from app.judging.score_proof import TotalsLine, governing, match_score_of
from app.matches.installation import this_installation
from app.text.catalogue import all_rules
from app.text.language import _, marked, said
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import page_of, whole
from app.web.parts.faces import faces
from app.web.parts.judged_match import hand_in_full, score_of
from app.web.parts.open_hand import open_hand
from app.web.parts.open_match import OpenMatch, chosen_by, keep_rules, open_match
from engine import __version__
from engine.games import GAMES
from engine.record.match import given_value
from engine.recorded.basis import Basis
from engine.replay.proving import match_options
from engine.rulebook.sentences import enumerated
from engine.verdict.recorded_sheet.claims import claims_wrong
from engine.verdict.recorded_sheet.entry import Key, RecordedEntry, Standing
from engine.verdict.recorded_sheet.lines import TITLES, ComparedLine, lines_of_hand, lines_of_match
from engine.verdict.recorded_sheet.sheet import Sheet, sheet_of, tally
from engine.verdict.totals_proof import Adds, totals_entries

BLUEPRINT: Final = Pages("score", __name__, url_prefix="/matches/<int:identity>")
BLUEPRINT.url_defaults(keep_rules)

OPEN: Final = 8
"""The most lines of a hand that are shown unfolded."""
HANDS: Final = 100
"""Entries of one page of totals."""
_PLACES: Final = ("page", "only")
_DIFFERING: Final = "differing"
_OFF: Final = frozenset({Standing.DIFFERS, Standing.CARRIED})


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A value of a hand, or of the match: what the rules give, and what was recorded of it."""

    line: ComparedLine
    first: bool
    """Whether it is the first recorded value that differs."""
    words: str
    """How the two compare."""
    causes: tuple[tuple[Key, str], ...]
    """What it follows from, each with its address."""
    of_seat: Mapping[str, RecordedEntry]
    others: tuple[RecordedEntry, ...]
    """Those of no single seat: of a pair, of a role, of the whole hand."""

    @property
    def id(self) -> str:
        """The id of the row in a page."""
        return line_id(self.line.hand, self.line.field, self.line.when)

    @property
    def off(self) -> bool:
        """Whether something that was recorded is not what the rules give, or follows from what is not."""
        return self.line.standing in _OFF or bool(self.causes)


@dataclass(frozen=True, slots=True)
class TotalsRow:
    """A line of the totals."""

    line: TotalsLine
    basis: str = ""
    levels: Mapping[str, str | None] = field(default_factory=dict)
    """In Guandan, the levels after the hand."""
    ruled: InForce | None = None
    """What a ruling sets instead of the computed scores."""
    compared: str = ""
    """How many of the recorded values of the hand compare in which way."""
    claims_wrong: int = 0
    """How many of its actions state something wrong."""
    values: tuple[ValueRow, ...] = ()
    """The values that were recorded otherwise."""


@BLUEPRINT.get("/hands/<int:number>/score", may=May.READ, of=Of.MATCH)
def hand(identity: int, number: int) -> str:
    """The proof of the score of a hand, beside what was recorded; with ``?seat=``, what concerns this seat.

    With ``?rules=`` and options, that of the score under these rules.
    """
    opened = open_hand(identity, number)
    stored, match, trial = opened.stored, opened.match, opened.trial
    seat = request.args.get("seat")
    if seat is not None and seat not in match.seats:
        raise Refusal(
            404, _("There is no seat {seat}; there are: {seats}.", seat=seat[:20], seats=enumerated(match.seats))
        )
    score, outcome = score_of(opened), stored.report.hands[number - 1]
    shown = [line for line in score.lines if seat is None or not line.points or line.points.get(seat)]
    judged = OpenMatch(stored, match, opened.rules, trial)
    sheet = sheet_of(match, stored.report)
    lines, claims = hand_in_full(judged, sheet, number)
    values = _values(judged, sheet, lines, None, number)
    of_score = next((row for row in values if row.line.field == "scores" and score.scores is not None), None)
    adjusted = [] if trial else [adjustment for adjustment in _in_force(identity) if adjustment.hand == number - 1]
    return render_template(
        "matches/score/hand.html",
        match=stored.row,
        number=number,
        hands=len(match.hands),
        names=opened.names,
        seat=seat,
        seats=match.seats if seat is None else (seat,),
        score=score,
        lines=shown,
        left_out=len(score.lines) - len(shown),
        unfolded=len(shown) <= OPEN,
        of_score=of_score,
        values=[row for row in values if row is not of_score and (seat is None or row.others or seat in row.of_seat)],
        claims=claims,
        steps=opened.steps,
        basis=basis_words(match, number - 1, outcome),
        recorded=score.basis in (Basis.RESULT, Basis.SCORES),
        void=score.complete and outcome.finish == [],
        settles=GAMES[match.game].settlement is not None,
        faces=faces,
        trial=trial,
        address=judged.address,
        rules=opened.rules,
        ruling=next(iter(adjusted), None),
        earlier=stored.engine if outcome.scores != score.scores else None,
        version=__version__,
    )


@BLUEPRINT.get("/score", may=May.READ, of=Of.MATCH)
def match(identity: int) -> str:
    """The totals of a match, hand by hand, beside what was recorded; ``?only=differing`` leaves out hands that agree.

    With ``?rules=`` and options, those under these rules.
    """
    judged = open_match(
        identity, _PLACES, what=marked("The totals cannot be computed"), otherwise=marked("it has no totals")
    )
    stored, decoded, rules, trial = judged.stored, judged.match, judged.rules, judged.trial
    report, game = stored.report, GAMES[decoded.game]
    sheet = sheet_of(decoded, report)
    adjustments = [] if trial else _in_force(identity)
    only = request.args.get("only") == _DIFFERING
    lines = [
        line
        for line in match_score_of(report, totals_entries(decoded, report)).lines
        if not only or _differs(line, sheet)
    ]
    page = page_of(lines, whole(request.args.get("page")) or 1, HANDS)
    ruled = {adjustment.hand: adjustment for adjustment in adjustments}
    of_match = {row.line.field: row for row in _values(judged, sheet, lines_of_match(sheet, decoded, report), lines)}
    chosen = chosen_by(stored.chosen is not None, decoded, trial)
    return render_template(
        "matches/score/match.html",
        match=stored.row,
        names=judged.names,
        report=report,
        page=page,
        rows=[_totals_row(judged, sheet, line, ruled, lines) for line in page.items],
        total=of_match["totals"],
        winner=of_match["winner"],
        sheet=sheet,
        first=None if sheet.first_wrong is None else _place(judged, sheet.first_wrong.key, lines),
        never=_never(judged, sheet),
        only=only,
        options=[governing(option, rules, chosen) for option in match_options(game, rules)],
        rule=f"{decoded.game}.match",
        source=all_rules()[f"{decoded.game}.match"].source,
        levels="levels" in game.result_fields,
        after=after_rulings(report, decoded, adjustments),
        trial=trial,
        address=judged.address,
        ended=decoded.result and given_value(decoded.result.ended),
    )


def line_id(hand: int | None, field: str, when: str) -> str:
    """The id of a value in a page."""
    return f"match-{field}" if hand is None else f"hand-{hand}-{field}-{when}"


def _totals_row(
    judged: OpenMatch, sheet: Sheet, line: TotalsLine, ruled: Mapping[int, InForce], lines: Sequence[TotalsLine]
) -> TotalsRow:
    if line.hand is None or not _is_of_hand(line):
        return TotalsRow(line)
    match, report, index = judged.match, judged.stored.report, line.hand - 1
    outcome, entries = report.hands[index], sheet.hands.get(line.hand, ())
    values = _values(judged, sheet, lines_of_hand(sheet, match, report, line.hand), lines)
    return TotalsRow(
        line,
        basis_words(match, index, outcome),
        given_value(outcome.levels) or {},
        ruled.get(index),
        tally(entries) if entries else "",
        claims_wrong(judged.said(index), match.hands[index].actions),
        tuple(row for row in values if row.off),
    )


def _values(
    judged: OpenMatch,
    sheet: Sheet,
    lines: Iterable[ComparedLine],
    listed: Sequence[TotalsLine] | None,
    here: int | None = None,
) -> list[ValueRow]:
    """Values with how they compare.  ``listed`` are the lines of the totals, None on the page of a hand: ``here``."""
    first, names, seats = sheet.first_wrong, judged.names, judged.match.seats
    rows = []
    for line in lines:
        of_seat = {} if line.field == "roles" else {entry.of: entry for entry in line.entries if entry.of in seats}
        rows.append(
            ValueRow(
                line,
                first is not None and (line.hand, line.field, line.when) == (first.hand, first.field, first.when),
                difference_words(line, names),
                tuple((key, _place(judged, key, listed, here)) for key in line.causes),
                of_seat,
                tuple(entry for entry in line.entries if entry.of not in of_seat),
            )
        )
    return rows


def _place(judged: OpenMatch, key: Key, listed: Sequence[TotalsLine] | None, here: int | None = None) -> str:
    """The address of a value.  ``listed`` are the lines of the totals, None on the page of the hand ``here``."""
    identity, anchor = judged.stored.id, line_id(key.hand, key.field, key.when)
    if key.hand is not None and key.hand == here:
        return f"#{anchor}"
    if key.hand is not None and listed is None:
        return url_for("score.hand", identity=identity, number=key.hand, _anchor=anchor)
    report = judged.stored.report
    lines = listed or match_score_of(report, totals_entries(judged.match, report)).lines
    at = [place for place, line in enumerate(lines) if line.hand == key.hand and _is_of_hand(line)]
    page = 1 + (at[0] if at else len(lines) - 1) // HANDS
    only = _DIFFERING if listed is not None and request.args.get("only") == _DIFFERING else None
    return url_for("score.match", identity=identity, page=page if page > 1 else None, only=only, _anchor=anchor)


def _never(judged: OpenMatch, sheet: Sheet) -> list[str]:
    """The fields that were recorded of no hand, in words."""
    recorded = {entry.field for entries in sheet.hands.values() for entry in entries}
    return [
        said(TITLES.get(value.name, value.name))
        for value in GAMES[judged.match.game].recorded
        if value.name not in recorded and judged.match.hands
    ]


def _is_of_hand(line: TotalsLine) -> bool:
    return line.hand is not None and line.adds != Adds.STATES


def _differs(line: TotalsLine, sheet: Sheet) -> bool:
    entries = sheet.hands.get(line.hand, ()) if line.hand is not None and _is_of_hand(line) else ()
    return any(entry.standing in _OFF for entry in entries)


def _in_force(identity: int) -> list[InForce]:
    with this_installation().sessions() as session:
        return in_force(session, identity)
