"""The report of a check of one match, and its digest."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engine.replay.fold import Replay
from engine.replay.outcome import HandOutcome
from engine.rulebook.findings import Finding, Severity
from engine.rulebook.options import RuleSet
from engine.rulebook.sentences import Text
from engine.version import __version__

if TYPE_CHECKING:
    from engine.statistics.facts import MatchFacts

FORMAT: Final = "fupan-report/1"

_FINDING_WORDS: Final = frozenset({"message", "recorded", "expected", "made"})


class Verdict(StrEnum):
    """The verdict on a match: the first of these that applies."""

    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    MISSCORED = "misscored"
    INCOMPLETE = "incomplete"
    CLEAN = "clean"


@dataclass(frozen=True, slots=True)
class Faults:
    """Which faults some findings have."""

    plays: bool = False
    """Whether one is an error that is not about a recorded result."""
    results: bool = False
    """Whether one is an error about a recorded result."""

    @classmethod
    def of(cls, findings: Sequence[Finding]) -> "Faults":
        """The faults of some findings."""
        if not findings:
            return NO_FAULTS
        about = {finding.code.about_result for finding in findings if finding.severity is Severity.ERROR}
        return cls(False in about, True in about)

    @property
    def errors(self) -> bool:
        """Whether one is an error."""
        return self.plays or self.results


NO_FAULTS: Final = Faults()


def verdict_of(faults: Sequence[Faults], hands: Sequence[HandOutcome], *, undecided: bool) -> Verdict:
    """The verdict on a match by the faults of its parts, the outcomes of its hands, and whether it is undecided."""
    if any(fault.plays for fault in faults):
        return Verdict.ILLEGAL
    if any(fault.results for fault in faults):
        return Verdict.MISSCORED
    return Verdict.INCOMPLETE if undecided or any(map(_is_open, hands)) else Verdict.CLEAN


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Where a match was read from: the name of the input, the SHA-256 of its bytes, and the game and match if known."""

    source: str
    sha256: str
    game: str | None = None
    match: str | None = None

    def facts(self) -> dict[str, Any]:
        """The field ``log`` of a report."""
        source = self.source.encode(errors="replace").decode()
        return {"source": source, "sha256": self.sha256, "game": self.game, "match": self.match}


Clean = Callable[[], Replay]
"""Gives what the replay of a clean match comes to, when it is first asked for."""


class Report:
    """The judgement of a log under a rule set.  It depends only on the bytes, the rules and the version."""

    def __init__(
        self,
        source: Source,
        rules: RuleSet | None,
        findings: "list[Finding] | Callable[[], list[Finding]]",
        outcome: "Replay | Clean | None" = None,
        facts: "MatchFacts | None" = None,
    ) -> None:
        """``outcome`` and ``rules`` are None if and only if the log could not be read; a function gives the outcome of
        a clean match, or its findings.  ``facts`` are those for statistics, if they were counted.
        """
        self.source: Final = source
        self.rules: Final = rules
        self._findings: Final = findings
        self._outcome: Final = outcome
        self.facts: Final = facts
        """What statistics count of the match; None unless they were asked for.  No part of the report as JSON."""

    @cached_property
    def findings(self) -> list[Finding]:
        """What was found, in the order of the report."""
        return self._findings() if callable(self._findings) else self._findings

    @cached_property
    def replay(self) -> Replay | None:
        """What the replay of the match comes to; None if the log could not be read."""
        return self._outcome() if callable(self._outcome) else self._outcome

    @cached_property
    def verdict(self) -> Verdict:
        """The first verdict of ``Verdict`` that applies."""
        if callable(self._outcome):
            return Verdict.CLEAN
        if self.replay is None:
            return Verdict.UNREADABLE
        return verdict_of([Faults.of(self.findings)], self.replay.hands, undecided=self.replay.undecided)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the report as canonical JSON, without texts for people, version and name of the source.

        Of the rules it includes only the options that differ from their base values.  So a new option or a new name of
        a preset does not change the digest of a match that is judged as before.
        """
        facts = self._facts(_finding_facts, with_words=False)
        if self.rules is not None and "rules" in facts:
            facts["rules"] = {"game": self.rules.game, "options": self.rules.changed}
        facts["log"] = {name: value for name, value in facts["log"].items() if name != "source"}
        return "sha256:" + sha256(canonical(facts)).hexdigest()

    def as_dict(self) -> dict[str, Any]:
        """The report in the format ``fupan-report/1``, ready for JSON."""
        facts = self._facts(finding_dict, with_words=True)
        whole = {"report": facts.pop("report"), "log": facts.pop("log")}
        if "rules" in facts:
            whole["rules"] = facts.pop("rules")
        return whole | {"engine": __version__} | facts | {"digest": self.digest}

    def as_json(self) -> bytes:
        """The report as one line of JSON, without the end of the line."""
        return self._json

    @cached_property
    def _json(self) -> bytes:
        return msgspec.json.encode(self.as_dict())

    def _facts(self, each_finding: Any, *, with_words: bool) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "report": FORMAT,
            "log": self.source.facts(),
            "verdict": str(self.verdict),
            "findings": [each_finding(finding) for finding in self.findings],
        }
        if self.replay is None or self.rules is None:
            return facts
        facts["rules"] = {
            "game": self.rules.game,
            "preset": self.rules.preset,
            "options": dict(self.rules.options),
        }
        facts["hands"] = [_hand_dict(hand, with_words) for hand in self.replay.hands]
        facts["totals"] = self.replay.totals
        facts["winner"] = self.replay.winner
        return facts


def canonical(value: Any) -> bytes:
    """Canonical JSON: sorted keys, no white space, UTF-8."""
    return msgspec.json.encode(value, order="sorted")


def _finding_facts(finding: Finding) -> dict[str, Any]:
    return {name: value for name, value in finding_dict(finding).items() if name not in _FINDING_WORDS}


def finding_dict(finding: Finding) -> dict[str, Any]:
    """A finding, ready for JSON, with its sentences."""
    return {
        "code": finding.code.id,
        "severity": str(finding.severity),
        "rule": finding.rule,
        "hand": finding.hand,
        "action": finding.action,
        "column": finding.column,
        "seat": finding.seat,
        "message": str(finding.message),
        "recorded": str(finding.recorded) or None,
        "expected": str(finding.expected) or None,
        "made": finding.made(),
    }


def _hand_dict(hand: HandOutcome, with_words: bool) -> dict[str, Any]:
    return hand_facts(hand) | {
        "breakdown": [
            {"rule": line.rule} | (_line_words(line.text) if with_words else {}) | {"points": line.points}
            for line in hand.breakdown
        ]
    }


def _line_words(text: str) -> dict[str, Any]:
    """The sentence of a line of the score, and what it is made from."""
    return {"text": str(text)} | ({"made": text.made()} if isinstance(text, Text) else {})


def _is_open(hand: HandOutcome) -> bool:
    """Whether a hand without errors makes its match incomplete."""
    return hand.undecided or not (hand.complete or hand.cut_off)


def hand_facts(hand: HandOutcome) -> dict[str, Any]:
    """The facts of a hand in a report, without the score lines."""
    named = {"finish": hand.finish, "roles": hand.roles, "levels": hand.levels, "units": hand.units}
    return (
        {"complete": hand.complete, "basis": hand.basis}
        | {name: value for name, value in named.items() if value is not msgspec.UNSET}
        | {"scores": hand.scores}
    )
