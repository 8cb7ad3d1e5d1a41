"""What the scores of a hand follow from: its play, its recorded result, or the recorded scores alone."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from engine.record.match import Hand, HandResult, Match, MatchResult, Number, given_value
from engine.recorded.points import whole_points
from engine.rulebook.codes import INCOMPLETE_HAND, RESULT_ONLY, SCORE_MISMATCH
from engine.rulebook.findings import Finding, Severity, finding, shown
from engine.rulebook.sentences import say


class Basis(StrEnum):
    """What the scores of a hand follow from.  A hand without a basis has no scores."""

    PLAY = "play"
    """The actions reach the end of the hand, or the deal is void."""
    RESULT = "result"
    """The actions do not reach the end, and the recorded finish, roles or units are enough to score the hand."""
    SCORES = "scores"
    """The actions do not reach the end, and only the recorded scores are known."""


def unfinished_hand(
    game: str, hand: int, *, basis: Basis | None, has_actions: bool, left: str, cut_off: bool = False
) -> Finding:
    """The finding that the log does not show how a hand ended.

    ``left`` says what the hand lacks.  With ``cut_off`` the clock ended the hand, and the finding is only a notice.
    """
    if basis is not None and not has_actions:
        return finding(RESULT_ONLY, f"{game}.recorded", hand=hand, variant=str(basis))
    if cut_off:
        return finding(
            INCOMPLETE_HAND, f"{game}.end", hand=hand, variant="cut-off", severity=Severity.NOTICE, left=left
        )
    variant = "" if has_actions else "empty"
    return finding(INCOMPLETE_HAND, f"{game}.end", hand=hand, variant=variant, left=left)


def hand_cut_off(match: Match) -> int | None:
    """The number of the hand that the clock cut off, from 0: the last hand, if the table stopped by the clock and that
    hand has no recorded result.  None if there is no such hand."""
    stopped = isinstance(match.result, MatchResult) and given_value(match.result.ended) == "time"
    if not stopped or not match.hands or _has_result(match.hands[-1]):
        return None
    return len(match.hands) - 1


def _has_result(hand: Hand) -> bool:
    result = hand.result
    return isinstance(result, HandResult) and result != HandResult()


def all_scores(recorded: Mapping[str, Number] | None, seats: Sequence[str]) -> list[int] | None:
    """The recorded scores in the order of the seats; None if a seat has none, or one that is not a whole number."""
    points = whole_points(recorded or {})
    return [points[seat] for seat in seats] if all(seat in points for seat in seats) else None


def recorded_line(game: str, seats: Sequence[str], scores: Sequence[int]) -> tuple[str, str, dict[str, int]]:
    """Rule, text and points of the single score line of a hand of basis ``scores``."""
    points = {seat: score for seat, score in zip(seats, scores, strict=True) if score}
    return f"{game}.recorded", say("as recorded; the play is not known to the end"), points


def compare_sum(scores: Sequence[int], *, hand: int, rule: str) -> list[Finding]:
    """The finding that recorded scores do not sum to zero; empty if they do.  For hands of basis ``scores``."""
    total = sum(scores)
    if total == 0:
        return []
    listed = shown(", ".join(map(str, scores)))
    return [
        finding(SCORE_MISMATCH, rule, hand=hand, variant="sum", field=say("scores"), recorded=listed, computed=total)
    ]
