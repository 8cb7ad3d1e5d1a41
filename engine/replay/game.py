"""What a game has to give so that its matches can be replayed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from msgspec import UNSET, Struct, UnsetType

from engine.record.match import Hand, Match, MatchResult
from engine.recorded.basis import Basis
from engine.replay.frames import Frame
from engine.rulebook.findings import Code, Finding, Rule
from engine.rulebook.options import RuleBook, RuleSet


class ScoreLine(Struct):
    """One reason for points: the rule, the words, and what each seat gets by it."""

    rule: str
    text: str
    points: dict[str, int]


class HandOutcome(Struct):
    """What a replay says of one hand; the fields are those of the report, unset where the game has no such thing."""

    complete: bool
    basis: Basis | None
    scores: dict[str, int | None] | None = None
    breakdown: list[ScoreLine] = []
    finish: list[list[str]] | UnsetType = UNSET
    roles: dict[str, str] | UnsetType = UNSET
    levels: dict[str, str | None] | UnsetType | None = UNSET
    units: dict[str, int | None] | UnsetType | None = UNSET
    undecided: bool = False
    """Whether something that a result hangs on is unknown."""
    cut_off: bool = False
    """Whether the clock cut off the hand, so that it counts nothing and leaves nothing open."""


class HandReplay(Protocol):
    """One hand as it is replayed."""

    findings: list[Finding]

    def run(self, actions: Sequence[str]) -> None:
        """Does the actions in order, adding to the findings.  Raises nothing, whatever they say."""

    def follow(self, action: str) -> None:
        """Takes note, for the frames, of what the action just done was."""

    def frame(self, step: int, steps: int, action: str | None) -> Frame:
        """What the table looks like now; every action since the deal has been followed."""


class Course(Protocol):
    """One match as it is replayed: what carries over from hand to hand."""

    findings: list[Finding]
    """About the recorded result of the match; filled by ``conclude``."""

    def open(self, index: int, hand: Hand) -> HandReplay:
        """The hand with its setup and deal read, before the first action."""

    def close(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """What the hand comes to, its recorded result compared."""

    def conclude(self, result: MatchResult | None) -> tuple[dict[str, int | None], list[str] | None, bool]:
        """Totals, winner (None: none yet), and whether either hangs on something unknown."""


class Judge(Protocol):
    """A game under one rule set.  It remembers what it has worked out, which changes no result."""

    def course(self, match: Match) -> Course:
        """A match to be replayed from its start."""


@dataclass(frozen=True)
class Game:
    """A game: its table, its rules, and who judges it."""

    name: str
    title: str
    players: range
    rules: RuleBook
    pages: tuple[Rule, ...]
    codes: tuple[Code, ...]
    teams: tuple[tuple[int, ...], ...]
    """The seats that play together, by number; empty where the cards decide it, or each plays for itself."""
    setup_fields: frozenset[str]
    result_fields: frozenset[str]
    judge: type["JudgeOf"]
    seats_of: Callable[[RuleSet], range] | None = None
    """How many seats a table can have under some rules; None where ``players`` says it for all."""

    def seats_under(self, rules: RuleSet) -> range:
        """How many seats a table can have under some rules."""
        return self.players if self.seats_of is None else self.seats_of(rules)


class JudgeOf(Judge, Protocol):
    """A judge as it is made: from a rule set."""

    def __init__(self, rules: RuleSet) -> None: ...
