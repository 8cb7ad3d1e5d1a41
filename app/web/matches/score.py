"""The proof of a score: a hand unfolded into lines, and the totals of a match unfolded into hands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import render_template, request

from app.disputes.cases.adjusted import after_rulings
from app.disputes.cases.in_force import InForce, in_force
from app.judging.basis_words import basis_words
from app.judging.score_proof import TotalsLine, governing, hand_score_of, match_score_of
from app.matches.installation import Installation, this_installation
from app.matches.score_proofs import stored_proof
from app.text.catalogue import all_rules
from app.text.language import _, marked
from app.text.seats import player_names
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import page_of, whole
from app.web.parts.open_hand import open_hand
from app.web.parts.open_match import chosen_by, keep_rules, open_match
from engine import __version__
from engine.games import GAMES
from engine.record.match import Match, given_value
from engine.recorded.basis import Basis
from engine.replay.proving import match_options
from engine.rulebook.sentences import enumerated
from engine.verdict.stored_report import StoredReport
from engine.verdict.totals_proof import Adds, totals_entries

BLUEPRINT: Final = Pages("score", __name__, url_prefix="/matches/<int:identity>")
BLUEPRINT.url_defaults(keep_rules)

OPEN: Final = 8
"""The most lines of a hand that are shown unfolded."""
HANDS: Final = 100
"""Entries of one page of totals."""
_PAGE: Final = "page"
_PLACES: Final = (_PAGE,)


@dataclass(frozen=True, slots=True)
class TotalsRow:
    """A line of the totals."""

    line: TotalsLine
    basis: str
    levels: Mapping[str, str | None]
    """In Guandan, the levels after the hand."""
    ruled: InForce | None
    """What a ruling sets instead of the computed scores."""


@BLUEPRINT.get("/hands/<int:number>/score", may=May.READ, of=Of.MATCH)
def hand(identity: int, number: int) -> str:
    """The proof of the score of a hand; with ``?seat=``, of the lines that concern this seat.

    With ``?rules=`` and options, that of the score under these rules.
    """
    opened = open_hand(identity, number)
    fupan, stored, match, rules = this_installation(), opened.stored, opened.match, opened.rules
    seat = request.args.get("seat")
    if seat is not None and seat not in match.seats:
        raise Refusal(
            404, _("There is no seat {seat}; there are: {seats}.", seat=seat[:20], seats=enumerated(match.seats))
        )
    proof = stored_proof(fupan, stored, match, rules, opened.judge, number - 1)
    score = hand_score_of(proof, rules, chosen_by(stored.chosen is not None, match, opened.trial), opened.names)
    shown = [line for line in score.lines if seat is None or not line.points or line.points.get(seat)]
    outcome = stored.report.hands[number - 1]
    adjusted = (
        ()
        if opened.trial
        else [adjustment for adjustment in _in_force(this_installation(), identity) if adjustment.hand == number - 1]
    )
    return render_template(
        "matches/score/hand.html",
        match=stored.row,
        number=number,
        hands=len(match.hands),
        names=opened.names,
        seat=seat,
        seats=match.seats if seat is None else (seat,),
        lines=shown,
        left_out=len(score.lines) - len(shown),
        unfolded=len(shown) <= OPEN,
        scores=proof.scores,
        basis=basis_words(match, number - 1, outcome),
        recorded=proof.basis in (Basis.RESULT, Basis.SCORES),
        played=opened.steps > 0,
        void=proof.complete and outcome.finish == [],
        settlement=opened.trial is None
        and GAMES[match.game].settlement
        and outcome.basis in (Basis.PLAY, Basis.RESULT),
        trial=opened.trial,
        rules=rules,
        ruling=next(iter(adjusted), None),
        earlier=stored.engine if outcome.scores != proof.scores else None,
        version=__version__,
    )


@BLUEPRINT.get("/score", may=May.READ, of=Of.MATCH)
def match(identity: int) -> str:
    """The totals of a match, hand by hand; with ``?rules=`` and options, those under these rules."""
    opened = open_match(
        identity, _PLACES, what=marked("The totals cannot be computed"), otherwise=marked("it has no totals")
    )
    stored, decoded, rules, trial = opened.stored, opened.match, opened.rules, opened.trial
    report = stored.report
    adjustments = [] if trial else _in_force(this_installation(), identity)
    rows = _rows(decoded, report, match_score_of(report, totals_entries(decoded, report)).lines, adjustments)
    chosen = chosen_by(stored.chosen is not None, decoded, trial)
    page = page_of(rows, whole(request.args.get(_PAGE)) or 1, HANDS)
    return render_template(
        "matches/score/match.html",
        match=stored.row,
        names=player_names(decoded.players),
        report=report,
        rows=page,
        options=[governing(option, rules, chosen) for option in match_options(GAMES[decoded.game], rules)],
        rule=f"{decoded.game}.match",
        source=all_rules()[f"{decoded.game}.match"].source,
        levels="levels" in GAMES[decoded.game].result_fields,
        after=after_rulings(report, decoded, adjustments),
        trial=trial,
        address={"identity": identity} | ({} if trial is None else dict(trial.chosen.address)),
        ended=decoded.result and given_value(decoded.result.ended),
    )


def _rows(
    match: Match, report: StoredReport, lines: Sequence[TotalsLine], adjustments: Sequence[InForce]
) -> list[TotalsRow]:
    ruled = {adjustment.hand: adjustment for adjustment in adjustments}
    rows = []
    for line in lines:
        if line.hand is None or line.adds == Adds.STATES:
            rows.append(TotalsRow(line, "", {}, None))
        else:
            index = line.hand - 1
            outcome = report.hands[index]
            words = basis_words(match, index, outcome)
            rows.append(TotalsRow(line, words, given_value(outcome.levels) or {}, ruled.get(index)))
    return rows


def _in_force(fupan: Installation, identity: int) -> list[InForce]:
    with fupan.sessions() as session:
        return in_force(session, identity)
