"""Frames as somebody at the table saw them: with the cards and roles that were hidden from them left out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from engine.cards.packed import CARD_TEXTS, UNKNOWN
from engine.record import bounds
from engine.record.actions import VERBS
from engine.replay.frames import Frame, SeatFrame

_BACK: Final = CARD_TEXTS[UNKNOWN]
_FACE_DOWN: Final = frozenset({"tribute", "take"})
"""Verbs whose cards only who acts sees, where what is laid on the table lies face down."""
_FACE_UP: Final = (":front", ":middle", ":back")
"""How the cards end that `place` lays for all to see; what else it names only who acts sees."""
_AWAY: Final = ":discard"
_OF_SEAT: Final = "seat:"


@dataclass(frozen=True, slots=True)
class View:
    """Who looks at the table: whoever reads the log (`ALL`), everybody at it (`TABLE`), or a seat."""

    name: str
    """What people type for it."""
    seat: str | None = None

    @property
    def whole(self) -> bool:
        """Whether nothing is left out."""
        return self == ALL


ALL: Final = View("all")
TABLE: Final = View("table")


def view_named(name: str, seats: Sequence[str]) -> View | None:
    """The view of a name: ``all``, ``table``, or a seat (``seat:all`` where a seat is called so); None for no view."""
    return next((view for view in views(seats) if view.name == name), None)


def views(seats: Sequence[str]) -> tuple[View, ...]:
    """Every view of a match with these seats."""
    return (ALL, TABLE, *(View(_OF_SEAT + seat if seat in (ALL.name, TABLE.name) else seat, seat) for seat in seats))


def seen(frame: Frame, view: View) -> Frame:
    """A frame as a view shows it.

    Of the hands of others the cards are left that everybody has seen; the rest counts as hidden, and so does, of every
    hand, what lies face down.  Roles are those that the viewer knows, facts those that everybody knows.
    """
    if view.whole:
        return frame
    own = next((seat for seat in frame.seats if seat.seat == view.seat), None)
    order = [seat.seat for seat in frame.seats]
    return msgspec.structs.replace(
        frame,
        action=None if frame.action is None else seen_action(frame.action, view, order, frame.laid_open),
        seats=tuple(_as_held(seat) if seat is own else _from_outside(seat) for seat in frame.seats),
        facts=frame.facts if frame.public_facts is None else frame.public_facts,
        roles=frame.public_roles if own is None else own.knows,
        laid=frame.laid if frame.laid_open else (_BACK,) * len(frame.laid),
    )


def seen_action(text: str, view: View, seats: Sequence[str], laid_open: bool) -> str:
    """The text of an action as a view shows it: without its comment, and with backs for cards laid face down.

    ``laid_open`` says whether cards laid on the table are seen by all.  Of an action that cannot be read nothing is
    left but ``??``, for it may name anything.
    """
    if view.whole:
        return text
    named = [word for word in text.partition("#")[0].split(" ") if word]
    if not 2 <= len(named) <= bounds.WORDS or named[0] not in seats or named[1] not in VERBS:
        return _BACK
    if named[1] in _FACE_DOWN and not laid_open and named[0] != view.seat:
        named[2:] = [word if word.startswith("@") else _BACK for word in named[2:]]
    if named[1] == "place" and named[0] != view.seat:
        named[2:] = [_placed(word) for word in named[2:]]
    return " ".join(named)


def _placed(word: str) -> str:
    if word.startswith("@") or word.endswith(_FACE_UP):
        return word
    return _BACK + _AWAY if word.endswith(_AWAY) else _BACK


def _as_held(seat: SeatFrame) -> SeatFrame:
    """The seat as who sits there sees it: its face-down cards it has not seen either."""
    return msgspec.structs.replace(seat, face_down=(_BACK,) * len(seat.face_down))


def _from_outside(seat: SeatFrame) -> SeatFrame:
    return msgspec.structs.replace(
        _as_held(seat),
        cards=seat.public,
        hidden=max(seat.count - len(seat.public) - len(seat.face_down), 0),
        knows=(),
    )
