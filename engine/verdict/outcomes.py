"""The results of a match under one rule set that comparisons need."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from engine.rulebook.findings import Finding, Severity
from engine.verdict.check import place_of
from engine.verdict.course import ConcludedPart, EndedPart
from engine.verdict.decisions import Keys
from engine.verdict.report import Faults, Report, Verdict, hand_facts, verdict_of
from engine.verdict.steps import Options, Part
from engine.verdict.variants import RefusedOptions, Variants, WrongPlayers

Error = tuple[str, int | None, int | None]
"""Code, hand and action of a finding that is an error."""


class Aspect(StrEnum):
    """A part of an outcome that may differ."""

    VERDICT = "verdict"
    ERRORS = "errors"
    TOTALS = "totals"
    WINNER = "winner"
    HANDS = "hands"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The parts of a report that are compared."""

    verdict: Verdict
    errors: tuple[Error, ...]
    """Code, hand and action of each finding that is an error."""
    totals: Mapping[str, int | None]
    winner: tuple[str, ...] | None
    hands: tuple[Mapping[str, Any], ...]
    """The facts of each hand in the report, without the score lines."""

    def against(self, other: "Outcome") -> tuple[Aspect, ...]:
        """The aspects in which two outcomes differ."""
        return tuple(aspect for aspect in Aspect if getattr(self, aspect) != getattr(other, aspect))


def outcome_of(report: Report) -> Outcome:
    """The parts of a report that are compared.  The report must not be `unreadable`."""
    assert report.replay is not None
    winner = report.replay.winner
    return Outcome(
        verdict=report.verdict,
        errors=_errors(report.findings),
        totals=report.replay.totals,
        winner=None if winner is None else tuple(winner),
        hands=tuple(map(hand_facts, report.replay.hands)),
    )


def _errors(findings: Sequence[Finding]) -> tuple[Error, ...]:
    return tuple(
        (finding.code.id, finding.hand, finding.action) for finding in findings if finding.severity is Severity.ERROR
    )


class Outcomes:
    """The outcomes of one match.  The result of a hand is computed once for all rule sets that share the hand."""

    def __init__(self, variants: Variants) -> None:
        self.variants: Final = variants
        read = variants.record.findings
        self._faults: Final = Faults.of(read)
        self._errors: Final = _errors([finding for finding in read if finding.hand is None])
        self._placed: Final = [finding for finding in read if finding.hand is not None]
        self._hands: Final[dict[EndedPart, tuple[tuple[Error, ...], Mapping[str, Any]]]] = {}

    def under(self, options: Options, keys: Keys) -> "Judging":
        """The match under the values of all options, which ``keys`` are the keys of."""
        return Judging(self, options, keys)

    def of_hand(self, ended: EndedPart) -> tuple[tuple[Error, ...], Mapping[str, Any]]:
        """The errors of a hand, in the order of the report, and its facts."""
        outcome = self._hands.get(ended)
        if outcome is None:
            findings = ended.findings
            if self._placed:
                read = [finding for finding in self._placed if finding.hand == ended.index]
                findings = sorted([*read, *findings], key=place_of)
            outcome = self._hands[ended] = _errors(findings), hand_facts(ended.outcome)
        return outcome

    def whole(self, ends: Sequence[EndedPart], concluded: ConcludedPart) -> Outcome:
        """The outcome of a match of some hands."""
        hands = [self.of_hand(ended) for ended in ends]
        return Outcome(
            verdict=self.verdict(ends, concluded),
            errors=self._errors
            + tuple(error for of_hand, _ in hands for error in of_hand)
            + _errors(concluded.findings),
            totals=concluded.totals,
            winner=None if concluded.winner is None else tuple(concluded.winner),
            hands=tuple(facts for _, facts in hands),
        )

    def verdict(self, ends: Sequence[EndedPart], concluded: ConcludedPart) -> Verdict:
        """The verdict on a match of some hands."""
        faults = [self._faults, concluded.faults, *(ended.faults for ended in ends)]
        return verdict_of(faults, [ended.outcome for ended in ends], undecided=concluded.undecided)


class Judging:
    """A match under one rule set, judged only as far as it is asked about."""

    def __init__(self, outcomes: Outcomes, options: Options, keys: Keys) -> None:
        self._outcomes: Final = outcomes
        self._steps: Final = outcomes.variants.steps(options, keys)
        self._ends: Final[list[EndedPart]] = []
        self._last: Part = next(self._steps)

    @property
    def refused(self) -> bool:
        """Whether the game does not allow the options together."""
        return isinstance(self._last, RefusedOptions)

    @property
    def allowed(self) -> bool:
        """Whether the game allows the options together, and for the number of players."""
        return not isinstance(self._last, RefusedOptions | WrongPlayers)

    def _hand(self, index: int) -> EndedPart:
        while len(self._ends) <= index:
            self._step()
        return self._ends[index]

    def _step(self) -> None:
        self._last = next(self._steps)
        if isinstance(self._last, EndedPart):
            self._ends.append(self._last)

    @cached_property
    def _concluded(self) -> ConcludedPart:
        while not isinstance(self._last, ConcludedPart):
            self._step()
        return self._last

    @cached_property
    def outcome(self) -> Outcome:
        """The outcome of the whole match."""
        concluded = self._concluded
        return self._outcomes.whole(self._ends, concluded)

    def agrees(self, other: "Judging") -> bool:
        """Whether another rule set has the same outcome.  Nothing is judged after the first hand that differs."""
        if self is other:
            return True
        of_hand = self._outcomes.of_hand
        for index in range(len(self._outcomes.variants.match.hands)):
            mine, theirs = self._hand(index), other._hand(index)
            if mine is not theirs and of_hand(mine) != of_hand(theirs):
                return False
        return self.outcome == other.outcome
