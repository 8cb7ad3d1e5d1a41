"""One match under many rule sets, of which each part is replayed only where the options that it reads differ.

The steps of a replay are: whether the rules exist and allow the players; the beginning of the match; the play of each
hand and then its end; the end of the match.  For each step the options that it reads are noted, as a tree of decisions.
A hand also depends on what the hands before have left; where that is equal, the steps that follow are the same ones.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.record.match import Match, MatchResult
from engine.replay.fold import Replay
from engine.replay.game import HandReplay, MatchReplay
from engine.replay.outcome import HandOutcome
from engine.rulebook.findings import Finding, Severity
from engine.rulebook.options import OptionValue, RuleSet
from engine.rulebook.watching import Notes
from engine.verdict.check import reported, wrong_players
from engine.verdict.decisions import Decision, keys_of
from engine.verdict.judges import Judges
from engine.verdict.report import Report

Options = Mapping[str, OptionValue]
"""The values of all options."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Which faults some findings have."""

    errors: bool = False
    """Whether one is an error."""
    results: bool = False
    """Whether one is an error about a recorded result."""

    @classmethod
    def of(cls, findings: Sequence[Finding]) -> "Faults":
        """The faults of some findings."""
        errors = [each for each in findings if each.severity is Severity.ERROR]
        return cls(bool(errors), any(each.code.about_result for each in errors))


_NO_FAULTS: Final = Faults()


@dataclass(frozen=True, slots=True)
class Part:
    """What one step of a replay came to."""

    then: "Step | None" = None
    """The step that follows; None after the last one."""
    faults: Faults = _NO_FAULTS


@dataclass(frozen=True, slots=True)
class Refused(Part):
    """The game does not allow the options together."""


@dataclass(frozen=True, slots=True)
class WrongPlayers(Part):
    """The rules do not allow the number of players."""


@dataclass(frozen=True, slots=True)
class Ended(Part):
    """The end of a hand, with all findings of the hand."""

    outcome: HandOutcome = field(kw_only=True)
    findings: list[Finding] = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Concluded(Part):
    """The end of a match, with the findings about the match."""

    totals: dict[str, int | None] = field(kw_only=True)
    winner: list[str] | None = field(kw_only=True)
    undecided: bool = field(kw_only=True)
    findings: list[Finding] = field(kw_only=True)


class Step:
    """A step of a replay: what it came to under every rule set tried so far."""

    __slots__ = ("_replay", "tree")

    def __init__(self, replay: Callable[[Options], tuple[Part, Notes]]) -> None:
        """``replay`` does the step under some options, and returns also those that it has read."""
        self.tree: Final[Decision[Part]] = Decision()
        self._replay: Final = replay

    def learn(self, options: Options) -> Part:
        """Does the step under options under which it has not been done, and adds what it came to."""
        part, notes = self._replay(options)
        self.tree.learn(notes, part)
        return part


class Variants:
    """A match under many rule sets."""

    def __init__(self, judges: Judges, record: LogRecord, match: Match) -> None:
        self.record: Final = record
        self.match: Final = match
        self.actions = 0
        """The number of actions replayed so far."""
        self.first: Final = Step(self._admit)
        """The first step."""
        self._judges: Final = judges
        self._game: Final = GAMES[match.game]
        self._begin: Final = Step(self._begun)

    def parts(self, rules: RuleSet) -> list[Part]:
        """What each step comes to under a rule set."""
        options = rules.options
        keys = keys_of(options)
        found: list[Part] = []
        step: Step | None = self.first
        while step is not None:
            part = step.tree.found(keys) or step.learn(options)
            found.append(part)
            step = part.then
        return found

    def report(self, rules: RuleSet) -> Report:
        """The report under a rule set of the game, the same as `Checker.check` gives."""
        parts = self.parts(rules)
        concluded = parts[-1]
        if not isinstance(concluded, Concluded):
            return wrong_players(self.record, self.match, rules)
        ends = [part for part in parts if isinstance(part, Ended)]
        findings = [each for ended in ends for each in ended.findings] + concluded.findings
        outcomes = [ended.outcome for ended in ends]
        outcome = Replay(findings, outcomes, concluded.totals, concluded.winner, concluded.undecided)
        return reported(self.record, rules, outcome)

    def _admit(self, options: Options) -> tuple[Part, Notes]:
        return self._judges.watch.during(options, self._admission)

    def _admission(self) -> Part:
        book, rules = self._game.rules, self._judges.watch.rules
        if book.clash is not None and book.clash(rules) is not None:
            return Refused()
        return Part(self._begin) if len(self.match.players) in self._game.seats_under(rules) else WrongPlayers()

    def _begun(self, options: Options) -> tuple[Part, Notes]:
        judge, of_judge = self._judges.judge(options)
        replay, of_match = self._judges.watch.during(options, lambda: judge.match_replay(self.match))
        return Part(_Course(self, self._judges, replay).play(0, replay.carried)), {**of_judge, **of_match}


class _Course:
    """The replay of a match by one judge."""

    def __init__(self, variants: Variants, judges: Judges, replay: MatchReplay) -> None:
        self._variants: Final = variants
        self._match: Final = variants.match
        self._watch: Final = judges.watch
        self._replay: Final = replay
        self._plays: Final[dict[tuple[int, Hashable], Step]] = {}
        """By the number of a hand and by what was left before it."""

    def play(self, index: int, left: Hashable) -> Step:
        """The play of a hand after what the hands before have left; after the last hand, the end of the match."""
        step = self._plays.get((index, left))
        if step is None:
            over = index == len(self._match.hands)
            step = Step(lambda options: self._concluded(left, options) if over else self._played(index, left, options))
            self._plays[index, left] = step
        return step

    def _played(self, index: int, left: Hashable, options: Options) -> tuple[Part, Notes]:
        match_replay, hand = self._replay, self._match.hands[index]

        def run() -> HandReplay:
            match_replay.carry(left)
            opened = match_replay.open(index, hand)
            opened.run(hand.actions)
            return opened

        replay, notes = self._watch.during(options, run)
        self._variants.actions += len(hand.actions)
        played = _Played(replay, list(replay.findings), match_replay.carried)
        return Part(Step(lambda options: self._ended(index, played, options)), Faults.of(played.findings)), notes

    def _ended(self, index: int, played: "_Played", options: Options) -> tuple[Part, Notes]:
        match_replay, replay = self._replay, played.replay

        def close() -> HandOutcome:
            match_replay.carry(played.carried)
            replay.findings[:] = played.findings
            return match_replay.close(replay, self._match.hands[index])

        outcome, notes = self._watch.during(options, close)
        findings = list(replay.findings)
        following = self.play(index + 1, match_replay.carried)
        return Ended(following, Faults.of(findings), outcome=outcome, findings=findings), notes

    def _concluded(self, left: Hashable, options: Options) -> tuple[Part, Notes]:
        match_replay = self._replay
        result = self._match.result if isinstance(self._match.result, MatchResult) else None

        def end() -> tuple[Any, ...]:
            match_replay.carry(left)
            match_replay.findings.clear()
            return match_replay.conclude(result)

        (totals, winner, undecided), notes = self._watch.during(options, end)
        findings = list(match_replay.findings)
        faults = Faults.of(findings)
        concluded = Concluded(None, faults, totals=totals, winner=winner, undecided=undecided, findings=findings)
        return concluded, notes


@dataclass(frozen=True, slots=True)
class _Played:
    """The play of a hand, its findings, and what the match carries after it."""

    replay: HandReplay
    findings: list[Finding]
    carried: Hashable
