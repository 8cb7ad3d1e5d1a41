"""The emperor card: accepted, declined and passed on."""

from typing import Final

from engine.cards.packed import EMPEROR_JOKER, copies, pack
from engine.climbing.table import Table
from engine.games.bao_huang.codes import ROLE_NOT_ALLOWED
from engine.games.bao_huang.exchange import BaoHuangExchange
from engine.games.bao_huang.reader import CrownAnswer, declaration
from engine.games.bao_huang.roles import KnownRoles
from engine.games.bao_huang.rules import BaoHuangRules
from engine.rulebook.sentences import say

_OF_EMPEROR: Final = frozenset({"answered", "sixth", "no-emperor-card"})
_OF_TRIPLET: Final = frozenset({"no-triplet", "triplet"})


class EmperorCard:
    """The answers of the seats that get the emperor card in one hand."""

    def __init__(self, table: Table, rules: BaoHuangRules, roles: KnownRoles, exchange: BaoHuangExchange) -> None:
        self._table: Final = table
        self._rules: Final = rules
        self._roles: Final = roles
        self._exchange: Final = exchange
        self.presumed = False
        """Whether a seat passed before the first play, so that the card counts as accepted until it is declined."""
        self.accepted = False
        """Whether an action of the log accepts the emperor card."""

    def answer(self, seat: int, action: CrownAnswer, text: str) -> None:
        """Does an `accept` or a `decline`."""
        verb = "accept" if action.accepts else "decline"
        if self._table.round.played:
            self._table.unexpected(seat, verb, text, say("a play or a pass"))
            return
        missing = self._exchange.end(seat, text)
        self._hear_unread_decline(seat)
        if self.presumed and seat == self._roles.emperor and not action.accepts:
            self._roles.emperor = None
        if action.accepts and seat == self._roles.emperor and not self.accepted:
            self.accepted = True
            return
        variant = self.no_answer(seat, declines=not action.accepts)
        if action.accepts and not variant and self._roles.triplet and self._roles.may_show(seat) is False:
            variant = "no-triplet"
        if variant:
            self.not_allowed(seat, text, variant, silent=missing)
        elif action.accepts:
            self.accept(seat)
            self.accepted = True
        else:
            self._decline(seat)
            if self.presumed:
                self.settle(seat, plays=False)

    def _hear_unread_decline(self, seat: int) -> None:
        """Counts declines that could not be read as declines if the next seat then acts as the holder of the card."""
        decliners: list[int] = []
        holder = self._roles.holder()
        while (
            holder is not None
            and holder != seat
            and (holder, "decline") in self._table.unread
            and holder not in decliners
        ):
            decliners.append(holder)
            holder = self._next_holder(holder)
        if self._roles.emperor is None and holder == seat:
            for decliner in decliners:
                self._table.unread.remove((decliner, "decline"))
                self._decline(decliner)

    def _next_holder(self, seat: int) -> int:
        step = 1 if self._rules.emperor_pass == "with_play" else -1  # noqa: S105
        return (seat + step) % len(self._table.seats)

    def no_answer(self, seat: int, *, declines: bool) -> str:
        """Why a seat may not answer now, as a variant of `role-not-allowed`; empty if it may."""
        if self._roles.emperor is not None:
            return "answered"
        if self._roles.declines >= len(self._table.seats):
            if declines:
                return "sixth"
            return "" if self._roles.may_be_forced(seat) else "no-emperor-card"
        holder = self._roles.holder()
        if holder is None:
            sure = self._table.holdings.hidden[seat] == 0 and any(self._table.holdings.hidden)
            return "no-emperor-card" if sure else ""
        return "" if seat == holder else "no-emperor-card"

    def not_allowed(self, seat: int, text: str, variant: str, *, silent: bool, column: int | None = None) -> None:
        self._table.ineffective.add(self._table.done)
        if not silent:
            holder = self._roles.holder()
            self._table.report(
                ROLE_NOT_ALLOWED,
                "emperor" if variant in _OF_EMPEROR else "protector" if variant in _OF_TRIPLET else "declarations",
                seat,
                column=column,
                recorded=text,
                variant=variant,
                holder=say("the holder of the emperor card") if holder is None else self._table.seats[holder],
                what=declaration(text.split()[2]) if len(text.split()) > 2 else "",
            )

    def accept(self, seat: int) -> None:
        """Makes a seat emperor.  If every seat declined, the card goes to the seat that must accept it."""
        holder = self._roles.holder()
        if holder is None:
            self._roles.learn(seat, EMPEROR_JOKER)
        elif holder != seat:
            self._pass_card(holder, seat)
        if self._roles.first_holder is None:
            self._roles.first_holder = seat
        self._roles.emperor = seat
        self._table.public[seat] |= pack([EMPEROR_JOKER])
        self._roles.find_protector()

    def _decline(self, seat: int) -> None:
        if self._roles.holder() is None:
            self._roles.learn(seat, EMPEROR_JOKER)
        if self._roles.first_holder is None:
            self._roles.first_holder = seat
        self._roles.declines += 1
        self._pass_card(seat, self._next_holder(seat))

    def _pass_card(self, seat: int, to: int) -> None:
        if copies(self._table.holdings.known[seat], EMPEROR_JOKER):
            self._table.holdings.take(seat, [EMPEROR_JOKER])
            self._table.holdings.give(to, EMPEROR_JOKER)
        self._table.public[seat] &= ~pack([EMPEROR_JOKER])
        self._table.public[to] |= pack([EMPEROR_JOKER])

    def settle(self, seat: int, *, plays: bool) -> None:
        """At the first play or pass, makes the holder of the emperor card emperor if the log has no answer."""
        if self._roles.emperor is None:
            holder = self._roles.accepter(seat if plays else None)
            if holder is None and plays and self._roles.may_hold_card(seat):
                holder = seat
            if holder is not None:
                self.accept(holder)
        self._roles.find_protector()
