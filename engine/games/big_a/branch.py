"""Branches of a hand of Big A: what a seat may do besides playing, and the setup."""

from collections.abc import Sequence
from typing import Final

from engine.cards.packed import SUITED, card_text, copies, parse_card, rank_of
from engine.climbing.branch import PLAY, plain
from engine.climbing.round import OPENING
from engine.games.big_a.match_replay import BigAMatchReplay
from engine.games.big_a.play import BigAHand
from engine.games.big_a.reader import ACE, FOUR
from engine.record.match import Setup
from engine.replay.branch import Branching, Reading, Way


def ways(hand: BigAHand, seat: int) -> tuple[Way, ...]:
    """Cards to play, or fours to capture with."""
    del hand, seat
    return (Way(PLAY), Way("capture"))


def acts(hand: BigAHand, seat: int) -> list[str]:
    """Aces to expose or reveal, and a new deal."""
    if hand.table.round.turn != OPENING:
        return []
    held = hand.table.holdings.shown(seat)
    found = []
    for card in SUITED:
        if rank_of(card) == ACE and copies(held, card):
            text = card_text(card)
            found += [f"expose {' '.join([text] * count)}" for count in range(1, copies(held, card) + 1)]
            found.append(f"reveal {text}")
    return [*found, "redeal"]


def readings(hand: BigAHand, seat: int, cards: Sequence[str]) -> tuple[Reading, ...]:
    """The cards as a play; fours on a play also as a capture."""
    del seat
    found = [plain(cards)]
    played = map(parse_card, cards)
    fours = all(card is not None and card in SUITED and rank_of(card) == FOUR for card in played)
    if fours and hand.table.round.beaten_by is not None:
        found.append(Reading("capture", tuple(cards)))
    return tuple(found)


def stated(opened: BigAMatchReplay, hand: BigAHand, before: Setup) -> Setup:
    """The setup as it is: nothing but totals passes from hand to hand."""
    del opened, hand
    return before


BRANCHING: Final = Branching(ways, acts, readings, stated)
