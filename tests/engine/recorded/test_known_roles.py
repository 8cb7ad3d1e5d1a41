"""The roles of a hand that the log does not show to its end: shown by the play, or recorded."""

from engine.recorded.roles import known_roles
from tests.offenders import for_every

SEATS = {"A": 0, "B": 1, "C": 2}


@for_every(
    ("by_play", "recorded", "known"),
    [
        ({}, {"emperor": "A", "protector": "B"}, (0, 1)),
        ({}, {"emperor": "A"}, (0, 0)),
        ({"protector": 2}, {"emperor": "A"}, (0, 2)),
        ({"emperor": 0}, {"protector": "B"}, (0, 1)),
        ({"emperor": 0, "protector": 1}, {}, (0, 1)),
        ({}, {"protector": "B"}, None),
        ({"emperor": 0}, {}, None),
        ({"emperor": 0}, {"emperor": "B", "protector": "C"}, None),
        ({"protector": 1}, {"emperor": "A", "protector": "C"}, None),
        ({}, {"emperor": "A", "protector": "Z"}, None),
        ({"emperor": 0}, {"emperor": "Z", "protector": "B"}, (0, 1)),
    ],
)
def test_known_roles(by_play: dict[str, int], recorded: dict[str, str], known: tuple[int, int] | None) -> None:
    """A name that no seat has counts as not recorded, but does not say that the other seat was alone."""
    assert known_roles(by_play, recorded, SEATS, "emperor", "protector") == known
