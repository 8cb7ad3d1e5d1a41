"""What the engine says about a hand while it is being written, and what stands on the table after its last line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from app.judging.rules_of_match.refusal import in_words
from app.sheets.writing.drafts import UnfinishedLog
from app.text.language import _
from engine.games import GAMES
from engine.logs.loose.hands import TypedHand, line_named, read_hand, read_head
from engine.record.match import Hand, HandResult, Match
from engine.recorded.basis import Basis
from engine.replay.frames import Frame
from engine.replay.game import Game, Judge, MatchReplay
from engine.replay.outcome import HandOutcome
from engine.rulebook.codes import INCOMPLETE_HAND, RESULT_ONLY
from engine.rulebook.findings import Finding, Severity
from engine.rulebook.options import RuleSet, RulesUnknown
from engine.verdict.check import Checker

_OVER: Final = "over"
_UNFINISHED: Final = (INCOMPLETE_HAND, RESULT_ONLY)


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding with its line of the text; the line is None if it is about the hand as a whole."""

    line: int | None
    finding: Finding


@dataclass(frozen=True)
class CheckedHand:
    """A hand as far as it is written."""

    number: int
    match: Match
    rules: RuleSet
    judge: Judge
    typed: TypedHand
    remarks: tuple[Remark, ...]
    """In the order of the lines."""
    frame: Frame
    """After the last action that was read."""
    outcome: HandOutcome | None
    """Its result; None while it is not over."""
    carried: Any
    """What the hands before it have left."""

    @property
    def actions(self) -> Sequence[str]:
        """The actions that were read, as logs have them."""
        return self.match.hands[self.number - 1].actions

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.frame.stage == _OVER

    @property
    def game(self) -> Game:
        """The game."""
        return GAMES[self.match.game]

    def broken_by(self, action: str) -> Finding | None:
        """The gravest finding at one more action that breaks a rule; None if the rules allow it."""
        replay = self.standing.open(self.number - 1, self.match.hands[self.number - 1])
        replay.run(self.actions)
        replay.run([action])
        findings = [finding for finding in replay.findings if finding.action == len(self.actions)]
        return next((finding for finding in findings if finding.severity is Severity.ERROR), None)

    def after(self, action: str) -> Frame:
        """The frame after one more action."""
        replay = self.standing.open(self.number - 1, self.match.hands[self.number - 1])
        for one_action in (*self.actions, action):
            replay.run([one_action])
            replay.follow(one_action)
        steps = len(self.actions) + 1
        return replay.frame(steps, steps, action)

    @property
    def standing(self) -> MatchReplay:
        """The match as it stands before the hand."""
        standing = self.judge.match_replay(self.match)
        standing.carry(self.carried)
        return standing


@dataclass(frozen=True, slots=True)
class CheckedHead:
    """The lines before the hands, and what cannot be read of them."""

    match: Match | None
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class NotJudged:
    """A hand that cannot be judged, because of the lines before the hands or of lines of its own."""

    remarks: tuple[Remark, ...]
    why: str
    """A part of a sentence."""


def check_head(head: str, checker: Checker) -> CheckedHead:
    """What the lines before the hands say."""
    try:
        match, findings = read_head(head)
    except ValueError:
        return CheckedHead(None, ())
    remarks = tuple(Remark(line_named(finding), finding) for finding in findings)
    if match is not None:
        try:
            checker.rules(match)
        except RulesUnknown:
            match = None
    return CheckedHead(match, remarks)


def check_hand(draft: UnfinishedLog, number: int, checker: Checker) -> CheckedHand | NotJudged:
    """A hand (from 1) of a draft under the rules that its text claims."""
    text = draft.parts.hands[number - 1]
    try:
        typed = read_hand(draft.parts.head, text)
    except ValueError:
        return NotJudged((), _("the lines before the hands do not name a game"))
    remarks = [Remark(line_named(finding), finding) for finding in (*typed.faults, *typed.notices)]
    if typed.match is None:
        return NotJudged(_in_order(remarks), _("it cannot be read as a hand"))
    try:
        rules = checker.rules(typed.match)
    except RulesUnknown as unknown:
        return NotJudged(_in_order(remarks), in_words(unknown))
    if len(typed.match.players) not in GAMES[typed.match.game].seats_under(rules):
        return NotJudged(_in_order(remarks), _("the rules do not allow this number of players"))
    judge = checker.judge(rules)
    hands = draft.hands()
    hand = typed.match.hands[0]
    match = msgspec.structs.replace(typed.match, hands=[*hands[: number - 1], hand, *hands[number:]])
    before = _before(judge, match, number)
    carried = before.carried
    replay = before.open(number - 1, hand)
    for action in hand.actions:
        replay.run([action])
        replay.follow(action)
    frame = replay.frame(len(hand.actions), len(hand.actions), hand.actions[-1] if hand.actions else None)
    outcome = before.close(replay, hand)
    over = frame.stage == _OVER
    remarks += [
        Remark(_line(typed, finding), finding) for finding in replay.findings if over or finding.code not in _UNFINISHED
    ]
    recorded = isinstance(hand.result, HandResult)
    return CheckedHand(
        number=number,
        match=match,
        rules=rules,
        judge=judge,
        typed=typed,
        remarks=_in_order(remarks),
        frame=frame,
        outcome=outcome if over or (recorded and outcome.basis is Basis.RESULT) else None,
        carried=carried,
    )


def next_facts(checked: CheckedHand) -> Mapping[str, str]:
    """What every seat knows before the hand after a hand that is over, by name."""
    hands = [*checked.match.hands[: checked.number], Hand(actions=[])]
    match = msgspec.structs.replace(checked.match, hands=hands)
    replay = _before(checked.judge, match, len(hands)).open(len(hands) - 1, hands[-1])
    return dict(replay.frame(0, 0, None).facts)


def _before(judge: Judge, match: Match, number: int) -> MatchReplay:
    """The match as it stands before a hand."""
    standing = judge.match_replay(match)
    for index, hand in enumerate(match.hands[: number - 1]):
        replay = standing.open(index, hand)
        replay.run(hand.actions)
        standing.close(replay, hand)
    return standing


def _line(typed: TypedHand, finding: Finding) -> int | None:
    """The line that a finding of the judge is about."""
    if finding.action is not None and finding.action < len(typed.action_lines):
        return typed.action_lines[finding.action]
    return typed.deal_lines.get(finding.seat) if finding.seat is not None and finding.action is None else None


def _in_order(remarks: Sequence[Remark]) -> tuple[Remark, ...]:
    return tuple(sorted(remarks, key=lambda remark: (remark.line is None, remark.line or 0)))
