"""Compares two stored records of one match, and makes one record of both."""

import json
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import Final

from flask import Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from app.judging.match_diff_words import SEATED_BY, merge_words, place_words, said_words, summary_words, weight_words
from app.matches.computed.obtaining import obtain
from app.matches.computed.wanted import ComputationKind, Question, work_of
from app.matches.ingest import ingest
from app.matches.installation import Installation, this_installation
from app.matches.listing import title_of
from app.matches.store import StoredMatch
from app.text.language import _, said
from app.web.http.computing import computes
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages
from app.web.http.paging import whole
from app.web.http.this_login import this_visitor
from app.web.parts.open_match import decoded_match
from engine.games import GAMES
from engine.logs.fupan.writing import write_match
from engine.match_diff import CannotPair, Difference, MatchComparison
from engine.match_diff.seating import seating
from engine.record.match import Match

BLUEPRINT: Final = Pages("compare_records", __name__)

SHOWN: Final = 300
"""Differences of one page."""
_SECOND: Final = "second"
_FIELD: Final = "from-"


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """A difference as the page shows it."""

    number: int
    place: str
    first: str
    second: str
    words: str
    empty: tuple[bool, bool]
    """Whether each of the records says nothing."""
    refuted: str
    contradicts: bool
    advised: str
    """The record that a merged record takes it from, if nothing else is chosen: ``first`` or ``second``."""
    links: tuple[str, str]
    """The steps of both records in their replays; empty texts where there is none."""


@dataclass(frozen=True, slots=True)
class ComparedMatch:
    """One of the two matches."""

    stored: StoredMatch
    match: Match
    name: str
    named: bool = True
    """Whether the name is its own, not its number."""


@BLUEPRINT.get("/records/", may=May.FOLLOW)
@computes
def page() -> str:
    """Two matches side by side, by their numbers in ``?first=`` and ``&second=``; without both, the form for them."""
    first, second = whole(request.args.get("first")), whole(request.args.get("second"))
    if first is None or second is None:
        return render_template("matches/compare_records.html", first=first, second=second, compared=None)
    fupan = this_installation()
    sides = _sides(first, second)
    try:
        compared = _compared(fupan, sides)
    except CannotPair as reason:
        return render_template(
            "matches/compare_records.html", first=first, second=second, compared=None, reason=_reason(reason)
        )
    return render_template(
        "matches/compare_records.html",
        first=first,
        second=second,
        sides=sides,
        compared=compared,
        lines=[_line(compared, difference, sides) for difference in compared.differences[:SHOWN]],
        more=max(0, len(compared.differences) - SHOWN),
        summary=summary_words(compared),
        proposal=merge_words(compared),
        seated=_(SEATED_BY[compared.seating.by]),
        renamed={other: seat for other, seat in compared.seating.seats.items() if other != seat},
        unweighed=len(compared.differences) - len(compared.weights),
    )


@BLUEPRINT.post("/records/merge", may=May.TAKE_PART)
def merge() -> Response | Redirect:
    """One record made of both: the fields ``from-NUMBER`` say which difference comes from which.

    With the field ``keep`` it is stored as a match of its own; otherwise it is sent as a file.
    """
    first, second = whole(request.form.get("first")), whole(request.form.get("second"))
    if first is None or second is None:
        raise Refusal(400, _("The numbers of the two matches are missing."))
    fupan = this_installation()
    sides = _sides(first, second)
    try:
        compared = _compared(fupan, sides)
    except CannotPair as reason:
        raise Refusal(400, _reason(reason)) from None
    chosen = {
        difference.number
        for difference in compared.differences
        if request.form.get(f"{_FIELD}{difference.number}") == _SECOND
    }
    log = write_match(compared.merged(chosen, (sides[0].name, sides[1].name)), indented=True) + b"\n"
    if "keep" in request.form:
        result = next(iter(ingest(fupan.sessions, fupan.checker, BytesIO(log), f"merged-{first}-{second}.json")))
        return redirect(url_for("matches.match", identity=result.id), 303)
    answer = Response(log, mimetype="application/json")
    answer.headers["Content-Disposition"] = f"attachment; filename=merged-{first}-{second}.json"
    return answer


def _reason(refused: CannotPair) -> str:
    """Why two matches are not records of one, in the language of the reader."""
    return said(refused.args[0]) if refused.args else ""


def _compared(fupan: Installation, sides: tuple[ComparedMatch, ComparedMatch]) -> MatchComparison:
    """The comparison of two matches.  Raises CannotPair."""
    first, second = sides
    seating(first.match, second.match)
    book = GAMES[first.match.game].rules
    work = max(work_of(ComputationKind.RECORDS, side.stored, side.match) for side in sides)
    content = sha256("\n".join(map(_content, sides)).encode()).hexdigest()
    wanted = Question(ComputationKind.RECORDS, book.resolve(), work, second=second.stored.id, content=content)
    comparison: MatchComparison | None
    (comparison,) = obtain(fupan, first.stored, wanted, visitor=this_visitor())
    if comparison is None:
        raise Refusal(500, _("Fupan failed on these two records. This is a bug in Fupan; please report it."))
    return comparison


def _content(side: ComparedMatch) -> str:
    """All that a comparison depends on."""
    return json.dumps([side.stored.sha256, side.stored.position, side.stored.row.players])


def _sides(first: int, second: int) -> tuple[ComparedMatch, ComparedMatch]:
    one, other = (_side(number) for number in (first, second))
    if one.name == other.name:
        one, other = (
            ComparedMatch(match.stored, match.match, _("match {number}", number=match.stored.id), named=False)
            for match in (one, other)
        )
    return one, other


def _side(number: int) -> ComparedMatch:
    stored, match = decoded_match(
        number, _("The log of match {number} is not kept: there is nothing to compare.", number=number)
    )
    return ComparedMatch(stored, match, title_of(stored.row))


def _line(
    compared: MatchComparison, difference: Difference, sides: tuple[ComparedMatch, ComparedMatch]
) -> DifferenceLine:
    weight = compared.weights.get(difference.number)
    return DifferenceLine(
        number=difference.number,
        place=place_words(difference),
        first=said_words(difference.first),
        second=said_words(difference.second),
        words=weight_words(weight, (sides[0].name, sides[1].name)),
        empty=(difference.first is None, difference.second is None),
        refuted="" if weight is None else weight.refuted,
        contradicts=difference.is_contradiction,
        advised=_SECOND if difference.number in compared.advised else "first",
        links=(
            _link(sides[0].stored.id, difference.first_hand, difference.first_action),
            _link(sides[1].stored.id, difference.second_hand, difference.second_action),
        ),
    )


def _link(match: int, hand: int | None, action: int | None) -> str:
    if hand is None:
        return ""
    return url_for("replay.hand", identity=match, number=hand + 1, step=None if action is None else action + 1)
