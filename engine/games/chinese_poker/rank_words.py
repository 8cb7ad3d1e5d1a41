"""The ranks of cards in words, one by one and in a row: ``king``, ``kings``, ``king ten nine``."""

from collections.abc import Sequence
from typing import Final

from engine.rulebook.sentences import Text, say_of

RANK_WORDS: Final = (
    say_of("rank", "two"),
    say_of("rank", "three"),
    say_of("rank", "four"),
    say_of("rank", "five"),
    say_of("rank", "six"),
    say_of("rank", "seven"),
    say_of("rank", "eight"),
    say_of("rank", "nine"),
    say_of("rank", "ten"),
    say_of("rank", "jack"),
    say_of("rank", "queen"),
    say_of("rank", "king"),
    say_of("rank", "ace"),
)
"""Each rank, from low to high."""
PLURALS: Final = (
    say_of("rank", "twos"),
    say_of("rank", "threes"),
    say_of("rank", "fours"),
    say_of("rank", "fives"),
    say_of("rank", "sixes"),
    say_of("rank", "sevens"),
    say_of("rank", "eights"),
    say_of("rank", "nines"),
    say_of("rank", "tens"),
    say_of("rank", "jacks"),
    say_of("rank", "queens"),
    say_of("rank", "kings"),
    say_of("rank", "aces"),
)
"""Several cards of each rank, from low to high."""


def ranks_in_a_row(ranks: Sequence[int]) -> Text:
    """Ranks in words, in the given order; there must be one at least."""
    words = RANK_WORDS[ranks[-1]]
    for rank in reversed(ranks[:-1]):
        words = say_of("rank", "{first} {rest}", first=RANK_WORDS[rank], rest=words)
    return words
