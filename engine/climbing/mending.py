"""What the climbing games share for the mending of logs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from engine.cards.packed import BLACK_JOKER, LANE_BITS, SUITED_BITS, card_text, overfull, pack, unpack
from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import Play, bare
from engine.climbing.round import ANYBODY, OPENING
from engine.replay.mending import Mending, Stock

_SUITED: Final = (1 << LANE_BITS * BLACK_JOKER) - 1
"""The lanes of cards with a suit: a joker may be read as another one."""
_DUE: Final = ("tribute", "return", "resist", "take")


def stock(hand: ClimbingHand, seat: int) -> Stock:
    """The cards that a seat is known to hold."""
    holdings = hand.table.holdings
    cards = dict.fromkeys(map(card_text, unpack(holdings.shown(seat))))
    return Stock(tuple(cards), not holdings.hidden[seat])


def turns(hand: ClimbingHand) -> Sequence[int]:
    """The seats that may play or pass: one, or all that hold cards where the rules name none."""
    round_ = hand.table.round
    if round_.ended:
        return ()
    if round_.expected in (ANYBODY, OPENING):
        return round_.in_play
    return (round_.expected,) if round_.expected >= 0 else ()


def may_pass(hand: ClimbingHand) -> bool:
    """Whether a play lies on the table."""
    return hand.table.round.beaten_by is not None


def holdings(hand: ClimbingHand) -> list[int | None]:
    """By seat, the packed cards with a suit; None where some are unknown or have no suit."""
    held = hand.table.holdings
    if any(known >> SUITED_BITS for known in held.known):
        return [None] * len(held.known)
    return [None if hidden else known & _SUITED for known, hidden in zip(held.known, held.hidden, strict=True)]


def cards_taken(hand: ClimbingHand, text: str) -> tuple[int, int] | None:
    """The seat of a play and its packed cards; None for any other action, and for cards without a suit."""
    seat, count, packed, form, _ = hand.reader.entry(bare(text))
    if count <= 0:
        if not isinstance(form, Play) or overfull(form.cards):
            return None
        packed = pack(form.cards)
    return None if packed >> SUITED_BITS else (seat, packed & _SUITED)


def mending(
    acts: Callable[[Any, int], Sequence[str]],
    *,
    names: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    claims: Callable[[Any, str], Sequence[str]] = lambda _hand, _card: (),
    to_seats: tuple[str, ...] = (),
) -> Mending:
    """What a climbing game says.  ``acts`` are the actions other than plays that may be due from a seat."""

    def due(hand: ClimbingHand, seat: int) -> list[str]:
        if hand.table.round.turn != OPENING:
            return []
        return [text for text in acts(hand, seat) if text.split(" ")[0] in _DUE]

    return replace(_SHARED, due=due, names=names, claims=claims, to_seats=to_seats)


_SHARED: Final = Mending(
    stock=stock,
    turns=turns,
    may_pass=may_pass,
    due=lambda _hand, _seat: (),
    claims=lambda _hand, _card: (),
    holdings=holdings,
    taken=cards_taken,
    moving=frozenset({"tribute", "return", "take", "accept", "decline", "capture", "resist"}),
    names=MappingProxyType({}),
    forward=True,
)
