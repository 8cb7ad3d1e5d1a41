"""Branches of recorded hands: a hand played on by hand from one of its steps.  Nothing of them is stored."""

from app.branches.address import ADDED, ARGUMENT, BETWEEN, LONGEST, Branch, branch_of
from app.branches.exported import exported
from app.branches.kept_frames import BranchFrames

__all__ = ["ADDED", "ARGUMENT", "BETWEEN", "LONGEST", "Branch", "BranchFrames", "branch_of", "exported"]
