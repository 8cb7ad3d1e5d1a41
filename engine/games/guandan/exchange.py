"""The exchange before the play: tribute paid or resisted, cards returned, and what is missing at the end."""

from typing import Final

from msgspec import structs

from engine.cards.packed import UNKNOWN, Card, card_text
from engine.climbing.codes import RETURN_MISSING
from engine.climbing.round import ANYBODY
from engine.climbing.table import Table
from engine.games.guandan import payments, returns, transfers
from engine.games.guandan.reader import Handed
from engine.games.guandan.tribute import GuandanTribute
from engine.replay.frames import Frame, SeatFrame


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
        """The frame without the returned cards whose receivers the log does not show yet in the hands that gave them.

        Each seat that may have got one of them holds at most one card more.
        """
        tribute = self.tribute
        if not (tribute.known and tribute.unplaced and self.pending):
            return frame
        seats = list(frame.seats)
        for seat, card in tribute.unplaced:
            seats[seat] = _without(seats[seat], card)
        for payer in tribute.paid.keys() - tribute.repaid:
            to = seats[payer]
            seats[payer] = structs.replace(to, count=to.count + 1, hidden=to.hidden + 1, at_most=True)
        return structs.replace(frame, seats=tuple(seats))

    def resist(self, seat: int, text: str) -> None:
        """Does a resistance."""
        payments.resist(self._table, self.tribute, seat, text)

    def hand_over(self, seat: int, action: Handed, text: str) -> None:
        """Does a tribute or a return."""
        give = payments.pay if action.verb == "tribute" else returns.give_back
        give(self._table, self.tribute, seat, action, text)

    def end(self, seat: int, text: str) -> bool:
        """Ends the exchange at the first play or pass, by any seat.  Returns whether it reported something missing."""
        table, tribute = self._table, self.tribute
        table.round.turn = ANYBODY
        perhaps_unread = payments.perhaps_unread(table, tribute)
        if perhaps_unread:
            transfers.lose_track(table)
        if not tribute.known:
            self._exchange_unchecked()
        elif perhaps_unread or not self.pending:
            pass
        elif tribute.payers_left:
            payments.miss(table, tribute, seat, text)
            payments.move_all(table, tribute)
            return True
        else:
            receivers = table.names(tribute.receivers_left)
            table.report(RETURN_MISSING, "return", seat, recorded=text, receivers=receivers)
            return True
        return False

    def _exchange_unchecked(self) -> None:
        """Moves the cards without a named receiver, if their numbers match, when the debts are not known."""
        table, tribute = self._table, self.tribute
        level = tribute.level
        paid, back = tribute.unplaced_tribute, tribute.unplaced
        if not paid and not back:
            return
        if len(paid) == len(back) == 1:
            (payer, tribute_card), (receiver, returned) = paid[0], back[0]
            transfers.hand_over(table, payer, receiver, tribute_card, "tribute", level)
            transfers.hand_over(table, receiver, payer, returned, "return", level)
        elif len(paid) == len(back):
            transfers.pass_unseen(table, paid, [seat for seat, _ in back], "tribute", level)
            transfers.pass_unseen(table, back, [seat for seat, _ in paid], "return", level)
        else:
            transfers.lose_track(table)


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
