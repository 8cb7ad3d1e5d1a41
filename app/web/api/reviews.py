"""Reviews of matches for programs: what their decisions cost."""

from app.database.bounded_stores import StoreFull
from app.matches.computed import reviews
from app.matches.computed.obtaining import Underway
from app.matches.computed.reviews import KeptReview, kept_hands, underway
from app.matches.installation import this_installation
from app.text.language import _
from app.web.api.operations import operation
from app.web.http.computing import Computation
from app.web.http.errors import Refusal
from app.web.http.visitor import this_visitor
from app.web.replay.review import reviewing_of


@operation(
    "GET", "/matches/<int:match>/review", subject="matches", gives={200: KeptReview, 202: Computation}, errors=(404,)
)
def match_review(match: int) -> KeptReview:
    """Gives what the decisions of a match cost: the line that ``fupan review --json`` prints.

    POST asks for it; the status is 202 while it is made. Hands and actions count from 0. Where too many actions of a
    decision would have to be kept, the best are, and the one that was done; ``missing`` says how many are left out.
    """
    fupan, reviewing = this_installation(), reviewing_of(match)
    with fupan.sessions() as session:
        hands, row = kept_hands(session, reviewing), underway(session, reviewing)
    if len(hands) == reviewing.hands:
        return reviewing.whole(hands)
    if row is not None and row.is_open:
        raise Underway(row)
    if row is not None:
        raise Refusal(404, _("Match {number} has no review: Fupan failed on it. This is a bug in Fupan.", number=match))
    raise Refusal(404, _("Match {number} has no review yet: POST to this address asks for it.", number=match))


@operation(
    "POST",
    "/matches/<int:match>/review",
    subject="matches",
    gives={200: KeptReview, 202: Computation},
    errors=(403, 404, 503),
)
def ask_for_review(match: int) -> KeptReview:
    """Asks for the review of a match, which is made hand by hand and kept."""
    fupan, reviewing = this_installation(), reviewing_of(match)
    with fupan.sessions() as session:
        hands = kept_hands(session, reviewing)
    if len(hands) == reviewing.hands:
        return reviewing.whole(hands)
    try:
        row = reviews.ask(fupan, reviewing, this_visitor())
    except StoreFull as full:
        raise Refusal(503, full.sentence) from None
    raise Underway(row)
