"""The result of a record merged from two, by what is taken from which."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.msgpack import encode
from msgspec.structs import replace

from engine.games import GAMES
from engine.match_diff.differences import Difference, DifferenceKind, HandSteps
from engine.match_diff.merging import merged_hand, merged_match
from engine.record.match import Hand, Match, MatchResult
from engine.recorded.basis import hand_cut_off
from engine.replay.game import Judge, MatchReplay
from engine.rulebook.findings import Finding, Severity
from engine.rulebook.options import RulesUnknown
from engine.verdict.check import Checker

Numbers = frozenset[int]
"""The numbers of differences that are taken from the second record."""


@dataclass(frozen=True, slots=True)
class JudgedRecord:
    """The result of a record."""

    errors: int
    scores: Mapping[str, int | None]
    """The total of each seat."""


@dataclass(frozen=True, slots=True)
class CourseSoFar:
    """The match up to one of its hands, as far as what follows depends on it."""

    left: Hashable
    """What the hands so far have left; None before the first."""
    errors: int


@dataclass(frozen=True, slots=True)
class Head:
    """A record without its hands, and the judge of its rules."""

    rules: Numbers
    """What of its rules is taken from the second record."""
    match: Match
    judge: Judge


class Weighing:
    """Judges the records that can be made of two.  A hand is replayed again only after another course of the match."""

    def __init__(
        self,
        checker: Checker,
        records: tuple[Match, Match],
        hands: Sequence[HandSteps],
        differences: Sequence[Difference],
    ) -> None:
        """``records`` are the first, and the second with the seats of the first."""
        self.spent = 0
        """The actions that were replayed, and one for each hand that was asked for."""
        self._checker: Final = checker
        self._records: Final = records
        self._steps: Final = hands
        self.of_head: Final = tuple(
            difference for difference in differences if difference.first_hand is None and difference.second_hand is None
        )
        """The differences about the whole match."""
        self.of_hands: Final = tuple(
            tuple(
                difference
                for difference in differences
                if (difference.first_hand, difference.second_hand) == (steps.pair.first, steps.pair.second)
            )
            for steps in hands
        )
        """The differences of each hand of the two records together."""
        self._numbers: Final = tuple(frozenset(difference.number for difference in hand) for hand in self.of_hands)
        self._heads: Final[dict[Numbers, Head | None]] = {}
        self._hands: Final[dict[tuple[int, Numbers], Hand | None]] = {}
        self._played: Final[dict[Hashable, tuple[Hashable, int]]] = {}

    def head(self, chosen: Numbers) -> Head | None:
        """The record without hands; None if its rules are unknown, or do not allow its number of players."""
        numbers = frozenset(difference.number for difference in self.of_head) & chosen
        if numbers not in self._heads:
            match = merged_match(*self._records, (), self.of_head, numbers)
            self._heads[numbers] = self._judging(numbers, match)
        return self._heads[numbers]

    def _judging(self, numbers: Numbers, match: Match) -> Head | None:
        try:
            rules = self._checker.rules(match)
        except RulesUnknown:
            return None
        if len(match.players) not in GAMES[rules.game].seats_under(rules):
            return None
        of_rules = frozenset(
            difference.number for difference in self.of_head if difference.kind is DifferenceKind.RULES
        )
        return Head(numbers & of_rules, match, self._checker.judge(rules))

    def hand(self, place: int, chosen: Numbers) -> Hand | None:
        """One of the hands of the two records together; None if the record that is made has it not."""
        numbers = self._numbers[place] & chosen
        if (place, numbers) not in self._hands:
            self._hands[place, numbers] = merged_hand(
                *self._records,
                self._steps[place],
                [difference for difference in self.of_hands[place] if difference.number in numbers],
            )
        return self._hands[place, numbers]

    def match(self, head: Head, chosen: Numbers) -> Match:
        """The record that is made."""
        hands = [self.hand(place, chosen) for place in range(len(self._steps))]
        return replace(head.match, hands=[hand for hand in hands if hand is not None])

    def after(self, head: Head, match: Match, index: int, before: CourseSoFar) -> CourseSoFar:
        """The course of a match after the hand with a number, from 0."""
        hand = match.hands[index]
        last, cut_off = index == len(match.hands) - 1, index == hand_cut_off(match)
        key = (head.rules, index, last, cut_off, encode(hand), before.left)
        self.spent += 1
        if key not in self._played:
            self.spent += len(hand.actions)
            match_replay = _after(head.judge, match, before)
            replay = match_replay.open(index, hand)
            replay.run(hand.actions)
            match_replay.close(replay, hand)
            self._played[key] = match_replay.carried, _errors(replay.findings) + _errors(match_replay.findings)
        left, errors = self._played[key]
        return CourseSoFar(left, before.errors + errors)

    def end(self, head: Head, match: Match, course: CourseSoFar) -> JudgedRecord:
        """The result of a match after the course of its hands."""
        match_replay = _after(head.judge, match, course)
        totals, _, _ = match_replay.conclude(match.result if isinstance(match.result, MatchResult) else None)
        errors = course.errors + _errors(match_replay.findings)
        return JudgedRecord(errors, {seat: totals.get(seat) for seat in match.seats})

    def judged(self, chosen: Numbers) -> JudgedRecord | None:
        """The result of the record; None if it cannot be judged under the rules that it claims."""
        head = self.head(chosen)
        if head is None:
            return None
        match = self.match(head, chosen)
        course = BEGUN
        for index in range(len(match.hands)):
            course = self.after(head, match, index, course)
        return self.end(head, match, course)


BEGUN: Final = CourseSoFar(None, 0)
"""The course before the first hand."""


def _after(judge: Judge, match: Match, course: CourseSoFar) -> MatchReplay:
    match_replay = judge.match_replay(match)
    if course.left is not None:
        match_replay.carry(course.left)
    return match_replay


def _errors(findings: Sequence[Finding]) -> int:
    return sum(finding.severity is Severity.ERROR for finding in findings)
