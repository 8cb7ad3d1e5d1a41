"""Whether some cards of a hand of Guandan beat the play on the table, and why a play does or does not."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from engine.cards.packed import BLACK_JOKER, RANKS, RED_JOKER, SUITS, Card, Holding, card_text, rank_of, suit_of, unpack
from engine.games.guandan.combinations import (
    BLACK_STRENGTH,
    BOMBS,
    EQUAL_CARDS,
    FULL_HOUSE,
    JOKER_BOMB,
    LEVEL_STRENGTH,
    PAIR,
    RED_STRENGTH,
    SINGLE,
    STRAIGHT_FLUSH,
    TRIPLE,
    CombinationKind,
    Form,
    GuandanCombinationRules,
    Run,
    beats,
    form_of,
    kind_of,
    missing_ranks,
    rank_strength,
    rank_with_jokers,
    wild_card,
)
from engine.rulebook.sentences import Text, say_of

_ACE: Final = len(RANKS) - 1
_JOKERS_OF_A_COLOUR: Final = 2
_LARGEST_BOMB: Final = max(kind.size for kind in EQUAL_CARDS.values())
_SMALLEST_BOMB: Final = min(kind.size for kind in EQUAL_CARDS.values() if kind.bomb)


class Ranks:
    """A holding sorted for this question: the number of cards of each rank, of jokers, and of wild cards."""

    __slots__ = ("black", "ranks", "red", "rules", "suits", "wild")

    def __init__(self, holding: Holding, rules: GuandanCombinationRules) -> None:
        self.rules: Final = rules
        self.ranks: Final = [0] * len(RANKS)
        self.suits: Final = [0] * len(SUITS)
        """By suit, the ranks of its cards that are not wild, a bit each."""
        self.black = self.red = self.wild = 0
        free = None if rules.level is None else wild_card(rules.level)
        for card in unpack(holding):
            if card == free:
                self.wild += 1
            elif card == BLACK_JOKER:
                self.black += 1
            elif card == RED_JOKER:
                self.red += 1
            else:
                self.ranks[rank_of(card)] += 1
                if card < BLACK_JOKER:
                    self.suits[suit_of(card)] |= 1 << rank_of(card)

    def can_beat(self, form: Form) -> bool:
        """Whether some of the cards, with wild cards in any reading, form something that beats a form."""
        kind = kind_of(form)
        if not kind.bomb and self._beats_in_kind(kind, form):
            return True
        return self._beats_with_bomb(form)

    def _beats_in_kind(self, kind: CombinationKind, form: Form) -> bool:
        strength = form & 0xFF
        if kind.run is not None:
            return any(self._has_run(kind.run, top) for top in kind.run.tops if top > strength)
        if kind is FULL_HOUSE:
            return any(self._has_full_house(rank) for rank in self._ranks_above(strength))
        if kind is SINGLE and self.wild and strength < LEVEL_STRENGTH:
            return True
        if kind in (SINGLE, PAIR):
            if strength < BLACK_STRENGTH and self.black >= kind.size:
                return True
            if strength < RED_STRENGTH and self.red >= kind.size:
                return True
        if kind is PAIR and self.wild >= kind.size and strength < max(self._strengths):
            return True
        return any(0 < self.ranks[rank] >= kind.size - self.wild for rank in self._ranks_above(strength))

    @property
    def _strengths(self) -> Sequence[int]:
        return _strengths_at(self.rules.level)

    def _ranks_above(self, strength: int) -> list[int]:
        return [rank for rank, own in enumerate(self._strengths) if own > strength]

    def _has_run(self, run: Run, top: int) -> bool:
        """Whether the cards make a sequence of a kind; five cards of one suit are more than a straight."""
        missing = sum(max(run.each - self.ranks[rank], 0) for rank in _window(run, top))
        return missing <= self.wild

    def _has_full_house(self, triple: int) -> bool:
        """Whether the cards make a full house with a triple of a rank."""
        wild = self.wild - max(TRIPLE.size - self.ranks[triple], 0)
        if wild < 0 or not self.ranks[triple]:
            return False
        jokers = max(self.black, self.red) >= _JOKERS_OF_A_COLOUR
        if wild >= PAIR.size or (jokers and self.rules.joker_pair_in_full_house):
            return True
        return any(
            count + wild >= PAIR.size
            for rank, count in enumerate(self.ranks)
            if rank != triple and count and not self._reads_higher(triple, rank)
        )

    def _reads_higher(self, triple: int, pair: int) -> bool:
        """Whether two pairs and the only wild card are read as the full house of the other pair alone."""
        if self.rules.full_house_wild != "high_only" or self.wild != 1 or self.ranks[triple] != PAIR.size:
            return False
        return self.ranks[pair] >= PAIR.size and self._strengths[pair] > self._strengths[triple]

    def _beats_with_bomb(self, form: Form) -> bool:
        if self.black == self.red == _JOKERS_OF_A_COLOUR and beats(form_of(JOKER_BOMB, 0), form):
            return True
        for rank, count in enumerate(self.ranks):
            size = min(count + self.wild, _LARGEST_BOMB)
            if not count or size < _SMALLEST_BOMB:
                continue
            if form >> 8 < BOMBS or beats(form_of(EQUAL_CARDS[size], self._strengths[rank]), form):
                return True
        run = STRAIGHT_FLUSH.run
        assert run is not None
        if not beats(form_of(STRAIGHT_FLUSH, run.tops[-1]), form):
            return False
        return self.has_flush([top for top in run.tops if beats(form_of(STRAIGHT_FLUSH, top), form)])

    def has_flush(self, tops: Sequence[int]) -> bool:
        """Whether the cards make a straight flush to one of some ranks."""
        suits = [ranks for ranks in self.suits if ranks.bit_count() >= STRAIGHT_FLUSH.size - self.wild]
        return any((_FLUSHES[top] & ~ranks).bit_count() <= self.wild for ranks in suits for top in tops)


def _window(run: Run, top: int) -> list[int]:
    """The ranks of a sequence; an ace may be below 2."""
    return [_ACE if rank < 0 else rank for rank in range(top - run.length + 1, top + 1)]


@lru_cache(maxsize=16)
def _strengths_at(level: int | None) -> tuple[int, ...]:
    return tuple(rank_strength(rank, level) for rank in range(len(RANKS)))


def _flushes() -> Mapping[int, int]:
    run = STRAIGHT_FLUSH.run
    assert run is not None
    return {top: sum(1 << rank for rank in _window(run, top)) for top in run.tops}


_FLUSHES: Final = _flushes()
"""By its top, the ranks of a straight flush, a bit each."""


def beats_by(form: Form, against: Form) -> Text:
    """What makes a form beat another."""
    kind, other = kind_of(form), kind_of(against)
    if kind is other:
        if kind.name == "bomb":
            return say_of("guandan", "a higher bomb of as many cards")
        return say_of("guandan", "a higher {kind}", kind=kind.called)
    if kind is JOKER_BOMB:
        return say_of("guandan", "the joker bomb beats everything")
    if not other.bomb:
        if kind is STRAIGHT_FLUSH:
            return say_of("guandan", "a straight flush beats every play that is not a bomb")
        return say_of("guandan", "a bomb beats every play that is not a bomb")
    if kind is STRAIGHT_FLUSH:
        return say_of("guandan", "a straight flush beats a bomb of four or five cards")
    if other is STRAIGHT_FLUSH:
        return say_of("guandan", "a bomb of six or more cards beats a straight flush")
    return say_of("guandan", "a bomb of more cards")


def wild_cards_as(cards: Sequence[Card], form: Form, level: int) -> tuple[str, ...]:
    """What each wild card of a play stands for, as logs claim it, without those that stand for themselves."""
    kind, strength = kind_of(form), form & 0xFF
    wild = wild_card(level)
    others = [rank_with_jokers(card) for card in cards if card != wild]
    if len(others) == len(cards) or kind is JOKER_BOMB:
        return ()
    if kind.run is not None:
        lowest = (strength - kind.run.length + 1) % len(RANKS)
    else:
        lowest = level if strength == LEVEL_STRENGTH else strength
    filled = missing_ranks(kind, lowest, others, level)
    if filled is None or (kind.equal and lowest == level):
        return ()
    return tuple(f"{card_text(wild)}={RANKS[rank]}" for rank in filled)
