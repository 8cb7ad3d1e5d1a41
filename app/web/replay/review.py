"""What the decisions of a match cost: asked for, made in the background, and shown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from flask import Response as Answer
from flask import redirect, render_template, request, url_for
from msgspec import UNSET
from werkzeug.wrappers import Response

from app.database.bounded_stores import StoreFull
from app.judging.review_words import CALLED, UNREVIEWED, not_said, what_ended
from app.matches import jobs
from app.matches.computed import reviews
from app.matches.computed.decisions import COLUMNS
from app.matches.computed.reviews import MARKED, KeptDecision, StoredHandReview, best_first, done_of
from app.matches.installation import this_installation
from app.matches.thread_share import RETRY_SECONDS
from app.players.search.decisions import rows_of_match
from app.replay.what_if import Branch
from app.text.language import DEFAULT, _, _c, _n, speaking
from app.web.http.computing import reason_of
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.http.this_login import this_visitor
from app.web.parts.open_hand import PlayedHand
from app.web.parts.open_match import OpenMatch, opened_for_review, reviewing_of
from app.web.parts.steps import Step, step_of
from app.web.parts.table_files import file_of_rows
from app.web.replay.branch_open import deal_is_known
from engine.games import GAMES
from engine.insight.fair import Number, Words
from engine.record.match import Match
from engine.replay.views import ALL

BLUEPRINT: Final = Pages("review", __name__, url_prefix="/matches/<int:identity>/review")
MOMENTS: Final = 10
"""The most key moments of a match."""
OF_HAND: Final = 5
"""The most of one hand."""

GOOD: Final = 0.25
"""What a decision has to cost, in levels or points, to be asked again."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """An action that the rules allowed."""

    step: Step
    open: int | None
    fair: Number | None
    error: Number | None
    done: bool


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """A decision as the page shows it."""

    hand: int
    """The number of the hand, from 1."""
    kept: KeptDecision
    done: Step
    best: Step | None
    """The best action; None where the one that was done is."""
    cost: str
    """What it cost, a sentence."""
    alternatives: tuple[Alternative, ...]
    """The best first."""
    asks: bool
    """Whether it is an exercise."""

    @property
    def step(self) -> int:
        """The step of the replay that shows it."""
        return self.kept.action + 1

    @property
    def fair(self) -> float:
        """What it cost by what the seat could know; 0 where that is not counted, or only estimated."""
        return 0 if self.kept.fair is None or self.kept.words is None else self.kept.fair.loss

    @property
    def lost(self) -> bool:
        """Whether it cost anything, in either way."""
        return bool(self.fair or (self.kept.open is not None and self.kept.open.loss))

    @property
    def mark(self) -> Words | None:
        """What it is called, if that has a mark."""
        return self.kept.words if self.kept.words in MARKED else None

    @property
    def called(self) -> str | None:
        """What it is called, in words."""
        return None if self.kept.words is None else _(CALLED[self.kept.words])

    @property
    def missing(self) -> int:
        """How many alternatives are not kept."""
        return 0 if self.kept.missing is UNSET else self.kept.missing


@dataclass(frozen=True, slots=True)
class ShownHand:
    """The review of a hand as the page shows it."""

    number: int
    """From 1."""
    reason: str | None
    """Why it is not reviewed."""
    at_highest: bool
    """Whether a team plays at level A, where levels say too little."""
    decisions: tuple[ShownDecision, ...]
    counts: Mapping[Words, int]
    costs: tuple[tuple[str, Number, int], ...]
    """By player the cost by what the seat could know, and with all cards open."""


@BLUEPRINT.get("", may=May.READ, of=Of.MATCH, strict_slashes=False)
def page(identity: int) -> str:
    """What is reviewed of a match: its key moments and its hands; with ``?hand=`` the decisions of that hand."""
    opened, reviewing = opened_for_review(identity)
    fupan = this_installation()
    with fupan.sessions() as session:
        hand_reviews, row = reviews.kept_hands(session, reviewing), reviews.underway(session, reviewing)
    asked = whole(request.args.get("hand"))
    if "hand" in request.args and (asked is None or not 1 <= asked <= reviewing.hands):
        raise Refusal(404, _("This match has the hands 1 to {last}.", last=reviewing.hands))
    hands = [shown_hand(opened, review) for review in hand_reviews]
    made, settings = len(hands) == reviewing.hands and not reviews.failed_hands(hand_reviews), reviewing.settings
    refresh = RETRY_SECONDS if not made and row is not None and row.is_open else None
    if asked is not None and row is not None and refresh and asked not in [hand.number for hand in hands]:
        jobs.note_shown(fupan.sessions, row, asked - 1)
    said = next(
        (decision for hand in hand_reviews for decision in hand.decisions or () if decision.fair is not None), None
    )
    return render_template(
        "replay/review.html",
        match=opened.stored.row,
        names=hand_of(opened, 1).names if reviewing.hands else {},
        hands=hands,
        count=reviewing.hands,
        asked=asked,
        hand=next((hand for hand in hands if hand.number == asked), None),
        moments=key_moments(hands),
        not_said=None if said is None else not_said(said, settings),
        settings=settings,
        ended={
            review.hand + 1: tuple(what_ended(review.ended, review.decisions or (), settings))
            for review in hand_reviews
        },
        made=made,
        refresh=refresh,
        failed=None if made else reason_of(row),
        letters=letters(),
    )


@BLUEPRINT.get("/decisions.<form>", may=May.READ, of=Of.MATCH)
def decisions(identity: int, form: str) -> Answer:
    """All decisions of the hands that are reviewed, as a file."""
    opened, reviewing = opened_for_review(identity)
    with this_installation().sessions() as session, speaking(DEFAULT):
        rows = rows_of_match(session, reviewing, opened.match)
    return file_of_rows(COLUMNS, (rows,), f"match-{identity}-decisions", form)


@BLUEPRINT.post("", may=May.TAKE_PART, of=Of.MATCH)
def ask(identity: int) -> Response:
    """Has the review of a match made, if it is not kept; leads back to the step that asks for it, if one does."""
    fupan, reviewing = this_installation(), reviewing_of(identity)
    try:
        reviews.ask(fupan, reviewing, this_visitor())
    except StoreFull as full:
        raise Refusal(503, full.sentence) from None
    number, step = whole(request.form.get("hand")), whole(request.form.get("step"))
    if number is None or step is None:
        return redirect(url_for("review.page", identity=identity), 303)
    return redirect(url_for("replay.hand", identity=identity, number=number, step=step, review=1), 303)


@BLUEPRINT.post("/line", may=May.READ, of=Of.MATCH)
def line(identity: int) -> Response:
    """Leads to the branch in which everybody plays best with all cards open, from the decision of a step of a hand."""
    reviewing, fupan = reviewing_of(identity), this_installation()
    number, step = whole(request.form.get("hand")), whole(request.form.get("step"))
    if number is None or step is None:
        raise Refusal(400, _("No best line is kept for this step."))
    hand = reviews.kept_hand(fupan, reviewing, number - 1)
    decisions = (decision for decision in (hand and hand.decisions) or () if decision.action + 1 == step)
    best_line = next((decision.open.line for decision in decisions if decision.open is not None), ())
    if not best_line:
        raise Refusal(404, _("No best line is kept for this step."))
    branch = Branch(step - 1, best_line)
    place = url_for("what_if.page", identity=identity, number=number, step=branch.step, then=branch.then, at=step)
    return redirect(place, 303)


def letters() -> Mapping[Words, tuple[str, str]]:
    """The shape and the letter of each mark."""
    return MappingProxyType(
        {
            "fault": ("■", _c("mark of a decision", "F")),
            "inaccuracy": ("▲", _c("mark of a decision", "I")),
            "lucky": ("◆", _c("mark of a decision", "L")),
        }
    )


def shown_hand(opened: OpenMatch, hand: StoredHandReview) -> ShownHand:
    """The review of a hand as the page shows it."""
    played = hand_of(opened, hand.hand + 1)
    decisions = tuple(shown_decision(played, decision) for decision in hand.decisions or ())
    counts = {word: sum(decision.kept.words == word for decision in decisions) for word in MARKED}
    return ShownHand(
        number=hand.hand + 1,
        reason=_(UNREVIEWED[hand.state]) if hand.state in UNREVIEWED else None,
        at_highest=at_highest(played),
        decisions=decisions,
        counts=counts,
        costs=tuple(_costs(played, decisions)),
    )


def at_highest(played: PlayedHand) -> bool:
    """Whether a team plays at the highest level, where levels say too little."""
    highest = GAMES[played.match.game].statistics.levels[-1:]
    return not set(highest).isdisjoint(played.levels().values())


def hand_of(opened: OpenMatch, number: int) -> PlayedHand:
    """A hand of a match, from 1."""
    judge = this_installation().checker.judge(opened.rules)
    return PlayedHand(opened.match, opened.rules, judge, opened.stored.report, number, ALL)


def amount_of(cost: Number | str, levels: bool) -> str:
    """A cost in levels or in points, in words."""
    number = 1 if cost == 1 else 2
    if levels:
        return _n("{cost} level", "{cost} levels", number, cost=cost)
    return _n("{cost} point", "{cost} points", number, cost=cost)


def key_moments(hands: Sequence[ShownHand]) -> list[ShownDecision]:
    """The decisions that cost most by what the seat could know, as far as that is sure, in the order of the match."""
    sure = [
        decision
        for hand in hands
        for decision in sorted((one for one in hand.decisions if one.mark), key=lambda one: -one.fair)[:OF_HAND]
    ]
    chosen = sorted(sure, key=lambda one: -one.fair)[:MOMENTS]
    return sorted(chosen, key=lambda one: (one.hand, one.step))


def costs_enough(decision: KeptDecision) -> bool:
    """Whether a decision cost enough to be asked."""
    return decision.fair is not None and decision.fair.loss >= GOOD and decision.words in MARKED


def is_exercise(match: Match, hand: int, decision: KeptDecision) -> bool:
    """Whether a decision of a hand, from 0, cost enough to be asked, and enough is kept to judge every answer."""
    if not costs_enough(decision) or len(decision.actions or ()) < 2:
        return False
    return decision.missing is UNSET if decision.open is None else deal_is_known(match, hand)


def shown_decision(played: PlayedHand, decision: KeptDecision) -> ShownDecision:
    """A decision of a hand as pages show it."""
    logged, number = played.actions[decision.action], decision.action + 1
    done = done_of(decision, logged)
    value = decision.fair if decision.fair is not None else decision.open
    best = None if value is None or not value.loss or not value.best_actions else value.best_actions[0]
    return ShownDecision(
        hand=played.number,
        kept=decision,
        done=_step(played, number, logged),
        best=None if best is None else _step(played, number, best),
        cost=_cost(decision, bool(GAMES[played.match.game].statistics.levels)),
        alternatives=tuple(
            Alternative(_step(played, number, text), opened, fair, error, text == done)
            for text, opened, fair, error in best_first(decision.actions or ())
        ),
        asks=is_exercise(played.match, played.number - 1, decision),
    )


def _step(played: PlayedHand, number: int, text: str) -> Step:
    return step_of(number, text, played.match.seats)


def _cost(decision: KeptDecision, levels: bool) -> str:
    """What a decision cost, in a sentence that always has both losses."""
    fair, opened = decision.fair, None if decision.open is None else decision.open.loss
    if fair is None:
        if opened is None:
            return _("What it cost was not counted.")
        return _("By what the seat could know, the cost was not counted; with all cards open {points}.", points=opened)
    amount = amount_of(fair.loss, levels)
    error = f"{fair.loss} ± {fair.error}"
    if opened is None and not fair.exact:
        return _("Cost {amount} (one standard error) if the policy plays on.", amount=amount_of(error, levels))
    if opened is None:
        return _("Cost {amount}.", amount=amount)
    if fair.exact:
        return _("Cost {amount} (exact); with all cards open {points}.", amount=amount, points=opened)
    return _(
        "Cost {amount} (one standard error); with all cards open {points}.",
        amount=amount_of(error, levels),
        points=opened,
    )


def _costs(played: PlayedHand, decisions: Sequence[ShownDecision]) -> Iterator[tuple[str, Number, int]]:
    for seat in played.match.seats:
        own = [decision for decision in decisions if decision.kept.seat == seat]
        if any(decision.lost for decision in own):
            opened = sum(decision.kept.open.loss for decision in own if decision.kept.open is not None)
            yield played.names.get(seat, seat), round(sum(decision.fair for decision in own), 3), opened
