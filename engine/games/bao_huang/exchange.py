"""The tribute of Bao Huang: given to the table, taken from it, and the faults in it."""

from collections.abc import Sequence
from typing import Final

from engine.cards.packed import ONE, SUITED, UNKNOWN, Card, bare_of, card_text, cards_text, copies, pack, unpack
from engine.climbing.codes import TRIBUTE_MISSING, TRIBUTE_NOT_DUE, TRIBUTE_WRONG_CARD, TRIBUTE_WRONG_SEAT
from engine.climbing.faults import first_lacking
from engine.climbing.public_cards import without_played
from engine.climbing.table import Table
from engine.games.bao_huang.reader import Cards
from engine.games.bao_huang.rules import BaoHuangRules
from engine.games.bao_huang.tribute import BaoHuangTribute, eligible, highest_eligible, unseen_ranks, wrong_cards
from engine.rulebook.codes import CARD_NOT_HELD
from engine.rulebook.sentences import say


class BaoHuangExchange:
    """The tribute of one hand: given to the table, then taken from it."""

    def __init__(self, table: Table, rules: BaoHuangRules, tribute: BaoHuangTribute) -> None:
        self.tribute: Final = tribute
        self._table: Final = table
        self._rules: Final = rules

    @property
    def pending(self) -> bool:
        """Whether tribute still has to be given or taken."""
        tribute = self.tribute
        return not tribute.over and bool(tribute.givers_left or tribute.takers_left)

    def _names(self, seats: Sequence[int]) -> str:
        return self._table.names(seats) or say("nobody")

    def give(self, seat: int, action: Cards, text: str) -> None:
        """Does a tribute."""
        tribute = self.tribute
        if tribute.over or seat in tribute.missed:
            self._table.unexpected(seat, "tribute", text, say("a play or a pass"))
            return
        owed, count = tribute.owes(seat), len(action.cards)
        if tribute.known:
            if not owed:
                variant = "twice" if seat in tribute.given else ""
                left = tribute.givers_left
                wanted = say("tribute by {payers}", payers=self._names(left)) if left else say("no tribute")
                self._table.report(TRIBUTE_NOT_DUE, "tribute", seat, recorded=text, variant=variant, wanted=wanted)
            elif count > owed:
                self._table.report(
                    TRIBUTE_NOT_DUE,
                    "tribute",
                    seat,
                    column=action.columns[owed],
                    recorded=cards_text(action.cards),
                    variant="many",
                    count=count,
                    owed=_counted(owed),
                )
            elif count < owed:
                self._table.report(
                    TRIBUTE_MISSING,
                    "tribute",
                    seat,
                    recorded=cards_text(action.cards),
                    variant="short",
                    count=count,
                    owed=_counted(owed),
                )
        tribute.given.add(seat)
        if tribute.known and count == owed:
            self._judge_tribute(seat, action)
        self._judge_held(seat, action)
        self._lay(seat, action.cards)

    def _judge_held(self, seat: int, action: Cards) -> None:
        places = [place for place, card in enumerate(action.cards) if card != UNKNOWN]
        cards = [action.cards[place] for place in places]
        missing = self._table.holdings.lacking(seat, cards)
        if missing:
            self._table.report(
                CARD_NOT_HELD,
                "table",
                seat,
                column=action.columns[places[first_lacking(cards, missing)]],
                recorded=cards_text(action.cards),
                cards=cards_text(missing),
            )

    def _judge_tribute(self, seat: int, action: Cards) -> None:
        """Reports cards that are not the ones owed."""
        holding = self._table.holdings.shown(seat)
        seen = [card for card in action.cards if card != UNKNOWN]
        if self._table.holdings.hidden[seat]:
            for bare in sorted({bare_of(card) for card in seen}):
                held = sum(copies(holding, card) for card in (*SUITED, bare) if bare_of(card) == bare)
                short = sum(bare_of(card) == bare for card in seen) - held
                holding += ONE[bare] * max(short, 0)
        highest = highest_eligible(holding, len(action.cards), self._rules)
        wrong = wrong_cards(action.cards, highest, self._rules)
        if wrong:
            card = action.cards[wrong[0]]
            self._table.report(
                TRIBUTE_WRONG_CARD,
                "tribute",
                seat,
                column=action.columns[wrong[0]],
                recorded=card_text(card),
                variant="" if eligible(card, self._rules) else "aside",
                highest=cards_text(highest),
            )

    def _lay(self, seat: int, cards: Sequence[Card]) -> None:
        """Moves cards from a hand to the table.  If cards are not shown, they are the ones owed, provided that the hand
        is known.

        After that it is no longer known which cards are in which of the other hands.
        """
        holdings, laid = self._table.holdings, self.tribute.laid
        seen = [card for card in cards if card != UNKNOWN]
        holdings.take(seat, seen)
        self._table.public[seat] = without_played(self._table.public[seat], seen)
        for card in seen:
            laid.put(card)
        unseen = len(cards) - len(seen)
        if not unseen:
            return
        holdings.pool = None
        if holdings.hidden[seat] or len(cards) != self._owed_by(seat):
            holdings.hide(seat, sum(ONE[card] * copies(holdings.known[seat], card) for card in self._givable(seat)))
            holdings.hidden[seat] = max(holdings.hidden[seat] - unseen, 0)
            for _ in range(unseen):
                laid.put(UNKNOWN)
            return
        for bare in unseen_ranks(holdings.shown(seat), unseen, self._rules):
            suits = [card for card in SUITED if bare_of(card) == bare and copies(holdings.known[seat], card)]
            card = suits[0] if len(suits) == 1 and not copies(holdings.shown(seat), bare) else bare
            holdings.take(seat, [card])
            laid.put(card)

    def owed(self, seat: int) -> list[Card]:
        """The cards that a seat still owes, of those that it is known to hold."""
        return highest_eligible(self._table.holdings.shown(seat), self.tribute.owes(seat), self._rules)

    def _owed_by(self, seat: int) -> int:
        debts = self.tribute.debts
        return debts.givers.get(seat, 0) if debts else 0

    def _givable(self, seat: int) -> list[Card]:
        return [card for card in sorted(set(unpack(self._table.holdings.known[seat]))) if eligible(card, self._rules)]

    def take(self, seat: int, action: Cards, text: str) -> None:
        """Does a `take`."""
        tribute = self.tribute
        if tribute.over:
            self._table.unexpected(seat, "take", text, say("a play or a pass"))
            return
        if tribute.known and not self._miss_givers(seat, text):
            self._judge_taker(seat, action, text)
        missing = tribute.laid.missing(action.cards)
        if missing:
            tribute.excused.add(seat)
            self._table.report(
                CARD_NOT_HELD,
                "tribute",
                seat,
                column=action.columns[first_lacking(action.cards, missing)],
                recorded=cards_text(action.cards),
                variant="table",
                cards=cards_text(missing),
            )
        moved = list(action.cards)
        for card in missing:
            moved.remove(card)
        for card in moved:
            self._pick_up(seat, card)
        tribute.taken[seat] = tribute.taken.get(seat, 0) + len(moved)
        self._table.holdings.settle()

    def _pick_up(self, seat: int, card: Card) -> None:
        found = self.tribute.laid.take(card, self._table.holdings)
        self._table.holdings.give(seat, found)
        if found != UNKNOWN and self._rules.tribute_face == "up":
            self._table.public[seat] += pack([found])

    def _judge_taker(self, seat: int, action: Cards, text: str) -> None:
        tribute = self.tribute
        due, count = tribute.may_take(seat), len(action.cards)
        waiting = tribute.next_takers()
        if due <= 0:
            left = [taker for taker in (tribute.debts.takers if tribute.debts else ()) if tribute.may_take(taker) > 0]
            self._table.report(
                TRIBUTE_WRONG_SEAT, "tribute", seat, recorded=text, variant="take", takers=self._names(left)
            )
        elif count > due:
            self._table.report(
                TRIBUTE_WRONG_SEAT,
                "tribute",
                seat,
                column=action.columns[due],
                recorded=cards_text(action.cards),
                variant="take-many",
                count=count,
                owed=_counted(due),
            )
        elif seat not in waiting and self._rules.take_order == "finish":
            self._table.report(
                TRIBUTE_WRONG_SEAT, "tribute", seat, recorded=text, variant="order", takers=self._names(waiting)
            )

    def _miss_givers(self, seat: int, text: str) -> bool:
        """Reports tribute that was not given.  Returns whether any was missing.

        A tribute that could not be read counts as given, with cards that are not shown.
        """
        tribute = self.tribute
        unread = {who for who, verb in self._table.unread if verb == "tribute"}
        for giver in tribute.givers_left:
            if giver in unread:
                count = tribute.owes(giver)
                tribute.given.add(giver)
                self._lay(giver, [UNKNOWN] * count)
        missing = tribute.givers_left
        if not missing:
            return False
        tribute.missed |= set(missing)
        self._table.report(TRIBUTE_MISSING, "tribute", seat, recorded=text, payers=self._names(missing))
        return True

    def end(self, seat: int, text: str) -> bool:
        """Called at the first action after the tribute: reports missing tribute.  Returns whether any was missing."""
        tribute = self.tribute
        if tribute.over:
            return False
        missing = tribute.known and self._miss_givers(seat, text)
        tribute.over = True
        if missing or not tribute.known:
            return missing
        unread = {who for who, verb in self._table.unread if verb == "take"}
        for taker in tribute.takers_left:
            if taker in unread:
                for _ in range(min(tribute.may_take(taker), len(tribute.laid))):
                    self._pick_up(taker, UNKNOWN)
        left = [taker for taker in tribute.takers_left if taker not in unread | tribute.excused]
        if left:
            self._table.report(
                TRIBUTE_MISSING, "tribute", seat, recorded=text, variant="take", takers=self._names(left)
            )
        return bool(left)


def _counted(cards: int) -> str:
    return say("one card") if cards == 1 else say("{count} cards", count=cards)
