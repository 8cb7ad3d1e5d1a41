"""Where a card that a seat holds was played."""

from typing import Final

from app.text.language import _
from app.web.http.errors import Refusal
from app.web.replay.faces import face, special, written
from app.web.replay.open_hand import OpenHand
from engine.record.actions import parse_action

_ROW: Final = ":"


def step_of_card(opened: OpenHand, after: int, seat: str, label: str) -> int | None:
    """The first step after one at which a seat played a card, which is named as pages label it; None without such.

    Raises Refusal if the view does not show the cards of the seat.
    """
    if seat not in opened.match.seats or not (opened.view.whole or opened.view.seat == seat):
        raise Refusal(404, _("This view does not show the cards of {name}.", name=seat[:20]))
    shown = opened.frames(after)[-1]
    level = next((value for name, value in shown.facts if name == "level"), "")
    cards = special(shown.wild, shown.marked, level)
    for step, text in enumerate(opened.actions[after:], after + 1):
        action = parse_action(text)
        if action.seat != seat:
            continue
        for word in action.words:
            played = face(written(word.partition(_ROW)[0]), cards)
            if played is not None and played.label == label:
                return step
    return None
