"""Two seats named together, as in recorded units and stakes: ``A-B``."""

from collections.abc import Mapping
from typing import Final

_APART: Final = "-"


def pair_of(text: str, numbers: Mapping[str, int]) -> tuple[int, int] | None:
    """The numbers of the two seats of a text such as ``A-B``, in the order of the text; None if it does not name two
    seats.
    """
    one, _, other = text.partition(_APART)
    if one not in numbers or other not in numbers or one == other:
        return None
    return numbers[one], numbers[other]
