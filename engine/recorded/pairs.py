"""Two seats by one name, as units and stakes are recorded: ``A-B``."""

from collections.abc import Mapping
from typing import Final

_APART: Final = "-"


def pair_of(text: str, numbers: Mapping[str, int]) -> tuple[int, int] | None:
    """The two seats of a text such as ``A-B``, by number in the order of the text; None where it names no two."""
    one, _, other = text.partition(_APART)
    if one not in numbers or other not in numbers or one == other:
        return None
    return numbers[one], numbers[other]
