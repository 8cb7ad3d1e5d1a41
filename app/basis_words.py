"""What the scores of a hand follow from, in words, for pages and the command line."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.games import GAMES
from engine.record.match import Match
from engine.recorded.basis import Basis, hand_cut_off

CUT_OFF: Final = "cut off by the clock; it counts nothing"
_SHORT: Final[Mapping[Basis | None, str]] = MappingProxyType(
    {
        Basis.PLAY: "the play",
        Basis.RESULT: "the recorded result",
        Basis.SCORES: "the recorded scores",
        None: "not scored",
    }
)


def basis_of(outcome: Mapping[str, Any]) -> Basis | None:
    """The basis of a hand in a report.  If the report lacks the field, it is the play if the hand reached its end."""
    if "basis" not in outcome:
        return Basis.PLAY if outcome["complete"] else None
    return None if outcome["basis"] is None else Basis(outcome["basis"])


def is_cut_off(match: Match, index: int, outcome: Mapping[str, Any]) -> bool:
    """Whether the clock cut off a hand (``index`` counts from 0)."""
    return not outcome["complete"] and hand_cut_off(match) == index


def basis_words(match: Match, index: int, outcome: Mapping[str, Any]) -> str:
    """What the scores of a hand (``index`` counts from 0) follow from; empty if they follow from the play.

    ``outcome`` is the hand in a report.
    """
    basis = basis_of(outcome)
    if basis is Basis.PLAY:
        return ""
    if is_cut_off(match, index, outcome):
        return CUT_OFF
    has_actions = bool(match.hands[index].actions)
    if basis is None:
        if has_actions:
            return "not scored: the log stops before the hand ends"
        return "not scored: neither the play nor enough of the result was recorded"
    what = "recorded units" if "units" in GAMES[match.game].result_fields else "recorded finish"
    scored = f"scored from the {what}" if basis is Basis.RESULT else "scores as recorded"
    return f"{scored}; {'the log stops before the hand ends' if has_actions else 'the play was not recorded'}"


def basis_cell(basis: str | None) -> str:
    """What the scores of a hand follow from, in words short enough for a cell of a table."""
    return _SHORT[None if basis is None else Basis(basis)]


def listed_hands(numbers: Iterable[int]) -> str:
    """Hands by their numbers in rising order, with neighbours as a range: ``hands 1 to 3 and 7``."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and ranges[-1][-1] == number - 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    words = [word for each in ranges for word in _range_words(each)]
    *others, last = words
    listed = f"{', '.join(others)} and {last}" if others else last
    return f"hand {listed}" if len(ranges) == 1 and len(ranges[0]) == 1 else f"hands {listed}"


def _range_words(numbers: list[int]) -> list[str]:
    if len(numbers) > 2:
        return [f"{numbers[0]} to {numbers[-1]}"]
    return list(map(str, numbers))
