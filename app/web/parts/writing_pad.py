"""The pad on which cards are tapped: which cards a seat may still hold, and how many copies of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.drawing.table.holding import MarkedCards
from app.sheets.writing.check import CheckedHand
from app.web.parts.faces import face
from engine.cards.packed import SPELLINGS
from engine.record.actions import parse_action
from engine.replay.frames import Frame, SeatFrame
from engine.replay.pack import Pack

_SUITS: Final = "shdc"
_RANKS: Final = "AKQJT98765432"
_LEAVES: Final = frozenset({"play", "place", "set"})
"""Verbs whose cards leave the hand of the seat for good, unless they are captured."""
_HIDDEN: Final = "??"
_MOST: Final = 256
"""Words of a choice of cards."""


@dataclass(frozen=True, slots=True)
class PadKey:
    """A card of the pad."""

    card: str
    """As logs write it."""
    label: str
    """In words."""
    classes: str
    rank: str
    left: int
    """The copies that can still be chosen, with those already chosen."""
    chosen: int
    """The copies that are chosen."""


@dataclass(frozen=True, slots=True)
class PadRow:
    """The cards of a suit."""

    keys: tuple[PadKey, ...]


def chosen_cards(text: str) -> tuple[str, ...]:
    """The cards of a text, as logs write them, each with the row that it is for, if any; other words are left out."""
    return tuple(word for word in text.split()[:_MOST] if card_of(word) in SPELLINGS and word != _HIDDEN)


def card_of(word: str) -> str:
    """The card of a word, without its row and without the card that it is claimed to be."""
    return word.partition(":")[0].partition("=")[0]


def pad_of(possible: Mapping[str, int], chosen: Sequence[str], special: MarkedCards) -> tuple[PadRow, ...]:
    """The pad for some cards, by suit, high ranks first; jokers and cards without a suit come last."""
    taken = [card_of(word) for word in chosen]
    keys: dict[str, list[PadKey]] = {}
    for card in sorted({*possible, *taken}, key=_place):
        shown = face(card, special)
        if shown is None:
            continue
        key = PadKey(card, shown.label, shown.classes, shown.rank, possible.get(card, 0), taken.count(card))
        keys.setdefault(_group(card), []).append(key)
    return tuple(PadRow(tuple(row)) for row in keys.values())


def of_deal(pack: Pack, deal: Mapping[str, str], seat: str) -> dict[str, int]:
    """The copies that a seat can be dealt: those of the pack that no other seat is dealt."""
    elsewhere = [word for other, cards in deal.items() if other != seat for word in cards.split()]
    return {card: max(0, count - elsewhere.count(card)) for card, count in pack.cards.items()}


def of_play(checked: CheckedHand, pack: Pack, seat: SeatFrame) -> dict[str, int]:
    """The copies that a seat may hold: those that it is known to hold, and if it has hidden cards, those not seen."""
    held = _counts(seat.cards)
    if not seat.hidden and seat.count:
        return held
    seen = _counts([card for frame in checked.frame.seats for card in frame.cards])
    for card in _gone(checked):
        seen[card] = seen.get(card, 0) + 1
    return {
        card: held.get(card, 0) + max(0, pack.cards.get(card, 0) - seen.get(card, 0)) for card in (*pack.cards, *held)
    }


def seat_of(frame: Frame, name: str) -> SeatFrame:
    """A seat of a frame."""
    return next(seat for seat in frame.seats if seat.seat == name)


def _gone(checked: CheckedHand) -> list[str]:
    if "capture" in checked.game.verbs:
        return []
    gone = []
    for text in checked.actions:
        action = parse_action(text)
        if action.verb in _LEAVES:
            gone += [card_of(word) for word in action.words]
    return gone


def _counts(cards: Sequence[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def _group(card: str) -> str:
    return card[1:] if card[1:] in tuple(_SUITS) else "ranks" if card in _RANKS else "jokers"


def _place(card: str) -> tuple[int, int, str]:
    group = _group(card)
    suit = _SUITS.index(group) if len(group) == 1 else len(group)
    return suit, _RANKS.find(card[:1]), card
