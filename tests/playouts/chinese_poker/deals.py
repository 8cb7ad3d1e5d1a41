"""Cards for the seats, drawn so that what is rare in a shuffled pack is not rare in made-up matches."""

from collections import defaultdict
from collections.abc import Callable, Collection
from random import Random
from typing import Final

from tests.bruteforce.chinese_poker import NATURALS
from tests.bruteforce.chinese_poker_rows import PACK, RANKS, SUITS, value

Cards = list[str]
_TRIES: Final = 8


def draw_natural(name: str, pack: Collection[str], rng: Random) -> Cards | None:
    """Thirteen cards of a pack that are a natural, or None where it has none or none was hit on."""
    for _ in range(_TRIES):
        cards = _DRAWERS[name](_Pack(pack, rng))
        if cards is not None and len(set(cards)) == 13:
            return cards
    return None


def draw_rows(pack: Collection[str], rng: Random) -> tuple[Cards, Cards, Cards] | None:
    """Front, middle and back that are likely to earn royalties, or None where none were hit on."""
    for _ in range(_TRIES):
        left = _Pack(pack, rng)
        front = left.of_a_rank(rng.choice((3, 2)))
        back = left.strong_five()
        middle = left.strong_five()
        if front and middle and back:
            front += left.some(3 - len(front))
            return front, middle, back
    return None


def draw_run(pack: Collection[str], rng: Random) -> tuple[Cards, Cards, Cards] | None:
    """Front, middle and back with a run of one suit, laid whole or not, or None where none was hit on."""
    for _ in range(_TRIES):
        left = _Pack(pack, rng)
        run = left.straight(rng.randint(5, 10), rng.choice(SUITS))
        if run is None:
            continue
        rows: list[Cards] = [[], [], []]
        if rng.random() < 0.3:
            start = rng.randrange(len(run) - 4)
            rows[2] = run[start : start + 5]
            run = [card for card in run if card not in rows[2]]
        sizes = (3, 5, 5)
        for card in run:
            row = rng.choice([row for row, size in zip(rows, sizes, strict=True) if len(row) < size])
            row.append(card)
        for row, size in zip(rows, sizes, strict=True):
            left.fill(row, size)
        return rows[0], rows[1], rows[2]
    return None


class _Pack:
    """Cards to draw from; what is drawn is gone."""

    def __init__(self, cards: Collection[str], rng: Random) -> None:
        self.rng = rng
        self.cards = sorted(cards)

    def take(self, cards: Cards) -> Cards:
        self.cards = [card for card in self.cards if card not in cards]
        return cards

    def some(self, count: int) -> Cards:
        return self.take(self.rng.sample(self.cards, count))

    def fill(self, row: Cards, size: int) -> None:
        """Adds to a row, cards of its ranks for choice, until it has some size."""
        while len(row) < size:
            alike = [card for card in self.cards if any(card[0] == laid[0] for laid in row)]
            row += self.take([self.rng.choice(alike)]) if alike and self.rng.random() < 0.8 else self.some(1)

    def only(self, allowed: Callable[[str], bool], count: int = 13) -> Cards | None:
        """Cards of one sort."""
        cards = [card for card in self.cards if allowed(card)]
        return self.take(self.rng.sample(cards, count)) if len(cards) >= count else None

    def of_a_rank(self, count: int) -> Cards | None:
        """A pair, three or four of a kind."""
        by_rank: dict[str, Cards] = defaultdict(list)
        for card in self.cards:
            by_rank[card[0]].append(card)
        ranks = [rank for rank, cards in by_rank.items() if len(cards) >= count]
        return self.take(self.rng.sample(by_rank[self.rng.choice(ranks)], count)) if ranks else None

    def straight(self, length: int, suit: str = "") -> Cards | None:
        """Consecutive ranks, an ace low or high; no straight that the source bars."""
        line = "A" + (RANKS[:-1] if length == 3 else RANKS)
        start = self.rng.randrange(len(line) - length + 1)
        cards: Cards = []
        for rank in line[start : start + length]:
            fitting = [card for card in self.cards if card[0] == rank and (not suit or card[1] == suit)]
            if not fitting:
                return None
            cards.append(self.rng.choice(fitting))
        return self.take(cards)

    def flush(self, length: int) -> Cards | None:
        suit = self.rng.choice(SUITS)
        return self.only(lambda card: card[1] == suit, length)

    def strong_five(self) -> Cards | None:
        """Five cards that are at least three of a kind."""
        form = self.rng.randrange(6)
        if form == 0:
            return self.straight(5, self.rng.choice(SUITS))
        if form == 1:
            return self.straight(5)
        if form == 2:
            return self.flush(5)
        cards = self.of_a_rank(4 if form == 3 else 3)
        if cards is None:
            return None
        cards += (self.of_a_rank(2) or []) if form == 4 else []
        return cards + self.some(5 - len(cards))

    def groups(self, count: int, size: int) -> Cards | None:
        """Groups of one rank each, and as many cards besides as make thirteen."""
        cards: Cards = []
        for _ in range(count):
            group = self.of_a_rank(size)
            if group is None:
                return None
            cards += group
        return cards + self.some(13 - len(cards))

    def five_pairs_and_triple(self) -> Cards | None:
        """Groups of six ranks."""
        cards: Cards = []
        for size in (3, 2, 2, 2, 2, 2):
            others = _Pack([card for card in self.cards if all(card[0] != one[0] for one in cards)], self.rng)
            group = others.of_a_rank(size)
            if group is None:
                return None
            cards += group
        return self.take(cards)

    def dragon(self) -> Cards | None:
        cards = [[card for card in self.cards if card[0] == rank] for rank in RANKS]
        return [self.rng.choice(each) for each in cards] if all(cards) else None

    def three(self, draw: Callable[[int], Cards | None]) -> Cards | None:
        cards: Cards = []
        for length in (5, 5, 3):
            row = draw(length)
            if row is None:
                return None
            cards += row
        return cards

    def color(self, count: int) -> Cards | None:
        suits = self.rng.choice(("sc", "hd"))
        return self.only(lambda card: card[1] in suits, count)

    def nearly_one_color(self) -> Cards | None:
        cards = self.color(12)
        return cards and cards + self.some(1)


