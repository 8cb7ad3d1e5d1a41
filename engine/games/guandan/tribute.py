"""Tribute: which seats owe it to which, which cards may be paid and returned, resistance, and the leader after it."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from engine.cards.holdings import Holdings
from engine.cards.packed import (
    BLACK_JOKER,
    JOKERS,
    LANES,
    RANKS,
    RED_JOKER,
    SUITED,
    Card,
    Holding,
    bare_card,
    card_text,
    copies,
    pack,
    rank_of,
    unpack,
)
from engine.games.guandan.combinations import level_order, wild_card
from engine.games.guandan.rules import GuandanRules
from engine.rulebook.sentences import Text, say

_TEN: Final = RANKS.index("T")
_NINE: Final = RANKS.index("9")
_BOTH: Final = 2
"""The red jokers that resist tribute."""


class GuandanDebts(Struct, frozen=True):
    """The tribute owed after a hand: the payers, and the receivers in the order in which they finished."""

    payers: tuple[int, ...]
    receivers: tuple[int, ...]
    banker: int
    last: int
    """The seat that finished last; of seats that share the last places, the later in order of play."""


def debts_after(finish: Sequence[Sequence[int]]) -> GuandanDebts | None:
    """The debts after a hand; None if its order of finish does not show them."""
    places = [seat for place in finish for seat in place]
    if len(set(places)) != 4:
        return None
    banker, follower = places[:2]
    if (banker - follower) % 2 == 0:
        losers = sorted(places[2:])
        return GuandanDebts((losers[0], losers[1]), (banker, follower), banker, losers[1])
    return GuandanDebts((places[3],), (banker,), banker, places[3])


class Payment(Struct, frozen=True):
    """A tribute as it was paid."""

    action: int
    card: Card
    strength: int | None
    """The place of the card in level order; None if it is not known."""
    to: int | None
    """The receiver that the payer named; None if it named none."""
    to_column: int | None
    faulty: bool
    """Whether a fault other than the receiver was found in it."""


class GuandanTribute(Struct):
    """The tribute of one hand as it is paid and returned."""

    rules: GuandanRules
    level: int | None
    debts: GuandanDebts | None
    """None if nothing is owed, or if the debts are not known."""
    known: bool
    """Whether the debts are known."""
    paid: dict[int, Payment] = {}
    owed_to: dict[int, int] = {}
    """By payer, the seat that the tribute is due to, once this is known."""
    went_to: dict[int, int] = {}
    """By payer, the seat that the tribute was moved to."""
    undue: dict[int, int] = {}
    """By seat that owed nothing, the seat that its card was moved to."""
    returned: set[int] = set()
    """The receivers that have returned a card."""
    repaid: set[int] = set()
    """The payers that have got a card back."""
    unplaced: list[tuple[int, Card]] = []
    """Returned cards with the seats that gave them, if the receiver is not known."""
    unplaced_tribute: list[tuple[int, Card, int | None]] = []
    """If it is not known which seat owed which: the payments that moved no card yet, each with the seat that paid, the
    card, and the receiver that it names.
    """
    handed: list[tuple[int, int | None]] = []
    """The payments that had an effect, in order: the payer, and the receiver if the log names it."""
    resisting: set[int] = set()
    """The seats whose resistance is no fault."""
    resisted: bool = False
    excused: bool = False
    """Whether no tribute is expected, because a seat resisted without the right to, or because it was reported as
    missing.
    """
    found_resistible: bool = False
    """Whether a payment was reported by seats that had to resist."""
    missed: bool = False
    """Whether tribute was reported as missing, so that none is accepted any more."""

    @property
    def payers_left(self) -> tuple[int, ...]:
        """The payers that still have to pay."""
        if self.debts is None or self.resisted:
            return ()
        if not self.paid:
            return self.debts.payers
        return tuple(seat for seat in self.debts.payers if seat not in self.paid)

    @property
    def receivers_left(self) -> tuple[int, ...]:
        """The seats that took a tribute and still have to return a card."""
        if not self.paid:
            return ()
        if len(self.owed_to) < len(self.paid) and not self.payers_left:
            return tuple(receiver for receiver in self.receivers if receiver not in self.returned)
        owing = (
            receiver for payer, receiver in self.owed_to.items() if payer in self.paid and payer not in self.repaid
        )
        return tuple(dict.fromkeys(owing))

    @property
    def receivers(self) -> tuple[int, ...]:
        """The seats that took a tribute."""
        if self.debts is not None and self.paid and not self.payers_left:
            return self.debts.receivers
        return tuple(dict.fromkeys(self.owed_to.values()))

    def answered(self, seat: int, to: int | None) -> int | None:
        """The payer that a return by a seat is for: one whose card the seat took or was owed; None if there is none.

        ``to`` is the receiver that the return names.
        """
        took = [payer for payer, receiver in (*self.went_to.items(), *self.undue.items()) if receiver == seat]
        due = [payer for payer in self.paid if self.owed_to.get(payer) == seat and seat not in self.returned]
        payers = [payer for payer in dict.fromkeys((*took, *due)) if payer not in self.repaid]
        if to in payers:
            return to
        return payers[0] if payers else None

    def assign(self) -> None:
        """After all have paid, assigns each payment to the seat that it is due to."""
        debts = self.debts
        if debts is None:
            return
        if len(debts.payers) == 1:
            self.owed_to = {debts.payers[0]: debts.receivers[0]}
            return
        if self.rules.double_tribute == "previous_seat":
            self.owed_to = {payer: (payer - 1) % 4 for payer in debts.payers}
            return
        if len(self.paid) < 2:
            self.owed_to = {payer: payment.to for payer, payment in self.paid.items() if payment.to is not None}
            return
        one, other = debts.payers
        mine, others = self.paid[one].strength, self.paid[other].strength
        if mine is None or others is None:
            self.owed_to = {payer: payment.to for payer, payment in self.paid.items() if payment.to is not None}
            left = [receiver for receiver in debts.receivers if receiver not in self.owed_to.values()]
            if len(self.owed_to) == len(left) == 1:
                self.owed_to |= {payer: left[0] for payer in debts.payers if payer not in self.owed_to}
        elif mine == others:
            self.owed_to = self._as_named(debts) or {payer: (payer - 1) % 4 for payer in debts.payers}
        else:
            higher, lower = (one, other) if mine > others else (other, one)
            self.owed_to = {higher: debts.receivers[0], lower: debts.receivers[1]}

    def _as_named(self, debts: GuandanDebts) -> dict[int, int]:
        """By payer of two equal cards, the receiver that the first payment naming one decides; empty if none does, or
        if the rules do not leave it to them.
        """
        if self.rules.equal_tribute != "free":
            return {}
        for payer, payment in self.paid.items():
            if payment.to in debts.receivers:
                (other,) = (seat for seat in debts.payers if seat != payer)
                (left,) = (seat for seat in debts.receivers if seat != payment.to)
                return {payer: payment.to, other: left}
        return {}

    def due_to(self, payer: int) -> int | None:
        """The seat that a payment is due to; None if it is not due, or if the receiver is not known."""
        if payer not in self.paid:
            return None
        if payer not in self.owed_to and self.debts is not None and len(self.debts.payers) > 1:
            return (payer - 1) % 4 if self.rules.double_tribute == "previous_seat" else None
        return self.owed_to.get(payer)

    def leader(self) -> int | None:
        """The seat that leads after the tribute; None if the rules name no seat."""
        debts = self.debts
        if debts is None:
            return None
        if self.resisted:
            return debts.banker
        if self.payers_left or self.receivers_left:
            return None
        if len(debts.payers) == 1:
            return debts.payers[0]
        one, other = debts.payers
        mine, others = self.paid[one].strength, self.paid[other].strength
        if mine is None or others is None:
            return None
        if mine == others:
            return (debts.banker + 1) % 4 if self.rules.equal_tribute_lead == "after_banker" else debts.last
        return one if mine > others else other


def highest_owed(holding: Holding, level: int) -> Card | None:
    """The highest card of a holding in level order, except for wild cards; None if it has no other cards."""
    return next((card for card, one in _owed_in_order(level) if holding & one), None)


@cache
def _owed_in_order(level: int) -> tuple[tuple[Card, Holding], ...]:
    """The cards except for the wild one, from high to low, each with the bits of its lane."""
    bare = (bare_card(rank) for rank in range(len(RANKS)))
    cards = sorted((*SUITED, BLACK_JOKER, RED_JOKER, *bare), key=lambda card: -level_order(card, level))
    return tuple((card, LANES[card]) for card in cards if card not in (wild_card(level), bare_card(level)))


def must_resist(holdings: Holdings, payers: Sequence[int]) -> bool:
    """Whether the payers together are known to hold both red jokers."""
    return sum(copies(holdings.known[seat], RED_JOKER) for seat in payers) >= _BOTH


def may_resist(holdings: Holdings, payers: Sequence[int]) -> bool:
    """Whether the payers together can hold both red jokers."""
    red = sum(copies(holdings.known[seat], RED_JOKER) for seat in payers)
    hidden = sum(holdings.hidden[seat] for seat in payers)
    free = hidden if holdings.pool is None else min(hidden, copies(holdings.pool, RED_JOKER))
    return red + free >= _BOTH


def may_return(card: Card, level: int, to_partner: bool, rules: GuandanRules) -> bool:
    """Whether a card may be returned, whatever other cards the hand has."""
    suited = card not in JOKERS
    if suited and rank_of(card) == level and not rules.return_level:
        return False
    if suited and rank_of(card) <= _NINE:
        return True
    limit = rules.return_limit
    if limit == "any" or (limit == "ten_to_partner" and not to_partner):
        return True
    return suited and limit != "nine" and rank_of(card) <= _TEN


def return_fault(
    holding: Holding, hidden: int, card: Card, level: int, to_partner: bool, rules: GuandanRules
) -> tuple[str, str] | None:
    """Why a card may not be returned: the variant and what is allowed; None if it may, or if this is not known."""
    if may_return(card, level, to_partner, rules):
        return None
    cards = unpack(holding)
    if any(may_return(other, level, to_partner, rules) for other in cards):
        return "", _allowed(rules, to_partner)
    if hidden:
        return None
    lowest = min(cards, key=lambda other: level_order(other, level), default=card)
    if level_order(card, level) <= level_order(lowest, level):
        return None
    return "lowest", card_text(lowest)


def _allowed(rules: GuandanRules, to_partner: bool) -> Text:
    limit = rules.return_limit
    if limit == "any" or (limit == "ten_to_partner" and not to_partner):
        words = say("any card")
    else:
        words = say("a card from 2 to {rank}", rank=9 if limit == "nine" else 10)
    return words if rules.return_level else say("{cards}, but not a level card", cards=words)


def unseen(holdings: Holdings, seat: int, level: int | None, verb: str) -> Holding:
    """The known cards of a hand when one leaves it face down: those equal to the highest, or all."""
    holding = holdings.known[seat]
    if verb == "tribute" and level is not None and not holdings.hidden[seat]:
        highest = highest_owed(holding, level)
        if highest is not None:
            wild = wild_card(level)
            strength = level_order(highest, level)
            return pack(c for c in unpack(holding) if c != wild and level_order(c, level) == strength)
    return holding
