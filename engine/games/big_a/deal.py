"""The deal of Big A: the number of cards that each seat draws, in which order, and which card is left face down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards.holdings import Holdings, read_deal
from engine.cards.packed import UNKNOWN, Card
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


@dataclass(frozen=True, slots=True)
class Sizes:
    """The number of cards that each seat draws, and the seats that can have drawn first."""

    sizes: tuple[int, ...]
    """By seat, the most cards that it can have if its size is not known."""
    unsure: tuple[bool, ...]
    """By seat, whether it may have one card fewer."""
    firsts: tuple[int, ...]

    @classmethod
    def of(cls, first: int | None, counts: Sequence[int | None]) -> "Sizes":
        """The sizes if a seat drew first; with None, from the number of cards of each seat in the deal (None: not in
        it).
        """
        if first is not None:
            return cls(tuple(size_of_hand(seat, first) for seat in range(SEATS)), (False,) * SEATS, (first,))
        wrong = [
            sum(count not in (None, size_of_hand(seat, start)) for seat, count in enumerate(counts))
            for start in range(SEATS)
        ]
        best = [start for start in range(SEATS) if wrong[start] == min(wrong)]
        if min(wrong):
            return cls(
                tuple(size_of_hand(seat, best[0]) for seat in range(SEATS)), (False,) * SEATS, tuple(range(SEATS))
            )
        possible = [{size_of_hand(seat, start) for start in best} for seat in range(SEATS)]
        return cls(tuple(map(max, possible)), tuple(len(sizes) > 1 for sizes in possible), tuple(best))


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
    sizes: Sizes
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
    shown = [_count(texts[name]) if name in texts else None for name in seats] if first is None else ()
    sizes = Sizes.of(first, shown)
    dealt = read_deal(texts, seats, sizes.sizes, DECK, hand=hand, game="big_a")
    return BigADeal(dealt.holdings, sizes, tuple(drawn), findings + dealt.findings)


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
