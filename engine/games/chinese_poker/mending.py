"""What Chinese poker says so that its logs can be mended."""

from typing import Final

from engine.cards.packed import card_text, unpack
from engine.games.chinese_poker.hand import PokerHand
from engine.games.chinese_poker.rules import NATURAL_POINTS, ROWS
from engine.replay.mending import Mending, Stock


def stock(hand: PokerHand, seat: int) -> Stock:
    """The cards that a seat is known to hold, of both hands where it has two."""
    boards_each = hand.reader.hands_each
    boards = range(seat * boards_each, (seat + 1) * boards_each)
    cards = [card_text(card) for board in boards for card in unpack(hand.holdings.known[board])]
    return Stock(tuple(dict.fromkeys(cards)), not any(hand.holdings.hidden[board] for board in boards))


MENDING: Final = Mending(
    stock=stock,
    turns=lambda _hand: (),
    may_pass=lambda _hand: False,
    due=lambda _hand, _seat: (),
    claims=lambda _hand, _card: (),
    holdings=lambda _hand: (),
    taken=lambda _hand, _text: None,
    moving=frozenset(),
    names={"natural": tuple(NATURAL_POINTS), "royalty": ROWS},
    forward=False,
)
