"""Promotion, failures at A and the winner of a match of Guandan, and what its recorded scores name."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from engine.cards.packed import RANKS, parse_rank
from engine.games.guandan.rules import LEVEL_MISMATCH, GuandanRules
from engine.recorded.ends import Finish
from engine.recorded.fields import RecordedField
from engine.recorded.results import bad_entry, bad_result
from engine.rulebook.findings import Finding, finding
from engine.rulebook.sentences import listed, say, say_of

ACE: Final = len(RANKS) - 1
STEPS: Final = (0, 3, 2, 1)
"""The levels that the banker's team moves up, by the place of the banker's partner; the banker has place 0."""

_LEAST_STEPS: Final = MappingProxyType({"any": 1, "not_dweller": 2, "follower": 3})
"""The fewest levels up that win the match at A, by the option ``a_partner``."""

PLACES: Final = (
    say_of("guandan", "banker"),
    say_of("guandan", "follower"),
    say_of("guandan", "third"),
    say_of("guandan", "dweller"),
)
_ORDINALS: Final = (
    say_of("time", "first"),
    say_of("time", "second"),
    say_of("time", "third"),
    say_of("time", "fourth"),
    say_of("time", "fifth"),
    say_of("time", "sixth"),
    say_of("time", "seventh"),
    say_of("time", "eighth"),
    say_of("time", "ninth"),
)


@dataclass(slots=True)
class GuandanStanding:
    """The facts that pass from hand to hand.  Teams are 0 (seats 0 and 2) and 1; None is unknown."""

    levels: list[int | None] = field(default_factory=lambda: [0, 0])
    setter: int | None = None
    """The team that won the hand before, whose level is played."""
    setter_known: bool = True
    failures: list[int | None] = field(default_factory=lambda: [0, 0])
    previous: list[list[int]] | None = None
    """The order of finish of the hand before; None if there is none, or if it is unknown."""
    previous_known: bool = True
    recorded: bool = False
    """Whether it follows from the recorded result of a hand that the log does not show to its end."""

    @property
    def carried(self) -> tuple[Any, ...]:
        """All of it, for ``carry``."""
        previous = None if self.previous is None else tuple(map(tuple, self.previous))
        return (
            tuple(self.levels),
            self.setter,
            self.setter_known,
            tuple(self.failures),
            previous,
            self.previous_known,
            self.recorded,
        )

    def carry(self, carried: tuple[Any, ...]) -> None:
        """Goes on from what ``carried`` was."""
        levels, self.setter, self.setter_known, failures, previous, self.previous_known, self.recorded = carried
        self.levels[:], self.failures[:] = levels, failures
        self.previous = None if previous is None else [list(place) for place in previous]


class GuandanResult(Struct, frozen=True):
    """The result of a finished hand: the levels that the banker's team gains, and whether it has won the match."""

    team: int
    gained: int | None
    """None if the level of the team is unknown."""
    won: bool
    undecided: bool
    """Whether something unknown could change the winner, or whether a team is sent back to 2."""
    text: str
    fall: str
    """The sentence about a team that is sent back to 2; empty if no team is."""


def settle(
    standing: GuandanStanding,
    finish: Sequence[Sequence[int]],
    level: int | None,
    rules: GuandanRules,
    seats: Sequence[str],
) -> GuandanResult:
    """Scores a finished hand and updates the standing; ``level`` is the level of the hand."""
    places = [seat for place in finish for seat in place]
    banker = places[0]
    team = banker % 2
    partner = (banker + 2) % 4
    place = places.index(partner)
    steps = STEPS[place]
    if standing.setter is not None and standing.levels[standing.setter] is None:
        standing.levels[standing.setter] = level
    before = standing.levels[team]
    won, undecided = _wins(standing, team, steps, level, rules)
    gained = None if before is None else min(steps, ACE - before)
    text = say(
        "{banker} is banker, partner {partner} is {place}: up {steps}",
        banker=seats[banker],
        partner=seats[partner],
        place=PLACES[place],
        steps=steps,
    )
    if gained == 0:
        text = say("{promotion}, but the team is already at A", promotion=text)
    elif gained is not None and gained < steps:
        level_before = RANKS[before or 0]
        text = say(
            "{promotion}, but only {gained} from {level} to A", promotion=text, gained=gained, level=level_before
        )
    if won:
        text = say("{promotion}; the team wins the match at A", promotion=text)
    own_a = list(standing.levels)
    if before is not None and gained is not None:
        standing.levels[team] = before + gained
    if standing.levels[team] in (None, ACE) and rules.win_at == "reach_a":
        undecided = undecided or standing.levels[team] is None
        won = won or standing.levels[team] == ACE
    unsure = undecided and not won
    fall, fall_undecided = _fail(standing, own_a, team, steps, level, None if unsure else won, rules, seats)
    standing.setter, standing.setter_known, standing.recorded = team, True, False
    standing.previous, standing.previous_known = [list(p) for p in finish], True
    return GuandanResult(team, gained, won, undecided or fall_undecided, text, fall)


