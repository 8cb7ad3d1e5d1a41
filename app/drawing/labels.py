"""The words of drawings that are not in the log: one place, so that another language gives its own."""

from dataclasses import dataclass
from typing import Final

_ORDINALS: Final = ("", "1st", "2nd", "3rd")


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of a drawing."""

    passed: str = "pass"
    to_beat: str = "to beat"
    turn: str = "to act"
    leads: str = "leads"
    dealer: str = "dealer"
    illegal: str = "not allowed"
    laid: str = "on the table"
    captured: str = "captured"
    foul: str = "foul"
    alone: str = "alone"
    face_down: str = "face down"
    level: str = "level"
    hand: str = "hand"
    no_play: str = "the play was not recorded"
    empty: str = "the table is empty"

    def place(self, number: int, left: int) -> str:
        """The place that a seat finished in, and how many cards it has left."""
        ordinal = _ORDINALS[number] if 0 < number < len(_ORDINALS) else f"{number}th"
        return f"{ordinal}, {left} left" if left else f"out, {ordinal}"


ENGLISH: Final = Labels()
