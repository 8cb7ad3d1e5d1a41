"""What can be wanted of the engine about a stored match, and how much work it is expected to be."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from types import MappingProxyType
from typing import Final, Self

import msgspec

from app.matches.store import StoredMatch
from app.matches.trials import actions_of
from engine.games import GAMES
from engine.record.match import Match
from engine.rulebook.options import OptionValue, RuleSet, RulesUnknown

AT_ONCE: Final = 100_000
"""The most work that is done while somebody waits for a page, in actions × seats² of all replays.

Measured as about a second: a hundred hands of Chinese poker with four seats (573 actions × 16 × 10 replays = 91,680)
take 0.8 to 1.3 s of a slow core to compare, and as much to try every option alone; a hundred of Guandan (14,433
actions × 10) 0.8 s.  What one request needs is added up.  Where a game settles no hand between every two seats, an
action counts once: its work does not grow with the seats.
"""
_BYTES: Final = 256
"""So many bytes of a log count as an action at least; an action may name very many cards."""


class ComputationKind(StrEnum):
    """What is computed."""

    COMPARISON = "comparison"
    """The match under every preset of its game."""
    ALONE = "alone"
    """What each option changes alone."""
    RECONCILIATION = "reconciliation"
    """The nearest rules that make the match right."""
    TRIAL = "trial"
    """The report of the match under rules that are tried."""
    RECORDS = "records"
    """The comparison of the match with another record of it."""
    REVIEW = "review"
    """What the decisions of the match cost; it is kept hand by hand: see `app.matches.computed.reviews`."""


REPLAYS: Final[Mapping[ComputationKind, int]] = MappingProxyType(
    {
        ComputationKind.COMPARISON: 10,
        ComputationKind.ALONE: 10,
        ComputationKind.RECONCILIATION: 20,
        ComputationKind.TRIAL: 1,
        ComputationKind.RECORDS: 10,
    }
)
"""About how many replays of the match each kind is worth; hands that options do not touch are replayed once."""


class Beside(msgspec.Struct, frozen=True):
    """What else a search for rules is about."""

    hand: int | None
    """From 0; None for all."""
    house: list[tuple[str, str, dict[str, OptionValue]]]
    """The house rules that are tried: reference, preset and the options that differ from it."""


class _Parameters(msgspec.Struct, frozen=True):
    """What is wanted, as a row has it."""

    game: str
    preset: str
    options: dict[str, OptionValue]
    goal: str
    second: int | None
    content: str


@dataclass(frozen=True)
class Question:
    """Something that is asked about a match."""

    kind: ComputationKind
    rules: RuleSet
    """Those of the match, or in a trial those that are tried."""
    work: int
    """In actions × seats²: see `AT_ONCE`."""
    goal: str = ""
    """Of a reconciliation."""
    second: int | None = None
    """The number of the match that is the other record."""
    content: str = ""
    """The hash of what else the result depends on; of a reconciliation, that itself as JSON."""

    @cached_property
    def parameters(self) -> str:
        """All that is wanted, as JSON; equal texts have equal results."""
        return json.dumps(
            {
                "game": self.rules.game,
                "preset": self.rules.preset,
                "options": dict(self.rules.options),
                "goal": self.goal,
                "second": self.second,
                "content": self.content,
            },
            sort_keys=True,
            ensure_ascii=False,
        )

    @property
    def key(self) -> str:
        """The hash of the parameters."""
        return sha256(self.parameters.encode()).hexdigest()

    @classmethod
    def read(cls, kind: str, parameters: str, work: int) -> Self:
        """What was wanted, from its row.  Raises ValueError or LookupError where another version wrote it."""
        try:
            facts = msgspec.json.decode(parameters, type=_Parameters)
            rules = GAMES[facts.game].rules.resolve(facts.preset, facts.options)
        except (msgspec.DecodeError, RulesUnknown) as unknown:
            raise ValueError(str(unknown)) from None
        return cls(ComputationKind(kind), rules, work, facts.goal, facts.second, facts.content)


def wanted_of(kind: ComputationKind, rules: RuleSet, stored: StoredMatch, match: Match, goal: str = "") -> Question:
    """Something that is asked about one stored match."""
    return Question(kind, rules, work_of(kind, stored, match), goal)


def reconciliation_of(rules: RuleSet, stored: StoredMatch, match: Match, goal: str, beside: Beside) -> Question:
    """A search for the rules that make a stored match right."""
    work = work_of(ComputationKind.RECONCILIATION, stored, match)
    return Question(ComputationKind.RECONCILIATION, rules, work, goal, content=msgspec.json.encode(beside).decode())


def work_of(kind: ComputationKind, stored: StoredMatch, match: Match) -> int:
    """The work that something about a match is expected to be, in actions × seats².  Nothing is replayed to know it."""
    actions = max(actions_of(match), len(stored.raw) // _BYTES)
    return actions * pairs_of(match) * REPLAYS[kind]


def pairs_of(match: Match) -> int:
    """By how much an action counts: the number of seats squared where every two of them settle with each other."""
    return len(match.players) ** 2 if GAMES[match.game].settlement is not None else 1