def _wins(
    standing: GuandanStanding, team: int, steps: int, level: int | None, rules: GuandanRules
) -> tuple[bool, bool]:
    """Whether the banker's team wins the match by this hand, and whether this is unknown."""
    if rules.win_at == "reach_a" or steps < _LEAST_STEPS[rules.a_partner]:
        return False, False
    facts = [_is_ace(standing.levels[team])]
    if rules.win_at != "any_hand":
        facts.append(_is_ace(level))
    if rules.win_at == "own_a":
        facts.append(standing.setter == team if standing.setter_known else None)
    if False in facts:
        return False, False
    return None not in facts, None in facts


def _is_ace(level: int | None) -> bool | None:
    return None if level is None else level == ACE


def _fail(
    standing: GuandanStanding,
    levels: Sequence[int | None],
    team: int,
    steps: int,
    level: int | None,
    won: bool | None,
    rules: GuandanRules,
    seats: Sequence[str],
) -> tuple[str, bool]:
    """Counts a failure at A of the team whose level is played.  Returns the sentence if it is sent back to 2, and
    whether this is unknown.

    ``won`` says whether the match is won by this hand; None if it is unknown.
    """
    if won or (level is not None and level != ACE):
        return "", False
    limit = rules.a_failures
    setter = standing.setter
    if not limit or level != ACE:
        return "", limit > 0 and level is None
    if not standing.setter_known:
        return "", True
    if setter is None or (levels[setter] is not None and levels[setter] != ACE):
        return "", False
    if rules.a_failure_is == "dweller_finish" and not (setter == team and steps == 1):
        return "", False
    failures = standing.failures[setter]
    if failures is None or won is None:
        if failures is None or failures + 1 >= limit:
            standing.levels[setter] = None
        standing.failures[setter] = None
        return "", True
    standing.failures[setter] = failures + 1
    if failures + 1 < limit:
        return "", False
    standing.failures[setter] = 0
    standing.levels[setter] = 0
    names, ordinal = listed([seats[setter], seats[setter + 2]]), _ORDINALS[limit - 1]
    return say("{names} fail at A for the {ordinal} time and go back to 2", names=names, ordinal=ordinal), False


def higher_team(standing: GuandanStanding) -> list[int] | None:
    """The team with the higher level, or both if their levels are equal; None if a level is unknown."""
    one, other = standing.levels
    if one is None or other is None:
        return None
    return [0, 1] if one == other else [0 if one > other else 1]


_TEAMS: Final = 2


def is_over(out: Collection[int]) -> bool:
    """Whether a hand is over when the given seats are out: whether both seats of a team are."""
    return {0, 2} <= set(out) or {1, 3} <= set(out)


def levels_of(recorded: Mapping[str, str], seats: Sequence[str]) -> list[int] | None:
    """Recorded levels by team; None unless each team has exactly one."""
    sets: list[set[int | None]] = [set(), set()]
    for name, text in recorded.items():
        if name in seats:
            sets[seats.index(name) % _TEAMS].add(parse_rank(text))
    levels = [ranks.pop() if len(ranks) == 1 else None for ranks in sets]
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
    """Updates the standing after a hand with known scores and nothing else.  Returns the team that has won the match,
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
