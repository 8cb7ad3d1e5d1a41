"""Cards that move from hand to hand in the tribute, and what every seat sees of them."""

from collections.abc import Sequence

from engine.cards.packed import LANES, UNKNOWN, Card, card_text, common, with_card
from engine.climbing.public_cards import without_played
from engine.climbing.table import Table
from engine.games.guandan.reader import Handed
from engine.games.guandan.tribute import unseen
from engine.rulebook.codes import CARD_NOT_HELD


def judge_held(table: Table, seat: int, action: Handed) -> None:
    """Reports a card that the seat does not hold."""
    card, holdings = action.card, table.holdings
    if card != UNKNOWN and not holdings.known[seat] & LANES[card] and not holdings.hidden[seat]:
        name = card_text(card)
        table.report(CARD_NOT_HELD, "table", seat, column=action.column, recorded=name, cards=name)


def hand_over(table: Table, seat: int, to: int | None, card: Card, verb: str, level: int | None) -> None:
    """Moves a card for a verb, ``tribute`` or ``return``.  If the receiver is not known, the card stays in its hand."""
    if to is None or to == seat:
        return
    holdings, public = table.holdings, table.public
    _take_away(table, seat, card, verb, level)
    if card != UNKNOWN:
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
