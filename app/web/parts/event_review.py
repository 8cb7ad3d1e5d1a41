"""The review of all matches of an event that a request names."""

from app.database.bounded_stores import StoreFull
from app.database.lookup import word_number
from app.matches.computed import event_reviews
from app.matches.computed.event_reviews import EventProgress
from app.matches.installation import this_installation
from app.players.statistics.events import games_of, has_hidden_name
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.this_login import this_visitor
from engine.statistics.person import normal


def number_of(event: str | None) -> int:
    """The number of an event with counted matches, named by its whole text.  Raises Refusal if there is none."""
    if event is None:
        raise Refusal(404, _("The address does not say which event is meant."))
    with this_installation().sessions() as session:
        number = word_number(session, normal(event))
        if number is None or has_hidden_name(session, normal(event)) or not games_of(session, number):
            raise Refusal(404, _("No counted match is of this event. An event is named by its whole text."))
    return number


def progress_of(number: int) -> EventProgress | None:
    """How far the review of the event with a number is; None if nobody has asked for it."""
    with this_installation().sessions() as session:
        return event_reviews.of_event(session, number)


def ask_for(number: int) -> None:
    """Has the matches of an event reviewed; one that is paused goes on.  Raises Refusal where there is no room."""
    try:
        event_reviews.ask(this_installation(), number, this_visitor())
    except StoreFull as full:
        raise Refusal(503, full.sentence) from None
