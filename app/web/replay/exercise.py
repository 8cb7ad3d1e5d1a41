"""Try again: a decision that cost something, as its seat saw it, and what the reader's answer to it is worth."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Final

from flask import render_template, request

from app.judging.review import GOOD, ReviewedDecision, amount_of, best_first, done_of, reviewed_hand
from app.matches.computed import reviews
from app.matches.installation import this_installation
from app.replay.what_if import Branch
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.parts.open_hand import OpenHand
from app.web.parts.open_match import opened_for_review
from app.web.parts.outline import outline_of
from app.web.parts.scene import Scene
from app.web.parts.steps import Step, step_of
from app.web.replay.branch_choice import Candidate, Choosing, candidates_of_cards, choosing
from app.web.replay.branch_open import OpenBranch
from app.web.replay.review import letters
from app.web.replay.visible_scenes import choice_of, scene_of_hand, step_addresses
from engine.games import GAMES
from engine.insight.fair import FairValue, Number
from engine.insight.review import DecisionReview, Settings, option_done
from engine.record.match import Match
from engine.replay.branch import branched_match
from engine.replay.views import ALL, views

BLUEPRINT: Final = Pages(
    "exercise", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>/steps/<int:step>/try"
)
FOUND: Final = 0.1
"""What an answer that is found may cost more than the best, in levels or points; a good one costs less than `GOOD`."""
_ACTS: Final = frozenset({"play", "capture", "pass"})
_PASS: Final = "pass"  # noqa: S105 (what a seat does)
_THOUSAND: Final = 1_000


class Grade(StrEnum):
    """What an answer is."""

    FOUND = "found"
    GOOD = "good"
    NOT_YET = "not-yet"
    NOT_KEPT = "not-kept"
    """Not among the actions whose values are kept."""
    NOT_ALLOWED = "not-allowed"
    SEVERAL = "several"
    """Its cards can be played in ways that are worth something else."""
    NOTHING = "nothing"
    """Nothing was chosen."""
    SHOWN = "shown"
    """The reader asked for the answer."""


@dataclass(frozen=True, slots=True)
class ExerciseAnswer:
    """An answer, and what it is worth."""

    grade: Grade
    step: Step | None = None
    cost: str | None = None
    """What it costs more than the best, in words; None if it costs nothing, or is not judged."""
    as_played: bool = False
    ways: tuple[Candidate, ...] = ()
    """The ways to play its cards, if it is not judged."""

    @property
    def ends(self) -> bool:
        """Whether the best may be shown."""
        return self.grade in (Grade.FOUND, Grade.SHOWN)


@dataclass(frozen=True)
class Exercise:
    """A decision of a stored match that the reader is asked."""

    hand: OpenHand
    """With all hands."""
    decision: DecisionReview
    fair: FairValue
    settings: Settings
    shown: ReviewedDecision
    """What the review says of it."""

    @property
    def match(self) -> Match:
        """The match."""
        return self.hand.match

    @cached_property
    def as_seen(self) -> OpenHand:
        """The hand as the seat saw it that has to decide."""
        view = next(table_view for table_view in views(self.match.seats) if table_view.seat == self.decision.seat)
        return replace(self.hand, view=view)

    @cached_property
    def scene(self) -> Scene:
        """The table before the decision, with nothing of the other hands, and without findings."""
        frames = self.as_seen.frames(self.decision.action)
        outline = outline_of(frames, self.match.game, {})
        return scene_of_hand(self.as_seen, frames[-1], {}, outline, self.decision.seat)

    @cached_property
    def branch(self) -> OpenBranch:
        """The hand up to the decision, to be played on."""
        step = self.decision.action
        match = branched_match(self.match, self.hand.number - 1, step, ())
        return OpenBranch(self.hand, replace(self.hand, match=match), Branch(step), step)

    @cached_property
    def choice(self) -> Choosing | None:
        """The cards to choose from; None where an action is chosen from a list."""
        return None if self.decision.open is None else choosing(self.branch, self.decision.seat)

    @property
    def may_pass(self) -> bool:
        """Whether passing is allowed."""
        return self.choice is not None and any(offer.step.verb == _PASS for offer in self.choice.offers)

    @property
    def listed(self) -> Mapping[str, Step]:
        """All actions by what they are written as, where one is chosen from a list: they are few."""
        return {} if self.choice is not None else {text: self.step(text) for text, *_ in self.decision.actions or ()}

    @property
    def best(self) -> tuple[Step, ...]:
        """The best actions by what the seat could know."""
        return tuple(map(self.step, self.fair.best_actions))

    @property
    def line(self) -> tuple[Step, ...]:
        """A best line with all cards open, to the end of the hand as far as it is kept."""
        return () if self.decision.open is None else tuple(map(self.step, self.decision.open.line))

    @property
    def kept(self) -> int:
        """How many best actions are kept where not all are."""
        actions = best_first(self.decision.actions or ())
        done = done_of(self.decision, self.hand.actions[self.decision.action])
        return len(actions) - (bool(actions) and actions[-1][0] == done)

    def step(self, text: str) -> Step:
        """An action as pages show it."""
        return step_of(self.decision.action + 1, text, self.match.seats)

    def option(self, action: str) -> str:
        """Which of the reviewed actions an allowed one is."""
        hand, index = self.match.hands[self.hand.number - 1], self.hand.number - 1
        endgames = GAMES[self.match.game].endgames
        assert endgames is not None
        return option_done(self.hand.before(), hand, index, endgames, self.settings, self.decision.action, action)


@BLUEPRINT.get("", may=May.READ, of=Of.MATCH)
def page(identity: int, number: int, step: int) -> str:
    """The table before the decision of a step, as its seat saw it, and the cards to answer with."""
    return _page(_exercise(identity, number, step), None)


@BLUEPRINT.post("", may=May.READ, of=Of.MATCH)
def answer(identity: int, number: int, step: int) -> str:
    """What an answer is worth: the cards of the fields ``card``, or ``do=pass``; with ``show`` the best is shown."""
    exercise = _exercise(identity, number, step)
    return _page(exercise, _answered(exercise))


def _exercise(identity: int, number: int, step: int) -> Exercise:
    opened, reviewing = opened_for_review(identity)
    with this_installation().sessions() as session:
        review = next(iter(reviews.kept_hands(session, reviewing, number - 1)), None)
    if review is not None:
        reviewed = reviewed_hand(opened.match, review, reviewing.settings, opened.levels(number - 1))
        for shown, decision in zip(reviewed.decisions, review.decisions or (), strict=True):
            if shown.step == step and shown.asks and decision.fair is not None:
                judge, report = this_installation().checker.judge(opened.rules), opened.stored.report
                hand = OpenHand(opened.match, opened.rules, judge, report, number, ALL, opened.stored)
                return Exercise(hand, decision, decision.fair, reviewing.settings, shown)
    raise Refusal(404, _("This step is not an exercise: no review of it is kept, or its decision cost too little."))


def _page(exercise: Exercise, answered: ExerciseAnswer | None) -> str:
    hand = exercise.as_seen
    return render_template(
        "replay/exercise.html",
        exercise=exercise,
        answered=answered,
        match=hand.stored.row,
        number=hand.number,
        step=exercise.decision.action + 1,
        names=hand.names,
        scene=exercise.scene,
        at=step_addresses(hand),
        chosen_line=request.form.get("line"),
        person=whole(request.args.get("person")),
        four_colours=choice_of("colours") == "four",
        letters=letters(),
        found=FOUND,
    )


def _answered(exercise: Exercise) -> ExerciseAnswer:
    if "show" in request.form:
        return ExerciseAnswer(Grade.SHOWN)
    if exercise.choice is None:
        line = request.form.get("line", "")
        return _graded(exercise, line, line) if line in exercise.listed else ExerciseAnswer(Grade.NOTHING)
    if request.form.get("do") == _PASS and exercise.may_pass:
        action = f"{exercise.decision.seat} {_PASS}"
        return _graded(exercise, action, exercise.option(action))
    candidates = candidates_of_cards(exercise.branch, exercise.choice)
    allowed = [candidate for candidate in candidates if candidate.allowed and candidate.step.verb in _ACTS]
    if not allowed:
        return ExerciseAnswer(Grade.NOT_ALLOWED if candidates else Grade.NOTHING, ways=tuple(candidates))
    options = {candidate.action: exercise.option(candidate.action) for candidate in allowed}
    way = request.form.get("way", "")
    if way not in options:
        apart = {option: candidate for candidate in reversed(allowed) for option in [options[candidate.action]]}
        if len(apart) > 1:
            return ExerciseAnswer(Grade.SEVERAL, ways=tuple(reversed(apart.values())))
        way = allowed[0].action
    return _graded(exercise, way, options[way])


def _graded(exercise: Exercise, action: str, option: str) -> ExerciseAnswer:
    """What an action is worth, which is the reviewed action ``option``."""
    decision, fair = exercise.decision, exercise.fair
    means = {text: (mean, error) for text, _open, mean, error in decision.actions or ()}
    if option in fair.best_actions:
        means[option] = fair.best, 0
    mean, error = means.get(option, (None, None))
    step = exercise.step(action)
    if mean is None:
        return ExerciseAnswer(Grade.NOT_KEPT, step)
    thousandths = round(fair.best * _THOUSAND) - round(mean * _THOUSAND)
    cost: Number = thousandths // _THOUSAND if thousandths % _THOUSAND == 0 else thousandths / _THOUSAND
    levels = bool(GAMES[exercise.match.game].statistics.levels)
    as_played = option == done_of(decision, exercise.hand.actions[decision.action])
    grade = Grade.NOT_YET if as_played or cost >= GOOD else Grade.FOUND if cost <= FOUND else Grade.GOOD
    return ExerciseAnswer(
        grade, step, amount_of(f"{cost} ± {error}" if error else cost, levels) if cost else None, as_played
    )
