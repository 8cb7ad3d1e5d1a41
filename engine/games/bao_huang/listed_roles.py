"""Tribute, the emperor card and cards shown in a hand whose log has the actions of some seats alone."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.cards.packed import EMPEROR_JOKER, UNKNOWN, Card, card_text, cards_text, copies
from engine.climbing.codes import TRIBUTE_WRONG_CARD
from engine.climbing.faults import first_lacking
from engine.climbing.listed_seats import ListedSeats
from engine.climbing.reader import Play
from engine.climbing.table import Table
from engine.games.bao_huang.combinations import strength
from engine.games.bao_huang.emperor import MARKED, report_read_as
from engine.games.bao_huang.reader import Cards, CrownAnswer
from engine.games.bao_huang.rules import BaoHuangRules
from engine.games.bao_huang.tribute import WITH_PROTECTOR, BaoHuangTribute, eligible
from engine.rulebook.codes import CARD_NOT_HELD


class ListedRoles:
    """What moves cards before the play of one hand, as far as the log has it."""

    def __init__(self, table: Table, listed: ListedSeats, rules: BaoHuangRules, tribute: BaoHuangTribute) -> None:
        self._table: Final = table
        self._listed: Final = listed
        self._rules: Final = rules
        self._tribute: Final = tribute

    def act(self, seat: int, action: object) -> None:
        """Does an action that is neither a play nor a pass, before the play."""
        if isinstance(action, CrownAnswer):
            self._answer(seat, action)
        elif isinstance(action, Cards) and action.verb == "take":
            self._listed.give(seat, action.cards)
        elif isinstance(action, Cards):
            if seat in self._listed.seats:
                self._judge(seat, action)
            if action.verb == "tribute":
                self._listed.take(seat, [UNKNOWN] * len(action.cards) if self._may_return else action.cards)

    @property
    def _may_return(self) -> bool:
        """Whether a card put down may go back to its seat, in an action that the log may leave out."""
        tribute = self._tribute
        if tribute.known:
            return tribute.debts is not None and tribute.debts.at_once
        return self._rules.solo_tribute == WITH_PROTECTOR

    def _answer(self, seat: int, answer: CrownAnswer) -> None:
        """Moves the emperor card to the seat that accepts it, or away from the seat that declines."""
        known = self._table.holdings.known
        for other in range(len(known)):
            if (other == seat) != answer.accepts and copies(known[other], EMPEROR_JOKER):
                self._table.holdings.take(other, [EMPEROR_JOKER])
        if answer.accepts and not copies(known[seat], EMPEROR_JOKER):
            self._listed.give(seat, [EMPEROR_JOKER])

    def _judge(self, seat: int, action: Cards) -> None:
        """Reports cards paid or shown that the seat does not hold, and a card paid while it keeps a higher one."""
        shown = [card for card in action.cards if card != UNKNOWN]
        columns = [column for card, column in zip(action.cards, action.columns, strict=True) if card != UNKNOWN]
        if action.verb == "tribute":
            self._judge_tribute(seat, shown, columns)
        missing = self._listed.lacking(seat, shown)
        if missing:
            self._table.report(
                CARD_NOT_HELD,
                "table" if action.verb == "tribute" else "protector",
                seat,
                column=columns[first_lacking(shown, missing)],
                recorded=cards_text(action.cards),
                cards=cards_text(missing),
            )

    def _judge_tribute(self, seat: int, paid: Sequence[Card], columns: Sequence[int]) -> None:
        held = self._listed.sure(seat)
        for card in paid:
            if card in held:
                held.remove(card)
        owed = [card for card in held if eligible(card, self._rules)]
        highest = max(owed, key=strength, default=None)
        for card, column in zip(paid, columns, strict=True):
            if highest is not None and strength(highest) > strength(card):
                self._table.report(
                    TRIBUTE_WRONG_CARD,
                    "tribute",
                    seat,
                    column=column,
                    recorded=card_text(card),
                    highest=card_text(highest),
                )
                return

    def read_play(self, seat: int, play: Play, text: str) -> Play:
        """A play with the marked joker instead of a plain one that the seat, or the deck, cannot have.

        Any seat may hold the emperor card.
        """
        listed, holdings = self._listed, self._table.holdings
        cards = list(play.cards)
        for plain, marked in MARKED:
            if plain not in cards:
                continue
            spare = listed.lacking(seat, [plain] * cards.count(plain))
            held = marked == EMPEROR_JOKER or copies(holdings.known[seat], marked) > cards.count(marked)
            if spare and marked not in cards and held:
                place = len(cards) - 1 - cards[::-1].index(plain)
                cards[place] = marked
                report_read_as(self._table, seat, text, place, plain, marked)
            elif not spare and listed.is_over(seat, plain, cards.count(plain)) and marked not in cards:
                cards[cards.index(plain)] = marked
        if EMPEROR_JOKER in cards and listed.lacking(seat, [EMPEROR_JOKER]):
            holdings.give(seat, EMPEROR_JOKER)
        return replace(play, cards=tuple(cards))
