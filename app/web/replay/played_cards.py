"""Holdings with the cards that were played from them, which a reader may ask for: each where it was, and greyed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from app.drawing.table.holding import MarkedCards
from app.drawing.table.sight import marked_of
from app.text.language import _
from app.web.parts.faces import Face, face
from app.web.parts.scene import Scene
from app.web.parts.seats import in_columns, stacks_by_rank
from engine.cards.packed import CARD_TEXTS, UNKNOWN
from engine.record.actions import parse_action
from engine.replay.frames import Frame, SeatFrame
from engine.replay.views import View

_BACK: Final = CARD_TEXTS[UNKNOWN]
_PLAYS: Final = ("play", "capture")


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card that a seat holds or held."""

    text: str
    played: int | None = None
    """The step at which it was played; None while it is held."""


Holdings = Mapping[str, tuple[HeldCard, ...]]
"""By seat, the cards that it holds or has played, where all of them are known."""


def holdings_with_played(frames: Sequence[Frame]) -> Iterator[Holdings]:
    """The holdings at each frame of a hand, from the deal on."""
    seats = {seat.seat: _known(seat) for seat in frames[0].seats}
    yield _shown(seats)
    for before, frame in pairwise(frames):
        action = parse_action(frame.action or "")
        played = action.seat if action.verb in _PLAYS else None
        for old, seat in zip(before.seats, frame.seats, strict=True):
            row = seats[seat.seat]
            if old.cards == seat.cards or row is None:
                continue
            if seat.hidden or _BACK in seat.cards:
                seats[seat.seat] = None
                continue
            gone = Counter(old.cards) - Counter(seat.cards)
            _take(row, gone, frame.step if seat.seat == played else None)
            _give(row, Counter(seat.cards) - Counter(old.cards), seat.cards, frame.captured)
        yield _shown(seats)


def _known(seat: SeatFrame) -> list[HeldCard] | None:
    """The cards of a seat at the deal; None if not all of them are known."""
    return None if seat.hidden or _BACK in seat.cards else [HeldCard(text) for text in seat.cards]


def _shown(seats: Mapping[str, list[HeldCard] | None]) -> Holdings:
    return {seat: tuple(row) for seat, row in seats.items() if row is not None}


def _take(row: list[HeldCard], gone: Counter[str], step: int | None) -> None:
    """Marks cards as played, or takes them out where they went elsewhere."""
    for place in range(len(row) - 1, -1, -1):
        card = row[place]
        if card.played is None and gone[card.text]:
            gone[card.text] -= 1
            if step is None:
                del row[place]
            else:
                row[place] = replace(card, played=step)


def _give(row: list[HeldCard], more: Counter[str], order: Sequence[str], captured: Sequence[str]) -> None:
    """Puts cards in behind those that they follow in the holding; a play that was taken back is held again."""
    before: str | None = None
    for text in order:
        if more[text]:
            more[text] -= 1
            back = None if text in captured else next((card for card in row if card.text == text and card.played), None)
            if back is not None:
                row[row.index(back)] = HeldCard(text)
            else:
                place = next((n for n in range(len(row), 0, -1) if row[n - 1] == HeldCard(before or "")), 0)
                row.insert(place, HeldCard(text))
        before = text


def with_played(scene: Scene, frame: Frame, held: Holdings, view: View) -> Scene:
    """A scene with the cards that its seats have played, in their holdings; of a view, those of its own seat."""
    cards = marked_of(frame)
    return replace(
        scene,
        seats=tuple(
            replace(
                seat, holding=in_columns(stacks_by_rank([(card.text, _face(card, cards)) for card in held[seat.seat]]))
            )
            if seat.seat in held and (view.whole or view.seat == seat.seat) and any(e.played for e in held[seat.seat])
            else seat
            for seat in scene.seats
        ),
    )


def _face(held: HeldCard, cards: MarkedCards) -> Face | None:
    shown = face(held.text, cards)
    if shown is None or held.played is None:
        return shown
    label = _("{card}, played at step {step}", card=shown.label, step=held.played)
    return replace(shown, label=label, classes=f"{shown.classes} felt-played", played=held.played)
