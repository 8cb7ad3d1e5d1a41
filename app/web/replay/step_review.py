"""The review of a hand on the screen of its replay, which the address asks for: only where results may be shown."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from flask import g, request

from app.judging.review import Alternative, ReviewedDecision, ReviewedHand, alternatives, not_said, reviewed_hand
from app.matches.computed import reviews
from app.matches.computed.reviews import Reviewing
from app.matches.installation import this_installation
from app.matches.jobs import JobRow, note_shown
from app.matches.thread_share import RETRY_SECONDS
from app.text.language import _
from app.web.http.computing import reason_of
from app.web.parts.faces import Face
from app.web.parts.open_hand import OpenHand
from app.web.parts.scene import Scene
from app.web.parts.seats import CardColumns
from app.web.parts.steps import Step, step_of
from app.web.replay.review import letters
from app.web.replay.visible_scenes import may_show_later_steps
from engine.insight.fair import Words
from engine.insight.match_review import settings_for
from engine.insight.review import DecisionReview, HandReview, Settings

REVIEW: Final = "review"
"""Asks in an address for the review of the hand."""
_ASKED: Final = "1"
_PLAYS: Final = ("play", "capture")
LANES: Final = 3
"""The most lines of marks on the scrubber, where marks are close to each other."""
_APART: Final = 4
"""Marks that are this close, in hundredths of the scrubber, need a line each on a narrow screen."""


@dataclass(frozen=True, slots=True)
class ReviewMark:
    """A decision that has a mark on the scrubber."""

    step: int
    word: Words
    called: str
    across: float
    """Where it is, in hundredths of the scrubber."""
    lane: int
    """The line of marks that it is in, from 0."""


@dataclass(frozen=True)
class StepReview:
    """What the replay of a hand shows of its review."""

    opened: OpenHand
    results: bool
    """Whether results are shown.  Else it says nothing but that they have to be."""
    kept: HandReview | None
    """None while it is not made."""
    row: JobRow | None
    """The computation that makes it, if there is one."""
    made: int
    """How many hands of the match are reviewed."""

    @property
    def refresh(self) -> int | None:
        """After how many seconds to ask again whether it is made; None if nobody makes it."""
        return RETRY_SECONDS if self.row is not None and self.row.is_open else None

    @property
    def failed(self) -> str | None:
        """Why the review was given up; None if it was not."""
        return reason_of(self.row)

    @cached_property
    def hand(self) -> ReviewedHand | None:
        """What is shown of the review of the hand; None while it is not made."""
        if self.kept is None:
            return None
        return reviewed_hand(self.opened.match, self.kept, self._settings, self.opened.levels())

    @property
    def begins(self) -> int | None:
        """The first step that is reviewed."""
        return min(self._decisions, default=None)

    @property
    def not_said(self) -> str | None:
        """What the figures are not; None if there is none by what a seat could know."""
        return None if self.kept is None else not_said([self.kept], self._settings)

    @property
    def letters(self) -> Mapping[Words, tuple[str, str]]:
        """The shape and the letter of each mark."""
        return letters()

    @cached_property
    def marks(self) -> tuple[ReviewMark, ...]:
        """The decisions that have a mark, in order."""
        return tuple(self._marks())

    def at(self, step: int) -> ReviewedDecision | None:
        """The decision of a step; None if there is none that is reviewed."""
        return self._decisions.get(step)

    def kept_at(self, step: int) -> DecisionReview:
        """The decision of a step that is reviewed, as it is kept."""
        assert self.kept is not None
        return next(decision for decision in self.kept.decisions or () if decision.action + 1 == step)

    def alternatives(self, step: int) -> list[Alternative]:
        """The actions that the rules allowed at a step that is reviewed, the best first."""
        return alternatives(self.kept_at(step), self.opened.actions[step - 1])

    def action(self, text: str) -> Step:
        """An action as pages show it."""
        return step_of(0, text, self.opened.match.seats)

    def outlined(self, scene: Scene) -> Scene:
        """A scene in which the best cards of the decision of its step are outlined."""
        decision = self.at(scene.step)
        return scene if decision is None or decision.best is None else _with_best(scene, self.action(decision.best))

    @property
    def _settings(self) -> Settings:
        return settings_for(self.opened.rules)

    @cached_property
    def _decisions(self) -> Mapping[int, ReviewedDecision]:
        return {} if self.hand is None else {decision.step: decision for decision in self.hand.decisions}

    def _marks(self) -> Iterator[ReviewMark]:
        ends = [-float(_APART)] * LANES
        for decision in self._decisions.values():
            if decision.mark is None:
                continue
            across = round(decision.step * 100 / self.opened.steps, 2)
            lane = next((number for number, end in enumerate(ends) if across - end >= _APART), ends.index(min(ends)))
            ends[lane] = across
            yield ReviewMark(decision.step, decision.mark, decision.called or "", across, lane)


def review_asked(opened: OpenHand) -> StepReview | None:
    """The review of a hand that the address asks for; None if it asks for none, or hides hands or tries rules.

    Nothing is solved: it is read, if it is made.
    """
    if request.args.get(REVIEW) != _ASKED:
        return None
    g.review_of = opened.stored.row.id
    if opened.trial is not None or not opened.view.whole:
        return None
    if not may_show_later_steps(opened):
        return StepReview(opened, results=False, kept=None, row=None, made=0)
    reviewing = Reviewing.of(opened.stored, opened.match, opened.rules)
    fupan = this_installation()
    hand = reviews.kept_hand(fupan, reviewing, opened.number - 1)
    if hand is not None:
        return StepReview(opened, results=True, kept=hand, row=None, made=0)
    with fupan.sessions() as session:
        row, made = reviews.underway(session, reviewing), len(reviews.kept_hands(session, reviewing))
    if row is not None and row.is_open:
        note_shown(fupan.sessions, row, opened.number - 1)
    return StepReview(opened, results=True, kept=None, row=row, made=made)


def keep_review(_endpoint: str, values: dict[str, object]) -> None:
    """Keeps ``?review=`` in links to the hands of the match: a function for ``Blueprint.url_defaults``."""
    if "review_of" in g and values.get("identity") == g.review_of:
        values.setdefault(REVIEW, _ASKED)


def _with_best(scene: Scene, best: Step) -> Scene:
    """A scene in which the cards of the best action are outlined that the seat holds, or has just played."""
    if best.verb not in _PLAYS:
        return scene
    wanted = Counter(argument.name for argument in best.arguments if isinstance(argument, Face))
    seats = tuple(
        replace(seat, holding=_outlined(seat.holding, wanted)) if seat.seat == best.seat else seat
        for seat in scene.seats
    )
    table = scene.table
    if table is not None and (table.seat, table.step) == (best.seat, scene.step):
        table = replace(table, cards=_outlined(table.cards, wanted))
    return replace(scene, seats=seats, table=table)


def _outlined(fan: CardColumns, wanted: Counter[str]) -> CardColumns:
    """A fan with outlines around the cards that are wanted, which are wanted no more then."""

    def outlined(shown: Face) -> Face:
        if shown.played is not None or not wanted[shown.name]:
            return shown
        wanted[shown.name] -= 1
        label = _("{card}, best", card=shown.label)
        return replace(shown, label=label, classes=f"{shown.classes} review-best", unmarked=shown.label)

    return replace(fan, columns=tuple(tuple(map(outlined, column)) for column in fan.columns))
