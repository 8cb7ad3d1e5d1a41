"""Frames as a seat saw them, without the cards and roles that it could not know."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from engine.cards.packed import CARD_TEXTS, UNKNOWN
from engine.record import bounds
from engine.record.actions import parse_action
from engine.record.verbs import VERBS, Arguments
from engine.replay.frames import Frame, SeatFrame

_BACK: Final = CARD_TEXTS[UNKNOWN]
_FACE_UP: Final = (":front", ":middle", ":back")
"""The endings of placed cards that lie face up; only the acting seat sees the others."""
_AWAY: Final = ":discard"
_MARK: Final = "@"
_OF_SEAT: Final = "seat:"


@dataclass(frozen=True, slots=True)
class View:
    """Who looks at the table: a reader of the log (`ALL`), all seats together (`TABLE`), or one seat."""

    name: str
    """The name that people type."""
    seat: str | None = None

    @property
    def whole(self) -> bool:
        """Whether the view shows everything."""
        return self == ALL


ALL: Final = View("all")
TABLE: Final = View("table")


def view_named(name: str, seats: Sequence[str]) -> View | None:
    """The view with a name: ``all``, ``table`` or a seat (``seat:all`` if a seat is named so); None if none is."""
    return next((view for view in views(seats) if view.name == name), None)


def views(seats: Sequence[str]) -> tuple[View, ...]:
    """All views of a match with these seats."""
    return (ALL, TABLE, *(View(_OF_SEAT + seat if seat in (ALL.name, TABLE.name) else seat, seat) for seat in seats))


def seen_frame(frame: Frame, view: View) -> Frame:
    """A frame as a view shows it.

    Of the other seats it shows only the cards that every seat has seen; their other cards count as hidden, and so do
    all cards that lie face down.  Roles are those that the viewer knows, fouls those that every seat can see.
    """
    if view.whole:
        return frame
    own = next((seat for seat in frame.seats if seat.seat == view.seat), None)
    order = [seat.seat for seat in frame.seats]
    return msgspec.structs.replace(
        frame,
        action=None if frame.action is None else seen_action(frame.action, view, order, frame.laid_open),
        seats=tuple(_as_held(seat) if seat is own else _from_outside(seat) for seat in frame.seats),
        roles=frame.public_roles if own is None else own.knows,
        laid=frame.laid if frame.laid_open else (_BACK,) * len(frame.laid),
    )


def seen_action(text: str, view: View, seats: Sequence[str], laid_open: bool) -> str:
    """The text of an action as a view shows it: without its comment, and with ``??`` for each card laid face down.

    ``laid_open`` says whether every seat sees the cards laid on the table.  An action that cannot be read becomes
    ``??``, because it may name any card.
    """
    if view.whole:
        return text
    action = parse_action(text)
    verb = VERBS.get(action.verb)
    if len(action.columns) > bounds.WORDS or action.seat not in seats or verb is None:
        return _BACK
    words = action.words if action.drawn is None else (*action.words, f"^{action.drawn}")
    if action.seat != view.seat:
        if verb.arguments is Arguments.HANDED and not laid_open:
            words = tuple(word if word.startswith(_MARK) else _BACK for word in words)
        elif verb.arguments is Arguments.PLACED:
            words = tuple(map(_placed, words))
    seconds = () if action.seconds is None else (_MARK + action.seconds,)
    return " ".join((action.seat, action.verb, *words, *seconds))


def _placed(word: str) -> str:
    if word.startswith(_MARK) or word.endswith(_FACE_UP):
        return word
    return _BACK + _AWAY if word.endswith(_AWAY) else _BACK


def _as_held(seat: SeatFrame) -> SeatFrame:
    """The seat as its own player sees it: without its face-down cards, and with the fouls that the table shows."""
    return msgspec.structs.replace(seat, face_down=(_BACK,) * len(seat.face_down), fouls=seat.public_fouls)


def _from_outside(seat: SeatFrame) -> SeatFrame:
    return msgspec.structs.replace(
        _as_held(seat),
        cards=seat.public,
        hidden=max(seat.count - len(seat.public) - len(seat.face_down), 0),
        discarded=(_BACK,) * len(seat.discarded),
        knows=(),
    )
