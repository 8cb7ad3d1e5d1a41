"""What a holding can play in Guandan, and with which cards."""

from collections.abc import Iterable
from random import Random

from tests.playouts.guandan.arranging import Arranged, arranged
from tests.playouts.guandan.forms import (
    BLACK,
    BOMB,
    FLUSH_TIER,
    FULL_HOUSE,
    HEARTS,
    JOKERS,
    JOKERS_TIER,
    PAIR,
    PLATE,
    RED,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TIERS,
    TRIPLE,
    TUBE,
    Form,
    beats,
    height_of,
    strength,
    window,
)
from tests.playouts.policies import Option

_SIZES = {SINGLE: 1, PAIR: 2, TRIPLE: 3, FULL_HOUSE: 5, STRAIGHT: 5, TUBE: 6, PLATE: 6, STRAIGHT_FLUSH: 5, JOKERS: 4}
_RUNS = tuple(
    (kind, top, window(top, length), copies)
    for kind, length, copies in ((STRAIGHT, 5, 1), (TUBE, 3, 2), (PLATE, 2, 3))
    for top in range(length - 2, 13)
)
_STRAIGHTS = tuple((top, ranks, sum(1 << rank for rank in ranks)) for kind, top, ranks, _ in _RUNS if kind == STRAIGHT)

Chosen = tuple[int, tuple[int, int] | None]
"""A card of a play, and the (rank, suit) that it is meant for where it is wild."""


