"""Who is declarer and who its partner, as far as the cards tell, and what the table knows of it."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import Final

from engine.cards.holdings import Holdings
from engine.cards.packed import UNKNOWN, Card, card_of, copies
from engine.games.big_a.deal import SEATS, Drawn
from engine.games.big_a.reader import ACE, COPIES

Roles = tuple[int, int]
"""Declarer and partner by number, the same twice where the declarer is alone; NOBODY where nobody has a second copy."""

NOBODY: Final = -1
HEARTS: Final = card_of(ACE, 1)


class BigA:
    """The Big A of one hand: which card it is, who has shown a copy, and who can hold them.

    The first copy is the one that made the declarer declarer, the second the other.
    """

    def __init__(self, holdings: Holdings, drawn: Sequence[Drawn], firsts: Sequence[int]) -> None:
        """``firsts`` are the seats that can have drawn first."""
        self.ace: Card | None = None
        self.declarer: int | None = None
        """Who exposed an ace and was not overcalled."""
        self.both_shown = False
        """Whether both copies were shown before the play."""
        self.partner: int | None = None
        """Who showed the second copy."""
        self.final = False
        """Whether the declarer cannot be overcalled any more."""
        self.ruled_out: set[Roles] = set()
        """Roles under which the hand would have ended before an action that came."""
        self._holdings: Final = holdings
        self._drawn: Final = drawn
        self._firsts: Final = firsts
        self._played = [0] * SEATS
        """By seat how many copies of its own it has played."""
        self._captive = [0] * SEATS
        """By seat how many captured copies it holds."""
        self._settled: Roles | None = None
        self._led: int | None = None

    def expose(self, seat: int, ace: Card, shown: int) -> None:
        """A seat becomes or stays declarer by some copies of an ace that lie open in all."""
        overcalls = self.declarer not in (None, seat)
        self.declarer, self.ace = seat, ace
        self.both_shown = shown == COPIES
        self.partner = seat if self.both_shown else None
        self.final = overcalls or self.both_shown

    def reveal(self, seat: int) -> None:
        """A seat shows the second copy, all cards being up."""
        self.partner, self.both_shown = seat, True

    def by_default(self) -> None:
        """Nobody exposed an ace: the aces of hearts are the Big A."""
        self.ace = HEARTS

    def play(self, seat: int, count: int) -> None:
        """A seat plays copies that it holds; a captured one goes before its own."""
        captive = min(self._captive[seat], count)
        self._captive[seat] -= captive
        self._played[seat] += count - captive

    def capture(self, seat: int, count: int) -> None:
        """Copies go into a hand from the table."""
        self._captive[seat] += count

    def settle(self) -> None:
        """Keeps the roles from now on if they are certain; what the play shows later cannot unsay them."""
        possible = self.possible()
        if len(possible) == 1:
            self._settled = possible[0]

    def lead(self, seat: int) -> None:
        """A seat leads as the declarer may: taken as right, so long as what it plays does not gainsay it."""
        self._led = seat

    def possible(self) -> tuple[Roles, ...]:
        """All roles that the cards known allow, in order of seats; none where there is no declarer yet."""
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
        every = {each for each in every if each[0] == self._led} or every
        return tuple(sorted(every - self.ruled_out or every))

    def roles(self) -> dict[str, int]:
        """The roles as far as they are certain."""
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
        """The roles that everybody at the table knows, as far as whoever reads the log can tell."""
        named = self.roles()
        if all(map(self.known_to_table, self.possible())):
            return named
        return {role: seat for role, seat in named.items() if role == "declarer"}

    def roles_known_to(self, seat: int) -> dict[str, int]:
        """The roles that a seat knows by its own cards and by what all have seen."""
        named = self.roles()
        return named if named.get("partner") == seat else self.public_roles()

    def default_roles(self) -> Iterator[Roles | None]:
        """The roles that the aces of hearts give when nobody exposes, as far as known; None: the deal is void."""
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
        """Every way in which the seats can have been dealt the copies of an ace."""
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
        """Whether a seat that was dealt aces of hearts has one among the cards drawn but the last, as far as known."""
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
    """The roles under which a seat is declarer, by how many copies each seat was dealt; with both it is alone."""
    if owned[declarer] >= COPIES:
        yield declarer, declarer
        return
    for partner in [seat for seat in range(SEATS) if owned[seat] and seat != declarer] or [NOBODY]:
        yield declarer, partner
