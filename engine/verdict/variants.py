"""One match under many rule sets; each part is replayed only where the options that it reads differ.

The first steps of a replay are: whether the rules exist and allow the players; the beginning of the match.  The hands
follow in `engine.verdict.course`.  For each step the options that it reads are noted, as a tree of decisions.  A step
also depends on what the steps before it have left; where that is equal, it is the same step.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.record.match import Match
from engine.replay.fold import Replay
from engine.rulebook.options import RuleSet
from engine.rulebook.watching import Notes
from engine.verdict.check import replay_report, wrong_players
from engine.verdict.course import ConcludedPart, Course, EndedPart
from engine.verdict.decisions import Keys, keys_of
from engine.verdict.judges import Judges
from engine.verdict.report import Report
from engine.verdict.steps import Options, Part, ReplayPlace, Step


@dataclass(frozen=True, slots=True, eq=False)
class RefusedOptions(Part):
    """The game does not allow the options together."""


@dataclass(frozen=True, slots=True, eq=False)
class WrongPlayers(Part):
    """The rules do not allow the number of players."""


@dataclass(frozen=True, slots=True, eq=False)
class Leading(Part):
    """A step that the same place always follows."""

    to: ReplayPlace = field(kw_only=True)

    def after(self, place: ReplayPlace) -> ReplayPlace | None:
        """The place that follows."""
        del place
        return self.to


class Variants:
    """A match under many rule sets."""

    def __init__(self, judges: Judges, record: LogRecord, match: Match) -> None:
        self.record: Final = record
        self.match: Final = match
        self.first: Final = ReplayPlace(Step(self._admit))
        """Before the first step."""
        self._judges: Final = judges
        self._game: Final = GAMES[match.game]
        self._begin: Final = ReplayPlace(Step(self._begun))
        self._courses: Final[list[Course]] = []

    @property
    def actions(self) -> int:
        """The number of actions replayed so far."""
        return sum(course.actions for course in self._courses)

    @property
    def kept(self) -> int:
        """The number of steps whose results are kept."""
        return sum(course.steps for course in self._courses)

    def steps(self, options: Options, keys: Keys) -> Iterator[Part]:
        """The result of each step under some values of all options; a step runs when it is requested.

        ``keys`` are the keys of these values.
        """
        place: ReplayPlace | None = self.first
        while place is not None:
            part = place.step.tree.found(keys) or place.step.learn(options)
            yield part
            place = part.after(place)

    def parts(self, rules: RuleSet) -> list[Part]:
        """The result of each step under a rule set."""
        return list(self.steps(rules.options, keys_of(rules.options)))

    def report(self, rules: RuleSet) -> Report:
        """The report under a rule set of the game, the same as `Checker.check` gives."""
        parts = self.parts(rules)
        concluded = parts[-1]
        if not isinstance(concluded, ConcludedPart):
            return wrong_players(self.record, self.match, rules)
        ends = [part for part in parts if isinstance(part, EndedPart)]
        findings = [finding for ended in ends for finding in ended.findings] + concluded.findings
        outcomes = [ended.outcome for ended in ends]
        outcome = Replay(findings, outcomes, concluded.totals, concluded.winner, concluded.undecided)
        return replay_report(self.record, rules, outcome)

    def _admit(self, options: Options) -> tuple[Part, Notes]:
        return self._judges.watch.during(options, self._admission)

    def _admission(self) -> Part:
        book, rules = self._game.rules, self._judges.watch.rules
        if book.clash is not None and book.clash(rules) is not None:
            return RefusedOptions()
        return Leading(to=self._begin) if len(self.match.players) in self._game.seats_under(rules) else WrongPlayers()

    def _begun(self, options: Options) -> tuple[Part, Notes]:
        judge, of_judge = self._judges.judge(options)
        replay, of_match = self._judges.watch.during(options, lambda: judge.match_replay(self.match))
        course = Course(self.match, self._judges, replay)
        self._courses.append(course)
        return Leading(to=course.play(0, *replay.carried)), {**of_judge, **of_match}
