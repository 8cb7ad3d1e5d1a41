"""What beats what in Bao Huang, worked out slowly from the rules page alone; it shares no code with the engine.

A card is its text.  A play beats another where its cards can be put one on each card of the other so that every
pair is in order; all ways to put them are tried.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations

RANKS = "3456789TJQKA2"
JOKERS = ("BJ", "RJ")
RULES = ("every_card", "jokers_only")

Cards = tuple[str, ...]


def height(card: str) -> int:
    """Where a card stands, low to high."""
    return len(RANKS) + JOKERS.index(card) if card in JOKERS else RANKS.index(card[0])


def combinations(size: int, ranks: str = RANKS) -> Iterator[Cards]:
    """Every playable set of so many cards: equal cards, equal cards and jokers, jokers; at most four of a colour."""
    for jokers in range(size + 1):
        for joined in combinations_with_replacement(JOKERS, jokers):
            if max(map(joined.count, JOKERS)) > 4:
                continue
            if jokers == size:
                yield joined
            else:
                for rank in ranks:
                    yield (f"{rank}s",) * (size - jokers) + joined


def pair_in_order(mine: str, theirs: str, joker_rule: str) -> bool:
    """Whether a card may lie on another of the play to beat."""
    if joker_rule == "every_card" or mine in JOKERS or theirs in JOKERS:
        return height(mine) > height(theirs)
    return height(mine) >= height(theirs)


def beats(play: Cards, other: Cards, joker_rule: str) -> bool:
    """Whether a playable set of cards beats another."""
    if len(play) != len(other):
        return False
    without_jokers = not set(play) & set(JOKERS)
    if joker_rule == "jokers_only" and without_jokers and height(play[0]) <= min(map(height, other)):
        return False
    return any(
        all(pair_in_order(mine, theirs, joker_rule) for mine, theirs in zip(order, other, strict=True))
        for order in set(permutations(play))
    )
