"""The smallest changes of a log that make it right under its rules."""

from engine.mend.answer import HandMends, Mend, MendedMatch
from engine.mend.edits import Edit, mended_match
from engine.mend.search import MOST_EDITS, mend

__all__ = ["MOST_EDITS", "Edit", "HandMends", "Mend", "MendedMatch", "mend", "mended_match"]
