"""Where a card of a hand went: who was dealt it, the actions that name it, and who holds it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from flask import request

from app.drawing.table.sight import marked_of
from app.text.language import said
from app.web.parts.faces import Face, face, face_of_text
from app.web.parts.open_hand import OpenHand
from app.web.parts.steps import Step, step_of
from engine.games import GAMES
from engine.logs.loose.cards import HIDDEN, CardReader
from engine.record.actions import parse_action
from engine.replay.frames import Frame
from engine.replay.views import seen_frame

WHERE: Final = "where"
"""Asks for a card, as people write it: ``10♥``, ``TH``, ``红桃10``, ``大王``."""
LONGEST: Final = 40
"""Characters that are read."""
_MOST: Final = 40
"""Actions that are listed."""


@dataclass(frozen=True, slots=True)
class CardAsked:
    """A card that a reader looks for."""

    examples: str
    """How cards may be written, where what was asked for is none."""
    card: Face | None = None
    text: str = ""
    """The card as logs write it."""
    dealt: tuple[tuple[str, int], ...] = ()
    """The names of those who were dealt it, as far as the view shows that, with how many they got."""
    steps: tuple[Step, ...] = ()
    """The actions that name it or take it from the table, as far as they may be seen yet."""
    held: tuple[tuple[str, int], ...] = ()
    """The names of those who hold it after the step that is shown."""


def card_asked(opened: OpenHand, frames: Sequence[Frame], step: int) -> CardAsked | None:
    """Where the card of ``?where=`` went, in the frames that may be seen yet; None if no card is asked for."""
    typed = request.args.get(WHERE)
    if not typed or not typed.strip():
        return None
    reader = CardReader(GAMES[opened.match.game])
    text = _card(reader, typed.strip())
    card = None if text is None else face(text, marked_of(frames[step]))
    if text is None or card is None:
        return CardAsked(said(reader.examples))
    return CardAsked(
        examples="",
        card=card,
        text=text,
        dealt=_holders(opened, frames[0], text),
        steps=tuple(_steps(opened, frames, text)),
        held=_holders(opened, frames[step], text),
    )


def _card(reader: CardReader, typed: str) -> str | None:
    """The one card that a text writes, as logs do; None where it is anything else."""
    if len(typed) > LONGEST:
        return None
    cards, end = reader.cards(typed, 0)
    one = cards[0].text if len(cards) == 1 and end == len(typed) else HIDDEN
    return None if one == HIDDEN or "=" in one else one


def _holders(opened: OpenHand, frame: Frame, text: str) -> tuple[tuple[str, int], ...]:
    seats = seen_frame(frame, opened.view).seats
    return tuple((opened.names[seat.seat], count) for seat in seats if (count := seat.cards.count(text)))


def _steps(opened: OpenHand, frames: Sequence[Frame], text: str) -> Iterator[Step]:
    order = [seat.seat for seat in frames[0].seats]
    listed = 0
    for frame in frames[1:]:
        if listed == _MOST:
            return
        if not _names(frame, frame.action, text):
            continue
        shown = seen_frame(frame, opened.view)
        if shown.action is not None and _names(shown, shown.action, text):
            listed += 1
            yield step_of(frame.step, shown.action, order, marked_of(frame))


def _names(frame: Frame, action: str | None, text: str) -> bool:
    """Whether an action names a card, or takes it from the table."""
    words = () if action is None else parse_action(action).words
    return text in frame.captured or any(face_of_text(word.partition(":")[0]) == text for word in words)
