"""The constants of the strength of a dealt hand, as ``python -m tests.strength bao_huang``
fits and writes them.
"""

from typing import Final

from engine.replay.strength import Correlation, Decile, Explained, Fitted

FITTED: Final = Fitted(
    hands=1920,
    constant=1507,
    weights=(483, 436, 90, 39, 34, 15, -267, -16, -34, -23, -601, -160),
    lines={
        "court": (
            (-793, -1281),
            (-517, -1094),
            (-382, -781),
            (-280, -588),
            (-179, -438),
            (-53, -244),
            (69, 135),
            (158, 312),
            (236, 495),
            (328, 510),
            (514, 709),
            (768, 1104),
            (1081, 1701),
        ),
        "alone": ((-71, -1333), (230, -667), (515, -381), (748, 714), (1069, 1476), (1673, 1969)),
    },
    deviation=3243,
    explained=156,
    elsewhere=(
        Explained(hands="made-up players who do not think at a fourth of their turns", share=49),
        Explained(hands="made-up players who play anything at half of their turns", share=-246),
    ),
    correlations=(
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of a seat with the place that it takes",
            strength=380,
            high_cards=318,
        ),
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of the table with the result of a seat",
            strength=396,
            high_cards=238,
        ),
        Correlation(
            hands="made-up players who do not think at a fourth of their turns",
            between="the cards of a seat with the place that it takes",
            strength=269,
            high_cards=179,
        ),
        Correlation(
            hands="made-up players who do not think at a fourth of their turns",
            between="the cards of the table with the result of a seat",
            strength=268,
            high_cards=94,
        ),
        Correlation(
            hands="made-up players who play anything at half of their turns",
            between="the cards of a seat with the place that it takes",
            strength=-38,
            high_cards=-56,
        ),
        Correlation(
            hands="made-up players who play anything at half of their turns",
            between="the cards of the table with the result of a seat",
            strength=-73,
            high_cards=-227,
        ),
    ),
    deciles=(
        Decile(strength=-809, predicted=3809, place=3747, expected=-540, result=-525),
        Decile(strength=-563, predicted=3563, place=3400, expected=-453, result=-300),
        Decile(strength=-365, predicted=3365, place=3404, expected=-292, result=-253),
        Decile(strength=-245, predicted=3245, place=3247, expected=-402, result=-383),
        Decile(strength=-114, predicted=3114, place=3221, expected=-288, result=-489),
        Decile(strength=53, predicted=2947, place=3036, expected=-233, result=-317),
        Decile(strength=196, predicted=2804, place=2900, expected=-61, result=-86),
        Decile(strength=340, predicted=2660, place=2740, expected=32, result=31),
        Decile(strength=563, predicted=2437, place=2399, expected=428, result=789),
        Decile(strength=993, predicted=2007, place=1906, expected=1810, result=1533),
    ),
)
