"""Promotion, failures at A, and the winner of a match of Guandan."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import Struct

from engine.cards.packed import RANKS
from engine.games.guandan.rules import GuandanRules
from engine.rulebook.sentences import listed, say, say_of

ACE: Final = len(RANKS) - 1
STEPS: Final = (0, 3, 2, 1)
"""The levels that the banker's team moves up, by the place of the banker's partner; the banker has place 0."""

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
    """Whether the banker's team wins the match by this hand at A, and whether this is unknown."""
    if (level is not None and level != ACE) or steps == 1 or rules.win_at == "reach_a":
        return False, False
    facts: list[bool | None] = [_is_ace(level), _is_ace(standing.levels[team])]
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
