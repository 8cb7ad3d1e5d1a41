"""Tribute paid or resisted, and the faults in it."""

from engine.cards.packed import RED_JOKER, UNKNOWN, Card, card_text, copies, pack
from engine.climbing.codes import TRIBUTE_MISSING, TRIBUTE_NOT_DUE, TRIBUTE_WRONG_CARD, TRIBUTE_WRONG_SEAT
from engine.climbing.table import Table
from engine.games.guandan.codes import ROLE_NOT_ALLOWED
from engine.games.guandan.combinations import level_order, wild_card
from engine.games.guandan.reader import Handed
from engine.games.guandan.transfers import hand_over, judge_held, pass_unseen
from engine.games.guandan.tribute import GuandanTribute, Payment, highest_owed, may_resist
from engine.rulebook.sentences import say


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


def pay(table: Table, tribute: GuandanTribute, seat: int, action: Handed, text: str) -> None:
    """Does a tribute."""
    if tribute.missed:
        table.unexpected(seat, "tribute", text, say("a return, or the first lead"), topic="tribute")
    elif not tribute.known:
        judge_held(table, seat, action)
        tribute.handed.append((seat, action.to))
        if action.to is None:
            tribute.unplaced_tribute.append((seat, action.card))
        else:
            tribute.went_to[seat] = action.to
            hand_over(table, seat, action.to, action.card, "tribute", tribute.level)
    elif seat not in tribute.payers_left:
        _not_due(table, tribute, seat, action, text)
    else:
        faulty = _judge(table, tribute, seat, action)
        judge_held(table, seat, action)
        strength = _strength(table, tribute, seat, action.card)
        tribute.handed.append((seat, action.to))
        tribute.paid[seat] = Payment(table.done, action.card, strength, action.to, action.to_column, faulty)
        if not tribute.payers_left:
            move_all(table, tribute)


def _strength(table: Table, tribute: GuandanTribute, seat: int, card: Card) -> int | None:
    """The place of a paid card in level order.  A card not shown counts as the highest of the hand, if it is known."""
    level, holdings = tribute.level, table.holdings
    if level is None:
        return None
    paid: Card | None = card
    if card == UNKNOWN:
        paid = None if holdings.hidden[seat] else highest_owed(holdings.known[seat], level)
    return None if paid is None else level_order(paid, level)


def _not_due(table: Table, tribute: GuandanTribute, seat: int, action: Handed, text: str) -> None:
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


def _judge(table: Table, tribute: GuandanTribute, seat: int, action: Handed) -> bool:
    """Reports a card that is not the one owed.  Returns whether it did."""
    card, level = action.card, tribute.level
    if card == UNKNOWN or level is None:
        return False
    column, recorded = action.column, card_text(card)
    report = table.report
    if card == wild_card(level):
        report(TRIBUTE_WRONG_CARD, "tribute", seat, column=column, recorded=recorded, variant="wild")
        return True
    highest = highest_owed(table.holdings.known[seat], level)
    if highest is None or level_order(highest, level) <= level_order(card, level):
        return False
    report(TRIBUTE_WRONG_CARD, "tribute", seat, column=column, recorded=recorded, highest=card_text(highest))
    return True


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
