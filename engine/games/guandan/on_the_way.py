"""Cards of the exchange that the log does not show going to a seat: how many cards each seat holds at most."""

from collections.abc import Sequence

from msgspec import structs

from engine.cards.packed import UNKNOWN, Card, card_text
from engine.games.guandan.tribute import GuandanTribute
from engine.replay.frames import SeatFrame


def returns_unplaced(tribute: GuandanTribute, seats: list[SeatFrame]) -> None:
    """Takes the returned cards whose receivers are not known yet out of the hands that gave them.

    Each seat that may have got one of them holds at most one card more.
    """
    for seat, card in tribute.unplaced:
        seats[seat] = _without(seats[seat], card)
    for payer in tribute.paid.keys() - tribute.repaid:
        seats[payer] = perhaps_with(seats[payer])


def payments_not_checked(tribute: GuandanTribute, seats: list[SeatFrame]) -> None:
    """The same of payments and returns when it is not known which seat owed which."""
    waiting, back = tribute.unplaced_tribute, tribute.unplaced
    for seat, card in (*((payer, card) for payer, card, _ in waiting), *back):
        seats[seat] = _without(seats[seat], card)
    got = {*tribute.went_to.values()}
    for seat, _ in back:
        if seat not in got:
            seats[seat] = structs.replace(perhaps_with(seats[seat]), at_most=False)
    if len(waiting) == len(back):
        for payer, _, _ in waiting:
            seats[payer] = structs.replace(perhaps_with(seats[payer]), at_most=False)
        return
    payers = {payer for payer, _ in tribute.handed}
    perhaps = {payer for payer, _, _ in waiting} | ((payers - tribute.repaid) if back else set())
    for _, _, to in waiting:
        perhaps |= {to} if to is not None else set(range(len(seats))) - payers - tribute.returned - got
    for seat in perhaps:
        seats[seat] = perhaps_with(seats[seat])


def unanswered(tribute: GuandanTribute, seats: int, *, unread: bool) -> dict[int, int]:
    """By seat that paid or got a card for which the log has no return, what it perhaps holds more than is counted.

    ``unread`` says whether an action that could not be read may have been one of the tributes and returns.
    """
    debts = tribute.debts
    moved: dict[int, Sequence[int]] = {payer: [to] for payer, to in (tribute.went_to | tribute.undue).items()}
    if debts is not None and not tribute.payers_left:
        left = [seat for seat in debts.receivers if seat not in tribute.went_to.values()]
        moved |= {payer: left for payer in tribute.paid if payer not in moved}
    gave = tribute.returned - {seat for seat, _ in tribute.unplaced}
    owing = {payer: receivers for payer, receivers in moved.items() if payer not in tribute.repaid}
    counts = {seat: 0 for receivers in owing.values() for seat in receivers if seat not in gave}
    counts |= dict.fromkeys(owing, 1)
    if tribute.unplaced_tribute:
        payers = {payer for payer, _ in tribute.handed} - tribute.repaid
        others = {*range(seats)} - payers - tribute.repaid - tribute.returned
        counts = dict.fromkeys(payers, 0) | dict.fromkeys(others, 1) | counts
    if unread and debts is not None and not tribute.resisted:
        counts |= {seat: 0 for seat in debts.payers if seat not in (*tribute.repaid, *counts)}
        counts |= {seat: 1 for seat in debts.receivers if seat not in (*tribute.returned, *counts)}
    return counts


def perhaps_with(seat: SeatFrame, more: int = 1) -> SeatFrame:
    """A seat that may hold a number of cards more."""
    return structs.replace(seat, count=seat.count + more, hidden=seat.hidden + more, at_most=True)


def _without(seat: SeatFrame, card: Card) -> SeatFrame:
    """A seat after a card left its hand; if it is not known which one of those shown, none is shown any more."""
    if not seat.count:
        return seat
    cards, public = list(seat.cards), list(seat.public)
    if card_text(card) in cards:
        cards.remove(card_text(card))
        if card_text(card) in public:
            public.remove(card_text(card))
    elif card == UNKNOWN:
        cards, public = [], []
    elif not seat.hidden:
        return seat
    count = seat.count - 1
    return structs.replace(seat, count=count, cards=tuple(cards), hidden=count - len(cards), public=tuple(public))
