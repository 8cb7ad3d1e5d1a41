"""Two records of one match: which seats and hands are the same, what differs, what it changes, and one made of both."""

from engine.match_diff.choosing import ChosenDifferences
from engine.match_diff.comparing import MatchComparison, Weight, compare_records
from engine.match_diff.differences import Difference, DifferenceKind
from engine.match_diff.seating import CannotPair, Seating
from engine.match_diff.weighing import JudgedRecord

__all__ = [
    "CannotPair",
    "ChosenDifferences",
    "Difference",
    "DifferenceKind",
    "JudgedRecord",
    "MatchComparison",
    "Seating",
    "Weight",
    "compare_records",
]
