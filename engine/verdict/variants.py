"""One match under many rule sets, of which each part is replayed only where the options that it reads differ.

The parts of a replay are: whether the rules exist and allow the players; then the play of each hand and its end; then
the end of the match.  For each part the options that it reads are noted, as a tree of decisions.  The parts of a hand
also depend on what the hands before have left: two hands with the same place, and with equal values of that, are alike.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.record.match import Match, MatchResult
from engine.replay.fold import Replay
from engine.replay.game import HandReplay, MatchReplay
from engine.replay.outcome import HandOutcome
from engine.rulebook.findings import Finding, Severity
from engine.rulebook.options import OptionValue, RuleSet
from engine.verdict.check import reported, wrong_players
from engine.verdict.decisions import Decision
from engine.verdict.judges import Judges
from engine.verdict.report import Report


class Playable(Enum):
    """Whether a match can be replayed under a rule set."""

    YES = "it can"
    REFUSED = "the game does not allow these options together"
    PLAYERS = "the rules do not allow the number of players"


@dataclass(frozen=True, slots=True)
class Faults:
    """Which faults some findings have."""

    errors: bool = False
    """Whether one is an error."""
    results: bool = False
    """Whether one is an error about a recorded result."""

    @classmethod
    def of(cls, findings: list[Finding]) -> "Faults":
        """The faults of some findings."""
        errors = [each for each in findings if each.severity is Severity.ERROR]
        return cls(bool(errors), any(each.code.about_result for each in errors))


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a hand."""

    outcome: HandOutcome
    findings: list[Finding]
    """All findings of the hand."""
    faults: Faults
    left: int
    """The number of what it and the hands before have left."""


@dataclass(frozen=True, slots=True)
class Played:
    """The play of a hand."""

    replay: HandReplay
    findings: list[Finding]
    faults: Faults
    carried: Hashable
    ends: Decision[Ended] = field(default_factory=Decision)


@dataclass(frozen=True, slots=True)
class Concluded:
    """The end of a match."""

    totals: dict[str, int | None]
    winner: list[str] | None
    undecided: bool
    findings: list[Finding]
    faults: Faults


@dataclass(slots=True)
class Course:
    """The replay of a match by one judge, as far as it is known: by what was left, the plays of each hand and the ends
    of the match.
    """

    replay: MatchReplay
    lefts: list[Hashable]
    """What hands have left, by number; the first is what the match begins with."""
    numbers: dict[Hashable, int]
    plays: dict[tuple[int, int], Decision[Played]] = field(default_factory=dict)
    """By the number of the hand, and by the number of what was left before it."""
    conclusions: dict[int, Decision[Concluded]] = field(default_factory=dict)

    def number_of(self, left: Hashable) -> int:
        """The number of what a hand has left."""
        number = self.numbers.get(left)
        if number is None:
            number = self.numbers[left] = len(self.lefts)
            self.lefts.append(left)
        return number


