"""The chance that a team wins a hand: its weights and how well it forecasts, as ``python -m tests.fitting`` writes."""

from typing import Final

from engine.insight.model_card import Bin, EstimatedFigure, ModelCard, Quarter

CARD: Final = ModelCard(
    weights={
        "bombs_of_plays": 1338,
        "jokers_of_plays": 2733,
        "level_cards_of_plays": 1564,
        "plays": -511,
        "cards": -654,
        "loose_of_plays": -3042,
        "loose": -259,
        "owns": 267,
        "leads": 493,
        "follows": 34,
        "partner_owns": -25,
    },
    fitted_matches=12,
    fitted_hands=171,
    held_matches=18,
    held_hands=256,
    quarters=(
        Quarter(
            model=EstimatedFigure(value=2510, low=2351, high=2669),
            high_cards=EstimatedFigure(value=2515, low=2476, high=2555),
            base_rate=EstimatedFigure(value=2501, low=2493, high=2510),
            better=EstimatedFigure(value=5, low=-172, high=174),
        ),
        Quarter(
            model=EstimatedFigure(value=2251, low=2061, high=2435),
            high_cards=EstimatedFigure(value=2515, low=2417, high=2614),
            base_rate=EstimatedFigure(value=2501, low=2493, high=2510),
            better=EstimatedFigure(value=264, low=73, high=458),
        ),
        Quarter(
            model=EstimatedFigure(value=2090, low=1883, high=2292),
            high_cards=EstimatedFigure(value=2423, low=2344, high=2510),
            base_rate=EstimatedFigure(value=2501, low=2493, high=2510),
            better=EstimatedFigure(value=332, low=137, high=525),
        ),
        Quarter(
            model=EstimatedFigure(value=1659, low=1435, high=1871),
            high_cards=EstimatedFigure(value=2512, low=2403, high=2611),
            base_rate=EstimatedFigure(value=2501, low=2493, high=2510),
            better=EstimatedFigure(value=853, low=632, high=1082),
        ),
    ),
    bins=(
        Bin(share=324, forecast=631, won=405),
        Bin(share=684, forecast=1537, won=1755),
        Bin(share=1030, forecast=2522, won=3188),
        Bin(share=1341, forecast=3514, won=3945),
        Bin(share=1621, forecast=4507, won=4583),
        Bin(share=1621, forecast=5493, won=5417),
        Bin(share=1341, forecast=6486, won=6055),
        Bin(share=1030, forecast=7478, won=6812),
        Bin(share=684, forecast=8463, won=8245),
        Bin(share=324, forecast=9369, won=9595),
    ),
    calibration_error=EstimatedFigure(value=322, low=128, high=654),
    other_matches=10,
    other_hands=132,
    others=(
        Quarter(
            model=EstimatedFigure(value=2534, low=2320, high=2758),
            high_cards=EstimatedFigure(value=2485, low=2446, high=2532),
            base_rate=EstimatedFigure(value=2511, low=2496, high=2530),
            better=EstimatedFigure(value=-48, low=-249, high=156),
        ),
        Quarter(
            model=EstimatedFigure(value=2528, low=2352, high=2701),
            high_cards=EstimatedFigure(value=2508, low=2424, high=2600),
            base_rate=EstimatedFigure(value=2511, low=2496, high=2530),
            better=EstimatedFigure(value=-20, low=-199, high=172),
        ),
        Quarter(
            model=EstimatedFigure(value=2518, low=2267, high=2811),
            high_cards=EstimatedFigure(value=2472, low=2425, high=2534),
            base_rate=EstimatedFigure(value=2511, low=2496, high=2530),
            better=EstimatedFigure(value=-46, low=-331, high=202),
        ),
        Quarter(
            model=EstimatedFigure(value=2301, low=2037, high=2583),
            high_cards=EstimatedFigure(value=2466, low=2423, high=2519),
            base_rate=EstimatedFigure(value=2511, low=2496, high=2530),
            better=EstimatedFigure(value=165, low=-98, high=403),
        ),
    ),
)