class PlayHolding:
    """The cards of one seat at a level."""

    def __init__(self, cards: Iterable[int], level: int, joker_pair: bool) -> None:
        self.level = level
        self.joker_pair = joker_pair
        self.wild_card = level * 4 + HEARTS
        self.by_value: list[list[int]] = [[] for _ in range(15)]
        self.wild = 0
        self.size = 0
        self._options: list[Option] | None = None
        for card in cards:
            self.add(card)

    def add(self, card: int) -> None:
        """Takes a card in."""
        self.size += 1
        self._options = None
        if card == self.wild_card:
            self.wild += 1
        else:
            self.by_value[card >> 2 if card < 52 else card - 39].append(card)

    def remove(self, card: int) -> None:
        """Gives a card away."""
        self.size -= 1
        self._options = None
        if card == self.wild_card:
            self.wild -= 1
        else:
            self.by_value[card >> 2 if card < 52 else card - 39].remove(card)

    def cards(self) -> list[int]:
        """All the cards."""
        return [card for cards in self.by_value for card in cards] + [self.wild_card] * self.wild

    def options(self, to_beat: Form | None = None) -> list[Option]:
        """Every form that can be played, whatever the cards taken for it; each that beats ``to_beat``."""
        if self._options is None:
            self._options = [
                Option(
                    size=_bomb_size(form[0]) if form[1] == BOMB else _SIZES[form[1]],
                    power=(form[0] << 8) + form[2],
                    bomb=form[0] > 0,
                    form=form,
                    height=height_of(form),
                )
                for form in self._forms()
            ]
        if to_beat is None:
            return self._options
        return [option for option in self._options if beats(option.form, to_beat)]  # type: ignore[arg-type]

    def arranged(self) -> list[Option]:
        """The plays that the holding is divided into."""
        _, forms = self._arranged(())
        known = {option.form: option._replace(frugal=True) for option in self.options()}
        return [known[form] for form in forms if form in known]

    def cost(self) -> int:
        """How far the holding is from its end."""
        return self._arranged(())[0]

    def cost_after(self, play: Option) -> int:
        """How far it is from its end after a play."""
        return self._arranged([card for card, _ in self.frugal(play.form)])[0]  # type: ignore[arg-type]

    def cost_without(self, card: int) -> int:
        """How far it is from its end when one card is given away."""
        return self._arranged([card])[0]

    def _arranged(self, gone: Iterable[int]) -> Arranged:
        """The division of what is left without some cards."""
        counts = [len(cards) for cards in self.by_value]
        wild, less = self.wild, [0] * 54
        for card in gone:
            if card == self.wild_card:
                wild -= 1
            else:
                counts[card >> 2 if card < 52 else card - 39] -= 1
                less[card] += 1
        masks = [0, 0, 0, 0]
        for rank in range(13):
            for card in self.by_value[rank]:
                if less[card]:
                    less[card] -= 1
                else:
                    masks[card & 3] |= 1 << rank
        return arranged(tuple(counts), (masks[0], masks[1], masks[2], masks[3]), wild, self.level)

    def _forms(self) -> list[Form]:
        wild = self.wild
        counts = [len(cards) for cards in self.by_value]
        forms: list[Form] = []
        jokers = [counts[BLACK], counts[RED]]
        for joker, count in enumerate(jokers):
            forms += [(0, kind, 14 + joker) for kind in (SINGLE, PAIR)[:count]]
        if jokers == [2, 2]:
            forms.append((JOKERS_TIER, JOKERS, 0))
        joker_pair = self.joker_pair and 2 in jokers
        pairs = [(rank, 2 - counts[rank]) for rank in range(13) if counts[rank] + wild >= 2]
        for rank in range(13):
            count = counts[rank]
            power = strength(rank, self.level)
            if count or (wild and rank == self.level):
                forms.append((0, SINGLE, power))
            if (count and count + wild >= 2) or wild == 2:
                forms.append((0, PAIR, power))
            if not count or count + wild < 3:
                continue
            forms.append((0, TRIPLE, power))
            left = wild - max(3 - count, 0)
            if joker_pair or any(short <= left for other, short in pairs if other != rank):
                forms.append((0, FULL_HOUSE, power))
            forms += [(TIERS[size], BOMB, power) for size in range(4, count + wild + 1)]
        for kind, top, ranks, copies in _RUNS:
            short = 0
            for rank in ranks:
                count = counts[rank]
                if count < copies:
                    short += copies - count
            if short <= wild:
                forms.append((0, kind, top))
        suits = [0, 0, 0, 0]
        for rank in range(13):
            for card in self.by_value[rank]:
                suits[card & 3] |= 1 << rank
        for held in suits:
            forms += [
                (FLUSH_TIER, STRAIGHT_FLUSH, top)
                for top, _, mask in _STRAIGHTS
                if 5 - (held & mask).bit_count() <= wild
            ]
        return list(dict.fromkeys(forms))

    def choose(self, form: Form, rng: Random) -> list[Chosen]:
        """Cards that make a form, and what the wild cards among them are meant for."""
        _, kind, power = form
        if kind == JOKERS:
            return [(52, None), (52, None), (53, None), (53, None)]
        if kind in (SINGLE, PAIR) and power >= 14:
            return [(38 + power, None)] * (kind + 1)
        if kind == STRAIGHT_FLUSH:
            return self._straight_flush(power, rng)
        if kind in (STRAIGHT, TUBE, PLATE):
            length, copies = {STRAIGHT: (5, 1), TUBE: (3, 2), PLATE: (2, 3)}[kind]
            return self._collect([(rank, copies) for rank in window(power, length)], rng)
        rank = self.level if power == 13 else power
        if kind == SINGLE:
            held = self.by_value[rank] + ([self.wild_card] * self.wild if rank == self.level else [])
            card = rng.choice(held)
            return [(card, (self.level, rng.randrange(4)) if card == self.wild_card else None)]
        if kind == FULL_HOUSE:
            return self._full_house(rank, rng)
        size = {PAIR: 2, TRIPLE: 3}.get(kind) or _bomb_size(form[0])
        return self._collect([(rank, size)], rng)

    def frugal(self, form: Form) -> list[Chosen]:
        """Cards that make a form: wild ones only where others are missing, and a pair that is nothing more."""
        _, kind, power = form
        if kind == JOKERS or (kind in (SINGLE, PAIR) and power >= 14):
            return self.choose(form, Random(0))
        if kind == STRAIGHT_FLUSH:
            return self._straight_flush(power, Random(0))
        if kind in (STRAIGHT, TUBE, PLATE):
            length, copies = {STRAIGHT: (5, 1), TUBE: (3, 2), PLATE: (2, 3)}[kind]
            return self._needed([(rank, copies) for rank in window(power, length)])
        rank = self.level if power == 13 else power
        if kind != FULL_HOUSE:
            return self._needed([(rank, {SINGLE: 1, PAIR: 2, TRIPLE: 3}.get(kind) or _bomb_size(form[0]))])
        left = self.wild - max(3 - len(self.by_value[rank]), 0)
        pairs = [other for other in range(13) if other != rank and 2 - len(self.by_value[other]) <= left]
        if self.joker_pair:
            pairs += [joker for joker in (BLACK, RED) if len(self.by_value[joker]) == 2]
        pair = min(pairs, key=lambda other: (abs(len(self.by_value[other]) - 2), strength(other, self.level)))
        return self._needed([(rank, 3), (pair, 2)])

    def _needed(self, needs: list[tuple[int, int]]) -> list[Chosen]:
        chosen: list[Chosen] = []
        for rank, count in needs:
            natural = self.by_value[rank][:count]
            chosen += [(card, None) for card in natural]
            chosen += [(self.wild_card, (rank, 0))] * (count - len(natural))
        return chosen

    def _full_house(self, rank: int, rng: Random) -> list[Chosen]:
        left = self.wild - max(3 - len(self.by_value[rank]), 0)
        pairs = [other for other in range(13) if other != rank and 2 - len(self.by_value[other]) <= left]
        if self.joker_pair:
            pairs += [joker for joker in (BLACK, RED) if len(self.by_value[joker]) == 2]
        pair = rng.choice(pairs)
        if pair >= BLACK:
            return [*self._collect([(rank, 3)], rng), *[(39 + pair, None)] * 2]
        return self._collect([(rank, 3), (pair, 2)], rng)

    def _straight_flush(self, top: int, rng: Random) -> list[Chosen]:
        ranks = window(top, 5)
        fitting = [
            suit for suit in range(4) if sum(rank * 4 + suit not in self.by_value[rank] for rank in ranks) <= self.wild
        ]
        suit = rng.choice(fitting)
        return [
            (rank * 4 + suit, None) if rank * 4 + suit in self.by_value[rank] else (self.wild_card, (rank, suit))
            for rank in ranks
        ]

    def _collect(self, needs: list[tuple[int, int]], rng: Random) -> list[Chosen]:
        """Natural cards as far as there are any, else wild ones; now and then a wild card though one is there."""
        chosen: list[Chosen] = []
        wild = self.wild
        for rank, count in needs:
            held = self.by_value[rank]
            natural = held if len(held) <= count else rng.sample(held, count)
            chosen += [(card, None) for card in natural]
            for _ in range(count - len(natural)):
                chosen.append((self.wild_card, (rank, rng.randrange(4))))
                wild -= 1
        if wild and len(chosen) > 1 and rng.random() < 0.2:
            place = rng.randrange(len(chosen))
            card, meant = chosen[place]
            if meant is None:
                chosen[place] = (self.wild_card, (card >> 2, card & 3))
        return chosen


def _bomb_size(tier: int) -> int:
    return next(size for size, of_size in TIERS.items() if of_size == tier)
