"""The figures of the games.

They are all that tables, archives, pages, the search and the compiled lanes know of a figure.  A game counts them by
name in its ``statistics``; those that take longer are counted by `engine.statistics.later`.
"""

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import Final

from engine.climbing.figures import PLAY_FIGURES
from engine.replay.statistics import Figure

GUANDAN: Final = (
    *PLAY_FIGURES,
    Figure("banker", "Hands in which this seat was out first.", share=True, words="out first", first=True),
    Figure("doubles_made", "Hands in which both seats of this side were out first and second.", share=True, first=True),
    Figure("doubles_suffered", "Hands in which both seats of the other side were out first and second.", share=True),
    Figure("tributes_paid", "Cards paid as tribute.", words="tribute paid"),
    Figure("tributes_received", "Cards received as tribute.", words="tribute received"),
    Figure("resisted", "Hands in which this side resisted tribute.", share=True, words="tribute resisted"),
    Figure("at_a", "Hands at level A that this side set by winning the hand before.", share=True, words="at level A"),
    Figure("at_a_won", "Those of these hands that won the match.", per="at_a", share=True, words="won at level A"),
    Figure("bombs", "Bombs of four to ten equal cards played.", of_play=True, first=True),
    Figure("straight_flushes", "Straight flushes played.", of_play=True),
    Figure("joker_bombs", "Joker bombs played.", of_play=True),
    Figure("wild_cards", "Wild cards in combinations played.", of_play=True),
    Figure(
        "wild_in_bombs",
        "Those of them in bombs and straight flushes.",
        of_play=True,
        per="wild_cards",
        share=True,
        words="wild cards in bombs",
    ),
)

BAO_HUANG: Final = (
    *PLAY_FIGURES,
    Figure("alone", "Hands as an emperor without a protector.", share=True, words="emperor alone", first=True),
    Figure(
        "declared",
        "Hands in which this seat made a declaration, or showed four cards.",
        share=True,
        words="declared",
        first=True,
    ),
    Figure("protected", "Hands as protector of another seat.", share=True, words="protector", first=True),
)

BIG_A: Final = (
    *PLAY_FIGURES,
    Figure(
        "exposed",
        "Hands in which this seat exposed an ace while drawing, overcalls included.",
        share=True,
        words="aces exposed",
        first=True,
    ),
    Figure("overcalled", "Hands in which this seat overcalled another.", share=True, words="overcalled"),
    Figure("captured", "Captures of the play on the table.", of_play=True, words="captures", first=True),
    Figure("fours_played", "Cards of rank 4 played, in captures too.", of_play=True, words="fours played", first=True),
)

CHINESE_POKER: Final = (
    Figure("units", "Units won less units lost, before stakes; 0 if the best row of the table scores.", large=True),
    Figure("rows_won", "Rows won in settlements row by row, or rows that it alone had best.", of_play=True),
    Figure("rows_lost", "Rows lost in settlements row by row.", of_play=True),
    Figure("scoops_made", "Settlements row by row in which this seat won all three rows.", of_play=True, first=True),
    Figure(
        "scoops_suffered", "Settlements row by row in which this seat lost all three rows.", of_play=True, first=True
    ),
    Figure("fouls", "Mis-set hands.", of_play=True, share=True, first=True),
    Figure("naturals", "Naturals that were claimed and held.", of_play=True, share=True),
    Figure("surrenders", "Hands that were surrendered.", of_play=True, share=True),
    Figure("royalties", "Units paid for the royalties of this seat, before stakes.", of_play=True, large=True),
    Figure(
        "settings_compared",
        "Settings that are compared with the best one against the rows that the other seats showed.",
        of_play=True,
        later=True,
    ),
    Figure(
        "points_lost",
        "How much more points the best setting of the same cards would have won against the rows that the other seats "
        "showed.",
        of_play=True,
        per="settings_compared",
        words="points lost against the best setting",
        large=True,
        later=True,
    ),
)

FIGURES: Final[Mapping[str, Figure]] = MappingProxyType(
    {figure.name: figure for figure in chain(GUANDAN, BAO_HUANG, BIG_A, CHINESE_POKER)}
)
"""Every figure by its name, in the order in which they are shown."""
