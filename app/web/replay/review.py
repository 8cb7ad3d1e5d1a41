"""What the decisions of a match cost: asked for, made in the background, and shown."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from flask import Response as Answer
from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.database.bounded_stores import StoreFull
from app.judging.review import Alternative, ReviewedDecision, ReviewedMatch, alternatives, reviewed_match
from app.matches import jobs
from app.matches.computed import reviews
from app.matches.computed.decisions import COLUMNS
from app.matches.installation import this_installation
from app.matches.thread_share import RETRY_SECONDS
from app.players.search.decisions import rows_of_match
from app.replay.what_if import Branch
from app.text.language import DEFAULT, _, _c, speaking
from app.web.http.computing import reason_of
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.http.this_login import this_visitor
from app.web.parts.open_match import opened_for_review, reviewing_of
from app.web.parts.steps import step_of
from app.web.parts.table_files import file_of_rows
from engine.insight.fair import Words
from engine.insight.review import DecisionReview

BLUEPRINT: Final = Pages("review", __name__, url_prefix="/matches/<int:identity>/review")


@BLUEPRINT.get("", may=May.READ, of=Of.MATCH, strict_slashes=False)
def page(identity: int) -> str:
    """What is reviewed of a match: its key moments and its hands; with ``?hand=`` the decisions of that hand."""
    opened, reviewing = opened_for_review(identity)
    fupan = this_installation()
    with fupan.sessions() as session:
        hand_reviews, row = reviews.kept_hands(session, reviewing), reviews.underway(session, reviewing)
    asked = whole(request.args.get("hand"))
    if "hand" in request.args and (asked is None or not 1 <= asked <= reviewing.hands):
        raise Refusal(404, _("This match has the hands 1 to {last}.", last=reviewing.hands))
    shown = reviewed_match(opened.match, reviewing.whole(hand_reviews), opened.levels)
    made = len(hand_reviews) == reviewing.hands and not reviews.failed_hands(hand_reviews)
    refresh = RETRY_SECONDS if not made and row is not None and row.is_open else None
    hand = next((place for place, hand in enumerate(shown.hands) if hand.hand == asked), None)
    if asked is not None and row is not None and refresh and hand is None:
        jobs.note_shown(fupan.sessions, row, asked - 1)
    return render_template(
        "replay/review.html",
        match=opened.stored.row,
        names=opened.names,
        review=shown,
        count=reviewing.hands,
        asked=asked,
        hand=None if hand is None else shown.hands[hand],
        decisions=() if hand is None else _decisions(shown, hand),
        action=partial(step_of, 0, seats=opened.match.seats),
        made=made,
        refresh=refresh,
        failed=None if made else reason_of(row),
        letters=letters(),
    )


def _decisions(review: ReviewedMatch, place: int) -> list[tuple[ReviewedDecision, DecisionReview, list[Alternative]]]:
    """The decisions of one of the reviewed hands that had a choice, as the review has them, and their alternatives."""
    pairs = zip(review.hands[place].decisions, (review.review.hands or ())[place].decisions or (), strict=True)
    return [(shown, decision, alternatives(decision, shown.done)) for shown, decision in pairs if not decision.forced]


@BLUEPRINT.get("/decisions.<form>", may=May.READ, of=Of.MATCH)
def decisions(identity: int, form: str) -> Answer:
    """All decisions of the hands that are reviewed, as a file."""
    opened, reviewing = opened_for_review(identity)
    with this_installation().sessions() as session, speaking(DEFAULT):
        rows = rows_of_match(session, reviewing, opened.match)
    return file_of_rows(COLUMNS, (rows,), f"match-{identity}-decisions", form)


@BLUEPRINT.post("", may=May.TAKE_PART, of=Of.MATCH)
def ask(identity: int) -> Response:
    """Has the review of a match made, if it is not kept; leads back to the step that asks for it, if one does."""
    fupan, reviewing = this_installation(), reviewing_of(identity)
    try:
        reviews.ask(fupan, reviewing, this_visitor())
    except StoreFull as full:
        raise Refusal(503, full.sentence) from None
    number, step = whole(request.form.get("hand")), whole(request.form.get("step"))
    if number is None or step is None:
        return redirect(url_for("review.page", identity=identity), 303)
    return redirect(url_for("replay.hand", identity=identity, number=number, step=step, review=1), 303)


@BLUEPRINT.post("/line", may=May.READ, of=Of.MATCH)
def line(identity: int) -> Response:
    """Leads to the branch in which everybody plays best with all cards open, from the decision of a step of a hand."""
    reviewing, fupan = reviewing_of(identity), this_installation()
    number, step = whole(request.form.get("hand")), whole(request.form.get("step"))
    if number is None or step is None:
        raise Refusal(400, _("No best line is kept for this step."))
    hand = reviews.kept_hand(fupan, reviewing, number - 1)
    decisions = (decision for decision in (hand and hand.decisions) or () if decision.action + 1 == step)
    best_line = next((decision.open.line for decision in decisions if decision.open is not None), ())
    if not best_line:
        raise Refusal(404, _("No best line is kept for this step."))
    branch = Branch(step - 1, best_line)
    place = url_for("what_if.page", identity=identity, number=number, step=branch.step, then=branch.then, at=step)
    return redirect(place, 303)


def letters() -> Mapping[Words, tuple[str, str]]:
    """The shape and the letter of each mark."""
    return MappingProxyType(
        {
            "fault": ("■", _c("mark of a decision", "F")),
            "inaccuracy": ("▲", _c("mark of a decision", "I")),
            "lucky": ("◆", _c("mark of a decision", "L")),
        }
    )
