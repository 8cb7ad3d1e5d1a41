"""The constants of the strength of a dealt hand, as ``python -m tests.strength big_a``
fits and writes them.
"""

from typing import Final

from engine.replay.strength import Correlation, Decile, Fitted

FITTED: Final = Fitted(
    hands=2876,
    constant=491,
    weights=(250, 154, -55, 45, 33, -21, 9, 5, -29, 8, 13, -101, -70, 526, 381, 932),
    lines={
        "pair": (
            (-67, -269),
            (82, -14),
            (183, 55),
            (286, 216),
            (354, 434),
            (395, 452),
            (456, 460),
            (519, 648),
            (563, 671),
            (616, 862),
            (678, 959),
            (758, 1124),
            (929, 1253),
        ),
        "alone": ((430, 667), (649, 1377), (828, 1508), (956, 2885), (1115, 2951), (1434, 4459)),
    },
    deviation=4450,
    explained=243,
    correlations=(
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of a seat with the place that it takes",
            strength=319,
            high_cards=112,
        ),
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of the table with the result of a seat",
            strength=491,
            high_cards=100,
        ),
        Correlation(
            hands="made-up players who lead their longest play",
            between="the cards of a seat with the place that it takes",
            strength=233,
            high_cards=87,
        ),
        Correlation(
            hands="made-up players who lead their longest play",
            between="the cards of the table with the result of a seat",
            strength=495,
            high_cards=62,
        ),
    ),
    deciles=(
        Decile(strength=-557, predicted=3557, place=3405, expected=-1212, result=-1052),
        Decile(strength=-369, predicted=3369, place=3410, expected=-1057, result=-1136),
        Decile(strength=-259, predicted=3259, place=3327, expected=-836, result=-891),
        Decile(strength=-166, predicted=3166, place=3178, expected=-793, result=-762),
        Decile(strength=-76, predicted=3076, place=3198, expected=-563, result=-699),
        Decile(strength=14, predicted=2986, place=2973, expected=-394, result=-401),
        Decile(strength=113, predicted=2887, place=2952, expected=-137, result=-138),
        Decile(strength=231, predicted=2769, place=2793, expected=148, result=46),
        Decile(strength=381, predicted=2619, place=2578, expected=824, result=1038),
        Decile(strength=697, predicted=2303, place=2187, expected=4017, result=3993),
    ),
)
