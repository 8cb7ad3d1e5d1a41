"""Branches of a hand of Chinese poker: rows that are set or placed, what may be announced, and the setup."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Final

from msgspec import structs

from engine.games.chinese_poker.closed import ClosedHand
from engine.games.chinese_poker.hand import PokerHand
from engine.games.chinese_poker.match_replay import ChinesePokerMatchReplay
from engine.games.chinese_poker.open_face import OpenFaceHand
from engine.games.chinese_poker.rules import ROWS
from engine.record.match import Setup
from engine.replay.branch import Branching, Reading, Way

_DISCARD: Final = "discard"


def ways(hand: PokerHand, seat: int) -> tuple[Way, ...]:
    """Rows to set at once, of each hand of the seat that is not set, or cards to place."""
    if isinstance(hand, OpenFaceHand):
        if hand.fantasyland[seat] or hand.fantasyland[seat] is None:
            return (Way("set", ROWS),)
        return (Way("place", (*ROWS, _DISCARD) if hand.pineapple and hand.taken[seat] else ROWS),)
    each = hand.reader.hands_each
    return tuple(
        Way("set" + _of_hand(number, each), ROWS)
        for number in range(each)
        if hand.is_pending(hand.boards[seat * each + number])
    )


def _of_hand(number: int, each: int) -> str:
    return f" {number + 1}:" if each > 1 else ""


def acts(hand: PokerHand, seat: int) -> list[str]:
    """Naturals that the hand may be, in or surrender, and the rows whose royalties may be announced."""
    del seat
    if not isinstance(hand, ClosedHand):
        return []
    each = hand.reader.hands_each
    found = []
    for number in range(each):
        of_hand = _of_hand(number, each)
        found += [f"natural{of_hand} {name}" for name in hand.scoring.naturals.points]
        found += [f"{verb}{of_hand}" for verb in ("in", "surrender")]
        found += [f"royalty{of_hand} {' '.join(rows)}" for rows in _some(ROWS)]
    return found


def _some(rows: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(rows, count) for count in range(1, len(rows) + 1))


def readings(hand: PokerHand, seat: int, cards: Sequence[str]) -> tuple[Reading, ...]:
    """None: no cards are played on a table."""
    del hand, seat, cards
    return ()


def stated(opened: ChinesePokerMatchReplay, hand: PokerHand, before: Setup) -> Setup:
    """The setup with the seats that begin in fantasyland."""
    if not isinstance(hand, OpenFaceHand) or not any(hand.fantasyland):
        return before
    cards = dict(zip(opened.seats, hand.fantasyland, strict=True))
    return structs.replace(before, fantasyland={seat: count for seat, count in cards.items() if count})


BRANCHING: Final = Branching(ways, acts, readings, stated)
