"""Matches of the demo's season in which one person plays enough hands of Guandan for means."""

import json
from typing import Any, Final

from tests.season import kept_lines

KEY: Final = "zhao-min"
"""The key of that person."""
NAME: Final = "Zhao Min"
HANDS: Final = 70


def evenings() -> list[bytes]:
    """Matches of Guandan with ``HANDS`` hands of that person, and one of another game."""
    chosen: list[bytes] = []
    hands = 0
    for line in kept_lines().splitlines():
        match: dict[str, Any] = json.loads(line)
        if hands < HANDS and match["game"] == "guandan" and KEY in {each.get("id") for each in match["players"]}:
            chosen.append(line)
            hands += len(match["hands"])
    other = next(
        line
        for line in kept_lines().splitlines()
        if b'"big_a"' in line and KEY in {each.get("id") for each in json.loads(line)["players"]}
    )
    assert hands == HANDS
    return [*chosen, other]
