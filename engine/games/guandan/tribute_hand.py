"""Tribute as it is played: paid, resisted, given back, and what is wrong with it."""

from collections.abc import Sequence

from engine.cards.holdings import Holdings
from engine.cards.packed import (
    LANES,
    ONE,
    RED_JOKER,
    UNKNOWN,
    Card,
    Holding,
    card_text,
    common,
    copies,
    pack,
    with_card,
)
from engine.climbing.codes import (
    RETURN_MISSING,
    RETURN_WRONG_CARD,
    TRIBUTE_MISSING,
    TRIBUTE_NOT_DUE,
    TRIBUTE_WRONG_CARD,
    TRIBUTE_WRONG_SEAT,
)
from engine.climbing.fast_path import ANYBODY
from engine.climbing.hand import ClimbingHand
from engine.games.guandan.codes import ROLE_NOT_ALLOWED
from engine.games.guandan.combinations import level_order, wild_card
from engine.games.guandan.reader import GuandanReader, Handed
from engine.games.guandan.rules import GuandanRules
from engine.games.guandan.tribute import Payment, Tribute, highest_owed, may_resist, may_return, return_fault, unseen
from engine.rulebook.codes import CARD_NOT_HELD, UNEXPECTED_ACTION


class TributeHand(ClimbingHand):
    """A hand as far as its tribute goes."""

    game = "guandan"
    reader: GuandanReader

    def __init__(
        self, index: int, reader: GuandanReader, holdings: Holdings, rules: GuandanRules, tribute: Tribute
    ) -> None:
        super().__init__(index, reader, holdings)
        self.level = reader.level
        self.tribute = tribute
        self.rules = rules
        self.public: list[Holding] = [0] * 4
        """What of each hand everybody has seen."""

    def names(self, seats: Sequence[int]) -> str:
        """Seats in words."""
        return " and ".join(self.seats[seat] for seat in seats)

    def resist(self, seat: int, text: str) -> None:
        """Does a resistance."""
        tribute = self.tribute
        debts = tribute.debts
        payers = debts.payers if debts else ()
        if not tribute.known or (tribute.resisted and seat in payers):
            return
        variant = ""
        if not payers:
            variant = "resist-none"
        elif seat not in payers:
            variant = "resist-seat"
        elif tribute.paid:
            variant = "resist-paid"
        elif not may_resist(self.holdings, payers):
            variant = "resist-cards"
        if variant:
            self.ineffective.add(self.done)
            tribute.excused = tribute.excused or (bool(payers) and not tribute.paid and not tribute.resisted)
            self.report(ROLE_NOT_ALLOWED, "resistance", seat, recorded=text, variant=variant, payers=self.names(payers))
            return
        tribute.resisted = True
        for payer in payers:
            self.public[payer] += pack([RED_JOKER] * copies(self.holdings.known[payer], RED_JOKER))

    def pay(self, seat: int, action: Handed, text: str) -> None:
        """Does a tribute."""
        tribute = self.tribute
        if tribute.missed:
            self.ineffective.add(self.done)
            self.report(
                UNEXPECTED_ACTION, "tribute", seat, recorded=text, verb="tribute", wanted="a return, or the first lead"
            )
        elif not tribute.known:
            self._judge_held(seat, action)
            if action.to is None:
                tribute.unplaced_tribute.append((seat, action.card))
            else:
                tribute.went_to[seat] = action.to
                self._hand_over(seat, action.to, action.card, "tribute")
        elif seat not in tribute.payers_left:
            self._not_due(seat, action, text)
        else:
            faulty = self._judge_tribute(seat, action)
            self._judge_held(seat, action)
            strength = self._strength(seat, action.card)
            tribute.paid[seat] = Payment(self.done, action.card, strength, action.to, action.to_column, faulty)
            if not tribute.payers_left:
                self._move_tribute()

    def _strength(self, seat: int, card: Card) -> int | None:
        """The place of a card paid in level order; one not shown is the highest of its hand, if that is known."""
        if self.level is None:
            return None
        paid: Card | None = card
        if card == UNKNOWN:
            paid = None if self.holdings.hidden[seat] else highest_owed(self.holdings.known[seat], self.level)
        return None if paid is None else level_order(paid, self.level)

    def _not_due(self, seat: int, action: Handed, text: str) -> None:
        tribute = self.tribute
        variant = "twice" if seat in tribute.paid else "resisted" if tribute.resisted else ""
        owing = tribute.payers_left
        wanted = f"tribute by {self.names(owing)}" if owing else "no tribute"
        self.report(TRIBUTE_NOT_DUE, "tribute", seat, recorded=text, variant=variant, wanted=wanted)
        self._judge_held(seat, action)
        to = tribute.went_to.get(seat) if action.to is None else action.to
        if to is not None and seat not in tribute.paid:
            tribute.undue.setdefault(seat, to)
        self._hand_over(seat, to, action.card, "tribute")

    def _judge_held(self, seat: int, action: Handed) -> bool:
        card = action.card
        if card == UNKNOWN or self.holdings.known[seat] & LANES[card] or self.holdings.hidden[seat]:
            return True
        self.report(CARD_NOT_HELD, "table", seat, column=action.column, recorded=card_text(card), cards=card_text(card))
        return False

    def _judge_tribute(self, seat: int, action: Handed) -> bool:
        """Reports a card that is not the one owed; whether it did."""
        card = action.card
        if card == UNKNOWN or self.level is None:
            return False
        if card == wild_card(self.level):
            self.report(
                TRIBUTE_WRONG_CARD, "tribute", seat, column=action.column, recorded=card_text(card), variant="wild"
            )
            return True
        highest = highest_owed(self.holdings.known[seat], self.level)
        if highest is None or level_order(highest, self.level) <= level_order(card, self.level):
            return False
        self.report(
            TRIBUTE_WRONG_CARD,
            "tribute",
            seat,
            column=action.column,
            recorded=card_text(card),
            highest=card_text(highest),
        )
        return True

    def _move_tribute(self) -> None:
        """All have paid: says who gets what, reports what was said to go elsewhere, and moves the cards."""
        tribute = self.tribute
        tribute.assign()
        for payer, payment in tribute.paid.items():
            due, named = tribute.owed_to.get(payer), payment.to
            if named is not None and due is not None and named != due and not payment.faulty:
                self.report(
                    TRIBUTE_WRONG_SEAT,
                    "tribute",
                    payer,
                    action=payment.action,
                    column=payment.to_column,
                    recorded=card_text(payment.card),
                    to=self.seats[named],
                    receiver=self.seats[due],
                )
            receiver = due if named is None else named
            if receiver is not None:
                tribute.went_to[payer] = receiver
                self._hand_over(payer, receiver, payment.card, "tribute")
        if tribute.payers_left:
            return
        givers = [(payer, payment.card) for payer, payment in tribute.paid.items() if payer not in tribute.went_to]
        if not givers:
            return
        takers = [receiver for receiver in tribute.receivers if receiver not in tribute.went_to.values()]
        self._pass_unseen(givers, takers[: len(givers)], "tribute")

    def _hand_over(self, seat: int, to: int | None, card: Card, verb: str) -> None:
        """Moves a card; it stays where nobody is known to get it."""
        if to is None or to == seat:
            return
        self._take_away(seat, card, verb)
        if card != UNKNOWN:
            self.public[to] = with_card(self.public[to], card)
        self.holdings.give(to, card)
        self.holdings.settle()

    def _take_away(self, seat: int, card: Card, verb: str) -> None:
        holdings = self.holdings
        if card == UNKNOWN:
            holdings.hide(seat, unseen(holdings, seat, self.level, verb))
            holdings.hidden[seat] = max(holdings.hidden[seat] - 1, 0)
            self.public[seat] = common(self.public[seat], holdings.known[seat])
        else:
            holdings.take(seat, [card])
            if self.public[seat] and copies(self.public[seat], card) > copies(holdings.known[seat], card):
                self.public[seat] -= ONE[card]

    def _pass_unseen(self, givers: Sequence[tuple[int, Card]], takers: Sequence[int], verb: str) -> None:
        """Moves cards of which nobody can tell who gets which."""
        for seat, card in givers:
            self._take_away(seat, card, verb)
            if card != UNKNOWN:
                self.holdings.release(card)
        for taker in takers:
            self.holdings.give(taker, UNKNOWN)
        self.holdings.settle()

    def give_back(self, seat: int, action: Handed, text: str) -> None:
        """Does a return."""
        tribute = self.tribute
        if not tribute.known:
            self._give_back_unchecked(seat, action)
            return
        missing = False
        if not tribute.missed and tribute.payers_left and tribute.paid:
            missing = True
            self._miss_tribute(seat, text)
            self._move_tribute()
        payer = tribute.answered(seat, action.to)
        if payer is not None:
            tribute.returned.add(seat)
            tribute.repaid.add(payer)
            if not missing:
                self._judge_return(seat, action, payer)
            self._judge_held(seat, action)
            self._hand_over(seat, payer if action.to is None else action.to, action.card, "return")
        elif seat in tribute.receivers_left and not missing:
            self._give_back_unseen(seat, action)
        else:
            self.ineffective.add(self.done)
            if not missing:
                self._return_not_due(seat, text)
        self._place_returns()

    def _give_back_unchecked(self, seat: int, action: Handed) -> None:
        """A return where it is not known who owes whom."""
        tribute = self.tribute
        self._judge_held(seat, action)
        to = tribute.answered(seat, action.to) if action.to is None else action.to
        if to is None:
            tribute.unplaced.append((seat, action.card))
        else:
            tribute.repaid.add(to)
            self._hand_over(seat, to, action.card, "return")

    def _give_back_unseen(self, seat: int, action: Handed) -> None:
        """A return where it cannot be told who paid the seat: those that name nobody move when all are given."""
        tribute = self.tribute
        tribute.returned.add(seat)
        if action.to is not None:
            self._judge_return(seat, action, action.to)
        self._judge_held(seat, action)
        if action.to is None:
            tribute.unplaced.append((seat, action.card))
        else:
            tribute.repaid.add(action.to)
            self._hand_over(seat, action.to, action.card, "return")

    def _place_returns(self) -> None:
        """Moves the returns that waited, once there are as many as payers that have none."""
        tribute = self.tribute
        if not tribute.unplaced:
            return
        unpaid = [payer for payer in tribute.paid if payer not in tribute.repaid]
        if len(tribute.unplaced) == len(unpaid):
            waiting, tribute.unplaced = tribute.unplaced, []
            tribute.repaid.update(unpaid)
            self._pass_unseen(waiting, unpaid, "return")

    def _return_not_due(self, seat: int, text: str) -> None:
        owing = self.tribute.payers_left
        if not owing or self.tribute.excused:
            self.report(UNEXPECTED_ACTION, "return", seat, recorded=text, verb="return", wanted="the first lead")
        elif not self._unread_gift():
            self._miss_tribute(seat, text)

    def _judge_return(self, seat: int, action: Handed, payer: int) -> None:
        """Reports a card given back to another than the payer, or one that may not be given back."""
        card = action.card
        if action.to is not None and action.to != payer:
            self.report(
                TRIBUTE_WRONG_SEAT,
                "return",
                seat,
                column=action.to_column,
                recorded=card_text(card),
                variant="return",
                to=self.seats[action.to],
                receiver=self.seats[payer],
            )
            return
        if card == UNKNOWN or self.level is None:
            return
        to_partner = (seat - payer) % 2 == 0
        if may_return(card, self.level, to_partner, self.rules):
            return
        holdings = self.holdings
        if holdings.lacking(seat, [card]):
            return
        fault = return_fault(holdings.known[seat], holdings.hidden[seat], card, self.level, to_partner, self.rules)
        if fault is not None:
            variant, wanted = fault
            self.report(
                RETURN_WRONG_CARD,
                "return",
                seat,
                column=action.column,
                recorded=card_text(card),
                variant=variant,
                allowed=wanted,
                lowest=wanted,
            )

    def _miss_tribute(self, seat: int, text: str) -> None:
        """Reports that tribute is missing, unless what could not be read may have been it."""
        tribute = self.tribute
        if not self._unread_gift():
            self.report(TRIBUTE_MISSING, "tribute", seat, recorded=text, payers=self.names(tribute.payers_left))
        tribute.missed = tribute.excused = True

    def _unread_gift(self) -> bool:
        debts = self.tribute.debts
        return debts is not None and any(
            verb not in ("play", "pass") and (seat is None or seat in debts.payers or seat in debts.receivers)
            for seat, verb in self.unread
        )

    def end_tribute(self, seat: int, text: str) -> bool:
        """Ends the tribute at the first play or pass; whether something of it was found missing."""
        tribute = self.tribute
        self.turn = ANYBODY
        if self._unread_gift():
            self._lose_track()
        if not tribute.known:
            self._exchange_unchecked()
        elif not tribute.excused and tribute.payers_left:
            if self._unread_gift():
                return False
            self._miss_tribute(seat, text)
            self._move_tribute()
            return True
        elif not tribute.excused and tribute.receivers_left:
            if self._unread_gift():
                return False
            self.report(RETURN_MISSING, "return", seat, recorded=text, receivers=self.names(tribute.receivers_left))
            return True
        return False

    def _exchange_unchecked(self) -> None:
        """Moves the cards that nobody was named for, where it is not known who owed whom, as far as they match."""
        tribute = self.tribute
        paid, back = tribute.unplaced_tribute, tribute.unplaced
        if not paid and not back:
            return
        if len(paid) == len(back) == 1:
            (payer, tribute_card), (receiver, returned) = paid[0], back[0]
            self._hand_over(payer, receiver, tribute_card, "tribute")
            self._hand_over(receiver, payer, returned, "return")
        elif len(paid) == len(back):
            self._pass_unseen(paid, [seat for seat, _ in back], "tribute")
            self._pass_unseen(back, [seat for seat, _ in paid], "return")
        else:
            self._lose_track()

    def _lose_track(self) -> None:
        """A card went where the log does not tell: nothing is certain of any hand but its size."""
        self.holdings.forget()
        self.public = [0] * 4
