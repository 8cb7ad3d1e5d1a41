"""The constants of the strength of a dealt hand, as ``python -m tests.strength bao_huang``
fits and writes them.
"""

from typing import Final

from engine.replay.strength import Correlation, Decile, Fitted

FITTED: Final = Fitted(
    hands=3840,
    constant=2377,
    weights=(259, 188, 26, -6, 5, 1, -246, -130, -68, -33, -398, -142),
    lines={
        "court": (
            (-547, -725),
            (-335, -501),
            (-199, -474),
            (-118, -196),
            (-28, -29),
            (110, 159),
            (225, 197),
            (294, 438),
            (381, 622),
            (576, 840),
        ),
        "alone": ((-311, -1597), (-138, -1306), (16, -1040), (135, -968), (327, -373), (553, 194), (841, 528)),
    },
    deviation=3225,
    explained=58,
    correlations=(
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of a seat with the place that it takes",
            strength=324,
            high_cards=318,
        ),
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of the table with the result of a seat",
            strength=243,
            high_cards=238,
        ),
        Correlation(
            hands="made-up players who lead their longest play",
            between="the cards of a seat with the place that it takes",
            strength=144,
            high_cards=-14,
        ),
        Correlation(
            hands="made-up players who lead their longest play",
            between="the cards of the table with the result of a seat",
            strength=237,
            high_cards=-129,
        ),
    ),
    deciles=(
        Decile(strength=-517, predicted=3517, place=3485, expected=-232, result=-129),
        Decile(strength=-330, predicted=3330, place=3282, expected=-44, result=54),
        Decile(strength=-227, predicted=3227, place=3249, expected=-142, result=-421),
        Decile(strength=-140, predicted=3140, place=3143, expected=-146, result=-51),
        Decile(strength=-59, predicted=3059, place=3044, expected=-84, result=-224),
        Decile(strength=23, predicted=2977, place=2958, expected=-64, result=90),
        Decile(strength=109, predicted=2891, place=2981, expected=-109, result=-142),
        Decile(strength=212, predicted=2788, place=2792, expected=-3, result=126),
        Decile(strength=340, predicted=2660, place=2693, expected=189, result=94),
        Decile(strength=611, predicted=2389, place=2372, expected=634, result=601),
    ),
)
