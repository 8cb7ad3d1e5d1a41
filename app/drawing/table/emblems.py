"""The suits and the other signs on cards as filled outlines, in a field of 100 by 100.

Each differs from the others by its shape alone, without its colour.
"""

from typing import Final

SIZE: Final = 100

SPADE: Final = (
    "M 50 3 C 57 20 95 40 95 64 C 95 77 85 86 74 86 C 65 86 58 81 55 73 C 56 84 60 92 68 97 L 32 97"
    " C 40 92 44 84 45 73 C 42 81 35 86 26 86 C 15 86 5 77 5 64 C 5 40 43 20 50 3 Z"
)
HEART: Final = (
    "M 50 95 C 45 86 5 62 5 32 C 5 16 17 6 30 6 C 40 6 47 12 50 21 C 53 12 60 6 70 6 C 83 6 95 16 95 32"
    " C 95 62 55 86 50 95 Z"
)
DIAMOND: Final = "M 50 2 C 60 20 74 37 88 50 C 74 63 60 80 50 98 C 40 80 26 63 12 50 C 26 37 40 20 50 2 Z"
CLUB: Final = (
    "M 50 4 C 62 4 72 14 72 26 C 72 33 69 38 65 42 C 68 40 71 39 75 39 C 87 39 96 48 96 60 C 96 72 87 81 75 81"
    " C 66 81 59 76 55 69 C 56 81 60 91 68 97 L 32 97 C 40 91 44 81 45 69 C 41 76 34 81 25 81 C 13 81 4 72 4 60"
    " C 4 48 13 39 25 39 C 29 39 32 40 35 42 C 31 38 28 33 28 26 C 28 14 38 4 50 4 Z"
)
STAR: Final = "M 50 4 L 62 38 L 97 39 L 69 61 L 79 95 L 50 75 L 21 95 L 31 61 L 3 39 L 38 38 Z"
CROWN: Final = "M 8 88 L 8 30 L 30 54 L 50 14 L 70 54 L 92 30 L 92 88 Z"
SHIELD: Final = "M 12 10 L 88 10 L 88 48 C 88 72 70 88 50 97 C 30 88 12 72 12 48 Z"
CAP: Final = (
    "M 18 84 L 10 40 C 4 40 2 30 8 26 C 14 24 20 28 19 34 C 28 38 34 46 37 54 C 38 40 42 26 46 18"
    " C 40 14 42 4 50 4 C 58 4 60 14 54 18 C 58 26 62 40 63 54 C 66 46 72 38 81 34 C 80 28 86 24 92 26"
    " C 98 30 96 40 90 40 L 82 84 Z"
)
"""The cap of a jester."""
