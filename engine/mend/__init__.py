"""The smallest changes of a log that make it right under its rules."""

from engine.mend.answer import HandMends, Mend, MendedMatch
from engine.mend.edits import Edit, mended_match
from engine.mend.new_log import match_as_mended
from engine.mend.search import FIRST_MENDS, MOST_EDITS, mend

__all__ = [
    "FIRST_MENDS",
    "MOST_EDITS",
    "Edit",
    "HandMends",
    "Mend",
    "MendedMatch",
    "match_as_mended",
    "mend",
    "mended_match",
]
