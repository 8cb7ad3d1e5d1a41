"""The finding codes of the games in which the cards decide who plays with whom."""

from typing import Final

from engine.codes import mismatch

ROLE_MISMATCH: Final = mismatch("role-mismatch", "a recorded role differs")
