"""The tribute of a hand of Guandan as it is paid and returned: what is due, which cards move, what each seat sees."""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from engine.cards.packed import (
    FIRST_BARE,
    RED_JOKER,
    SUITS,
    UNKNOWN,
    Card,
    bare_card,
    card_of,
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
from engine.climbing.public_cards import without_played
from engine.climbing.round import ANYBODY, OPENING
from engine.climbing.table import Table
from engine.games.guandan.combinations import level_order, wild_card
from engine.games.guandan.on_the_way import payments_not_checked, perhaps_with, returns_unplaced, unanswered
from engine.games.guandan.reader import HandedCard
from engine.games.guandan.rules import ROLE_NOT_ALLOWED
from engine.games.guandan.tribute import (
    GuandanTribute,
    Payment,
    highest_owed,
    may_resist,
    may_return,
    must_resist,
    return_fault,
    unseen,
)
from engine.replay.frames import Frame
from engine.rulebook.codes import CARD_NOT_HELD
from engine.rulebook.sentences import say


def judge_held(table: Table, seat: int, action: HandedCard) -> None:
    """Reports a card that the seat does not hold."""
    card, holdings = action.card, table.holdings
    if card != UNKNOWN and holdings.lacking(seat, [card]):
        name = card_text(card)
        table.report(CARD_NOT_HELD, "table", seat, column=action.column, recorded=name, cards=name)


def hand_over(table: Table, seat: int, to: int | None, card: Card, verb: str, level: int | None) -> None:
    """Moves a card for a verb, ``tribute`` or ``return``.  If the receiver is not known, the card stays in its hand."""
    if to is None or to == seat:
        return
    holdings, public = table.holdings, table.public
    _take_away(table, seat, card, verb, level)
    if card < FIRST_BARE:
        public[to] = with_card(public[to], card)
    holdings.give(to, card)
    holdings.settle()


def _take_away(table: Table, seat: int, card: Card, verb: str, level: int | None) -> None:
    holdings, public = table.holdings, table.public
    if card == UNKNOWN:
        holdings.hide(seat, unseen(holdings, seat, level, verb))
        holdings.hidden[seat] = max(holdings.hidden[seat] - 1, 0)
        public[seat] = common(public[seat], holdings.known[seat])
    else:
        holdings.take(seat, [card])
        public[seat] = without_played(public[seat], [card])


def pass_unseen(
    table: Table, givers: Sequence[tuple[int, Card]], takers: Sequence[int], verb: str, level: int | None
) -> None:
    """Moves cards when it is not known which seat gets which."""
    holdings = table.holdings
    for seat, card in givers:
        _take_away(table, seat, card, verb, level)
        if card != UNKNOWN:
            holdings.release(card)
    for taker in takers:
        holdings.give(taker, UNKNOWN)
    holdings.settle()


def lose_track(table: Table) -> None:
    """Makes all cards unknown, but not their numbers, because a card went to a seat that the log does not name."""
    table.holdings.forget()
    table.public[:] = [0] * len(table.seats)


def resist(table: Table, tribute: GuandanTribute, seat: int, text: str) -> None:
    """Does a resistance."""
    debts = tribute.debts
    payers = debts.payers if debts else ()
    if not tribute.known or (tribute.resisted and seat in payers):
        tribute.resisting.add(seat)
        return
    variant = ""
    if not payers:
        variant = "resist-none"
    elif seat not in payers:
        variant = "resist-seat"
    elif tribute.paid:
        variant = "resist-paid"
    elif not may_resist(table.holdings, payers):
        variant = "resist-cards"
    if variant:
        table.ineffective.add(table.done)
        tribute.excused = tribute.excused or (bool(payers) and not tribute.paid and not tribute.resisted)
        names = table.names(payers)
        table.report(ROLE_NOT_ALLOWED, "resistance", seat, recorded=text, variant=variant, payers=names)
        return
    tribute.resisted = True
    tribute.resisting.add(seat)
    for payer in payers:
        table.public[payer] += pack([RED_JOKER] * copies(table.holdings.known[payer], RED_JOKER))


def pay(table: Table, tribute: GuandanTribute, seat: int, action: HandedCard, text: str) -> None:
    """Does a tribute."""
    if tribute.missed:
        table.unexpected(seat, "tribute", text, say("a return, or the first lead"), topic="tribute")
    elif not tribute.known:
        judge_held(table, seat, action)
        tribute.handed.append((seat, action.to))
        tribute.unplaced_tribute.append((seat, action.card, action.to))
        if len(tribute.handed) > 1:
            _move_named(table, tribute)
    elif seat not in tribute.payers_left:
        _payment_not_due(table, tribute, seat, action, text)
    else:
        faulty = _pays_resistible(table, tribute, seat, text) or _judge_payment(table, tribute, seat, action)
        judge_held(table, seat, action)
        strength = _strength(table, tribute, seat, action.card)
        tribute.handed.append((seat, action.to))
        tribute.paid[seat] = Payment(table.done, action.card, strength, action.to, action.to_column, faulty)
        if not tribute.payers_left:
            move_all(table, tribute)


def _move_named(table: Table, tribute: GuandanTribute) -> None:
    """When it is not known which seat owed which: moves the payments that name a receiver."""
    waiting, tribute.unplaced_tribute = tribute.unplaced_tribute, []
    for payer, card, to in waiting:
        if to is None:
            tribute.unplaced_tribute.append((payer, card, None))
        else:
            tribute.went_to[payer] = to
            hand_over(table, payer, to, card, "tribute", tribute.level)


def _strength(table: Table, tribute: GuandanTribute, seat: int, card: Card) -> int | None:
    """The place of a paid card in level order.  A card not shown counts as the highest of the hand, if it is known."""
    level, holdings = tribute.level, table.holdings
    if level is None:
        return None
    paid: Card | None = card
    if card == UNKNOWN:
        paid = None if holdings.hidden[seat] else highest_owed(holdings.known[seat], level)
    return None if paid is None else level_order(paid, level)


def _payment_not_due(table: Table, tribute: GuandanTribute, seat: int, action: HandedCard, text: str) -> None:
    variant = "twice" if seat in tribute.paid else "resisted" if tribute.resisted else ""
    owing = tribute.payers_left
    wanted = say("tribute by {payers}", payers=table.names(owing)) if owing else say("no tribute")
    table.report(TRIBUTE_NOT_DUE, "tribute", seat, recorded=text, variant=variant, wanted=wanted)
    judge_held(table, seat, action)
    to = tribute.went_to.get(seat) if action.to is None else action.to
    if to is not None and seat not in tribute.paid:
        tribute.undue.setdefault(seat, to)
    if to is not None:
        tribute.handed.append((seat, to))
    hand_over(table, seat, to, action.card, "tribute", tribute.level)


def _pays_resistible(table: Table, tribute: GuandanTribute, seat: int, text: str) -> bool:
    """Reports the first payment by seats that are known to hold both red jokers, where these have to resist.  Returns
    whether it did.
    """
    if tribute.found_resistible or tribute.debts is None or not must_resist(table.holdings, tribute.debts.payers):
        return False
    if tribute.rules.resist != "must":
        return False
    tribute.found_resistible = True
    payers = table.names(tribute.debts.payers)
    wanted = say("resistance by {payers}", payers=payers)
    table.report(TRIBUTE_NOT_DUE, "must-resist", seat, recorded=text, variant="must", wanted=wanted, payers=payers)
    return True


def _judge_payment(table: Table, tribute: GuandanTribute, seat: int, action: HandedCard) -> bool:
    """Reports a card that is not the one owed.  Returns whether it did."""
    card, level = action.card, tribute.level
    if card == UNKNOWN or level is None:
        return False
    column, recorded = action.column, card_text(card)
    report = table.report
    if _surely_wild(table, seat, card, level):
        report(TRIBUTE_WRONG_CARD, "tribute", seat, column=column, recorded=recorded, variant="wild")
        return True
    highest = highest_owed(table.holdings.shown(seat), level)
    if highest is None or level_order(highest, level) <= level_order(card, level):
        return False
    report(TRIBUTE_WRONG_CARD, "tribute", seat, column=column, recorded=recorded, highest=card_text(highest))
    return True


def _surely_wild(table: Table, seat: int, card: Card, level: int) -> bool:
    """Whether a card is a wild one, by every choice of a suit that the seat can hold."""
    if card != bare_card(level):
        return card == wild_card(level)
    holdings = table.holdings
    may_hold = [suit for suit in range(len(SUITS)) if not holdings.lacking(seat, [card_of(level, suit)])]
    return [card_of(level, suit) for suit in may_hold] == [wild_card(level)]


def move_all(table: Table, tribute: GuandanTribute) -> None:
    """After all have paid, finds the receiver of each tribute, reports a wrong receiver, and moves the cards."""
    tribute.assign()
    for payer, payment in tribute.paid.items():
        due, named = tribute.owed_to.get(payer), payment.to
        if named is not None and due is not None and named != due and not payment.faulty:
            table.report(
                TRIBUTE_WRONG_SEAT,
                "tribute",
                payer,
                action=payment.action,
                column=payment.to_column,
                recorded=card_text(payment.card),
                to=table.seats[named],
                receiver=table.seats[due],
            )
        receiver = due if named is None else named
        if receiver is not None:
            tribute.went_to[payer] = receiver
            hand_over(table, payer, receiver, payment.card, "tribute", tribute.level)
    if tribute.payers_left:
        return
    givers = [(payer, payment.card) for payer, payment in tribute.paid.items() if payer not in tribute.went_to]
    if givers:
        takers = [receiver for receiver in tribute.receivers if receiver not in tribute.went_to.values()]
        pass_unseen(table, givers, takers[: len(givers)], "tribute", tribute.level)


def miss(table: Table, tribute: GuandanTribute, seat: int, text: str) -> None:
    """Reports that tribute is missing, unless an action that could not be read may have been the tribute."""
    if not perhaps_unread(table, tribute):
        table.report(TRIBUTE_MISSING, "tribute", seat, recorded=text, payers=table.names(tribute.payers_left))
    tribute.missed = tribute.excused = True


def perhaps_unread(table: Table, tribute: GuandanTribute) -> bool:
    """Whether an action that could not be read may have been a tribute or a return."""
    debts = tribute.debts
    return debts is not None and any(
        verb not in ("play", "pass") and (seat is None or seat in debts.payers or seat in debts.receivers)
        for seat, verb in table.unread
    )


def give_back(table: Table, tribute: GuandanTribute, seat: int, action: HandedCard, text: str) -> None:
    """Does a return.  One for a tribute that was not due stands as recorded."""
    if not tribute.known:
        _give_back_unchecked(table, tribute, seat, action)
        return
    missing = False
    if not tribute.missed and tribute.payers_left and tribute.paid:
        missing = True
        miss(table, tribute, seat, text)
        move_all(table, tribute)
    payer = tribute.answered(seat, action.to)
    if payer is not None:
        tribute.returned.add(seat)
        tribute.repaid.add(payer)
        if not missing and payer in tribute.paid:
            _judge_return(table, tribute, seat, action, payer)
        judge_held(table, seat, action)
        hand_over(table, seat, payer if action.to is None else action.to, action.card, "return", tribute.level)
    elif seat in tribute.receivers_left and not missing:
        _give_back_unseen(table, tribute, seat, action)
    else:
        table.ineffective.add(table.done)
        if not missing:
            _return_not_due(table, tribute, seat, text)
    _place(table, tribute)


def _give_back_unchecked(table: Table, tribute: GuandanTribute, seat: int, action: HandedCard) -> None:
    """Does a return when it is not known which seat owed which."""
    _move_named(table, tribute)
    judge_held(table, seat, action)
    tribute.returned.add(seat)
    to = tribute.answered(seat, action.to) if action.to is None else action.to
    if to is None:
        tribute.unplaced.append((seat, action.card))
    else:
        tribute.repaid.add(to)
        hand_over(table, seat, to, action.card, "return", tribute.level)


def _give_back_unseen(table: Table, tribute: GuandanTribute, seat: int, action: HandedCard) -> None:
    """Does a return when it is not known which seat paid this seat.  If it names no receiver, the card moves when all
    are given.
    """
    tribute.returned.add(seat)
    if action.to is not None:
        _judge_return(table, tribute, seat, action, action.to)
    judge_held(table, seat, action)
    if action.to is None:
        tribute.unplaced.append((seat, action.card))
    else:
        tribute.repaid.add(action.to)
        hand_over(table, seat, action.to, action.card, "return", tribute.level)


def _place(table: Table, tribute: GuandanTribute) -> None:
    """Moves the returns without a known receiver, when there is one for each payer that has got none."""
    if not tribute.unplaced:
        return
    unpaid = [payer for payer in tribute.paid if payer not in tribute.repaid]
    if len(tribute.unplaced) == len(unpaid):
        waiting, tribute.unplaced = tribute.unplaced, []
        tribute.repaid.update(unpaid)
        pass_unseen(table, waiting, unpaid, "return", tribute.level)


def _return_not_due(table: Table, tribute: GuandanTribute, seat: int, text: str) -> None:
    if not tribute.payers_left or tribute.excused:
        table.unexpected(seat, "return", text, say("the first lead"), topic="return")
    elif not perhaps_unread(table, tribute):
        miss(table, tribute, seat, text)


def _judge_return(table: Table, tribute: GuandanTribute, seat: int, action: HandedCard, payer: int) -> None:
    """Reports a card that is returned to the wrong seat, or that may not be returned."""
    table, card, level = table, action.card, tribute.level
    if action.to is not None and action.to != payer:
        table.report(
            TRIBUTE_WRONG_SEAT,
            "return",
            seat,
            column=action.to_column,
            recorded=card_text(card),
            variant="return",
            to=table.seats[action.to],
            receiver=table.seats[payer],
        )
        return
    if card == UNKNOWN or level is None:
        return
    rules, holdings = tribute.rules, table.holdings
    to_partner = (seat - payer) % 2 == 0
    if may_return(card, level, to_partner, rules) or holdings.lacking(seat, [card]):
        return
    fault = return_fault(holdings.shown(seat), holdings.hidden[seat], card, level, to_partner, rules)
    if fault is not None:
        variant, wanted = fault
        table.report(
            RETURN_WRONG_CARD,
            "return",
            seat,
            column=action.column,
            recorded=card_text(card),
            variant=variant,
            allowed=wanted,
            lowest=wanted,
        )


class GuandanExchange:
    """The exchange of one hand."""

    def __init__(self, table: Table, tribute: GuandanTribute) -> None:
        self.tribute: Final = tribute
        self._table: Final = table

    @property
    def pending(self) -> bool:
        """Whether a tribute or a return is still due."""
        tribute = self.tribute
        return bool(tribute.payers_left or tribute.receivers_left) and not tribute.excused

    def in_no_hand(self, frame: Frame) -> Frame:
        """The frame before the play, with the most cards that each seat may hold; see `on_the_way`."""
        tribute, seats = self.tribute, list(frame.seats)
        if not tribute.known:
            payments_not_checked(tribute, seats)
        elif perhaps_unread(self._table, tribute):
            for seat, more in unanswered(tribute, len(seats), unread=True).items():
                seats[seat] = perhaps_with(seats[seat], more)
        elif tribute.unplaced and self.pending:
            returns_unplaced(tribute, seats)
        return structs.replace(frame, seats=tuple(seats))

    def resist(self, seat: int, text: str) -> None:
        """Does a resistance."""
        resist(self._table, self.tribute, seat, text)

    def hand_over(self, seat: int, action: HandedCard, text: str) -> None:
        """Does a tribute or a return."""
        give = pay if action.verb == "tribute" else give_back
        give(self._table, self.tribute, seat, action, text)

    def end(self, seat: int, text: str) -> bool:
        """Ends the exchange at the first play or pass, by any seat.  Returns whether it reported something missing."""
        table, tribute = self._table, self.tribute
        table.round.turn = ANYBODY
        unread = perhaps_unread(table, tribute)
        if unread:
            lose_track(table)
        missing = False
        if not tribute.known:
            self._exchange_unchecked()
        elif unread or not self.pending:
            pass
        elif tribute.payers_left:
            miss(table, tribute, seat, text)
            move_all(table, tribute)
            missing = True
        else:
            receivers = table.names(tribute.receivers_left)
            table.report(RETURN_MISSING, "return", seat, recorded=text, receivers=receivers)
            missing = True
        if tribute.handed or unread:
            table.unanswered = unanswered(tribute, len(table.seats), unread=unread)
        return missing

    def stop(self) -> None:
        """Notes which numbers of cards are unsure where the log ends before the play."""
        table, tribute = self._table, self.tribute
        unread = perhaps_unread(table, tribute)
        if table.round.turn == OPENING and (unread or tribute.unplaced or not tribute.known):
            table.unanswered = unanswered(tribute, len(table.seats), unread=unread)

    def _exchange_unchecked(self) -> None:
        """Moves the cards without a named receiver, if their numbers match, when the debts are not known."""
        table, tribute = self._table, self.tribute
        level = tribute.level
        _move_named(table, tribute)
        paid, back = [(seat, card) for seat, card, _ in tribute.unplaced_tribute], tribute.unplaced
        if not paid and not back:
            return
        if len(paid) == len(back) == 1:
            (payer, tribute_card), (receiver, returned) = paid[0], back[0]
            hand_over(table, payer, receiver, tribute_card, "tribute", level)
            hand_over(table, receiver, payer, returned, "return", level)
        elif len(paid) == len(back):
            pass_unseen(table, paid, [seat for seat, _ in back], "tribute", level)
            pass_unseen(table, back, [seat for seat, _ in paid], "return", level)
        else:
            lose_track(table)
            return
        tribute.unplaced_tribute, tribute.unplaced = [], []
        tribute.repaid.update(seat for seat, _ in paid)
