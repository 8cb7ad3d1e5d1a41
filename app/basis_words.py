"""What the scores of a hand follow from, in words, for pages and the command line."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.games import GAMES
from engine.record.match import Match
from engine.recorded.basis import Basis
from engine.verdict.written.outcomes import basis_of, is_cut_off

CUT_OFF: Final = "cut off by the clock; it counts nothing"
_SHORT: Final[Mapping[Basis | None, str]] = MappingProxyType(
    {
        Basis.PLAY: "the play",
        Basis.RESULT: "the recorded result",
        Basis.SCORES: "the recorded scores",
        None: "not scored",
    }
)


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
