"""What Guandan says so that its logs can be mended."""

from typing import Final

from engine.cards.packed import RANKS, SUITS, card_text, parse_card
from engine.climbing.mending import mending
from engine.games.guandan.branch import acts
from engine.games.guandan.combinations import wild_card
from engine.games.guandan.play import GuandanHand
from engine.replay.mending import Mending


def claims(hand: GuandanHand, card: str) -> list[str]:
    """A wild card with each rank, and each rank and suit, that it may stand for; nothing for another card."""
    if hand.level is None or parse_card(card) != wild_card(hand.level):
        return []
    wild = card_text(wild_card(hand.level))
    return [f"{wild}={rank}{suit}" for suit in ("", *SUITS) for rank in RANKS]


MENDING: Final[Mending] = mending(acts, claims=claims, to_seats=("tribute", "return"))
