"""The figures of every climbing game that come of its play."""

from typing import Final

from engine.replay.statistics import Figure

SECONDS_EXPONENT: Final = -6
FINE_EXPONENT: Final = -18

PLAY_FIGURES: Final = (
    Figure("plays", "Plays, legal or not, that are combinations; captures too.", of_play=True),
    Figure("leads", "Plays with nothing on the table.", of_play=True),
    Figure("lead_cards", "Cards of the plays with nothing on the table.", of_play=True, per="leads", words="cards led"),
    Figure("passes", "Passes with a play on the table; seats that were skipped have not passed.", of_play=True),
    Figure(
        "passes_able",
        "Passes when a play, or a capture, of cards that the seat is known to hold would have beaten the table.",
        of_play=True,
        per="passes",
        share=True,
        words="passes when able",
        later=True,
    ),
    Figure(
        "seconds",
        "Seconds from the action before to an action of this seat, if both have a time.",
        of_play=True,
        exponent=SECONDS_EXPONENT,
        per="timed",
        large=True,
    ),
    Figure(
        "seconds_fine",
        "What is left of these seconds below a millionth, in units of 10 to the power of -18.",
        of_play=True,
        exponent=FINE_EXPONENT,
        key="seconds",
        large=True,
    ),
    Figure("timed", "Actions whose seconds were counted.", of_play=True, words="actions with a time"),
)
"""In the order in which they are shown."""
