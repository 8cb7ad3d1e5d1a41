"""The deal of Big A, and its roles: which seats hold the aces that make them partners."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Final

from engine.cards.holdings import Holdings, read_deal
from engine.cards.packed import UNKNOWN, Card, card_of, copies
from engine.climbing.deal_sizes import DealSizes
from engine.games.big_a.reader import ACE, COPIES, DECK
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


class DrawnCards:
    """The cards that a seat drew; UNKNOWN for each card that the deal does not show."""

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
    drawn: tuple[DrawnCards, ...]
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
                drawn[seat] = DrawnCards(order, last)
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


_UNMARKED: Final = DrawnCards(None)


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


Roles = tuple[int, int]
"""Declarer and partner by number, the same twice if the declarer is alone.  The partner is NOBODY if no seat has a
second copy.
"""

NOBODY: Final = -1
HEARTS: Final = card_of(ACE, 1)


class BigA:
    """The Big A of one hand: which card it is, which seats have shown a copy, and which seats can hold one.

    The first copy is the one that made its holder declarer; the other is the second copy.
    """

    def __init__(self, holdings: Holdings, drawn: Sequence[DrawnCards], firsts: Sequence[int]) -> None:
        """``firsts`` are the seats that can have drawn first."""
        self.ace: Card | None = None
        self.declarer: int | None = None
        """The seat that exposed an ace and was not overcalled."""
        self.both_shown = False
        """Whether both copies were shown before the play."""
        self.partner: int | None = None
        """The seat that showed the second copy."""
        self.final = False
        """Whether the declarer cannot be overcalled any more."""
        self.captors: Final[list[int]] = []
        """The seats that captured copies from the table, in order."""
        self.ruled_out: set[Roles] = set()
        """Roles under which the hand would have ended before an action in the log."""
        self._holdings: Final = holdings
        self._drawn: Final = drawn
        self._firsts: Final = firsts
        self._played = [0] * SEATS
        """By seat, the number of copies that it was dealt and has played."""
        self._captive = [0] * SEATS
        """By seat, the number of captured copies that it holds."""
        self._settled: Roles | None = None
        self._led: int | None = None

    def expose(self, seat: int, ace: Card, shown: int) -> None:
        """Makes a seat declarer; ``shown`` is the number of copies of the ace that it has exposed so far."""
        overcalls = self.declarer not in (None, seat)
        self.declarer, self.ace = seat, ace
        self.both_shown = shown == COPIES
        self.partner = seat if self.both_shown else None
        self.final = overcalls or self.both_shown

    def reveal(self, seat: int) -> None:
        """Makes a seat that shows the second copy after the drawing the partner."""
        self.partner, self.both_shown = seat, True

    def by_default(self) -> None:
        """Makes the aces of hearts the Big A, because no seat exposed an ace."""
        self.ace = HEARTS

    def play(self, seat: int, count: int) -> None:
        """Records that a seat plays copies.  Captured copies count as played before those that it was dealt."""
        captive = min(self._captive[seat], count)
        self._captive[seat] -= captive
        self._played[seat] += count - captive

    def had_by(self, seat: int) -> tuple[int, int]:
        """The copies that a seat was dealt and has played, and the captured copies that it holds."""
        return self._played[seat], self._captive[seat]

    def capture(self, seat: int, count: int) -> None:
        """Records that a seat captures copies from the table."""
        self._captive[seat] += count
        if count:
            self.captors.append(seat)

    def settle(self) -> None:
        """Keeps the roles from now on if they are certain, whatever later plays show."""
        possible = self.possible()
        if len(possible) == 1:
            self._settled = possible[0]

    def lead(self, seat: int) -> None:
        """Records that a seat leads as declarer.  This counts as right unless its plays contradict it."""
        self._led = seat

    def possible(self) -> tuple[Roles, ...]:
        """All roles that the known cards allow, in order of seats; empty if there is no declarer yet."""
        if self._settled is not None:
            return (self._settled,)
        if self.ace is None:
            return ()
        if self.declarer is None:
            return self._without(roles for roles in self.default_roles() if roles is not None)
        if self.partner is not None:
            return ((self.declarer, self.partner),)
        return self._without(self._with_declarer(self.declarer))

    def _without(self, roles: Iterator[Roles]) -> tuple[Roles, ...]:
        every = set(roles)
        every = {pair for pair in every if pair[0] == self._led} or every
        return tuple(sorted(every - self.ruled_out or every))

    def roles(self) -> dict[str, int]:
        """The roles that are certain."""
        possible = self.possible()
        named = zip(("declarer", "partner"), zip(*possible, strict=True), strict=False)
        return {name: seats[0] for name, seats in named if len(set(seats)) == 1 and seats[0] != NOBODY}

    def known_to_table(self, roles: Roles) -> bool:
        """Whether the second copy has been shown or played, if the roles are these."""
        declarer, partner = roles
        if self.partner is not None:
            return True
        if partner == NOBODY:
            return False
        return self._played[partner] >= (COPIES if declarer == partner else 1)

    def public_roles(self) -> dict[str, int]:
        """The roles that every seat knows, as far as the log shows this."""
        named = self.roles()
        if all(map(self.known_to_table, self.possible())):
            return named
        return {role: seat for role, seat in named.items() if role == "declarer"}

    def roles_known_to(self, seat: int) -> dict[str, int]:
        """The roles that a seat knows from its own cards and from what every seat has seen."""
        named = self.roles()
        return named if named.get("partner") == seat else self.public_roles()

    def default_roles(self) -> Iterator[Roles | None]:
        """The possible roles if no seat exposes an ace, given by the aces of hearts; None: the deal is void."""
        for owned in self._owned(HEARTS):
            holders = [seat for seat in range(SEATS) if owned[seat]]
            for up in product(*(self._can_be_up(seat, owned[seat]) for seat in holders)):
                drawn = [seat for seat, is_up in zip(holders, up, strict=True) if is_up]
                if not drawn and sum(owned) >= COPIES:
                    yield None
                for first in self._firsts if drawn else ():
                    declarer = min(drawn, key=lambda seat: (seat - first) % SEATS)
                    yield from _partners(declarer, owned)

    def _with_declarer(self, declarer: int) -> Iterator[Roles]:
        assert self.ace is not None
        for owned in self._owned(self.ace):
            yield from _partners(declarer, owned)

    def _owned(self, ace: Card) -> Iterator[list[int]]:
        """Every distribution of the copies of an ace that the deal can have had, as the number of each seat."""
        holdings = self._holdings
        at_least = [
            self._played[seat] + copies(holdings.known[seat], ace) - self._captive[seat] for seat in range(SEATS)
        ]
        missing = max(COPIES - sum(at_least), 0)
        if holdings.pool is not None:
            missing = min(missing, copies(holdings.pool, ace))
        unsure = [seat for seat in range(SEATS) if holdings.hidden[seat]]
        ways = [
            way
            for way in combinations_with_replacement(unsure, missing)
            if all(way.count(seat) <= holdings.hidden[seat] for seat in way)
        ]
        for way in ways or [()]:
            yield [at_least[seat] + way.count(seat) for seat in range(SEATS)]

    def _can_be_up(self, seat: int, owned: int) -> list[bool]:
        """Whether a seat that was dealt aces of hearts drew one before its last card: all answers that are possible."""
        drawn = self._drawn[seat]
        if owned > 1:
            return [True]
        if drawn.order is None:
            return [True, False]
        if HEARTS in drawn.order:
            return [True]
        if drawn.face_down == HEARTS:
            return [False]
        up = [True] if UNKNOWN in drawn.order else []
        return up + ([False] if drawn.face_down == UNKNOWN else []) or [True]


def _partners(declarer: int, owned: Sequence[int]) -> Iterator[Roles]:
    """The roles with a given declarer, from the number of copies of each seat; with both, the declarer is alone."""
    if owned[declarer] >= COPIES:
        yield declarer, declarer
        return
    for partner in [seat for seat in range(SEATS) if owned[seat] and seat != declarer] or [NOBODY]:
        yield declarer, partner
