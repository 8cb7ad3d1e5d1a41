"""The options and presets of the rules page, as the made-up tables play them, and the table of scores."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

DEFAULTS: Final[dict[str, Any]] = {
    "four_five": "zero_sum",
    "exposed_scores": "table",
    "lead_after_out": "skip_team",
    "hands": 0,
}

PRESETS: Final[dict[str, dict[str, Any]]] = {"catsatcards": {}, "printed": {"four_five": "printed"}}

VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "four_five": ("zero_sum", "printed"),
    "exposed_scores": ("table", "double"),
    "lead_after_out": ("skip_team", "skip_partner"),
    "hands": (0, 0, 1, 2, 3, 1000),
}

_EITHER_WAY: Final = {
    (1, 2): (6, 3, -3, 9, 9, -6),
    (1, 3): (4, 2, -2, 6, 6, -4),
    (1, 4): (2, 1, -1, 3, 3, -2),
    (1, 5): (0, 0, 0, 0, 0, 0),
    (2, 3): (0, 0, 0, 0, 0, 0),
    (2, 4): (0, 0, 0, 0, 0, 0),
    (3, 4): (0, 0, 0, 0, 0, 0),
    (4, 5): (-6, -3, 3, -9, -9, 6),
}
_ONE_WAY: Final = {
    (2, 5): (-2, -1, 1, -3, -3, 2),
    (5, 2): (-4, -2, 2, -6, -6, 4),
    (3, 5): (-2, -1, 1, -3, -3, 2),
    (5, 3): (-4, -2, 2, -6, -6, 4),
}


def draw_rules(rng: Random) -> tuple[str | None, dict[str, Any]]:
    """A preset, or None for the default one without naming it, and some options that are drawn."""
    preset = rng.choice((None, *PRESETS))
    share = rng.choice((0, 0.3, 1))
    return preset, {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < share}


def resolved(preset: str | None, options: dict[str, Any]) -> dict[str, Any]:
    """Every option under a preset with some changed."""
    return DEFAULTS | PRESETS[preset or "catsatcards"] | options


def points(
    finish: Sequence[Sequence[int]], declarer: int, partner: int, exposed: bool, rules: dict[str, Any]
) -> list[int]:
    """What each seat scores; ``finish`` has everybody, the last place may be shared; alone, both are the declarer."""
    place = {seat: number for number, seats in enumerate(finish, 1) for seat in seats}
    last = len(finish[-1]) > 1
    if declarer == partner:
        times = 2 if exposed else 1
        sign = 1 if finish[0] == [declarer] else -1 if place[declarer] == 5 else 0
        return [sign * times * (32 if seat == declarer else -8) for seat in range(5)]
    left = {declarer, partner} <= {*finish[-1]} and last
    places = (4, 5) if left else (place[declarer], place[partner])
    row = _EITHER_WAY.get((min(places), max(places))) or _ONE_WAY[places]
    if left and rules["four_five"] == "printed":
        row = (*row[:2], 2, *row[3:])
    if exposed:
        row = tuple(2 * each for each in row[:3]) if rules["exposed_scores"] == "double" else row[3:]
    return [row[0] if seat == declarer else row[1] if seat == partner else row[2] for seat in range(5)]
