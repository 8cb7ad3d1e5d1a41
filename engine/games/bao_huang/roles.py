"""The setup of a hand of Bao Huang, and its roles: which seats are emperor and protector, by the cards in the log."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from engine.cards.packed import EMPEROR_JOKER, PROTECTOR_JOKER, SUITED, Card, bare_of, copies
from engine.climbing.table import Table
from engine.games.bao_huang.scoring import Roles
from engine.games.bao_huang.tribute import BaoHuangDebts
from engine.record.match import Setup, given_value
from engine.recorded.results import bad_place, finish_agrees, finish_text, read_finish, unknown_seat
from engine.recorded.setup import SetupFacts
from engine.rulebook.sentences import Text, enumerated, say, say_of

SHOWN: Final = 3
"""The number of cards of one rank and suit that an emperor shows; the holder of the fourth is the protector."""
ROLE_WORDS: Final[Mapping[str, Text]] = MappingProxyType(
    {"emperor": say_of("bao_huang", "emperor"), "protector": say_of("bao_huang", "protector")}
)


class KnownRoles:
    """What is known of the roles of one hand."""

    def __init__(self, table: Table, *, triplet: bool) -> None:
        """``triplet`` says whether the holder of the fourth card to three shown ones is the protector."""
        self._seats: Final = table.seats
        self._holdings: Final = table.holdings
        self.triplet: Final = triplet
        self.emperor: int | None = None
        self.protector: int | None = None
        self.declines = 0
        """The number of times that the emperor card was declined."""
        self.first_holder: int | None = None
        """The seat that was dealt the emperor card."""
        self.shown: Card | None = None
        """The card that an emperor has shown three or four times."""
        self.fourths: list[int] = []
        """The seats that may hold the fourth card to three shown ones."""
        self.perhaps_protectors: set[int] = set()
        """The seats that played a black joker from their hidden cards, which may have been the marked one."""
        self.marked_gone = False
        """Whether one of these black jokers must have been the marked one."""

    @property
    def carried(self) -> Hashable:
        """All of it."""
        return (
            self.emperor,
            self.protector,
            self.declines,
            self.first_holder,
            self.shown,
            tuple(self.fourths),
            frozenset(self.perhaps_protectors),
            self.marked_gone,
        )

    def holder(self) -> int | None:
        """The seat that holds the emperor card; None if it is not known."""
        known = self._holdings.known
        return next((seat for seat in range(len(known)) if copies(known[seat], EMPEROR_JOKER)), None)

    def find_protector(self) -> int | None:
        """The protector of the emperor, or the emperor itself if it is alone; None if it is not known."""
        if self.protector is None and self.emperor is not None and not self.triplet:
            known = self._holdings.known
            self.protector = next((seat for seat in range(len(known)) if copies(known[seat], PROTECTOR_JOKER)), None)
            if self.protector is None and self.marked_gone and len(self.perhaps_protectors) == 1:
                (self.protector,) = self.perhaps_protectors
        return self.protector

    def possible(self) -> list[Roles]:
        """Every pair of emperor and protector that is possible."""
        protector = self.find_protector()
        unsure = [seat for seat, hidden in enumerate(self._holdings.hidden) if hidden]
        emperors = unsure if self.emperor is None else [self.emperor]
        if protector is not None:
            return [Roles(emperor, protector) for emperor in emperors]
        if self.triplet:
            unsure = self.fourths or list(range(len(self._seats)))
        else:
            unsure = sorted(self.perhaps_protectors | (set() if self.marked_gone else set(unsure)))
        return [Roles(emperor, seat) for emperor in emperors for seat in unsure]

    def learn(self, seat: int, card: Card) -> None:
        """Makes it known that a seat holds a card, if the card may be among its hidden cards."""
        holdings = self._holdings
        if not copies(holdings.known[seat], card) and holdings.hidden[seat]:
            holdings.hidden[seat] -= 1
            holdings.reveal(card)
            holdings.give(seat, card)
            holdings.settle()

    def may_show(self, seat: int) -> bool | None:
        """Whether a seat can show three cards of one rank and suit; None if it is not known."""
        holdings = self._holdings
        known, hidden, pool = holdings.shown(seat), holdings.hidden[seat], holdings.pool
        able: bool | None = False
        for card in SUITED:
            held = copies(known, card)
            if held >= SHOWN:
                return True
            unseen = hidden if pool is None else min(hidden, copies(pool, card) + copies(pool, bare_of(card)))
            if held + copies(known, bare_of(card)) + unseen >= SHOWN:
                able = None
        return able

    def forced(self) -> int | None:
        """After every seat declined, the seat that must accept; None if there is none, or if it is not known."""
        if self.declines < len(self._seats) or self.first_holder is None:
            return None
        if not self.triplet:
            return self.first_holder
        for step in range(len(self._seats)):
            seat = (self.first_holder + step) % len(self._seats)
            able = self.may_show(seat)
            if able is not False:
                return seat if able else None
        return None

    def may_be_forced(self, seat: int) -> bool:
        """After every seat declined, whether a seat may be the one that must accept."""
        if not self.triplet or self.first_holder is None:
            return seat == self.first_holder
        before = [
            (self.first_holder + step) % len(self._seats)
            for step in range((seat - self.first_holder) % len(self._seats))
        ]
        return self.may_show(seat) is not False and not any(self.may_show(other) for other in before)

    def accepter(self, seat: int | None) -> int | None:
        """The seat that has accepted if the log has no answer; ``seat`` is the seat that plays."""
        if self.declines < len(self._seats):
            return self.holder()
        return seat if seat is not None and self.may_be_forced(seat) else self.forced()

    def void_due(self) -> bool:
        """Whether no seat can be emperor, so that the deal is void."""
        if not self.triplet or self.emperor is not None or self.declines < len(self._seats):
            return False
        return all(self.may_show(seat) is False for seat in range(len(self._seats)))

    def find_fourth(self) -> None:
        """Finds the holder of the fourth card to the three shown ones."""
        if self.protector is not None or self.shown is None or self.emperor is None:
            return
        self.fourths = [seat for seat in range(len(self._seats)) if self.may_protect(seat)]
        if len(self.fourths) == 1:
            (self.protector,) = self.fourths

    def may_protect(self, seat: int) -> bool:
        """Whether a seat may be the protector."""
        if not self.triplet:
            return self._holdings.hidden[seat] > 0 or copies(self._holdings.known[seat], PROTECTOR_JOKER) > 0
        lacking = self._holdings.lacking
        if self.shown is not None:
            return not lacking(seat, [self.shown] * (SHOWN + 1 if seat == self.emperor else 1))
        return seat != self.emperor or any(not lacking(seat, [card] * (SHOWN + 1)) for card in SUITED)

    def may_hold_card(self, seat: int) -> bool:
        """Whether a seat may hold the emperor card if its holder is not known.  If no hand has hidden cards, any seat
        may.
        """
        return self._holdings.hidden[seat] > 0 or not any(self._holdings.hidden)

    def learn_from(self, seat: int, cards: Sequence[Card]) -> None:
        """Learns roles from cards that a seat plays."""
        if self.emperor is None and EMPEROR_JOKER in cards:
            self.emperor = seat
        if self.protector is None and not self.triplet and PROTECTOR_JOKER in cards:
            self.protector = seat
        if self.protector is None and self.triplet and self.shown in cards and seat != self.emperor:
            self.protector = seat

    def play_unseen(self, seat: int, cards: list[Card], plain: Card, marked: Card, count: int) -> None:
        """Learns from plain jokers played from hidden cards.  Each of them may be the marked joker.

        If there are more of them than the deck has plain ones, one of them was the marked joker.
        """
        pool = self._holdings.pool
        if not self._holdings.hidden[seat] or (pool is not None and not copies(pool, marked)):
            return
        if marked == PROTECTOR_JOKER and not self.triplet and self.find_protector() is None:
            self.perhaps_protectors.add(seat)
        if pool is not None and copies(pool, plain) < count and marked not in cards:
            cards[cards.index(plain)] = marked
            self.marked_gone = self.marked_gone or marked == PROTECTOR_JOKER

    def named(self) -> tuple[tuple[str, str], ...]:
        """The roles that follow from the log: (role, seat)."""
        roles: list[tuple[str, str]] = []
        protector = self.find_protector()
        if self.emperor is not None:
            roles.append(("emperor", self._seats[self.emperor]))
            if protector is not None:
                roles.append(("protector", self._seats[protector]))
        return tuple(roles)


SETUP_FIELDS: Final = frozenset({"totals", "first", "previous"})
"""The facts before a hand that this game reads."""


@dataclass(frozen=True, slots=True)
class Previous:
    """The facts of the hand before that decide about tribute; None is unknown."""

    finish: list[list[int]] | None
    emperor: int | None
    protector: int | None
    solo: bool | None = None
    """Whether an emperor who was alone declared it; None is unknown."""

    @property
    def roles(self) -> Roles | None:
        """The roles, if both are known."""
        if self.emperor is None or self.protector is None:
            return None
        return Roles(self.emperor, self.protector)


Owed = tuple[BaoHuangDebts | None, bool]
"""The debts at the beginning of a hand, and whether they are known."""


@dataclass(slots=True)
class BaoHuangStanding:
    """What carries over from hand to hand."""

    previous: Previous | None = None
    """None: no hand came before."""
    sure: bool = True
    """Whether it was computed from a whole hand, so that a setup can contradict it."""
    first: int | None = None
    """The seat that took the first card of a void deal, and so does it again; None after any other hand."""
    owed: Owed | None = None
    """None: not worked out yet."""

    @property
    def carried(self) -> tuple[Any, ...]:
        """All of it, for ``carry``."""
        before, owed = self.previous, self.owed
        if before is not None:
            finish = None if before.finish is None else tuple(map(tuple, before.finish))
            of_hand = finish, before.emperor, before.protector, before.solo
        if owed is not None:
            debts = None if owed[0] is None else owed[0].carried
        return (
            None if before is None else of_hand,
            None if owed is None else (debts, owed[1]),
            self.sure,
            self.first,
        )

    def carry(self, carried: tuple[Any, ...]) -> None:
        """Goes on from what ``carried`` was."""
        before, owed, self.sure, self.first = carried
        self.previous = self.owed = None
        if before is not None:
            finish, emperor, protector, solo = before
            self.previous = Previous(
                None if finish is None else [list(place) for place in finish], emperor, protector, solo
            )
        if owed is not None:
            debts, known = owed
            self.owed = None if debts is None else BaoHuangDebts.of(debts), known


class BaoHuangSetupReader(SetupFacts):
    """Reads the setup of one hand into the standing, and reports what contradicts it."""

    def __init__(self, standing: BaoHuangStanding, seats: Sequence[str], hand: int, setup: Setup) -> None:
        super().__init__(seats, hand, setup)
        self.first: int | None = standing.first
        self._standing: Final = standing

    def read(self) -> None:
        """Reads ``first``, and updates the standing with what the log says; ``read_totals`` comes before."""
        first = given_value(self.setup.first)
        if first is not None:
            self.first = self.seat("first", first)
        previous = given_value(self.setup.previous)
        if previous is not None:
            self._read_previous(previous)
        elif self.hand == 0 and self.totals:
            self._standing.previous, self._standing.sure = Previous(None, None, None), False
            self._standing.owed = None

    def _read_previous(self, previous: object) -> None:
        wanted = say("finish, emperor and protector of the hand before")
        if not isinstance(previous, dict):
            self.malformed("previous", say("it is a list, not an object"), wanted)
            return
        finish = self._read_finish(previous.get("finish"))
        emperor = self._read_seat(previous, "emperor")
        protector = self._read_seat(previous, "protector")
        known = self._standing.previous
        if known is None and self.hand > 0:
            known = Previous([], None, None)
        if (
            known is not None
            and self._standing.sure
            and self.hand > 0
            and self._agrees(finish, emperor, protector, known)
        ):
            finish = known.finish or finish
        base = known or Previous(None, None, None)
        self._standing.previous = Previous(
            base.finish if finish is None else finish,
            base.emperor if emperor is None else emperor,
            base.protector if protector is None else protector,
        )
        self._standing.sure, self._standing.owed = False, None

    def _read_finish(self, finish: Any) -> list[list[int]] | None:
        if finish is None:
            return None
        listed = isinstance(finish, list) and all(
            isinstance(item, str) or (isinstance(item, list) and all(isinstance(name, str) for name in item))
            for item in finish
        )
        places = read_finish(finish, self.numbers) if listed else ""
        if isinstance(places, str):
            reason = bad_place(places, self.numbers) if places else say("finish is not a list of seats")
            self.malformed("previous", reason, say("a list of seats in the order of finish"))
            return None
        return places

    def _read_seat(self, previous: Mapping[str, Any], role: str) -> int | None:
        name = previous.get(role)
        if name is None:
            return None
        seat = self.numbers.get(name) if isinstance(name, str) else None
        if seat is None:
            reason = say("the {role} is the {seat}", role=ROLE_WORDS[role], seat=unknown_seat(name))
            self.malformed("previous", reason, say("one of {seats}", seats=self.listed()))
        return seat

    def _agrees(
        self, finish: list[list[int]] | None, emperor: int | None, protector: int | None, known: Previous
    ) -> bool:
        """Whether a stated result agrees with a known one, in the parts that both have.  Reports it if not."""
        stated: list[str] = []
        computed: list[str] = []
        if finish is not None and known.finish is not None and not finish_agrees(finish, known.finish):
            stated.append(finish_text(finish, self.seats))
            computed.append(finish_text(known.finish, self.seats))
        for role, seat, true in (("emperor", emperor, known.emperor), ("protector", protector, known.protector)):
            if seat is not None and true is not None and seat != true:
                stated.append(say("{role} {seat}", role=ROLE_WORDS[role], seat=self.seats[seat]))
                computed.append(say("{role} {seat}", role=ROLE_WORDS[role], seat=self.seats[true]))
        if stated:
            self.mismatch("bao_huang.tribute", "previous", enumerated(stated), enumerated(computed))
        return not stated
