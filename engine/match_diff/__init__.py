"""Two records of one match: which seats and hands are the same, what differs, what it changes, and one made of both."""

from engine.match_diff.choosing import Choice
from engine.match_diff.comparing import Compared, Weight, compare_records
from engine.match_diff.differences import Difference, Kind
from engine.match_diff.seating import CannotPair, Seating
from engine.match_diff.weighing import Judged

__all__ = ["CannotPair", "Choice", "Compared", "Difference", "Judged", "Kind", "Seating", "Weight", "compare_records"]
