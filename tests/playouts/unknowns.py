"""A match as somebody has it who does not know all of its cards.  Nothing in it becomes wrong by that."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

import msgspec
from msgspec import UNSET

from engine.record.match import Hand, Match, Setup

_UNSEEN: Final = frozenset({"tribute", "return", "take"})
"""The verbs whose cards may go from hand to hand without being shown."""
_DISCARD: Final = ":discard"


def without_seats(match: Match, rng: Random) -> Match:
    """Some seats' deals are left out, of each hand its own."""
    return _each_deal(match, lambda deal: {seat: cards for seat, cards in deal.items() if rng.random() < 0.5})


def without_one_seat(match: Match, rng: Random) -> Match:
    """One seat's deals are left out; what it holds is the rest of the deck."""
    gone = rng.choice(match.seats)
    return _each_deal(match, lambda deal: {seat: cards for seat, cards in deal.items() if seat != gone})


def with_covered_cards(match: Match, rng: Random) -> Match:
    """Some cards are ``??``."""
    share = rng.choice((0.02, 0.3, 1))
    return _each_deal(match, lambda deal: {seat: _covered(cards, share, rng) for seat, cards in deal.items()})


def without_deals(match: Match, rng: Random) -> Match:
    """No hand has a deal."""
    return msgspec.structs.replace(match, hands=[msgspec.structs.replace(hand, deal=UNSET) for hand in match.hands])


def with_unseen_gifts(match: Match, rng: Random) -> Match:
    """Some cards that go from hand to hand, or away, are ``??``; with it, often, some deals are unknown."""
    share = rng.choice((0.3, 1))
    hands = [
        msgspec.structs.replace(
            hand, actions=[_unseen(text) if rng.random() < share else text for text in hand.actions]
        )
        for hand in match.hands
    ]
    changed = msgspec.structs.replace(match, hands=hands)
    return changed if rng.random() < 0.5 else without_seats(changed, rng)


def without_levels(match: Match, rng: Random) -> Match:
    """Of a Guandan match that begins in the middle: the levels of the teams, where the level of the hand stands."""
    first = match.hands[0]
    if not isinstance(first.setup, Setup) or first.setup.level in (UNSET, "2"):
        return match
    setup = msgspec.structs.replace(first.setup, levels=UNSET)
    return msgspec.structs.replace(match, hands=[msgspec.structs.replace(first, setup=setup), *match.hands[1:]])


def without_first(match: Match, rng: Random) -> Match:
    """No hand says who was first; with it, often, some deals are unknown."""
    hands = [
        msgspec.structs.replace(hand, setup=msgspec.structs.replace(hand.setup, first=UNSET))
        if isinstance(hand.setup, Setup)
        else hand
        for hand in match.hands
    ]
    changed = msgspec.structs.replace(match, hands=hands)
    return changed if rng.random() < 0.5 else without_seats(changed, rng)


def without_bars(match: Match, rng: Random) -> Match:
    """Some deals do not tell which of their cards was set apart."""
    share = rng.choice((0.3, 1))
    return _each_deal(
        match,
        lambda deal: {seat: cards.replace("| ", "") if rng.random() < share else cards for seat, cards in deal.items()},
    )


UNKNOWNS: Final[Mapping[str, Callable[[Match, Random], Match]]] = {
    "one seat": without_one_seat,
    "seats": without_seats,
    "cards": with_covered_cards,
    "deals": without_deals,
    "gifts": with_unseen_gifts,
    "levels": without_levels,
    "first": without_first,
    "bars": without_bars,
}


def _each_deal(match: Match, change: Callable[[Mapping[str, str]], dict[str, str]]) -> Match:
    def changed(hand: Hand) -> Hand:
        return msgspec.structs.replace(hand, deal=change(hand.deal or {}))

    return msgspec.structs.replace(match, hands=[changed(hand) for hand in match.hands])


def _covered(cards: str, share: float, rng: Random) -> str:
    return " ".join("??" if card != "|" and rng.random() < share else card for card in cards.split())


def _unseen(text: str) -> str:
    words = text.split(" ")
    if len(words) > 2 and words[1] in _UNSEEN:
        words[2] = "??"
    return " ".join("??" + _DISCARD if word.endswith(_DISCARD) else word for word in words)
