"""What the scores of a hand rest on: its play, its recorded result, or the recorded scores alone."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from engine.record.match import Hand, HandResult, Match, MatchResult, Number, given
from engine.recorded.points import whole_points
from engine.rulebook.codes import INCOMPLETE_HAND, RESULT_ONLY, SCORE_MISMATCH
from engine.rulebook.findings import Finding, Severity, finding, shown


class Basis(StrEnum):
    """What the scores of a hand rest on; a hand without a basis has no scores."""

    PLAY = "play"
    """The actions reach the end of the hand, or the deal is void."""
    RESULT = "result"
    """They do not, and the recorded finish, roles or units are enough to score the hand."""
    SCORES = "scores"
    """They do not, and the recorded scores are all that is known."""


def unfinished(
    game: str, hand: int, *, basis: Basis | None, has_actions: bool, left: str, cut_off: bool = False
) -> Finding:
    """The finding that the log does not show how a hand ended.

    ``left`` says what the hand still lacks; ``cut_off``: the clock ended it, and that is no fault of the log.
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
    """The number of the hand that the clock cut off: the last one, if the table stopped by the clock without a
    recorded result of that hand.  None where there is none."""
    stopped = isinstance(match.result, MatchResult) and given(match.result.ended) == "time"
    if not stopped or not match.hands or _has_result(match.hands[-1]):
        return None
    return len(match.hands) - 1


def _has_result(hand: Hand) -> bool:
    result = hand.result
    return isinstance(result, HandResult) and result != HandResult()


def all_scores(recorded: Mapping[str, Number] | None, seats: Sequence[str]) -> list[int] | None:
    """The recorded scores in the order of the seats; None unless each seat has one that can be read."""
    points = whole_points(recorded or {})
    return [points[seat] for seat in seats] if all(seat in points for seat in seats) else None


def recorded_line(game: str, seats: Sequence[str], scores: Sequence[int]) -> tuple[str, str, dict[str, int]]:
    """Rule, words and points of the one line that scores have which rest on nothing but their record."""
    points = {seat: score for seat, score in zip(seats, scores, strict=True) if score}
    return f"{game}.recorded", "as the table recorded it; the play is not known to its end", points


def compare_sum(scores: Sequence[int], *, hand: int, rule: str) -> list[Finding]:
    """What is wrong with recorded scores that nothing else can be compared with: a sum other than zero."""
    total = sum(scores)
    if total == 0:
        return []
    listed = shown(", ".join(map(str, scores)))
    return [finding(SCORE_MISMATCH, rule, hand=hand, variant="sum", field="scores", recorded=listed, computed=total)]
