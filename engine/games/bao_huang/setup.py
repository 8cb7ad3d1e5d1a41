"""The facts before a hand of Bao Huang: which seat took the first card, and how the hand before ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.games.bao_huang.roles import ROLE_WORDS
from engine.games.bao_huang.scoring import Roles
from engine.games.bao_huang.tribute import BaoHuangDebts
from engine.record.match import Setup, given
from engine.recorded.results import bad_place, finish_agrees, finish_text, read_finish, unknown_seat
from engine.recorded.setup import SetupFacts
from engine.rulebook.sentences import enumerated, say

SETUP_FIELDS: Final = frozenset({"totals", "first", "previous"})
"""The facts before a hand that this game reads."""


@dataclass(frozen=True, slots=True)
class Previous:
    """The facts of the hand before that decide about tribute; None is unknown."""

    finish: list[list[int]] | None
    emperor: int | None
    protector: int | None

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
            of_hand = finish, before.emperor, before.protector
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
            finish, emperor, protector = before
            self.previous = Previous(None if finish is None else [list(place) for place in finish], emperor, protector)
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
        first = given(self.setup.first)
        if first is not None:
            self.first = self.seat("first", first)
        previous = given(self.setup.previous)
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
