"""Reviews of matches and of whole events for programs: what their decisions cost."""

from typing import Final

import msgspec
from msgspec import Struct

from app.database.bounded_stores import StoreFull
from app.judging.review import ReviewedMatch, reviewed_match
from app.matches.computed import event_reviews, reviews
from app.matches.computed.event_reviews import EventReviewState
from app.matches.computed.obtaining import Underway
from app.matches.computed.reviews import failed_hands, kept_hands, underway
from app.matches.installation import this_installation
from app.text.language import _
from app.web.api.operations import operation
from app.web.http.computing import ComputationStatus, reason_of
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of
from app.web.http.this_login import this_visitor
from app.web.parts.event_review import ask_for, number_of, progress_of
from app.web.parts.open_match import OpenMatch, opened_for_review
from engine.insight.match_review import MatchReview


@operation(
    "GET",
    "/matches/<int:match>/review",
    may=May.READ,
    of=Of.MATCH,
    subject="matches",
    gives={200: MatchReview, 202: ComputationStatus},
    errors=(404,),
)
def match_review(match: int) -> MatchReview:
    """Gives what the decisions of a match cost: the line that ``fupan review --json`` prints.

    POST asks for it; the status is 202 while it is made. Hands and actions count from 0. At a hand with the state
    ``failed`` Fupan failed. Where too many actions of a decision would have to be kept, the best are, and the one that
    was done; ``missing`` says how many are left out.
    """
    return _kept_review(match)[1]


@operation(
    "GET",
    "/matches/<int:match>/review/decisions",
    may=May.READ,
    of=Of.MATCH,
    subject="matches",
    gives={200: ReviewedMatch, 202: ComputationStatus},
    errors=(404,),
)
def reviewed_decisions(match: int) -> ReviewedMatch:
    """Gives what the page of a review shows, with the whole review; hands and steps count from 1."""
    opened, review = _kept_review(match)
    return reviewed_match(opened.match, review, opened.levels)


@operation(
    "POST",
    "/matches/<int:match>/review",
    may=May.TAKE_PART,
    of=Of.MATCH,
    subject="matches",
    gives={200: MatchReview, 202: ComputationStatus},
    errors=(403, 404, 503),
)
def ask_for_review(match: int) -> MatchReview:
    """Asks for the review of a match, which is made hand by hand and kept; hands that failed are tried again."""
    fupan = this_installation()
    _opened, reviewing = opened_for_review(match)
    with fupan.sessions() as session:
        hands = kept_hands(session, reviewing)
    if len(hands) == reviewing.hands and not failed_hands(hands):
        return reviewing.whole(hands)
    try:
        row = reviews.ask(fupan, reviewing, this_visitor())
    except StoreFull as full:
        raise Refusal(503, full.sentence) from None
    raise Underway(row)


def _kept_review(match: int) -> tuple[OpenMatch, MatchReview]:
    """A match and its review.  Raises Refusal where there is none, and Underway while it is made."""
    opened, reviewing = opened_for_review(match)
    with this_installation().sessions() as session:
        hands, row = kept_hands(session, reviewing), underway(session, reviewing)
    if len(hands) == reviewing.hands:
        return opened, reviewing.whole(hands)
    if row is not None and row.is_open:
        raise Underway(row)
    if row is not None:
        raise Refusal(404, reason_of(row) or _("Match {number} has no review.", number=match))
    raise Refusal(404, _("Match {number} has no review yet: POST to this address asks for it.", number=match))


class EventAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which event; the empty one is that of matches without one."""

    event: str


class EventReview(Struct, frozen=True):
    """How far the review of all matches of an event is."""

    state: EventReviewState
    """When it is ``ended``, every match was gone through."""
    matches: int
    """How many matches the event has; 0 before the first one is begun."""
    reviewed: int
    failed: int
    """Matches that Fupan could not review, or of whose hands it could not review one."""
    unfit: int
    """Matches that cannot be reviewed: without a log, without actions, or under rules that do not exist."""


class EventReviewStopped(Struct, frozen=True):
    """The review of an event that was stopped."""

    stopped: bool


_CUP: Final = "Spring Cup"
"""The event of examples."""


@operation(
    "GET", "/seasons/review", may=May.COUNT, subject="players", gives=EventReview, query=EventAsked, errors=(404,)
)
def event_review(query: EventAsked) -> EventReview:
    """Says how far the review of all matches of an event is."""
    return _event_review(number_of(query.event))


@operation(
    "POST",
    "/seasons/review",
    may=May.TAKE_PART,
    subject="players",
    gives=EventReview,
    body=EventAsked,
    errors=(404, 503),
    examples={"body": {"event": _CUP}},
)
def ask_for_event_review(body: EventAsked) -> EventReview:
    """Has the matches of an event, in all games, reviewed one after the other; what was paused goes on.

    What has ended begins again with the first match: what is kept is not made again.
    """
    number = number_of(body.event)
    ask_for(number)
    return _event_review(number)


@operation(
    "POST",
    "/seasons/review/pause",
    may=May.TAKE_PART,
    subject="players",
    gives=EventReview,
    body=EventAsked,
    errors=(404,),
    examples={"body": {"event": _CUP}},
)
def pause_event_review(body: EventAsked) -> EventReview:
    """Pauses the review of an event after the hand in work."""
    number = number_of(body.event)
    event_reviews.pause(this_installation(), number)
    return _event_review(number)


@operation(
    "DELETE",
    "/seasons/review",
    may=May.TAKE_PART,
    subject="players",
    gives=EventReviewStopped,
    query=EventAsked,
    errors=(404,),
    examples={"event": _CUP},
)
def stop_event_review(query: EventAsked) -> EventReviewStopped:
    """Stops the review of an event after the hand in work; the reviews that were made are kept."""
    event_reviews.stop(this_installation(), number_of(query.event))
    return EventReviewStopped(True)


def _event_review(number: int) -> EventReview:
    progress = progress_of(number)
    if progress is None:
        raise Refusal(404, _("Nobody has asked for the review of this event: POST to this address asks for it."))
    return msgspec.convert(progress, EventReview, from_attributes=True)
