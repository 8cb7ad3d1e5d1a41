"""Two records of one match: which seats and hands are the same, what differs, what it changes, and one made of both."""

from engine.records.choosing import Choice
from engine.records.comparing import Compared, Weight, compare_records
from engine.records.differences import Difference, Kind
from engine.records.seating import CannotPair, Seating
from engine.records.weighing import Judged

__all__ = ["CannotPair", "Choice", "Compared", "Difference", "Judged", "Kind", "Seating", "Weight", "compare_records"]
