"""Cards shown for the emperor card, declarations, and the redeal of a void deal."""

from collections.abc import Sequence
from typing import Any, Final

from engine.cards.packed import PROTECTOR_JOKER, SUITED, Card, cards_text, copies, pack
from engine.climbing.faults import first_lacking
from engine.climbing.table import Table
from engine.games.bao_huang.emperor_card import EmperorCard
from engine.games.bao_huang.exchange import BaoHuangExchange
from engine.games.bao_huang.reader import Cards, Declare
from engine.games.bao_huang.roles import SHOWN, KnownRoles
from engine.games.bao_huang.rules import BaoHuangRules
from engine.rulebook.codes import CARD_NOT_HELD, OUT_OF_TURN
from engine.rulebook.sentences import say


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
        if what not in self.declared:
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
        self.void = self._table.round.ended = True