class Variants:
    """A match under many rule sets."""

    def __init__(self, judges: Judges, record: LogRecord, match: Match) -> None:
        self.record: Final = record
        self.match: Final = match
        self.actions = 0
        """The number of actions replayed so far."""
        self.playables: Final[Decision[Playable]] = Decision()
        self.courses: Final[Decision[Course]] = Decision()
        self._judges: Final = judges
        self._watch: Final = judges.watch
        self._game: Final = GAMES[match.game]

    def report(self, rules: RuleSet) -> Report:
        """The report under a rule set, the same as `Checker.check` gives."""
        options = rules.options
        playable = self.playables.found(options) or self.ask(options)
        if playable is not Playable.YES:
            return wrong_players(self.record, self.match, rules)
        course = self.courses.found(options) or self.begin(options)
        outcomes: list[HandOutcome] = []
        findings: list[Finding] = []
        left = 0
        for hand in range(len(self.match.hands)):
            played = self.plays(course, hand, left).found(options) or self.play(course, hand, left, options)
            ended = played.ends.found(options) or self.end(course, hand, played, options)
            outcomes.append(ended.outcome)
            findings += ended.findings
            left = ended.left
        concluded = self.conclusions(course, left).found(options) or self.conclude(course, left, options)
        return reported(
            self.record,
            rules,
            Replay(findings + concluded.findings, outcomes, concluded.totals, concluded.winner, concluded.undecided),
        )

    def ask(self, options: Mapping[str, OptionValue]) -> Playable:
        """Whether the match can be replayed under the values of all options; learns what was read."""
        playable, notes = self._watch.during(options, self._playable)
        self.playables.learn(notes, playable)
        return playable

    def _playable(self) -> Playable:
        book, rules = self._game.rules, self._watch.rules
        if book.clash is not None and book.clash(rules) is not None:
            return Playable.REFUSED
        return Playable.YES if len(self.match.players) in self._game.seats_under(rules) else Playable.PLAYERS

    def begin(self, options: Mapping[str, OptionValue]) -> Course:
        """Begins the match under the values of all options, which are not known yet, and learns what was read."""
        judge, of_judge = self._judges.judge(options)
        replay, of_match = self._watch.during(options, lambda: judge.match_replay(self.match))
        course = Course(replay, [replay.carried], {replay.carried: 0})
        self.courses.learn({**of_judge, **of_match}, course)
        return course

    def plays(self, course: Course, hand: int, left: int) -> Decision[Played]:
        """The plays of a hand after what the hands before have left."""
        known = course.plays.get((hand, left))
        if known is None:
            known = course.plays[hand, left] = Decision()
        return known

    def play(self, course: Course, hand: int, left: int, options: Mapping[str, OptionValue]) -> Played:
        """Plays a hand under the values of all options, which are not known yet, and learns what was read."""
        record = self.match.hands[hand]
        match_replay = course.replay

        def run() -> HandReplay:
            match_replay.carry(course.lefts[left])
            opened = match_replay.open(hand, record)
            opened.run(record.actions)
            return opened

        replay, notes = self._watch.during(options, run)
        self.actions += len(record.actions)
        findings = list(replay.findings)
        played = Played(replay, findings, Faults.of(findings), match_replay.carried)
        self.plays(course, hand, left).learn(notes, played)
        return played

    def end(self, course: Course, hand: int, played: Played, options: Mapping[str, OptionValue]) -> Ended:
        """Ends a hand under the values of all options, which are not known yet, and learns what was read."""
        match_replay = course.replay

        def close() -> HandOutcome:
            match_replay.carry(played.carried)
            played.replay.findings[:] = played.findings
            return match_replay.close(played.replay, self.match.hands[hand])

        outcome, notes = self._watch.during(options, close)
        findings = list(played.replay.findings)
        ended = Ended(outcome, findings, Faults.of(findings), course.number_of(match_replay.carried))
        played.ends.learn(notes, ended)
        return ended

    def conclusions(self, course: Course, left: int) -> Decision[Concluded]:
        """The ends of the match after what the last hand has left."""
        known = course.conclusions.get(left)
        if known is None:
            known = course.conclusions[left] = Decision()
        return known

    def conclude(self, course: Course, left: int, options: Mapping[str, OptionValue]) -> Concluded:
        """Ends the match under the values of all options, which are not known yet, and learns what was read."""
        match_replay = course.replay
        result = self.match.result if isinstance(self.match.result, MatchResult) else None

        def end() -> tuple[Any, ...]:
            match_replay.carry(course.lefts[left])
            match_replay.findings.clear()
            return match_replay.conclude(result)

        (totals, winner, undecided), notes = self._watch.during(options, end)
        findings = list(match_replay.findings)
        concluded = Concluded(totals, winner, undecided, findings, Faults.of(findings))
        self.conclusions(course, left).learn(notes, concluded)
        return concluded
