"""Cards returned for tribute, and the faults in them."""

from engine.cards.packed import UNKNOWN, card_text
from engine.climbing.codes import RETURN_WRONG_CARD, TRIBUTE_WRONG_SEAT
from engine.climbing.table import Table
from engine.games.guandan import payments
from engine.games.guandan.reader import Handed
from engine.games.guandan.transfers import hand_over, judge_held, pass_unseen
from engine.games.guandan.tribute import GuandanTribute, may_return, return_fault
from engine.rulebook.sentences import say


def give_back(table: Table, tribute: GuandanTribute, seat: int, action: Handed, text: str) -> None:
    """Does a return.  One for a tribute that was not due stands as recorded."""
    if not tribute.known:
        _give_back_unchecked(table, tribute, seat, action)
        return
    missing = False
    if not tribute.missed and tribute.payers_left and tribute.paid:
        missing = True
        payments.miss(table, tribute, seat, text)
        payments.move_all(table, tribute)
    payer = tribute.answered(seat, action.to)
    if payer is not None:
        tribute.returned.add(seat)
        tribute.repaid.add(payer)
        if not missing and payer in tribute.paid:
            _judge(table, tribute, seat, action, payer)
        judge_held(table, seat, action)
        hand_over(table, seat, payer if action.to is None else action.to, action.card, "return", tribute.level)
    elif seat in tribute.receivers_left and not missing:
        _give_back_unseen(table, tribute, seat, action)
    else:
        table.ineffective.add(table.done)
        if not missing:
            _not_due(table, tribute, seat, text)
    _place(table, tribute)


def _give_back_unchecked(table: Table, tribute: GuandanTribute, seat: int, action: Handed) -> None:
    """Does a return when it is not known which seat owed which."""
    judge_held(table, seat, action)
    to = tribute.answered(seat, action.to) if action.to is None else action.to
    if to is None:
        tribute.unplaced.append((seat, action.card))
    else:
        tribute.repaid.add(to)
        hand_over(table, seat, to, action.card, "return", tribute.level)


def _give_back_unseen(table: Table, tribute: GuandanTribute, seat: int, action: Handed) -> None:
    """Does a return when it is not known which seat paid this seat.  If it names no receiver, the card moves when all
    are given.
    """
    tribute.returned.add(seat)
    if action.to is not None:
        _judge(table, tribute, seat, action, action.to)
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


def _not_due(table: Table, tribute: GuandanTribute, seat: int, text: str) -> None:
    if not tribute.payers_left or tribute.excused:
        table.unexpected(seat, "return", text, say("the first lead"), topic="return")
    elif not payments.perhaps_unread(table, tribute):
        payments.miss(table, tribute, seat, text)


def _judge(table: Table, tribute: GuandanTribute, seat: int, action: Handed, payer: int) -> None:
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
    fault = return_fault(holdings.known[seat], holdings.hidden[seat], card, level, to_partner, rules)
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
