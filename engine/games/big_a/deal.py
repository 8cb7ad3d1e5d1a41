"""The deal of Big A: the number of cards that each seat draws, in which order, and which card is left face down."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.cards.holdings import Holdings, read_deal
from engine.cards.packed import UNKNOWN, Card
from engine.climbing.deal_sizes import DealSizes
from engine.games.big_a.reader import DECK
from engine.rulebook.codes import MALFORMED
from engine.rulebook.findings import Finding, finding

SEATS: Final = 5
MORE: Final = 22
FEWER: Final = 21
CARDS: Final = 108
_WITH_MORE: Final = 3
_BAR: Final = "|"


def size_of_hand(seat: int, first: int) -> int:
    """The number of cards that a seat draws if the seat ``first`` draws first."""
    return MORE if (seat - first) % SEATS < _WITH_MORE else FEWER


class Drawn:
    """The cards that a seat drew, as far as the deal shows them; a card that it does not show is UNKNOWN."""

    __slots__ = ("_order", "_words", "face_down")

    def __init__(self, order: str | None, last: str = "") -> None:
        """``order`` is the text of the cards drawn before the last; None if the deal does not mark the last card."""
        self.face_down: Final[Card] = DECK.spellings.get(last, UNKNOWN)
        self._words: Final = order
        self._order: tuple[Card, ...] | None = None

    @property
    def order(self) -> tuple[Card, ...] | None:
        """The cards drawn before the last, in order; None if the deal does not mark the last card."""
        if self._order is None and self._words is not None:
            self._order = tuple(DECK.spellings.get(word, UNKNOWN) for word in self._words.split(" ") if word)
        return self._order


@dataclass(frozen=True, slots=True)
class BigADeal:
    """The deal of a hand: its holdings, and the order in which the cards were drawn."""

    holdings: Holdings
    unsized: frozenset[int]
    """The seats that may have one card fewer than the holdings count."""
    firsts: tuple[int, ...]
    """The seats that can have drawn first."""
    drawn: tuple[Drawn, ...]
    findings: list[Finding]


def read_big_a_deal(
    deal: Mapping[str, str] | None, seats: Mapping[str, int], first: int | None, *, hand: int
) -> BigADeal:
    """The holdings of a deal after all cards were picked up, and what the deal shows of the drawing."""
    texts: dict[str, str] = {}
    drawn = [_UNMARKED] * len(seats)
    findings: list[Finding] = []
    for name, text in (deal or {}).items():
        texts[name] = text
        seat = seats.get(name)
        if seat is not None and _BAR in text.split(" "):
            order, last = _around_bar(text)
            texts[name] = f"{order} {last}".strip() if last else order
            if last:
                drawn[seat] = Drawn(order, last)
            else:
                findings.append(
                    finding(
                        MALFORMED,
                        "log.deal",
                        hand=hand,
                        dealt=name,
                        variant="deal-card",
                        recorded=_BAR,
                        cards=DECK.examples,
                    )
                )
    shown = [_count(texts[name]) if first is None and name in texts else None for name in seats]
    sizes = DealSizes.of(CARDS, first, shown)
    dealt = read_deal(texts, seats, sizes.cards, DECK, hand=hand, game="big_a", unsure=sizes.unsure)
    firsts = sizes.firsts if sizes.fits else tuple(range(SEATS))
    return BigADeal(dealt.holdings, dealt.unsized, firsts, tuple(drawn), findings + dealt.findings)


_UNMARKED: Final = Drawn(None)


def _count(text: str) -> int:
    return sum(1 for word in text.split(" ") if word)


def _around_bar(text: str) -> tuple[str, str]:
    """The cards before the bar and the card after it; all cards and an empty text if the bar is not before the last
    card.
    """
    order, _, last = text.rpartition(f" {_BAR} ")
    last = last.strip(" ")
    if last and " " not in last and _BAR not in order.split(" ") and order.strip(" "):
        return order, last
    return " ".join(word for word in text.split(" ") if word not in ("", _BAR)), ""
