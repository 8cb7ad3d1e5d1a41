"""The emperor card, the marked jokers, and what is declared."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from engine.cards.packed import (
    BLACK_JOKER,
    EMPEROR_JOKER,
    PROTECTOR_JOKER,
    RED_JOKER,
    SUITED,
    Card,
    card_text,
    cards_text,
    copies,
    pack,
)
from engine.climbing.faults import first_lacking
from engine.climbing.reader import Play
from engine.climbing.table import Table
from engine.games.bao_huang.reader import Cards, CrownAnswer, Declare, declaration
from engine.games.bao_huang.roles import SHOWN, KnownRoles
from engine.games.bao_huang.rules import ROLE_NOT_ALLOWED, BaoHuangRules
from engine.games.bao_huang.tribute import BaoHuangExchange
from engine.record.actions import column_of
from engine.replay.hand_findings import HandFindings
from engine.rulebook.codes import CARD_NOT_HELD, OUT_OF_TURN, READ_AS
from engine.rulebook.sentences import say

_OF_EMPEROR: Final = frozenset({"answered", "sixth", "no-emperor-card", "both-cards"})
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
        if not action.accepts and not variant and self._must_accept(seat):
            variant = "both-cards"
        if variant:
            self.not_allowed(seat, text, variant, silent=missing)
        elif action.accepts:
            self.accept(seat)
            self.accepted = True
        else:
            self._decline(seat)
            if self.presumed:
                self.settle(seat, plays=False)

    def _must_accept(self, seat: int) -> bool:
        """Whether a seat was dealt both marked jokers and may not decline for that."""
        rules, known = self._rules, self._table.holdings.known[seat]
        if rules.alone_may_decline or self._roles.triplet or self._roles.declines:
            return False
        return copies(known, EMPEROR_JOKER) > 0 and copies(known, PROTECTOR_JOKER) > 0

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


MARKED: Final = ((RED_JOKER, EMPEROR_JOKER), (BLACK_JOKER, PROTECTOR_JOKER))
"""The plain and the marked joker of each colour."""


def read_marked_jokers(table: Table, roles: KnownRoles, seat: int, play: Play, text: str) -> Play:
    """Reads ``RJ`` as ``RJ*`` if the seat holds only that (``BJ`` likewise), and learns roles from the cards played.

    If the seat may hold both, it is not known which it played; then the one of the two that is left becomes a hidden
    card.
    """
    holdings = table.holdings
    cards = list(play.cards)
    for plain, marked in MARKED:
        spare = cards.count(plain) - copies(holdings.known[seat], plain)
        if spare <= 0:
            continue
        if copies(holdings.known[seat], marked) <= cards.count(marked):
            roles.play_unseen(seat, cards, plain, marked, spare)
            continue
        if holdings.pool is not None and not copies(holdings.pool, plain):
            unseen = False
        else:
            unseen = holdings.hidden[seat] > 0 and not holdings.lacking(seat, cards)
        place = len(cards) - 1 - cards[::-1].index(plain)
        cards[place] = marked
        if unseen:
            holdings.pool = None
            continue
        report_read_as(table, seat, text, place, plain, marked)
    if holdings.hidden[seat] or roles.triplet:
        roles.learn_from(seat, play.cards)
    return replace(play, cards=tuple(cards))


def report_read_as(findings: HandFindings, seat: int, text: str, place: int, plain: Card, marked: Card) -> None:
    """Reports that a plain joker, after so many cards of a play, is read as the marked one."""
    findings.report(
        READ_AS,
        "table",
        seat,
        column=column_of(text, 2 + place),
        recorded=card_text(plain),
        reading=card_text(marked),
    )


class Declarations:
    """The cards shown and the declarations made in one hand."""

    def __init__(
        self,
        table: Table,
        rules: BaoHuangRules,
        roles: KnownRoles,
        exchange: BaoHuangExchange,
        card: EmperorCard,
        first: int | None,
    ) -> None:
        """``first`` is the seat that took the first card; None if the log does not say."""
        self._table: Final = table
        self._rules: Final = rules
        self._roles: Final = roles
        self._exchange: Final = exchange
        self._card: Final = card
        self.first = first
        self.declared: Final[list[str]] = []
        """The declarations that had an effect, in order, each once."""
        self.announced: Final[list[tuple[int, str]]] = []
        """Each declaration that had an effect, with its seat."""
        self.void = False
        """Whether the deal is void."""

    @property
    def carried(self) -> tuple[Any, ...]:
        """All of it, for ``carry``."""
        return tuple(self.declared), tuple(self.announced), self.void, self.first

    def carry(self, carried: tuple[Any, ...]) -> None:
        """Goes on from what ``carried`` was in another replay of the same hand."""
        self.declared[:], self.announced[:], self.void, self.first = carried

    def show(self, seat: int, action: Cards, text: str) -> None:
        """Does a `show`: of three cards, or of all four, which declares that the emperor is alone."""
        if self._table.round.played or not self._roles.triplet:
            self._table.unexpected(seat, "show", text, say("an accept, a decline or a play"))
            return
        missing = self._exchange.end(seat, text)
        more = self._roles.shown == action.cards[0] and len(action.cards) > SHOWN
        own = seat == self._roles.emperor and (self._roles.shown is None or more)
        variant = "" if own else self._card.no_answer(seat, declines=False)
        alike = len(set(action.cards)) == 1 and action.cards[0] in SUITED
        if not variant and not alike:
            variant = "triplet"
        if variant:
            column = action.columns[0] if variant == "triplet" else None
            self._card.not_allowed(seat, text, variant, silent=missing, column=column)
        lacking = self._table.holdings.lacking(seat, action.cards)
        if lacking:
            self._table.report(
                CARD_NOT_HELD,
                "protector",
                seat,
                column=action.columns[first_lacking(action.cards, lacking)],
                recorded=cards_text(action.cards),
                cards=cards_text(lacking),
            )
        if not variant:
            self._show(seat, action.cards)

    def _show(self, seat: int, cards: Sequence[Card]) -> None:
        card = cards[0]
        if self._roles.emperor is None:
            self._card.accept(seat)
        for _ in range(len(cards) - copies(self._table.holdings.known[seat], card)):
            if self._table.holdings.hidden[seat]:
                self._table.holdings.hidden[seat] -= 1
                self._table.holdings.reveal(card)
                self._table.holdings.give(seat, card)
        self._table.holdings.settle()
        self._roles.shown = card
        self._table.public[seat] += pack([card] * max(len(cards) - copies(self._table.public[seat], card), 0))
        if len(cards) > SHOWN:
            self._roles.protector = seat
            if self._rules.declarations != "none":
                self._declared(seat, "solo")
        else:
            self._roles.find_fourth()

    def declare(self, seat: int, action: Declare, text: str) -> None:
        """Does a declaration."""
        if self._table.round.played:
            self._table.unexpected(seat, "declare", text, say("a play or a pass"))
            return
        missing = self._exchange.end(seat, text)
        if self._roles.emperor is None and 0 < self._roles.declines < len(self._table.seats):
            self._table.ineffective.add(self._table.done)
            if not missing:
                self._table.unexpected(seat, "declare", text, say("an accept or a decline"))
            return
        before = self._roles.emperor, self._roles.protector
        accepter: int | None = None
        if self._roles.emperor is None:
            accepter = self._roles.accepter(None)
            if accepter is None and action.what == "solo" and self._roles.may_hold_card(seat):
                accepter = seat
            self._roles.emperor = accepter
        variant = self._undeclarable(seat, action.what)
        if variant:
            self._roles.emperor, self._roles.protector = before
            self._card.not_allowed(seat, text, variant, silent=missing, column=action.column)
            return
        if accepter is not None:
            self._roles.emperor, self._roles.protector = before
            self._card.accept(accepter)
        if action.what != "uprising":
            if not self._roles.triplet:
                self._roles.learn(seat, PROTECTOR_JOKER)
            self._roles.protector = seat
        self._declared(seat, action.what)

    def _undeclarable(self, seat: int, what: str) -> str:
        kind = self._rules.declarations
        if kind == "none":
            return "declare-none"
        if kind == "partner_or_solo" and what == "uprising":
            return "declare-kind"
        protector = self._roles.find_protector()
        may_protect = seat == protector or (protector is None and self._roles.may_protect(seat))
        is_emperor = seat == self._roles.emperor or (
            self._roles.emperor is None and self._table.holdings.hidden[seat] > 0
        )
        if what == "uprising":
            allowed = seat not in (self._roles.emperor, protector)
        elif what == "protector":
            allowed = may_protect and seat != self._roles.emperor
        else:
            allowed = may_protect and is_emperor
        return "" if allowed else "declare-role"

    def _declared(self, seat: int, what: str) -> None:
        self.announced.append((seat, what))
        rebels = {rebel for rebel, said in self.announced if said == "uprising"}
        second = self._rules.declarations == "two_rebels" and len(rebels) > 1
        if what not in self.declared or (what == "uprising" and second and self.declared.count(what) == 1):
            self.declared.append(what)

    def redeal(self, seat: int, text: str) -> None:
        """Does a `redeal`, which ends a void deal."""
        if self._table.round.played or not self._roles.triplet:
            self._table.unexpected(seat, "redeal", text, say("a play or a pass"))
            return
        missing = self._exchange.end(seat, text)
        open_still = (
            self._roles.declines >= len(self._table.seats)
            and self._roles.emperor is None
            and self._roles.forced() is None
        )
        if not open_still:
            self._table.ineffective.add(self._table.done)
            if not missing:
                self._table.unexpected(seat, "redeal", text, say("an accept, a decline or a play"))
            return
        if self.first not in (None, seat) and not missing:
            assert self.first is not None
            self._table.report(OUT_OF_TURN, "protector", seat, recorded=text, turn=self._table.seats[self.first])
        self.end_void()

    def end_void(self) -> None:
        """Ends a void deal."""
        self.void = self._table.round.ended = True
