"""The options and presets of the rules page, as the made-up tables play them."""

from random import Random
from typing import Any, Final

DEFAULTS: Final[dict[str, Any]] = {
    "tribute": "standard",
    "double_tribute": "by_rank",
    "return_limit": "ten",
    "return_level": True,
    "equal_tribute_lead": "after_banker",
    "a_failures": 3,
    "a_failure_is": "any_miss",
    "win_at": "own_a",
    "hands": 0,
    "reporting": "warn",
    "joker_pair_in_full_house": True,
}

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "intro": {"tribute": "none", "a_failures": 0, "win_at": "team_a"},
    "tournament": {},
    "national_2017": {"return_limit": "ten_to_partner", "a_failures": 0},
    "njupt": {
        "double_tribute": "previous_seat",
        "return_level": False,
        "equal_tribute_lead": "dweller",
        "a_failures": 4,
        "a_failure_is": "dweller_finish",
        "reporting": "off",
    },
    "botzone": {"return_limit": "nine", "return_level": False, "a_failures": 0, "reporting": "off"},
}

VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "tribute": ("none", "standard", "standard", "standard"),
    "double_tribute": ("by_rank", "previous_seat"),
    "return_limit": ("ten", "nine", "ten_to_partner", "any"),
    "return_level": (True, False),
    "equal_tribute_lead": ("after_banker", "dweller"),
    "a_failures": (0, 1, 2, 3, 9),
    "a_failure_is": ("any_miss", "dweller_finish"),
    "win_at": ("team_a", "own_a", "reach_a"),
    "hands": (0, 0, 1, 3, 1000),
    "reporting": ("off", "warn"),
    "joker_pair_in_full_house": (True, False),
}


def draw_rules(rng: Random) -> tuple[str | None, dict[str, Any]]:
    """A preset, or None for the default one without naming it, and some options that are drawn."""
    preset = rng.choice((None, *PRESETS))
    share = rng.choice((0, 0.3, 1))
    return preset, {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < share}


def resolved(preset: str | None, options: dict[str, Any]) -> dict[str, Any]:
    """Every option under a preset with some changed."""
    return DEFAULTS | PRESETS[preset or "tournament"] | options
