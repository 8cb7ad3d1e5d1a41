"""The deal of Big A: how many cards each seat draws, in which order, and which card is left face down."""

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
    """How many cards a seat draws where another draws first."""
    return MORE if (seat - first) % SEATS < _WITH_MORE else FEWER


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many cards each seat draws, and who can have drawn first."""

    sizes: tuple[int, ...]
    """The most that a seat can have where its size is not known."""
    unsure: tuple[bool, ...]
    """Whether a seat may have one card fewer."""
    firsts: tuple[int, ...]

    @classmethod
    def of(cls, first: int | None, counts: Sequence[int | None]) -> "Sizes":
        """From who drew first, or else from how many cards the deal shows of each seat (None: it leaves it out)."""
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
    """What the deal says of a seat's drawing; cards that it does not show are UNKNOWN."""

    __slots__ = ("_order", "_words", "face_down")

    def __init__(self, order: str | None, last: str = "") -> None:
        """``order`` is the text of the cards drawn but the last; None where the deal does not tell that one."""
        self.face_down: Final[Card] = DECK.spellings.get(last, UNKNOWN)
        self._words: Final = order
        self._order: tuple[Card, ...] | None = None

    @property
    def order(self) -> tuple[Card, ...] | None:
        """The cards drawn but the last, in order; None where the deal does not tell the last from the others."""
        if self._order is None and self._words is not None:
            self._order = tuple(DECK.spellings.get(word, UNKNOWN) for word in self._words.split(" ") if word)
        return self._order


@dataclass(frozen=True, slots=True)
class BigADeal:
    """A deal as it was read."""

    holdings: Holdings
    sizes: Sizes
    drawn: tuple[Drawn, ...]
    findings: list[Finding]


def read_big_a_deal(
    deal: Mapping[str, str] | None, seats: Mapping[str, int], first: int | None, *, hand: int
) -> BigADeal:
    """The holdings of a deal with all cards picked up, and what it says of the drawing."""
    texts: dict[str, str] = {}
    drawn = [_NOT_TOLD] * len(seats)
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


_NOT_TOLD: Final = Drawn(None)


def _count(text: str) -> int:
    return sum(1 for word in text.split(" ") if word)


def _around_bar(text: str) -> tuple[str, str]:
    """The cards before and after the bar; all of them and nothing where it does not stand before the last."""
    order, _, last = text.rpartition(f" {_BAR} ")
    last = last.strip(" ")
    if last and " " not in last and _BAR not in order.split(" ") and order.strip(" "):
        return order, last
    return " ".join(word for word in text.split(" ") if word not in ("", _BAR)), ""
