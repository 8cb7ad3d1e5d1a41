"""Recorded values and hands in words."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine.rulebook.sentences import Text, listed, say

UNKNOWN: Final = say("unknown")


def points_text(points: int | float | None) -> str:
    """Points with their sign and thousands separators; words if they are unknown."""
    if points is None:
        return UNKNOWN
    text = f"{points:,}"
    if text.startswith("-"):
        return "−" + text[1:]
    return text if not points else "+" + text


def places_text(finish: Sequence[str | Sequence[str]]) -> str:
    """An order of finish in words, as findings show it: ``E, W, N+S``."""
    return ", ".join(map(_place_text, finish)) or say("nobody out")


def _place_text(place: Any) -> str:
    """A place; the facts before a hand may have anything there."""
    return "+".join(map(str, place)) if isinstance(place, list | tuple) else str(place)


def listed_hands(numbers: Iterable[int], *, heading: bool = False) -> Text:
    """Hands by their numbers in rising order, with neighbours as a range: ``hands 1 to 3 and 7``.

    A heading begins with a capital letter.
    """
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and ranges[-1][-1] == number - 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    if len(ranges) == 1 and len(ranges[0]) == 1:
        only = ranges[0][0]
        return say("Hand {number}", number=only) if heading else say("hand {number}", number=only)
    words = listed([word for hand_range in ranges for word in _range_words(hand_range)])
    return say("Hands {numbers}", numbers=words) if heading else say("hands {numbers}", numbers=words)


def _range_words(numbers: list[int]) -> list[str]:
    if len(numbers) > 2:
        return [say("{first} to {last}", first=numbers[0], last=numbers[-1])]
    return list(map(str, numbers))
