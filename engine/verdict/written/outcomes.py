"""What a hand in a report rests on."""

from collections.abc import Mapping
from typing import Any

from engine.record.match import Match
from engine.recorded.basis import Basis, hand_cut_off

Facts = Mapping[str, Any]
"""A hand or a finding in the report format."""


def basis_of(outcome: Facts) -> Basis | None:
    """The basis of a hand in a report.  If the report lacks the field, it is the play if the hand reached its end."""
    if "basis" not in outcome:
        return Basis.PLAY if outcome["complete"] else None
    return None if outcome["basis"] is None else Basis(outcome["basis"])


def is_cut_off(match: Match, index: int, outcome: Facts) -> bool:
    """Whether the clock cut off a hand (``index`` counts from 0)."""
    return not outcome["complete"] and hand_cut_off(match) == index
