"""The deal of Big A: how many cards each seat draws, in which order, and which card is left face down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import UNKNOWN, Card
from engine.codes import MALFORMED
from engine.findings import Finding, finding
from engine.games.big_a.book import DECK
from engine.holdings import Holdings, read_deal

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


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the deal says of a seat's drawing; cards that it does not show are UNKNOWN."""

    order: tuple[Card, ...] | None
    """The cards drawn but the last, in order; None where the deal does not tell the last from the others."""
    face_down: Card = UNKNOWN


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
    drawn = [Drawn(None)] * len(seats)
    counts: list[int | None] = [None] * len(seats)
    findings: list[Finding] = []
    for name, text in (deal or {}).items():
        seat = seats.get(name)
        words = text.split()
        if seat is not None and _BAR in words:
            if words.count(_BAR) == 1 and words[-2:-1] == [_BAR]:
                del words[-2]
                cards = tuple(DECK.spellings.get(word, UNKNOWN) for word in words)
                drawn[seat] = Drawn(cards[:-1], cards[-1])
            else:
                words = [word for word in words if word != _BAR]
                findings.append(
                    finding(MALFORMED, "log.deal", hand=hand, dealt=name, variant="deal-card", recorded=_BAR)
                )
            text = " ".join(words)
        texts[name] = text
        if seat is not None:
            counts[seat] = len(words)
    sizes = Sizes.of(first, counts)
    dealt = read_deal(texts, seats, sizes.sizes, DECK, hand=hand, game="big_a")
    return BigADeal(dealt.holdings, sizes, tuple(drawn), findings + dealt.findings)
