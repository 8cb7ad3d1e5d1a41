"""The constants of the strength of a dealt hand, as ``python -m tests.strength guandan``
fits and writes them.
"""

from typing import Final

from engine.replay.strength import Correlation, Decile, Explained, Fitted

FITTED: Final = Fitted(
    hands=6823,
    constant=-49,
    weights=(171, 121, -71, 150, 23, 8, 20, 103, 116, 160, -29, -7, -27, -116),
    lines={
        "sides": (
            (-804, -1086),
            (-487, -758),
            (-328, -427),
            (-247, -362),
            (-172, -190),
            (-100, -101),
            (-33, -6),
            (33, 8),
            (100, 95),
            (171, 190),
            (247, 362),
            (328, 427),
            (487, 758),
            (803, 1088),
        )
    },
    deviation=2387,
    explained=61,
    elsewhere=(
        Explained(hands="made-up players who do not think at a fourth of their turns", share=73),
        Explained(hands="made-up players who play anything at half of their turns", share=19),
        Explained(hands="greedy players of OpenGuanDan, a program of others", share=18),
    ),
    correlations=(
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of a seat with the place that it takes",
            strength=215,
            high_cards=141,
        ),
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of the table with the result of a seat",
            strength=279,
            high_cards=167,
        ),
        Correlation(
            hands="made-up players who lead their longest play",
            between="the cards of a seat with the place that it takes",
            strength=119,
            high_cards=76,
        ),
        Correlation(
            hands="made-up players who lead their longest play",
            between="the cards of the table with the result of a seat",
            strength=183,
            high_cards=107,
        ),
        Correlation(
            hands="made-up players who do not think at a fourth of their turns",
            between="the cards of a seat with the place that it takes",
            strength=192,
            high_cards=129,
        ),
        Correlation(
            hands="made-up players who do not think at a fourth of their turns",
            between="the cards of the table with the result of a seat",
            strength=272,
            high_cards=202,
        ),
        Correlation(
            hands="made-up players who play anything at half of their turns",
            between="the cards of a seat with the place that it takes",
            strength=99,
            high_cards=43,
        ),
        Correlation(
            hands="made-up players who play anything at half of their turns",
            between="the cards of the table with the result of a seat",
            strength=161,
            high_cards=41,
        ),
        Correlation(
            hands="greedy players of OpenGuanDan, a program of others",
            between="the cards of a seat with the place that it takes",
            strength=145,
            high_cards=102,
        ),
        Correlation(
            hands="greedy players of OpenGuanDan, a program of others",
            between="the cards of the table with the result of a seat",
            strength=164,
            high_cards=101,
        ),
    ),
    deciles=(
        Decile(strength=-326, predicted=2826, place=2804, expected=-481, result=-509),
        Decile(strength=-206, predicted=2706, place=2703, expected=-310, result=-298),
        Decile(strength=-138, predicted=2638, place=2637, expected=-196, result=-252),
        Decile(strength=-82, predicted=2582, place=2620, expected=-127, result=-177),
        Decile(strength=-34, predicted=2534, place=2529, expected=-62, result=-3),
        Decile(strength=15, predicted=2485, place=2474, expected=19, result=100),
        Decile(strength=70, predicted=2430, place=2398, expected=100, result=65),
        Decile(strength=129, predicted=2371, place=2405, expected=204, result=208),
        Decile(strength=204, predicted=2296, place=2314, expected=321, result=309),
        Decile(strength=354, predicted=2146, place=2118, expected=531, result=556),
    ),
)
