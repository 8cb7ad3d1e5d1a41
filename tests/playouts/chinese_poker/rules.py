"""The options and presets of the rules page, as the made-up tables play them."""

from random import Random
from typing import Any, Final

from tests.bruteforce.chinese_poker import NATURALS
from tests.bruteforce.chinese_poker_rows import FRONT_NAMES, ROW_NAMES, ROWS

DEFAULTS: Final[dict[str, Any]] = {
    "scoring": "pairs",
    "row_unit": 1,
    "overall": 1,
    "scoop_bonus": 0,
    "scoop_multiplier": 1,
    "home_run_multiplier": 1,
    "home_run_needs": "three",
    "royalties": "standard",
    "royalty_table": {},
    "royalty_rule": "winner",
    "royalty_value": "table",
    "royalty_announced": False,
    "royalty_limit": "all",
    "royalty_broken": True,
    "royalties_against_foul": False,
    "scoop_multiplies_royalties": False,
    "naturals": "standard",
    "natural_table": {},
    "natural_qka": False,
    "all_high_first": False,
    "flushes_first": False,
    "naturals_meet": "stronger",
    "surrender": 3,
    "misset": "scooped",
    "target": 0,
    "dealing": "closed",
    "wheel": "lowest",
    "middle": "high",
    "hands_each": 1,
    "fantasyland": "none",
    "settle": "all",
    "banker_ties": "none",
    "row_compare": "full",
    "loss_cap": 0,
    "fantasyland_stay": "standard",
}

_FACE_UP: Final[dict[str, Any]] = {
    "overall": 0,
    "scoop_bonus": 3,
    "royalties": "open_face",
    "royalty_rule": "net",
    "royalties_against_foul": True,
    "naturals": "none",
    "surrender": 0,
}

_TAIWANESE: Final[dict[str, Any]] = {"overall": 0, "scoop_multiplier": 2, "home_run_multiplier": 2, "surrender": 0}

_FUJIAN: Final[dict[str, Any]] = _TAIWANESE | {
    "royalties": "regional",
    "naturals": "fujian",
    "natural_qka": True,
    "all_high_first": True,
    "flushes_first": True,
    "scoop_multiplies_royalties": True,
    "naturals_meet": "kind",
    "wheel": "second",
}

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "two-four": {},
    "one-six": {"overall": 0, "scoop_bonus": 3},
    "taiwanese": _TAIWANESE,
    "eleven": {
        "scoring": "best_row",
        "royalties": "none",
        "naturals": "none",
        "surrender": 0,
        "misset": "played",
        "target": 11,
    },
    "criss-cross": {"naturals": "none", "hands_each": 2},
    "open-face": _FACE_UP | {"dealing": "open_face"},
    "pineapple": _FACE_UP | {"dealing": "pineapple"},
    "fujian": _FUJIAN,
    "fujian_banker": _FUJIAN | {"settle": "banker", "banker_ties": "banker", "row_compare": "top_card"},
}

VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "scoring": ("pairs", "pairs", "pairs", "best_row"),
    "row_unit": (0, 1, 2, 5),
    "overall": (0, 1, 3),
    "scoop_bonus": (0, 3, 4),
    "scoop_multiplier": (1, 2, 3),
    "home_run_multiplier": (1, 2, 4),
    "home_run_needs": ("three", "all"),
    "royalties": ("none", "standard", "regional", "open_face"),
    "royalty_rule": ("winner", "cancel", "net"),
    "royalty_value": ("table", "flat"),
    "royalty_announced": (False, True),
    "royalty_limit": ("all", "one"),
    "royalty_broken": (True, False),
    "royalties_against_foul": (False, True),
    "scoop_multiplies_royalties": (False, True),
    "naturals": ("none", "standard", "extended", "fujian"),
    "natural_qka": (False, True),
    "all_high_first": (False, True),
    "flushes_first": (False, True),
    "naturals_meet": ("stronger", "kind", "even"),
    "surrender": (0, 2, 3),
    "misset": ("scooped", "played"),
    "target": (0, 0, 5, 30, 1000),
    "dealing": ("closed", "closed", "open_face", "pineapple"),
    "wheel": ("lowest", "second"),
    "middle": ("high", "high", "deuce_to_seven"),
    "hands_each": (1, 1, 2),
    "fantasyland": ("none", "standard", "progressive"),
    "settle": ("all", "all", "banker"),
    "banker_ties": ("none", "banker"),
    "row_compare": ("full", "top_card"),
    "loss_cap": (0, 0, 1, 6, 30),
    "fantasyland_stay": ("standard", "full_house"),
}
"""Values of every option that is no table."""

NEW_POINTS: Final = (0, 1, 2, 4, 8, 40)


OTHER_TABLES: Final = (
    "all_high_first",
    "flushes_first",
    "naturals_meet",
    "settle",
    "banker_ties",
    "row_compare",
    "loss_cap",
    "fantasyland_stay",
)
"""The options that only other tables have."""


def draw_any_rules(rng: Random) -> tuple[str | None, dict[str, Any]]:
    """As ``draw_rules`` draws, the presets and options of other tables too."""
    preset, options = draw_rules(rng)
    share = rng.choice((0, 0.2, 1))
    options |= {name: rng.choice(VALUES[name]) for name in (*OTHER_TABLES, "naturals") if rng.random() < share}
    preset = rng.choice((preset, preset, "fujian", "fujian_banker"))
    return preset, fitting(preset, options)


def draw_rules(rng: Random) -> tuple[str | None, dict[str, Any]]:
    """A preset, or None for the default one without naming it, and some options that are drawn.

    Two hands for each seat are a closed game that is settled between two; that is not drawn otherwise.
    """
    preset = rng.choice((None, *(name for name in PRESETS if not name.startswith("fujian"))))
    share = rng.choice((0, 0.2, 1))
    drawn = VALUES | {"naturals": ("none", "standard", "extended")}
    options = {
        name: rng.choice(values) for name, values in drawn.items() if name not in OTHER_TABLES and rng.random() < share
    }
    if rng.random() < share:
        options["natural_table"] = drawn_points(rng, tuple(NATURALS))
    if rng.random() < share:
        names = {row: FRONT_NAMES if row == "front" else ROW_NAMES for row in rng.sample(ROWS, rng.randint(0, 3))}
        options["royalty_table"] = {row: drawn_points(rng, of_row) for row, of_row in names.items()}
    return preset, fitting(preset, options)


def drawn_points(rng: Random, names: tuple[str, ...]) -> dict[str, int]:
    """Points for some names."""
    return {name: rng.choice(NEW_POINTS) for name in rng.sample(names, rng.randint(0, min(len(names), 5)))}


def fitting(preset: str | None, options: dict[str, Any]) -> dict[str, Any]:
    """Options that can stand together, of those that were drawn."""
    rules = resolved(preset, options)
    if rules["hands_each"] == 1:
        return options
    changed = {name: value for name, value in options.items() if name not in ("scoring", "dealing")}
    rules = resolved(preset, changed)
    return changed if (rules["scoring"], rules["dealing"]) == ("pairs", "closed") else changed | {"hands_each": 1}


def resolved(preset: str | None, options: dict[str, Any]) -> dict[str, Any]:
    """Every option under a preset with some changed."""
    return DEFAULTS | PRESETS[preset or "two-four"] | options
