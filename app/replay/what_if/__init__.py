"""Branches of recorded hands: a hand played on by hand from one of its steps.  Nothing of them is stored."""

from app.replay.what_if.address import ADDED, ARGUMENT, BETWEEN, LONGEST, Branch, BranchTooLong, branch_of
from app.replay.what_if.exported import exported

__all__ = ["ADDED", "ARGUMENT", "BETWEEN", "LONGEST", "Branch", "BranchTooLong", "branch_of", "exported"]
