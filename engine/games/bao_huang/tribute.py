"""The tribute of Bao Huang: which seats give, which take, which cards are owed, and how the cards move."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, Final

from engine.cards.packed import (
    JOKERS,
    LANES,
    ONE,
    RANKS,
    SUITED,
    UNKNOWN,
    Card,
    Holding,
    bare_card,
    bare_of,
    card_text,
    cards_text,
    copies,
    pack,
    unpack,
)
from engine.climbing.codes import TRIBUTE_MISSING, TRIBUTE_NOT_DUE, TRIBUTE_WRONG_CARD, TRIBUTE_WRONG_SEAT
from engine.climbing.faults import first_lacking
from engine.climbing.public_cards import without_played
from engine.climbing.table import Table
from engine.games.bao_huang.combinations import STRENGTHS, LaidCards, strength
from engine.games.bao_huang.reader import Cards
from engine.games.bao_huang.rules import BaoHuangRules
from engine.games.bao_huang.scoring import EMPERORS, Finish, Roles, is_over, winning_side
from engine.recorded.results import finish_agrees
from engine.rulebook.codes import CARD_NOT_HELD
from engine.rulebook.sentences import say

_FROM_HIGH: Final = sorted((*SUITED, *map(bare_card, range(len(RANKS)))), key=lambda card: (-strength(card), card))
"""The cards without jokers, with and without a suit, from high to low."""
_TWOS: Final = frozenset(card for card in (*SUITED, *map(bare_of, SUITED)) if strength(card) == STRENGTHS[0])
ALONE_COUNT: Final = 4
WITH_PROTECTOR: Final = 2


@dataclass(frozen=True, slots=True)
class BaoHuangDebts:
    """The number of cards that each seat owes after a hand, and the number that each seat takes."""

    givers: dict[int, int]
    takers: dict[int, int]
    order: tuple[tuple[int, ...], ...]
    """The takers in the order in which they finished; seats that shared a place together."""
    shared: tuple[int, ...] = ()
    """The takers of whom one alone takes."""
    at_once: bool = False
    """Whether all that is taken is taken in one action, and what is left goes back."""

    @property
    def carried(self) -> tuple[tuple[Any, ...], ...]:
        """All of it, for ``of``."""
        return tuple(self.givers.items()), tuple(self.takers.items()), self.order, self.shared, (self.at_once,)

    @classmethod
    def of(cls, carried: tuple[Any, ...]) -> "BaoHuangDebts":
        """The debts that ``carried`` was of."""
        givers, takers, order, shared, (at_once,) = carried
        return cls(dict(givers), dict(takers), order, shared, at_once)


def debts_after(finish: Finish, roles: Roles, rules: BaoHuangRules, *, solo: bool = False) -> BaoHuangDebts | None:
    """The debts after a hand; None if no cards are owed.  ``solo`` says whether a lone emperor declared it."""
    winner = winning_side(finish, roles, rules, solo=solo)
    if winner is None:
        return None
    if roles.alone and rules.solo_tribute == WITH_PROTECTOR:
        return _debts_of_two(finish, roles.emperor, won=winner == EMPERORS)
    of_emperor = ALONE_COUNT if roles.alone else WITH_PROTECTOR
    counts = {seat: of_emperor if seat == roles.emperor else 1 for place in finish for seat in place}
    takers = {seat for seat in counts if (seat in roles.side) == (winner == EMPERORS)}
    return BaoHuangDebts(
        {seat: count for seat, count in sorted(counts.items()) if seat not in takers},
        {seat: count for seat, count in sorted(counts.items()) if seat in takers},
        tuple(group for place in finish if (group := tuple(seat for seat in place if seat in takers))),
    )


def _debts_of_two(finish: Finish, emperor: int, *, won: bool) -> BaoHuangDebts:
    """The debts after a hand of a lone emperor who gives or takes two cards."""
    groups = [group for place in finish if (group := tuple(seat for seat in place if seat != emperor))]
    farmers = sorted(seat for group in groups for seat in group)
    if won:
        return BaoHuangDebts(dict.fromkeys(farmers, 1), {emperor: WITH_PROTECTOR}, ((emperor,),), at_once=True)
    order: list[tuple[int, ...]] = []
    for group in groups:
        if len(order) < WITH_PROTECTOR:
            order.append(group)
    if len(order[0]) > 1:
        order = order[:1]
    takers = dict.fromkeys(sorted(seat for group in order for seat in group), 1)
    shared = order[1] if len(order) > 1 and len(order[1]) > 1 else ()
    return BaoHuangDebts({emperor: WITH_PROTECTOR}, takers, tuple(order), shared)


def possible_debts(recorded: Finish, roles: Roles, rules: BaoHuangRules, seats: int) -> list[BaoHuangDebts | None]:
    """The possible debts after a hand whose result a log gives in part: one for each result that fits."""
    choices: list[BaoHuangDebts | None] = []
    seen: set[tuple[int, ...]] = set()
    for order in permutations(range(seats)):
        end = next(place for place in range(1, seats + 1) if is_over(order[:place], roles, seats))
        out, left = order[:end], [seat for seat in range(seats) if seat not in order[:end]]
        finish = [*([seat] for seat in out), *([left] if left else [])]
        if out not in seen and finish_agrees(recorded, finish):
            debts = debts_after(finish, roles, rules)
            choices += [] if debts in choices else [debts]
        seen.add(out)
    return choices


@dataclass(slots=True)
class BaoHuangTribute:
    """The tribute of one hand as it is given and taken."""

    debts: BaoHuangDebts | None
    known: bool
    """Whether the debts are known.  If not, whatever is given and taken counts as right."""
    given: set[int] = field(default_factory=set)
    taken: dict[int, int] = field(default_factory=dict)
    laid: LaidCards = field(default_factory=LaidCards)
    """The cards on the table."""
    put: list[tuple[int, Card]] = field(default_factory=list)
    """The cards on the table in the order in which they were put down, each with its seat."""
    excused: set[int] = field(default_factory=set)
    """The seats that took a card that is not on the table; this is reported once."""
    short: set[int] = field(default_factory=set)
    """The seats that took fewer cards than they may in the one action in which they take."""
    missed: set[int] = field(default_factory=set)
    """The seats whose missing tribute or missing `take` was reported."""
    over: bool = False
    """Whether an action came after the tribute."""

    def owes(self, seat: int) -> int:
        """The number of cards that a seat still has to give."""
        return self.debts.givers.get(seat, 0) if self.debts and seat not in self.given | self.missed else 0

    def may_take(self, seat: int) -> int:
        """The number of cards that a seat may still take."""
        if self.debts is None:
            return 0
        if seat in self.debts.shared and any(self.taken.get(other) for other in self.debts.shared):
            return 0
        if self.debts.at_once and seat in self.taken:
            return 0
        return self.debts.takers.get(seat, 0) - self.taken.get(seat, 0)

    @property
    def givers_left(self) -> tuple[int, ...]:
        """The seats that still have to give."""
        return tuple(seat for seat in self.debts.givers if self.owes(seat)) if self.debts else ()

    @property
    def takers_left(self) -> tuple[int, ...]:
        """The seats that still have to take; none if no cards are on the table."""
        if not self.debts or not len(self.laid):
            return ()
        return tuple(seat for seat in self.debts.takers if self.may_take(seat) > 0 and seat not in self.missed)

    def next_takers(self) -> tuple[int, ...]:
        """The seats whose turn it is to take, if the seats take in the order of finish."""
        for group in self.debts.order if self.debts else ():
            waiting = tuple(seat for seat in group if self.may_take(seat) > 0 and seat not in self.excused)
            if waiting:
                return waiting
        return ()


def eligible(card: Card, rules: BaoHuangRules) -> bool:
    """Whether a card may be given as tribute."""
    if card in JOKERS:
        return False
    return card not in _TWOS or rules.tribute_exclude == "jokers"


def highest_eligible(held: Holding, count: int, rules: BaoHuangRules) -> list[Card]:
    """The highest cards of a hand that may be given as tribute, high to low, at most ``count``."""
    cards: list[Card] = []
    for card in _FROM_HIGH:
        if len(cards) >= count:
            break
        if held & LANES[card] and eligible(card, rules):
            cards += [card] * copies(held, card)
    return cards[:count]


def wrong_cards(cards: Sequence[Card], highest: Sequence[Card], rules: BaoHuangRules) -> list[int]:
    """The indices of given cards that are not owed; ``highest`` are the owed cards, high to low.

    If cards are equal, any of them may be given.
    """
    owed = [strength(card) for card in highest]
    wrong: list[int] = []
    for place, card in enumerate(cards):
        if card == UNKNOWN:
            continue
        if eligible(card, rules) and strength(card) in owed:
            owed.remove(strength(card))
        else:
            wrong.append(place)
    return wrong


def unseen_ranks(held: Holding, count: int, rules: BaoHuangRules) -> list[Card]:
    """The cards, by rank alone, that a hand owes and has given without showing them."""
    return [bare_of(card) for card in highest_eligible(held, count, rules)]


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
            self.tribute.put.append((seat, card))
        unseen = len(cards) - len(seen)
        if not unseen:
            return
        holdings.pool = None
        if holdings.hidden[seat] or len(cards) != self._owed_by(seat):
            holdings.hide(seat, sum(ONE[card] * copies(holdings.known[seat], card) for card in self._givable(seat)))
            holdings.hidden[seat] = max(holdings.hidden[seat] - unseen, 0)
            for _ in range(unseen):
                laid.put(UNKNOWN)
                self.tribute.put.append((seat, UNKNOWN))
            return
        for bare in unseen_ranks(holdings.shown(seat), unseen, self._rules):
            suits = [card for card in SUITED if bare_of(card) == bare and copies(holdings.known[seat], card)]
            card = suits[0] if len(suits) == 1 and not copies(holdings.shown(seat), bare) else bare
            holdings.take(seat, [card])
            laid.put(card)
            self.tribute.put.append((seat, card))

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
            self._pick_up(seat, self._put_first(card))
        if moved or not missing:
            tribute.taken[seat] = tribute.taken.get(seat, 0) + len(moved)
        debts = tribute.debts
        if debts is not None and debts.at_once and seat in debts.takers:
            if tribute.known and len(action.cards) < debts.takers[seat]:
                tribute.short.add(seat)
            self._put_back()
        self._table.holdings.settle()

    def _put_first(self, card: Card) -> Card:
        """The card of those that a `take` may mean that was put down first, which leaves the list of them."""
        put = self.tribute.put
        meant = [
            place
            for place, (_, other) in enumerate(put)
            if card == UNKNOWN or other == card or (other != UNKNOWN and bare_of(other) == bare_of(card))
        ] or [place for place, (_, other) in enumerate(put) if other == UNKNOWN]
        exact = [place for place in meant if put[place][1] == card]
        if not meant:
            return card
        _, first = put.pop((exact or meant)[0])
        debts = self.tribute.debts
        return first if card == UNKNOWN and debts is not None and debts.at_once else card

    def _put_back(self) -> None:
        """Returns what is left on the table to those who put it down."""
        for giver, card in self.tribute.put:
            self._pick_up(giver, card)
        self.tribute.put.clear()

    def _pick_up(self, seat: int, card: Card) -> None:
        real_card = self.tribute.laid.take(card, self._table.holdings)
        self._table.holdings.give(seat, real_card)
        if real_card != UNKNOWN and self._rules.tribute_face == "up":
            self._table.public[seat] += pack([real_card])

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
        left += sorted(tribute.short)
        if left:
            self._table.report(
                TRIBUTE_MISSING, "tribute", seat, recorded=text, variant="take", takers=self._names(left)
            )
        return bool(left)


def _counted(cards: int) -> str:
    return say("one card") if cards == 1 else say("{count} cards", count=cards)
