"""The search for the smallest set of edits that makes a hand right."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.mend.answer import HandMends, Mend, MendedMatch
from engine.mend.candidates import Candidate
from engine.mend.edits import Edit, in_order, mended_hand, mended_match
from engine.mend.trial import BoundReached, Budget, MendedCourse, Result, Trial, Walk, errors_of, sign
from engine.mend.values import FieldEdit, deal_edits, match_edits, recorded_edits, setup_edits
from engine.record.match import Hand, Match, given_value
from engine.replay.outcome import HandOutcome
from engine.rulebook.findings import Finding
from engine.rulebook.options import RuleSet
from engine.verdict.check import Checker
from engine.verdict.report import Verdict, finding_dict

MOST_EDITS: Final = 3
"""The most edits of one set."""
ACTIONS_OF_HAND: Final = 2_000_000
"""The most actions that are replayed for one hand."""
ACTIONS_OF_MATCH: Final = 20_000_000
"""The most actions that are replayed for one match."""
SHOWN: Final = 10
"""The most mends of a hand that are shown."""
_WEIGHED: Final = 150_000
"""The most pairs of edits of one hand that are looked at."""
_RECORDED: Final = "recorded"
FIRST_MENDS: Final[Mapping[int, int]] = MappingProxyType({})
"""Of each hand the first mend."""


class RankedEdit(NamedTuple):
    """An edit of a set, as it is ranked."""

    edit: Edit
    likeness: int
    distance: int


class Try(NamedTuple):
    """A set of edits that was tried."""

    steps: tuple[RankedEdit, ...]
    course: MendedCourse
    result: Result


class _HandSearch:
    """The search of one hand."""

    def __init__(self, trial: Trial, most: int) -> None:
        self.trial: Final = trial
        self.most: Final = most
        self.tried = 0
        self.complete = True
        self.base, self.findings, self.later = trial.baseline()
        self.wrong: Final = errors_of(self.findings)
        self.whole: Final[list[Try]] = []
        self.helping: Final[list[Try]] = []
        self._weighed = 0

    def run(self) -> None:
        """Tries sets of one edit, then of two and so on, until some set mends the hand."""
        course = self.trial.whole()
        try:
            self._last_edits(course, (), self.base, 0)
            if not self.whole:
                self._first_edits(course)
                if self.most > 1:
                    self._pairs()
        except BoundReached:
            self.complete = False

    def _is_whole(self, result: Result) -> bool:
        if result.rest is None or result.outcome is None:
            return False
        before = self.base.outcome
        ends = result.outcome.complete or before is None or not before.complete
        return ends and not result.rest.errors - self.later.errors

    def _last_edits(self, course: MendedCourse, steps: tuple[RankedEdit, ...], known: Result, start: int) -> None:
        """Tries each edit that may remove the last errors of a hand, from a place on."""
        if not steps or steps[-1].edit.op in ("deal", "setup"):
            for field, changed in self._fields(course, steps):
                self._keep(steps, field, changed, known)
        walk = Walk(course, start)
        for place in range(start, min(known.reach, len(course.actions)) + 1):
            if place > start:
                walk.step()
            for candidate in course.surroundings.at(walk.replay, place):
                self._weigh(bool(steps))
                if walk.can_be_held(candidate):
                    result = walk.attempt(candidate)
                    self.tried += 1
                    if self._is_whole(result):
                        step = self._step(course, candidate, known)
                        self.whole.append(Try((*steps, step), course.changed(candidate), result))
        self._results(course, steps, known)

    def _weigh(self, pairs: bool) -> None:
        if pairs:
            self._weighed += 1
            if self._weighed > _WEIGHED:
                raise BoundReached

    def _keep(self, steps: tuple[RankedEdit, ...], field: FieldEdit, changed: MendedCourse, known: Result) -> None:
        result = self.trial.result(changed)
        self.tried += 1
        if self._is_whole(result):
            step = RankedEdit(field.edit, field.likeness, self._distance(field.edit, known))
            self.whole.append(Try((*steps, step), changed, result))

    def _fields(self, course: MendedCourse, steps: Sequence[RankedEdit]) -> Iterator[tuple[FieldEdit, MendedCourse]]:
        """The edits of the deal and of the setup, with the hand as each leaves it."""
        trial = self.trial
        hand = course.hand
        fields = [*setup_edits(hand, trial.seats, trial.totals_before()), *deal_edits(hand, trial.deck, trial.seats)]
        if steps and steps[-1].edit.op == "deal":
            fields = [field for field in fields if field.edit.op == "deal"]
        for field in fields:
            yield field, MendedCourse(trial, mended_hand(hand, [field.edit]), course.origins)

    def _results(self, course: MendedCourse, steps: tuple[RankedEdit, ...], known: Result) -> None:
        """Tries the edits of recorded results, where nothing but these is wrong."""
        if known.outcome is None or known.first < self.trial.count:
            return
        fields = self._recorded(course.hand, known.outcome, known.findings)
        for field in fields:
            self._settle(course, steps, [field], known)
        if not self.whole or steps:
            wrong = list({field.edit.path: field for field in fields}.values())
            if 1 < len(wrong) <= self.most - len(steps):
                self._settle(course, steps, wrong, known)

    def _recorded(self, hand: Hand, outcome: HandOutcome, findings: Sequence[Finding]) -> list[FieldEdit]:
        return list(recorded_edits(hand, outcome, findings, self.trial.seats, self.trial.game.teams))

    def _settle(
        self, course: MendedCourse, steps: tuple[RankedEdit, ...], fields: Sequence[FieldEdit], known: Result
    ) -> None:
        changed = MendedCourse(self.trial, mended_hand(course.hand, [field.edit for field in fields]), course.origins)
        result = self.trial.result(changed)
        self.tried += 1
        if self._is_whole(result):
            added = [RankedEdit(field.edit, field.likeness, self._distance(field.edit, known)) for field in fields]
            self.whole.append(Try((*steps, *added), changed, result))

    def _first_edits(self, course: MendedCourse) -> None:
        """Tries each edit that moves the first error on, and keeps what is left."""
        base = self.base
        for field, changed in self._fields(course, ()):
            result = self.trial.result(changed)
            if result.first > base.first:
                step = RankedEdit(field.edit, field.likeness, self._distance(field.edit, base))
                self.helping.append(Try((step,), changed, result))
        walk = Walk(course)
        for place in range(min(base.reach, len(course.actions)) + 1):
            if place:
                walk.step()
            for candidate in course.surroundings.at(walk.replay, place):
                if not walk.can_be_held(candidate, base.reach + 1):
                    continue
                result = walk.attempt(candidate)
                self.tried += 1
                if result.first > base.first:
                    step = self._step(course, candidate, base)
                    self.helping.append(Try((step,), course.changed(candidate), result))
        self.helping.sort(key=lambda attempt: (-attempt.result.first, attempt.steps[0].distance))

    def _pairs(self) -> None:
        """Tries a second edit after each first one that helps."""
        for first in self.helping:
            edit = first.steps[0].edit
            start = 0
            if not isinstance(edit.action, msgspec.UnsetType):
                start = edit.action + (edit.op == "insert")
            if first.result.first < 0:
                for field, changed in self._fields(first.course, first.steps):
                    self._keep(first.steps, field, changed, first.result)
                continue
            self._last_edits(first.course, first.steps, first.result, min(start, len(first.course.actions)))
        # Sets whose first edit does not move the first error on are not tried.
        self.complete = False

    def _step(self, course: MendedCourse, candidate: Candidate, known: Result) -> RankedEdit:
        edit = _edit(course, candidate)
        return RankedEdit(edit, candidate.likeness, self._distance(edit, known))

    def _distance(self, edit: Edit, known: Result) -> int:
        return abs(edit.place(self.trial.count) - min(known.first, self.trial.count))

    def ranked(self) -> list[Try]:
        """The sets that mend the hand, the best first."""
        fewest = min((len(attempt.steps) for attempt in self.whole), default=0)
        distinct: dict[object, Try] = {}
        for attempt in sorted((a for a in self.whole if len(a.steps) == fewest), key=self._rank):
            key = (
                tuple(sorted(step.edit.op for step in attempt.steps)),
                msgspec.json.encode(attempt.course.hand),
                tuple(_place_key(step.edit) for step in attempt.steps) if fewest == 1 else (),
            )
            distinct.setdefault(key, attempt)
        return list(distinct.values())

    def _rank(self, attempt: Try) -> tuple[object, ...]:
        recorded = [step.edit.op == _RECORDED for step in attempt.steps]
        about_results = bool(self.wrong) and all(error.code.about_result for error in self.wrong)
        rest = attempt.result.rest
        count = self.trial.count
        order = sorted(attempt.steps, key=lambda step: step.edit.place(count))
        return (
            not all(recorded) if about_results else any(recorded),
            len(attempt.result.findings) + (rest.findings if rest else 0),
            sum(step.distance for step in attempt.steps),
            [step.edit.kind for step in order],
            [step.likeness for step in order],
            [step.edit.place(count) for step in order],
            [_text(step.edit.now) for step in order],
        )

    def partly(self) -> Try | None:
        """The single edit that leaves the first error latest, then the fewest errors; None if none helps."""
        if not self.helping:
            return None
        latest = self.helping[0].result.first
        last = [attempt for attempt in self.helping if attempt.result.first == latest][:40]
        return min(last, key=lambda attempt: len(errors_of(self.left(attempt.course.hand)[1])))

    def left(self, hand: Hand) -> tuple[HandOutcome, list[Finding]]:
        """What a changed hand comes to, with all its findings."""
        match_replay, replay = self.trial.open_hand(hand)
        replay.run(hand.actions)
        outcome = match_replay.close(replay, hand)
        return outcome, list(replay.findings)

    def shown(self, attempt: Try) -> Mend:
        """A set of edits with what the hand then comes to, replayed again from the deal."""
        edits = in_order([step.edit for step in attempt.steps], self.trial.count)
        outcome, findings = self.left(mended_hand(self.trial.hand, edits))
        basis = None if outcome.basis is None else str(outcome.basis)
        return Mend(edits=edits, basis=basis, scores=outcome.scores, findings=[finding_dict(f) for f in findings])


def _edit(course: MendedCourse, candidate: Candidate) -> Edit:
    at = course.origins[candidate.start]
    was: object = UNSET
    now: object = UNSET
    if candidate.op == "swap":
        return Edit(op="swap", action=at)
    if candidate.op != "insert":
        was = course.actions[candidate.start]
    if candidate.op != "remove":
        now = candidate.texts[0]
    return Edit(op=candidate.op, action=at, was=was, now=now)


def _place_key(edit: Edit) -> object:
    return given_value(edit.action), given_value(edit.key)


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return "" if value is UNSET else msgspec.json.encode(value).decode()


def mend(checker: Checker, record: LogRecord, *, edits: int = 2, taken: Mapping[int, int] = FIRST_MENDS) -> MendedMatch:
    """The smallest changes of a log after which no error is left, hand by hand.

    ``edits`` is the most edits of one set.  ``taken`` has, by hand, which of its mends the hands after it are mended
    with, both from 0: the first where it has none.  The verdict is that of the match with these mends.  Raises
    RulesUnknown if the rules of the log do not exist.
    """
    report = checker.check(record)
    match = record.match
    log = report.source.facts()
    if match is None or report.rules is None or report.replay is None:
        return MendedMatch(log=log, rules=None, hands=None, verdict=str(Verdict.UNREADABLE))
    rules = report.rules
    wrong: dict[int | None, list[Finding]] = {}
    for error in errors_of(report.findings):
        wrong.setdefault(error.hand, []).append(error)
    answers: list[HandMends] = []
    last: int | None = None
    budget = Budget(ACTIONS_OF_HAND, ACTIONS_OF_MATCH)
    for index in range(len(match.hands)):
        if index not in wrong:
            continue
        answer = _mended(checker, rules, match, index, len(wrong[index]), budget, edits, last)
        answers.append(answer)
        chosen = answer.chosen(taken)
        if chosen is not None:
            match, last = mended_match(match, index, chosen.edits), index
    if None in wrong:
        answer, match = _of_match(checker, rules, match, wrong[None], last)
        answers.append(answer)
    final = checker.check(msgspec.structs.replace(record, match=match), rules)
    return MendedMatch(
        log=log,
        rules={"preset": rules.preset, "options": dict(rules.options)},
        hands=answers,
        verdict=str(final.verdict),
    )


def _mended(
    checker: Checker,
    rules: RuleSet,
    match: Match,
    index: int,
    errors: int,
    budget: Budget,
    edits: int,
    last: int | None,
) -> HandMends:
    empty = HandMends(hand=index, errors=errors, tried=0, complete=True, more=0, follows=None, partly=None, mends=[])
    budget.of_hand = ACTIONS_OF_HAND
    if budget.of_match <= 0:
        return msgspec.structs.replace(empty, complete=False)
    trial = Trial(rules, GAMES[rules.game], checker.judge(rules), match, index, budget)
    try:
        search = _HandSearch(trial, edits)
    except BoundReached:
        return msgspec.structs.replace(empty, complete=False)
    if not search.wrong and last is not None:
        return msgspec.structs.replace(empty, follows=last)
    search.run()
    ranked = search.ranked()
    partly = None if ranked else search.partly()
    return msgspec.structs.replace(
        empty,
        tried=search.tried,
        complete=search.complete,
        more=max(0, len(ranked) - SHOWN),
        partly=None if partly is None else search.shown(partly),
        mends=[search.shown(attempt) for attempt in ranked[:SHOWN]],
    )


def _of_match(
    checker: Checker, rules: RuleSet, match: Match, errors: Sequence[Finding], last: int | None
) -> tuple[HandMends, Match]:
    """The mends of the recorded result of the match."""
    from engine.replay.fold import replay

    judge = checker.judge(rules)
    outcome = replay(judge, match)
    left = errors_of([finding for finding in outcome.findings if finding.hand is None])
    signs = {sign(finding) for finding in left}
    unread = [error for error in errors if sign(error) not in signs and error.rule.startswith("log.")]
    answer = HandMends(
        hand=None, errors=len(errors), tried=0, complete=True, more=0, follows=None, partly=None, mends=[]
    )
    if not left and not unread and last is not None:
        return msgspec.structs.replace(answer, follows=last), match
    fields = [field.edit for field in match_edits(match.result, outcome.totals, outcome.winner)]
    changed = mended_match(match, None, fields)
    after = [finding for finding in replay(judge, changed).findings if finding.hand is None]
    if not fields or errors_of(after) or unread:
        return msgspec.structs.replace(answer, tried=1), match
    shown = Mend(edits=tuple(fields), basis=None, scores=None, findings=[finding_dict(finding) for finding in after])
    return msgspec.structs.replace(answer, tried=1, mends=[shown]), changed
