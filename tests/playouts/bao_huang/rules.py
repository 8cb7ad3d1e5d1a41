"""The options and presets of the rules page, as the made-up tables play them."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

_SHARED: Final[dict[str, Any]] = {
    "deck": 168,
    "protector": "marked_joker",
    "tribute": True,
    "tribute_exclude": "jokers",
    "lowest_last": False,
    "balanced": False,
    "solo_announced": "on_top",
    "tribute_face": "down",
    "target": 0,
    "hands": 0,
    "open_factor": 1,
    "alone_win": "by_rule",
    "alone_may_decline": True,
    "solo_tribute": 4,
}

DEFAULT: Final = "gamerules"

PRESETS: Final[Mapping[str, dict[str, Any]]] = {
    "rizhao": _SHARED
    | {
        "emperor_pass": "with_play",
        "declarations": "none",
        "take_order": "free",
        "joker_rule": "every_card",
        "winner_rule": "first_vs_last",
        "scoring": "win_loss",
    },
    "shanghai": _SHARED
    | {
        "emperor_pass": "with_play",
        "declarations": "partner_or_solo",
        "take_order": "finish",
        "joker_rule": "jokers_only",
        "winner_rule": "points",
        "scoring": "4-2-0",
    },
    "catsatcards": _SHARED
    | {
        "emperor_pass": "against_play",
        "declarations": "per_side",
        "take_order": "finish",
        "joker_rule": "every_card",
        "winner_rule": "team_out_first",
        "scoring": "2-1-0",
    },
    "bianfeng": _SHARED
    | {
        "deck": 165,
        "emperor_pass": "with_play",
        "declarations": "two_rebels",
        "tribute": False,
        "take_order": "free",
        "joker_rule": "every_card",
        "winner_rule": "points",
        "scoring": "6-3-0",
        "alone_win": "by_declaration",
        "alone_may_decline": False,
    },
    DEFAULT: _SHARED
    | {
        "emperor_pass": "against_play",
        "declarations": "first_only",
        "take_order": "free",
        "joker_rule": "every_card",
        "winner_rule": "points",
        "scoring": "2-1-0",
    },
}

VALUES: Final[Mapping[str, tuple[Any, ...]]] = {
    "deck": (168, 168, 216),
    "emperor_pass": ("with_play", "against_play"),
    "protector": ("marked_joker", "triplet"),
    "declarations": ("none", "partner_or_solo", "per_side", "first_only"),
    "tribute": (True, True, True, False),
    "tribute_exclude": ("jokers", "jokers_and_twos"),
    "take_order": ("finish", "free"),
    "joker_rule": ("every_card", "jokers_only"),
    "lowest_last": (True, False),
    "winner_rule": ("first_vs_last", "points", "team_out_first"),
    "scoring": ("win_loss", "2-1-0", "4-2-0"),
    "balanced": (True, False),
    "solo_announced": ("on_top", "instead"),
    "tribute_face": ("down", "up"),
    "target": (0, 0, 0, 1, 6, 20),
    "hands": (0, 0, 1, 3, 1000),
}


OTHER_VALUES: Final[Mapping[str, tuple[Any, ...]]] = {
    "deck": (165, 168),
    "declarations": ("two_rebels", "per_side"),
    "scoring": ("6-3-0", "4-2-0", "2-1-0"),
    "open_factor": (1, 2, 4),
    "alone_win": ("by_rule", "first", "first_tie_second", "by_declaration"),
    "alone_may_decline": (True, False),
}
"""Values of the options of other tables that are played here; a tribute of two cards is not."""


def draw_any_rules(rng: Random) -> tuple[str | None, dict[str, Any]]:
    """As ``draw_rules`` draws, the preset and options of other tables too."""
    preset, options = draw_rules(rng)
    preset = rng.choice((preset, "bianfeng"))
    share = rng.choice((0, 0.5, 1))
    options |= {name: rng.choice(values) for name, values in OTHER_VALUES.items() if rng.random() < share}
    rules = resolved(preset, options)
    if rules["scoring"] != "win_loss" and "winner_rule" in options:
        options["winner_rule"] = rng.choice(VALUES["winner_rule"])
    if rules["deck"] == 165:
        # Of three equal sixes the fourth may be one that is left out.
        options["protector"] = "marked_joker"
    return preset, options


def draw_rules(rng: Random) -> tuple[str | None, dict[str, Any]]:
    """A preset, or None for the default one without naming it, and some options that are drawn."""
    preset = rng.choice((None, *(name for name in PRESETS if name != "bianfeng")))
    share = rng.choice((0, 0.3, 1))
    options = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < share}
    if resolved(preset, options)["scoring"] == "win_loss":
        # Winning and losing is settled by the first and the last place alone.
        options["winner_rule"] = "first_vs_last"
    return preset, options


def resolved(preset: str | None, options: dict[str, Any]) -> dict[str, Any]:
    """Every option under a preset with some changed."""
    return PRESETS[preset or DEFAULT] | options
