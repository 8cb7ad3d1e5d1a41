"""Who is emperor and who protects it: the emperor card passed on, cards shown, and declarations."""

from collections.abc import Sequence
from typing import Final

from engine.cards.holdings import Holdings
from engine.cards.packed import EMPEROR_JOKER, PROTECTOR_JOKER, SUITED, Card, bare_of, cards_text, copies, pack
from engine.climbing.hand import first_lacking
from engine.games.bao_huang.codes import ROLE_NOT_ALLOWED
from engine.games.bao_huang.reader import Answer, BaoHuangReader, Cards, Declare
from engine.games.bao_huang.rules import BaoHuangRules
from engine.games.bao_huang.scoring import Roles
from engine.games.bao_huang.tribute import Tribute
from engine.games.bao_huang.tribute_hand import TributeHand
from engine.rulebook.codes import CARD_NOT_HELD, OUT_OF_TURN

SHOWN: Final = 3
"""Cards of one rank and suit that an emperor shows; the fourth makes the protector."""


class RolesHand(TributeHand):
    """A hand as far as its roles go."""

    def __init__(
        self,
        index: int,
        reader: BaoHuangReader,
        holdings: Holdings,
        rules: BaoHuangRules,
        tribute: Tribute,
        first: int | None,
    ) -> None:
        """``first``: who took the first card, None where the log does not say."""
        super().__init__(index, reader, holdings, rules, tribute)
        self.first: Final = first
        self.triplet: Final = rules.protector == "triplet"
        self.emperor: int | None = None
        self.presumed = False
        """Whether somebody passed before the first play, so that the card seemed accepted; it may yet be declined."""
        self.accepted = False
        """Whether the emperor card was accepted in so many words."""
        self.declines = 0
        self.first_holder: int | None = None
        self.protector: int | None = None
        self.perhaps_protectors: set[int] = set()
        """Seats that played a black joker nobody knew they held, which may have been the marked one."""
        self.marked_gone = False
        """Whether the marked black joker must have been one of those."""
        self.shown: Card | None = None
        """The card of which three or four were shown."""
        self.fourths: list[int] = []
        """The seats that may hold the fourth to three shown."""
        self.declared: list[str] = []
        """What was declared with effect, in order, each once."""
        self.announced: list[tuple[int, str]] = []
        """Who declared what, with effect."""
        self.void = False

    def holder(self) -> int | None:
        """Who holds the emperor card, None where that is not known."""
        known = self.holdings.known
        return next((seat for seat in range(len(known)) if copies(known[seat], EMPEROR_JOKER)), None)

    def find_protector(self) -> int | None:
        """Who protects the emperor, the emperor itself where it is alone; None where that is not known."""
        if self.protector is None and self.emperor is not None and not self.triplet:
            known = self.holdings.known
            self.protector = next((seat for seat in range(len(known)) if copies(known[seat], PROTECTOR_JOKER)), None)
            if self.protector is None and self.marked_gone and len(self.perhaps_protectors) == 1:
                (self.protector,) = self.perhaps_protectors
        return self.protector

    def possible_roles(self) -> list[Roles]:
        """Every choice of emperor and protector that what is known leaves open."""
        protector = self.find_protector()
        unsure = [seat for seat, hidden in enumerate(self.holdings.hidden) if hidden]
        emperors = unsure if self.emperor is None else [self.emperor]
        if protector is not None:
            return [Roles(emperor, protector) for emperor in emperors]
        if self.triplet:
            unsure = self.fourths or list(range(len(self.seats)))
        elif not self.triplet:
            unsure = sorted(self.perhaps_protectors | (set() if self.marked_gone else set(unsure)))
        return [Roles(emperor, seat) for emperor in emperors for seat in unsure]

    def learn(self, seat: int, card: Card) -> None:
        """Makes known that a seat holds a card, where it may be among its hidden ones."""
        holdings = self.holdings
        if not copies(holdings.known[seat], card) and holdings.hidden[seat]:
            holdings.hidden[seat] -= 1
            holdings.reveal(card)
            holdings.give(seat, card)
            holdings.settle()

    def may_show(self, seat: int) -> bool | None:
        """Whether a seat can show three cards of one rank and suit; None where that is not known."""
        holdings = self.holdings
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
        """After everybody declined: the seat that must accept; None where none must, or it is not known."""
        if self.declines < len(self.seats) or self.first_holder is None:
            return None
        if not self.triplet:
            return self.first_holder
        for step in range(len(self.seats)):
            seat = (self.first_holder + step) % len(self.seats)
            able = self.may_show(seat)
            if able is not False:
                return seat if able else None
        return None

    def may_be_forced(self, seat: int) -> bool:
        """After everybody declined, whether for all that is known a seat is the one that must accept."""
        if not self.triplet or self.first_holder is None:
            return seat == self.first_holder
        before = [
            (self.first_holder + step) % len(self.seats) for step in range((seat - self.first_holder) % len(self.seats))
        ]
        return self.may_show(seat) is not False and not any(self.may_show(other) for other in before)

    def accepter(self, seat: int | None) -> int | None:
        """Who has accepted where no word of it was said; ``seat`` plays."""
        if self.declines < len(self.seats):
            return self.holder()
        return seat if seat is not None and self.may_be_forced(seat) else self.forced()

    def void_due(self) -> bool:
        """Whether nobody can be emperor, so that the deal is void."""
        if not self.triplet or self.emperor is not None or self.declines < len(self.seats):
            return False
        return all(self.may_show(seat) is False for seat in range(len(self.seats)))

    def answer(self, seat: int, action: Answer, text: str) -> None:
        """Does an `accept` or a `decline`."""
        verb = "accept" if action.accepts else "decline"
        if self.played:
            self.out_of_place(seat, verb, text)
            return
        missing = self.end_tribute(seat, text)
        self._hear_unread_decline(seat)
        if self.presumed and seat == self.emperor and not action.accepts:
            self.emperor = None
        if action.accepts and seat == self.emperor and not self.accepted:
            self.accepted = True
            return
        variant = self._no_answer(seat, declines=not action.accepts)
        if action.accepts and not variant and self.triplet and self.may_show(seat) is False:
            variant = "no-triplet"
        if variant:
            self._not_allowed(seat, text, variant, silent=missing)
        elif action.accepts:
            self._accept(seat)
            self.accepted = True
        else:
            self._decline(seat)
            if self.presumed:
                self.settle_roles(seat, plays=False)

    def _hear_unread_decline(self, seat: int) -> None:
        """Declines that could not be read were some, where the seat after them goes on as if it had the card."""
        decliners: list[int] = []
        holder = self.holder()
        while holder is not None and holder != seat and (holder, "decline") in self.unread and holder not in decliners:
            decliners.append(holder)
            holder = self._next_holder(holder)
        if self.emperor is None and holder == seat:
            for decliner in decliners:
                self.unread.remove((decliner, "decline"))
                self._decline(decliner)

    def _next_holder(self, seat: int) -> int:
        step = 1 if self.rules.emperor_pass == "with_play" else -1  # noqa: S105
        return (seat + step) % len(self.seats)

    def _no_answer(self, seat: int, *, declines: bool) -> str:
        """Why a seat has no answer to give, as a variant of `role-not-allowed`; empty where it has."""
        if self.emperor is not None:
            return "answered"
        if self.declines >= len(self.seats):
            if declines:
                return "sixth"
            return "" if self.may_be_forced(seat) else "no-emperor-card"
        holder = self.holder()
        if holder is None:
            sure = self.holdings.hidden[seat] == 0 and any(self.holdings.hidden)
            return "no-emperor-card" if sure else ""
        return "" if seat == holder else "no-emperor-card"

    def _not_allowed(self, seat: int, text: str, variant: str, *, silent: bool, column: int | None = None) -> None:
        self.ineffective.add(self.done)
        if not silent:
            holder = self.holder()
            self.report(
                ROLE_NOT_ALLOWED,
                "emperor" if variant in _OF_EMPEROR else "protector" if variant in _OF_TRIPLET else "declarations",
                seat,
                column=column,
                recorded=text,
                variant=variant,
                holder="the holder of the emperor card" if holder is None else self.seats[holder],
                what=text.split()[2] if len(text.split()) > 2 else "",
            )

    def _accept(self, seat: int) -> None:
        """Makes a seat emperor; where everybody declined, the card goes to the one that must accept."""
        holder = self.holder()
        if holder is None:
            self.learn(seat, EMPEROR_JOKER)
        elif holder != seat:
            self._pass_card(holder, seat)
        if self.first_holder is None:
            self.first_holder = seat
        self.emperor = seat
        self.public[seat] |= pack([EMPEROR_JOKER])
        self.find_protector()

    def _decline(self, seat: int) -> None:
        if self.holder() is None:
            self.learn(seat, EMPEROR_JOKER)
        if self.first_holder is None:
            self.first_holder = seat
        self.declines += 1
        self._pass_card(seat, self._next_holder(seat))

    def _pass_card(self, seat: int, to: int) -> None:
        if copies(self.holdings.known[seat], EMPEROR_JOKER):
            self.holdings.take(seat, [EMPEROR_JOKER])
            self.holdings.give(to, EMPEROR_JOKER)
        self.public[seat] &= ~pack([EMPEROR_JOKER])
        self.public[to] |= pack([EMPEROR_JOKER])

    def show(self, seat: int, action: Cards, text: str) -> None:
        """Does a `show`: of three cards, or of all four, which declares the emperor alone."""
        if self.played or not self.triplet:
            self.out_of_place(seat, "show", text, "an accept, a decline or a play")
            return
        missing = self.end_tribute(seat, text)
        more = self.shown == action.cards[0] and len(action.cards) > SHOWN
        own = seat == self.emperor and (self.shown is None or more)
        variant = "" if own else self._no_answer(seat, declines=False)
        alike = len(set(action.cards)) == 1 and action.cards[0] in SUITED
        if not variant and not alike:
            variant = "triplet"
        if variant:
            column = action.columns[0] if variant == "triplet" else None
            self._not_allowed(seat, text, variant, silent=missing, column=column)
        lacking = self.holdings.lacking(seat, action.cards)
        if lacking:
            self.report(
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
        if self.emperor is None:
            self._accept(seat)
        for _ in range(len(cards) - copies(self.holdings.known[seat], card)):
            if self.holdings.hidden[seat]:
                self.holdings.hidden[seat] -= 1
                self.holdings.reveal(card)
                self.holdings.give(seat, card)
        self.holdings.settle()
        self.shown = card
        self.public[seat] += pack(cards) - pack([card] * copies(self.public[seat], card))
        if len(cards) > SHOWN:
            self.protector = seat
            if self.rules.declarations != "none":
                self._declared(seat, "solo")
        else:
            self.find_fourth()

    def find_fourth(self) -> None:
        """Looks for the holder of the fourth card to the three shown."""
        if self.protector is not None or self.shown is None or self.emperor is None:
            return
        self.fourths = [seat for seat in range(len(self.seats)) if self._may_protect(seat)]
        if len(self.fourths) == 1:
            (self.protector,) = self.fourths

    def declare(self, seat: int, action: Declare, text: str) -> None:
        """Does a declaration."""
        if self.played:
            self.out_of_place(seat, "declare", text)
            return
        missing = self.end_tribute(seat, text)
        before = self.emperor, self.protector
        accepter: int | None = None
        if self.emperor is None:
            accepter = self.accepter(None)
            if accepter is None and action.what == "solo" and self._may_hold_card(seat):
                accepter = seat
            self.emperor = accepter
        variant = self._undeclarable(seat, action.what)
        if variant:
            self.emperor, self.protector = before
            self._not_allowed(seat, text, variant, silent=missing, column=action.column)
            return
        if accepter is not None:
            self.emperor, self.protector = before
            self._accept(accepter)
        if action.what != "uprising":
            if not self.triplet:
                self.learn(seat, PROTECTOR_JOKER)
            self.protector = seat
        self._declared(seat, action.what)

    def _undeclarable(self, seat: int, what: str) -> str:
        kind = self.rules.declarations
        if kind == "none":
            return "declare-none"
        if kind == "partner_or_solo" and what == "uprising":
            return "declare-kind"
        protector = self.find_protector()
        may_protect = seat == protector or (protector is None and self._may_protect(seat))
        is_emperor = seat == self.emperor or (self.emperor is None and self.holdings.hidden[seat] > 0)
        if what == "uprising":
            allowed = seat not in (self.emperor, protector)
        elif what == "protector":
            allowed = may_protect and seat != self.emperor
        else:
            allowed = may_protect and is_emperor
        return "" if allowed else "declare-role"

    def _may_protect(self, seat: int) -> bool:
        """Whether a seat may be the protector for all that is known."""
        if not self.triplet:
            return self.holdings.hidden[seat] > 0 or copies(self.holdings.known[seat], PROTECTOR_JOKER) > 0
        lacking = self.holdings.lacking
        if self.shown is not None:
            return not lacking(seat, [self.shown] * (SHOWN + 1 if seat == self.emperor else 1))
        return seat != self.emperor or any(not lacking(seat, [card] * (SHOWN + 1)) for card in SUITED)

    def _may_hold_card(self, seat: int) -> bool:
        """Whether a seat may hold the emperor card where nobody is known to: all may if no hand has it."""
        return self.holdings.hidden[seat] > 0 or not any(self.holdings.hidden)

    def _declared(self, seat: int, what: str) -> None:
        self.announced.append((seat, what))
        if what not in self.declared:
            self.declared.append(what)

    def redeal(self, seat: int, text: str) -> None:
        """Does a `redeal`, which ends a void deal."""
        if self.played or not self.triplet:
            self.out_of_place(seat, "redeal", text)
            return
        missing = self.end_tribute(seat, text)
        open_still = self.declines >= len(self.seats) and self.emperor is None and self.forced() is None
        if not open_still:
            self.ineffective.add(self.done)
            if not missing:
                self.out_of_place(seat, "redeal", text, "an accept, a decline or a play")
            return
        if self.first not in (None, seat) and not missing:
            assert self.first is not None
            self.report(OUT_OF_TURN, "protector", seat, recorded=text, turn=self.seats[self.first])
        self.void = self.ended = True

    def settle_roles(self, seat: int, *, plays: bool) -> None:
        """At the first play or pass: who holds the emperor card has accepted, though the log does not say so."""
        if self.emperor is None:
            holder = self.accepter(seat if plays else None)
            if holder is None and plays and self._may_hold_card(seat):
                holder = seat
            if holder is not None:
                self._accept(holder)
        self.find_protector()


_OF_EMPEROR: Final = frozenset({"answered", "sixth", "no-emperor-card"})
_OF_TRIPLET: Final = frozenset({"no-triplet", "triplet"})
