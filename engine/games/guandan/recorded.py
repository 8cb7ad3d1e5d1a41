"""A hand of Guandan that the log does not show to its end, scored from its recorded result."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from engine.cards.packed import RANKS, parse_rank
from engine.games.guandan.codes import LEVEL_MISMATCH
from engine.games.guandan.rules import GuandanRules
from engine.games.guandan.scoring import ACE, GuandanStanding
from engine.recorded.ends import Finish
from engine.recorded.fields import RecordedField
from engine.recorded.results import bad_entry, bad_result
from engine.rulebook.findings import Finding, finding
from engine.rulebook.sentences import say

_TEAMS: Final = 2


def is_over(out: Collection[int]) -> bool:
    """Whether a hand is over when the given seats are out: whether both seats of a team are."""
    return {0, 2} <= set(out) or {1, 3} <= set(out)


def levels_of(recorded: Mapping[str, str], seats: Sequence[str]) -> list[int] | None:
    """Recorded levels by team; None unless each team has exactly one."""
    found: list[set[int | None]] = [set(), set()]
    for name, text in recorded.items():
        if name in seats:
            found[seats.index(name) % _TEAMS].add(parse_rank(text))
    levels = [each.pop() if len(each) == 1 else None for each in found]
    known = [level for level in levels if level is not None]
    return known if len(known) == _TEAMS else None


def _has_all_levels(recorded: Mapping[str, str], seats: Sequence[str]) -> bool:
    return levels_of(recorded, seats) is not None


LEVELS: Final = RecordedField("levels", LEVEL_MISMATCH, is_complete=_has_all_levels)
"""The recorded levels after a hand.  They are taken if both teams have one."""


def compare_levels(
    recorded: Mapping[str, str], computed: Sequence[int | None], seats: Sequence[str], *, hand: int
) -> list[Finding]:
    """The findings about recorded levels.  A computed None is unknown and is not compared."""
    findings: list[Finding] = []
    wrong: dict[str, str] = {}
    for name, text in recorded.items():
        level = parse_rank(text)
        if name not in seats or level is None:
            reason = bad_entry(name, text, seats)
            wanted = say("a level from 2 to A for a seat of each team")
            findings.append(bad_result("levels", reason, wanted, hand=hand))
            continue
        true = computed[seats.index(name) % _TEAMS]
        if true not in (None, level):
            assert true is not None
            wrong[f"{name} {RANKS[level]}"] = f"{name} {RANKS[true]}"
    if wrong:
        findings.append(
            finding(
                LEVEL_MISMATCH,
                "guandan.promotion",
                hand=hand,
                field=say("levels"),
                recorded=", ".join(wrong),
                computed=", ".join(wrong.values()),
            )
        )
    return findings


def can_promote(standing: GuandanStanding, finish: Finish, level: int | None) -> bool:
    """Whether the level of the banker's team before a hand is known, so that its promotion follows."""
    team = finish[0][0] % _TEAMS
    return standing.levels[team] is not None or (standing.setter == team and level is not None)


def forget(standing: GuandanStanding, finish: list[list[int]] | None, levels: Sequence[int] | None) -> None:
    """Updates the standing after a hand that cannot be scored.

    ``finish`` is its order of finish and ``levels`` are the recorded levels of both teams after it; None is unknown.
    Without levels, the setup of the next hand decides what its level is.
    """
    standing.levels[:] = [None, None] if levels is None else levels
    standing.setter, standing.setter_known = (None if finish is None else finish[0][0] % _TEAMS), True
    standing.previous, standing.previous_known = finish, finish is not None
    standing.recorded = True


def move_by_scores(
    standing: GuandanStanding,
    scores: Sequence[int],
    levels: Sequence[int] | None,
    level: int | None,
    rules: GuandanRules,
) -> int | None:
    """Updates the standing after a hand of which only the scores are known.  Returns the team that has won the match,
    or None.

    ``levels`` are the recorded levels of both teams after the hand.  Without them, the levels follow from those before
    and the scores, if these show them; otherwise they are unknown.
    """
    winner = _scoring_team(scores)
    setter = standing.setter
    if setter is not None and standing.levels[setter] is None:
        standing.levels[setter] = level
    failed = winner is not None and _may_fail(standing, winner, level, rules)
    after: list[int | None] = [None, None]
    if levels is not None:
        after = [*levels]
    elif winner is not None and not failed:
        before = standing.levels[winner]
        gained = None if before is None else before + scores[winner]
        if gained is not None and gained <= ACE:
            after = [*standing.levels]
            after[winner] = gained
    if failed and setter is not None:
        standing.failures[setter] = None
    standing.levels[:] = after
    standing.setter, standing.setter_known = winner, True
    standing.previous, standing.previous_known = None, False
    standing.recorded = after == [None, None]
    return winner if winner is not None and rules.win_at == "reach_a" and after[winner] == ACE else None


def _scoring_team(scores: Sequence[int]) -> int | None:
    """The team that won a hand, by the scores: the only team above 0; partners must have equal scores."""
    if scores[0] != scores[2] or scores[1] != scores[3] or sorted(scores[:2])[0] != 0 or max(scores) == 0:
        return None
    return 0 if scores[0] > 0 else 1


def _may_fail(standing: GuandanStanding, winner: int, level: int | None, rules: GuandanRules) -> bool:
    """Whether a hand in which a team moved up may count as a failure at A for the other team."""
    if level not in (None, ACE) or not rules.a_failures or rules.a_failure_is != "any_miss":
        return False
    setter = standing.setter
    if setter is None:
        return not standing.setter_known
    return setter != winner and standing.levels[setter] in (None, ACE)
