"""A hand whose notes may be shown, its notes, and whose they are."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from app.database.tables.matches import storable
from app.matches.installation import this_installation
from app.replay.notes.reading import KeptNote, note_of_hand
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.this_login import is_club, this_login
from app.web.parts.open_hand import OpenHand, open_hand


def open_with_notes(identity: int, number: int) -> OpenHand:
    """A hand whose notes may be shown: one that is looked at with all hands open.  Raises Refusal."""
    opened = open_hand(identity, number)
    if not opened.view.whole:
        raise Refusal(404, _("Notes are shown with all hands; a view of one seat has none."))
    return opened


def note_there(opened: OpenHand, identity: int, may: Callable[[Session, KeptNote], bool]) -> KeptNote | None:
    """A note of the hand, if it is still there.  Raises Refusal for who may not do something with it."""
    with this_installation().sessions() as session:
        note = note_of_hand(session, opened.stored.row.id, opened.number - 1, identity)
        if note is not None and not may(session, note):
            raise Refusal(403, _("The author alone rewrites a note. Recorders of the club may delete it."))
    return note


def author_of(there: KeptNote | None, typed: str) -> str:
    """The name that was typed; in a club that of a note which is there, or of who is logged in."""
    if not is_club():
        return storable(typed)
    me = this_login()
    if there is not None or me is None:
        return "" if there is None else there.author
    return me.name
