"""The seat that may be asked for its legal plays at a step of a hand, as a view shows the table."""

from collections.abc import Sequence

from engine.games import GAMES
from engine.record.actions import parse_action
from engine.replay.frames import Frame
from engine.replay.views import View

_OVER = "over"
_PLAY = "play"


def asked_seat(frame: Frame, game: str, actions: Sequence[str], view: View) -> str | None:
    """The seat whose plays a view may see after a frame, which need not be cut to the view.

    That is the seat in turn.  Before a lead for which the rules name no seat it is the seat that leads in the log if
    all hands are shown, else the seat that looks.  None if it is nobody's turn, or if its hand is not shown.
    """
    if GAMES[game].legal is None or frame.stage == _OVER or not actions:
        return None
    seat = frame.turn
    if seat is None and view.whole:
        seat = _leader(actions[frame.step : frame.step + 1], [each.seat for each in frame.seats])
    elif seat is None and frame.stage == _PLAY:
        seat = view.seat
    held = next((each for each in frame.seats if each.seat == seat), None)
    if held is None or not held.count:
        return None
    return held.seat if view.whole or (view.seat == seat and not held.face_down) else None


def _leader(following: Sequence[str], seats: Sequence[str]) -> str | None:
    """The seat of the next action, if that is a play."""
    action = parse_action(following[0]) if following else None
    return action.seat if action is not None and action.verb == _PLAY and action.seat in seats else None
