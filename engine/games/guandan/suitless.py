"""Cards that a log of Guandan names without a suit: what a hand may hold of them, and what a play may be."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Final

from engine.cards.packed import (
    BLACK_JOKER,
    FIRST_BARE,
    ONE,
    RED_JOKER,
    SPELLINGS,
    SUITS,
    UNKNOWN,
    Card,
    Holding,
    bare_card,
    card_of,
    copies,
    rank_of,
    suit_of,
)
from engine.cards.suitless import LooseHoldings, LooseRank
from engine.climbing.reader import Form, Play
from engine.games.guandan.combinations import (
    SEQUENCES,
    GuandanCombinationRules,
    Shape,
    WildClaim,
    beats,
    readings,
    wild_card,
)

BARE: Final[Mapping[str, Card]] = MappingProxyType(
    {f"{text}{mark}": card for text, card in SPELLINGS.items() if FIRST_BARE <= card < UNKNOWN for mark in ("", "?")}
)
"""Every text that is read as a rank without a suit: ``5`` and ``5?``."""

_COPIES: Final = 2
_SUITED_SIZES: Final = frozenset(kind.size for kind, run in SEQUENCES if run.one_suit is not None)
"""The numbers of cards of plays for which it matters whether all are of one suit."""
_MIXED: Final = -1
"""In place of a suit: the cards are of several."""
_NONE: Final = -2
"""In place of a suit: no card has one yet."""


@dataclass(frozen=True, slots=True)
class SuitlessPlay(Play):
    """A play some of whose cards have no suit in the log.  Its readings are those of every choice of suits."""

    claims: tuple[WildClaim | None, ...] = ()
    """What each card stands for by the log; None if it does not say."""


class GuandanHoldings(LooseHoldings):
    """What each seat holds.  Cards played without a suit are held against later ones by their number alone."""

    __slots__ = ("_from_nowhere",)

    def __init__(self, deck: Holding, known: list[Holding], hidden: list[int], *, counted: bool) -> None:
        self._from_nowhere = False
        """Whether a card without a suit has come to a hand, where it may be any card."""
        super().__init__(deck, known, hidden, counted=counted)

    @property
    def carried(self) -> Hashable:
        """All that changes in them."""
        return super().carried, self._from_nowhere

    def shown(self, seat: int) -> Holding:
        """The cards that a seat is known to hold; those whose suit is not known are given as bare cards."""
        if not self.loose[seat]:
            return self.known[seat]
        shown = self.known[seat]
        for rank, held in self.loose[seat].items():
            sure = [max(count - held.gone, 0) for count in held.suits]
            shown += ONE[bare_card(rank)] * (held.left - sum(sure))
            shown += sum(ONE[card_of(rank, suit)] * count for suit, count in enumerate(sure))
        return shown

    def settle(self) -> None:
        """Makes the rest of the deck known if only one seat has hidden cards, unless they may be any cards."""
        if not self._from_nowhere:
            super().settle()

    def give(self, seat: int, card: Card) -> None:
        """Adds a card to a hand; an unknown card becomes a hidden one, and one without a suit too."""
        if FIRST_BARE <= card < UNKNOWN:
            self.release(card)
            card = UNKNOWN
        super().give(seat, card)

    def release(self, card: Card) -> None:
        """Adds a card to the pool."""
        self._from_nowhere = self._from_nowhere or card >= FIRST_BARE
        super().release(card)

    def of_rank(self, seat: int, rank: int) -> LooseRank:
        """The cards of a rank in a hand."""
        loose = self.loose[seat].get(rank)
        if loose is not None:
            return loose
        known = self.known[seat]
        suits = [copies(known, card_of(rank, suit)) for suit in range(len(SUITS))]
        return LooseRank(suits, copies(known, bare_card(rank)))

    def tidy(self, seat: int) -> None:
        """Keeps the suits that a hand may have: what was played without a suit is not held against later cards."""


HandHoldings = tuple[GuandanHoldings, int]
"""The holdings of a table, and the seat whose hand is meant."""


def choices_of(play: SuitlessPlay, rules: GuandanCombinationRules, hand: HandHoldings | None) -> list[tuple[Form, ...]]:
    """What a play can be read as by each choice of suits that a hand can hold, in each the highest first.

    Choices that form nothing are left out.  Without a hand every choice counts.
    """
    free = -1 if rules.level is None else wild_card(rules.level)
    claims = play.claims
    black, red = play.cards.count(BLACK_JOKER), play.cards.count(RED_JOKER)
    short = hidden = 0
    if hand is not None:
        holdings, seat = hand
        known, hidden = holdings.known[seat], holdings.hidden[seat]
        short = max(black - copies(known, BLACK_JOKER), 0) + max(red - copies(known, RED_JOKER), 0)
    ranks: dict[int, int] = {}
    free_suits = 0
    begin = _NONE
    for claim in claims:
        if claim is not None:
            ranks[claim.rank] = ranks.get(claim.rank, 0) + 1
            if claim.suit is None:
                free_suits += 1
            else:
                begin = _both(begin, claim.suit)
    states: dict[tuple[int, int], int] = {(0, begin): short}
    for rank, named, bare, claimed in _by_rank(play.cards, claims):
        held = None if hand is None else holdings.of_rank(seat, rank)
        states = _with_rank(
            states, rank, named, bare, claimed, held, free, suits_matter=len(play.cards) in _SUITED_SIZES
        )
    shapes: dict[Shape, None] = {}
    for (wild, suit), lacking in states.items():
        if lacking > hidden:
            continue
        counts = dict(ranks)
        for rank, named, bare, claimed in _by_rank(play.cards, claims):
            count = sum(named) + bare - claimed - (wild if rank == rules.level else 0)
            if count:
                counts[rank] = counts.get(rank, 0) + count
        shape = Shape(
            ranks=tuple(sorted(counts.items())),
            black=black,
            red=red,
            wild=wild,
            flush=suit != _MIXED,
            loose=suit == _MIXED or wild + free_suits > 0,
            claimed=tuple(claim.rank for claim in claims if claim is not None),
        )
        shapes[shape] = None
    return [forms for forms in (readings(shape, rules) for shape in shapes) if forms]


def _by_rank(
    cards: Sequence[Card], claims: Sequence[WildClaim | None]
) -> Iterator[tuple[int, tuple[int, ...], int, int]]:
    """Of each rank the cards named with a suit, by suit, the number of those without, and that of claimed ones."""
    for rank in sorted({rank_of(card) for card in cards if not BLACK_JOKER <= card < FIRST_BARE}):
        of_rank = [place for place, card in enumerate(cards) if card < BLACK_JOKER and rank_of(card) == rank]
        named = tuple(sum(suit_of(cards[place]) == suit for place in of_rank) for suit in range(len(SUITS)))
        claimed = sum(claims[place] is not None for place in of_rank) if claims else 0
        yield rank, named, cards.count(bare_card(rank)), claimed


def _with_rank(
    states: dict[tuple[int, int], int],
    rank: int,
    named: tuple[int, ...],
    bare: int,
    claimed: int,
    held: LooseRank | None,
    free: Card,
    *,
    suits_matter: bool,
) -> dict[tuple[int, int], int]:
    """The least number of cards lacking, by wild cards and common suit, with the cards of one more rank."""
    after: dict[tuple[int, int], int] = {}
    for more in _spreads(named, bare):
        total = [one + other for one, other in zip(named, more, strict=True)]
        lacking = 0
        if held is not None:
            fits = sum(min(count, has) for count, has in zip(total, held.suits, strict=True)) + held.bare
            lacking = sum(total) - min(fits, held.left, sum(total))
        wild = 0
        of_suits = _NONE
        for suit, count in enumerate(total):
            if card_of(rank, suit) == free:
                wild = count - claimed
            elif count and suits_matter:
                of_suits = _both(of_suits, suit)
        for (before, suit), least in states.items():
            key = before + wild, _both(suit, of_suits)
            after[key] = min(after.get(key, least + lacking), least + lacking)
    return after


def _both(one: int, other: int) -> int:
    """The common suit of cards with two common suits."""
    if _NONE in (one, other):
        return max(one, other)
    return one if one == other else _MIXED


@lru_cache(maxsize=2_000)
def _spreads(named: tuple[int, ...], bare: int) -> tuple[tuple[int, ...], ...]:
    """The ways to give so many cards a suit; two packs have two of each."""
    room = [range(max(_COPIES - count, 0) + 1) for count in named]
    spreads = tuple(spread for spread in product(*room) if sum(spread) == bare)
    return spreads or ((bare, 0, 0, 0),)


def may_be(choices: Sequence[tuple[Form, ...]], on_table: Sequence[Form]) -> tuple[Form, ...]:
    """The forms that a play may be, the lowest first.

    ``choices`` are what it can be read as by each choice of suits, ``on_table`` the forms that the play to beat may be
    (empty on a lead).  If nothing beats one of them, each choice counts as the highest.
    """
    beating = {
        next(form for form in forms if beats(form, other))
        for forms in choices
        for other in on_table
        if any(beats(form, other) for form in forms)
    }
    return tuple(sorted(beating or {forms[0] for forms in choices}))
