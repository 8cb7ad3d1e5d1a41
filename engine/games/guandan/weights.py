"""The constants of the strength of a dealt hand, as ``python -m tests.strength guandan``
fits and writes them.
"""

from typing import Final

from engine.replay.strength import Correlation, Decile, Fitted

FITTED: Final = Fitted(
    hands=6823,
    constant=-49,
    weights=(171, 121, -71, 150, 23, 8, 20, 103, 116, 160, -29, -7, -27, -116),
    lines={
        "sides": (
            (-804, 588),
            (-487, 725),
            (-328, 856),
            (-247, 885),
            (-172, 982),
            (-100, 1026),
            (-33, 1081),
            (33, 1088),
            (100, 1123),
            (171, 1172),
            (247, 1247),
            (328, 1283),
            (487, 1482),
            (803, 1675),
        )
    },
    deviation=1272,
    explained=53,
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
            strength=262,
            high_cards=157,
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
            strength=172,
            high_cards=101,
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
            strength=153,
            high_cards=93,
        ),
    ),
    deciles=(
        Decile(strength=-326, predicted=2826, place=2804, expected=853, result=855),
        Decile(strength=-206, predicted=2706, place=2703, expected=934, result=949),
        Decile(strength=-138, predicted=2638, place=2637, expected=987, result=982),
        Decile(strength=-82, predicted=2582, place=2620, expected=1021, result=1022),
        Decile(strength=-34, predicted=2534, place=2529, expected=1053, result=1104),
        Decile(strength=15, predicted=2485, place=2474, expected=1093, result=1141),
        Decile(strength=70, predicted=2430, place=2398, expected=1134, result=1148),
        Decile(strength=129, predicted=2371, place=2405, expected=1187, result=1225),
        Decile(strength=204, predicted=2296, place=2314, expected=1248, result=1270),
        Decile(strength=354, predicted=2146, place=2118, expected=1360, result=1390),
    ),
)