_DRAWERS: Final[dict[str, Callable[[_Pack], Cards | None]]] = {
    "clean_dragon": lambda pack: pack.flush(13),
    "dragon": _Pack.dragon,
    "twelve_royalties": lambda pack: pack.only(lambda card: value(card) >= 11),
    "three_straight_flushes": lambda pack: pack.three(lambda length: pack.straight(length, pack.rng.choice(SUITS))),
    "three_quads": lambda pack: pack.groups(3, 4),
    "all_low": lambda pack: pack.only(lambda card: value(card) <= 8),
    "all_high": lambda pack: pack.only(lambda card: value(card) >= 8),
    "full_colored": lambda pack: pack.color(13),
    "four_triples": lambda pack: pack.groups(4, 3),
    "five_pairs_and_triple": _Pack.five_pairs_and_triple,
    "six_and_a_half_pairs": lambda pack: pack.groups(6, 2),
    "three_straights": lambda pack: pack.three(pack.straight),
    "three_flushes": lambda pack: pack.three(pack.flush),
    "no_broadway": lambda pack: pack.only(lambda card: value(card) not in (11, 12, 13)),
    "six_and_above": lambda pack: pack.only(lambda card: value(card) >= 6),
    "one_color_twelve": _Pack.nearly_one_color,
}
assert _DRAWERS.keys() == NATURALS.keys()


class Dealer:
    """Deals one pack; what a seat gets is thirteen cards that may be special, and maybe more."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = set(PACK)

    def natural(self, names: Collection[str]) -> tuple[Cards, str | None]:
        """Thirteen cards that are one of some naturals, and which; any thirteen where that fails."""
        name = self.rng.choice(sorted(names))
        cards = draw_natural(name, self.left, self.rng)
        return (self.any(13), None) if cards is None else (self._out(cards), name)

    def rows(self) -> tuple[Cards, Cards, Cards] | None:
        """Strong rows, or None where none were hit on."""
        rows = draw_rows(self.left, self.rng)
        if rows is not None:
            for row in rows:
                self._out(row)
        return rows

    def any(self, count: int) -> Cards:
        """Any cards."""
        return self._out(self.rng.sample(sorted(self.left), count))

    def _out(self, cards: Cards) -> Cards:
        self.left -= set(cards)
        return cards
