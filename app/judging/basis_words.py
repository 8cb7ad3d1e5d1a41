"""What the scores of a hand follow from, in words, for pages and the command line."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.text.language import _, marked
from engine.games import GAMES
from engine.record.match import Match
from engine.recorded.basis import Basis
from engine.replay.outcome import HandOutcome
from engine.verdict.recorded_sheet.outcomes import is_cut_off
from engine.verdict.stored_report import StoredHand

_CUT_OFF: Final = marked("cut off by the clock; it counts nothing")
_SHORT: Final[Mapping[Basis | None, str]] = MappingProxyType(
    {
        Basis.PLAY: marked("the play"),
        Basis.RESULT: marked("the recorded result"),
        Basis.SCORES: marked("the recorded scores"),
        None: marked("not scored"),
    }
)


def basis_words(match: Match, index: int, outcome: HandOutcome | StoredHand) -> str:
    """What the scores of a hand (``index`` counts from 0) follow from; empty if they follow from the play."""
    basis = outcome.basis
    if basis is Basis.PLAY:
        return ""
    if is_cut_off(match, index, outcome):
        return _(_CUT_OFF)
    has_actions = bool(match.hands[index].actions)
    if basis is None:
        if has_actions:
            return _("not scored: the log stops before the hand ends")
        return _("not scored: neither the play nor enough of the result was recorded")
    if basis is Basis.SCORES:
        if has_actions:
            return _("scores as recorded; the log stops before the hand ends")
        return _("scores as recorded; the play was not recorded")
    if "units" in GAMES[match.game].result_fields:
        if has_actions:
            return _("scored from the recorded units; the log stops before the hand ends")
        return _("scored from the recorded units; the play was not recorded")
    if has_actions:
        return _("scored from the recorded finish; the log stops before the hand ends")
    return _("scored from the recorded finish; the play was not recorded")


def basis_cell(basis: str | None) -> str:
    """What the scores of a hand follow from, in words short enough for a cell of a table."""
    return _(_SHORT[None if basis is None else Basis(basis)])
