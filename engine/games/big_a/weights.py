"""The constants of the strength of a dealt hand, as ``python -m tests.strength big_a``
fits and writes them.
"""

from typing import Final

from engine.replay.strength import Correlation, Decile, Explained, Fitted

FITTED: Final = Fitted(
    hands=1439,
    constant=294,
    weights=(228, 132, 60, 32, 35, -42, 10, 47, 16, 116, 137, -109, -69, 754, 562, 1011),
    lines={
        "pair": (
            (18, -301),
            (179, 68),
            (267, 96),
            (372, 233),
            (464, 270),
            (533, 740),
            (634, 842),
            (710, 892),
            (766, 973),
            (831, 1370),
            (1039, 1386),
        ),
        "alone": ((670, 896), (1034, 2149), (1445, 4418)),
    },
    deviation=4160,
    explained=254,
    elsewhere=(
        Explained(hands="made-up players who do not think at a fourth of their turns", share=217),
        Explained(hands="made-up players who play anything at half of their turns", share=67),
    ),
    correlations=(
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of a seat with the place that it takes",
            strength=325,
            high_cards=112,
        ),
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of the table with the result of a seat",
            strength=506,
            high_cards=100,
        ),
        Correlation(
            hands="made-up players who do not think at a fourth of their turns",
            between="the cards of a seat with the place that it takes",
            strength=253,
            high_cards=102,
        ),
        Correlation(
            hands="made-up players who do not think at a fourth of their turns",
            between="the cards of the table with the result of a seat",
            strength=472,
            high_cards=83,
        ),
        Correlation(
            hands="made-up players who play anything at half of their turns",
            between="the cards of a seat with the place that it takes",
            strength=136,
            high_cards=61,
        ),
        Correlation(
            hands="made-up players who play anything at half of their turns",
            between="the cards of the table with the result of a seat",
            strength=324,
            high_cards=51,
        ),
    ),
    deciles=(
        Decile(strength=-715, predicted=3715, place=3500, expected=-1348, result=-1047),
        Decile(strength=-483, predicted=3483, place=3429, expected=-1240, result=-1128),
        Decile(strength=-350, predicted=3350, place=3386, expected=-1051, result=-986),
        Decile(strength=-223, predicted=3223, place=3182, expected=-899, result=-728),
        Decile(strength=-100, predicted=3100, place=3338, expected=-691, result=-1139),
        Decile(strength=20, predicted=2980, place=3033, expected=-310, result=-286),
        Decile(strength=152, predicted=2848, place=2783, expected=69, result=248),
        Decile(strength=305, predicted=2695, place=2819, expected=591, result=369),
        Decile(strength=494, predicted=2506, place=2553, expected=1252, result=1109),
        Decile(strength=828, predicted=2172, place=1978, expected=3622, result=3583),
    ),
)
