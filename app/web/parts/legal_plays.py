"""The legal plays at a step of a hand; of hands that the view does not see, none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import request

from app.text.language import _
from app.web.http.paging import whole
from app.web.parts.open_hand import OpenHand
from engine.games import GAMES
from engine.record.actions import parse_action
from engine.replay.fold import frame, hand_at
from engine.replay.frames import Frame
from engine.replay.legal import LISTED, LegalPlays
from engine.replay.views import View

_OVER: Final = "over"
_PLAY: Final = "play"
MOST_LISTED: Final = 1000
"""The plays of one group that are listed on request."""


@dataclass(frozen=True, slots=True)
class PlaysOfStep:
    """What may be played at a step, or why that is not known."""

    frame: Frame
    """The table at the step, not cut to the view."""
    seat: str | None
    legal: LegalPlays | None
    reason: str
    """Why the plays are not known, as a sentence; empty if they are."""


def offer(opened: OpenHand, step: int) -> PlaysOfStep:
    """What the seat in turn may play after a step, of what the view of the request may see."""
    match, index = opened.match, opened.number - 1
    shown = frame(opened.judge, match, index, step, before=opened.before())
    seat = asked_seat(shown, match.game, opened.actions, opened.view)
    legal = GAMES[match.game].legal
    if legal is None:
        return PlaysOfStep(
            shown, None, None, _("In {game} no cards are played on a table.", game=_(GAMES[match.game].title))
        )
    if seat is None:
        return PlaysOfStep(shown, None, None, _why_nobody(shown, opened))
    replay = hand_at(opened.judge, match, index, step, before=opened.before())
    legal_plays = legal(replay, match.seats.index(seat), _count())
    reason = (
        "" if legal_plays else _("At this step the rules allow no play, or the log does not say enough to know which.")
    )
    return PlaysOfStep(shown, seat, legal_plays, reason)


def _why_nobody(shown: Frame, opened: OpenHand) -> str:
    if shown.stage == _OVER:
        return _("The hand is over.")
    if not opened.view.whole and shown.turn != opened.view.seat:
        return _("The cards of the seat in turn are not shown in this view.")
    return _("At this step no seat is on turn to play.")


def _count() -> int:
    return min(whole(request.args.get("count")) or LISTED, MOST_LISTED)


def asked_seat(frame: Frame, game: str, actions: Sequence[str], view: View) -> str | None:
    """The seat whose plays a view may see after a frame, which need not be cut to the view.

    That is the seat in turn.  Before a lead for which the rules name no seat it is the seat that leads in the log if
    all hands are shown, else the seat that looks.  None if it is nobody's turn, or if its hand is not shown.
    """
    if GAMES[game].legal is None or frame.stage == _OVER or not actions:
        return None
    seat = frame.turn
    if seat is None and view.whole:
        seat = _leader(actions[frame.step : frame.step + 1], [seat_frame.seat for seat_frame in frame.seats])
    elif seat is None and frame.stage == _PLAY:
        seat = view.seat
    held = next((seat_frame for seat_frame in frame.seats if seat_frame.seat == seat), None)
    if held is None or not held.count:
        return None
    return held.seat if view.whole or (view.seat == seat and not held.face_down) else None


def _leader(following: Sequence[str], seats: Sequence[str]) -> str | None:
    """The seat of the next action, if that is a play."""
    action = parse_action(following[0]) if following else None
    return action.seat if action is not None and action.verb == _PLAY and action.seat in seats else None
