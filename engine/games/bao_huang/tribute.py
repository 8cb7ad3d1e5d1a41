"""The tribute of Bao Huang: which seats give, which take, and which cards are owed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, Final

from engine.cards.packed import (
    JOKERS,
    LANES,
    RANKS,
    SUITED,
    UNKNOWN,
    Card,
    Holding,
    bare_card,
    bare_of,
    copies,
)
from engine.games.bao_huang.combinations import STRENGTHS, strength
from engine.games.bao_huang.laid import Laid
from engine.games.bao_huang.rules import BaoHuangRules
from engine.games.bao_huang.scoring import EMPERORS, Finish, Roles, is_over, winning_side
from engine.recorded.results import finish_agrees

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

    @property
    def carried(self) -> tuple[tuple[Any, ...], ...]:
        """All of it, for ``of``."""
        return tuple(self.givers.items()), tuple(self.takers.items()), self.order

    @classmethod
    def of(cls, carried: tuple[Any, ...]) -> "BaoHuangDebts":
        """The debts that ``carried`` was of."""
        givers, takers, order = carried
        return cls(dict(givers), dict(takers), order)


def debts_after(finish: Finish, roles: Roles, rules: BaoHuangRules) -> BaoHuangDebts | None:
    """The debts after a hand; None if no cards are owed."""
    winner = winning_side(finish, roles, rules)
    if winner is None:
        return None
    of_emperor = ALONE_COUNT if roles.alone else WITH_PROTECTOR
    counts = {seat: of_emperor if seat == roles.emperor else 1 for place in finish for seat in place}
    takers = {seat for seat in counts if (seat in roles.side) == (winner == EMPERORS)}
    return BaoHuangDebts(
        {seat: count for seat, count in sorted(counts.items()) if seat not in takers},
        {seat: count for seat, count in sorted(counts.items()) if seat in takers},
        tuple(group for place in finish if (group := tuple(seat for seat in place if seat in takers))),
    )


def possible_debts(recorded: Finish, roles: Roles, rules: BaoHuangRules, seats: int) -> list[BaoHuangDebts | None]:
    """The possible debts after a hand whose result a log gives in part: one for each result that fits."""
    found: list[BaoHuangDebts | None] = []
    seen: set[tuple[int, ...]] = set()
    for order in permutations(range(seats)):
        end = next(place for place in range(1, seats + 1) if is_over(order[:place], roles, seats))
        out, left = order[:end], [seat for seat in range(seats) if seat not in order[:end]]
        finish = [*([seat] for seat in out), *([left] if left else [])]
        if out not in seen and finish_agrees(recorded, finish):
            debts = debts_after(finish, roles, rules)
            found += [] if debts in found else [debts]
        seen.add(out)
    return found


@dataclass(slots=True)
class BaoHuangTribute:
    """The tribute of one hand as it is given and taken."""

    debts: BaoHuangDebts | None
    known: bool
    """Whether the debts are known.  If not, whatever is given and taken counts as right."""
    given: set[int] = field(default_factory=set)
    taken: dict[int, int] = field(default_factory=dict)
    laid: Laid = field(default_factory=Laid)
    """The cards on the table."""
    excused: set[int] = field(default_factory=set)
    """The seats that took a card that is not on the table; this is reported once."""
    missed: set[int] = field(default_factory=set)
    """The seats whose missing tribute or missing `take` was reported."""
    over: bool = False
    """Whether an action came after the tribute."""

    def owes(self, seat: int) -> int:
        """The number of cards that a seat still has to give."""
        return self.debts.givers.get(seat, 0) if self.debts and seat not in self.given | self.missed else 0

    def may_take(self, seat: int) -> int:
        """The number of cards that a seat may still take."""
        return self.debts.takers.get(seat, 0) - self.taken.get(seat, 0) if self.debts else 0

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
    found: list[Card] = []
    for card in _FROM_HIGH:
        if len(found) >= count:
            break
        if held & LANES[card] and eligible(card, rules):
            found += [card] * copies(held, card)
    return found[:count]


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
