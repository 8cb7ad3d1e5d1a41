"""Tribute in a hand whose log has the actions of some seats alone: what is found in it, and which cards it moves."""

from collections.abc import Collection, Sequence
from typing import Final

from engine.cards.packed import UNKNOWN, Card, card_text, pack
from engine.climbing.codes import RETURN_WRONG_CARD, TRIBUTE_WRONG_CARD
from engine.climbing.listed_seats import ListedSeats
from engine.climbing.reader import ActionReader, bare
from engine.climbing.table import Table
from engine.games.guandan.combinations import level_order
from engine.games.guandan.reader import HandedCard
from engine.games.guandan.tribute import GuandanTribute, highest_owed, return_fault
from engine.rulebook.codes import CARD_NOT_HELD

_PARTNER: Final = 2


def receivers(reader: ActionReader, actions: Sequence[str]) -> frozenset[int]:
    """The seats that some action of a hand moves a card to."""
    forms = (reader.entry(bare(text)) for text in actions)
    return frozenset(
        form.to for seat, _, _, form, _ in forms if isinstance(form, HandedCard) and form.to not in (None, seat)
    )


class ListedExchange:
    """The tribute of one hand, as far as the log has it."""

    def __init__(self, table: Table, listed: ListedSeats, tribute: GuandanTribute, receivers: Collection[int]) -> None:
        """``receivers`` are the seats that some action of the hand moves a card to."""
        self._table: Final = table
        self._listed: Final = listed
        self._tribute: Final = tribute
        self._unsure: Final = listed.seats - set(receivers)
        """The listed seats to which a card may come that no action moves to them."""
        self._came: Final[set[int]] = set()
        """Those to which such a card may have come."""

    def hand_over(self, seat: int, action: HandedCard) -> None:
        """Does a tribute or a return."""
        if action.verb == "return":
            self._come(seat)
        if seat in self._listed.seats and action.card != UNKNOWN:
            self._judge(seat, action, action.card)
        if action.to != seat:
            self._listed.take(seat, [action.card])
            if action.to is not None:
                self._listed.give(action.to, [action.card])
        if action.verb == "tribute":
            self._come(seat)

    def _come(self, seat: int) -> None:
        """Counts one card more of a hand as unknown, because an action of another seat may have moved one to it."""
        if seat in self._unsure and seat not in self._came:
            self._came.add(seat)
            self._listed.give(seat, [UNKNOWN])

    def _judge(self, seat: int, action: HandedCard, card: Card) -> None:
        table, level, rules = self._table, self._tribute.level, self._tribute.rules
        held = self._listed.sure(seat)
        column, name = action.column, card_text(card)
        if level is None:
            pass
        elif action.verb == "tribute":
            highest = highest_owed(pack(held), level)
            if highest is not None and level_order(highest, level) > level_order(card, level):
                table.report(
                    TRIBUTE_WRONG_CARD, "tribute", seat, column=column, recorded=name, highest=card_text(highest)
                )
        else:
            to_partner = action.to is not None and (action.to - seat) % len(table.seats) == _PARTNER
            fault = return_fault(pack(held), 1, card, level, to_partner, rules)
            if fault is not None:
                table.report(RETURN_WRONG_CARD, "return", seat, column=column, recorded=name, allowed=fault[1])
        if self._listed.lacking(seat, [card]):
            table.report(CARD_NOT_HELD, "table", seat, column=column, recorded=name, cards=name)
