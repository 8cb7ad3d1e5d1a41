"""The review of a hand whose cards are laid in rows: what each placement cost, or each hand set at once."""

from collections.abc import Iterable

from msgspec.structs import replace

from engine.insight.fair import Fair, Sample, judged
from engine.insight.review import BEST, DecisionReview, HandReview, OpenValue, Settings
from engine.record.match import Match
from engine.replay.game import ArrangedOf, Judge, Placements
from engine.replay.placements import ArrangedHand, JudgedPlacement
from engine.rulebook.findings import Finding, Severity
from engine.verdict.check import place_of


def review_rows(
    judge: Judge,
    match: Match,
    index: int,
    placements: Placements,
    arranged: ArrangedOf,
    findings: Iterable[Finding],
    settings: Settings,
    log: str,
) -> HandReview:
    """The review of a hand, counted from 0.  ``findings`` are those of the report of the match.

    Cards to come, and the opponents of hands set at once, are dealt by ``log``, the SHA-256 of the log.  Raises
    IndexError if the match has no such hand.
    """
    actions = match.hands[index].actions
    errors = [finding for finding in findings if finding.hand == index and finding.severity is Severity.ERROR]
    if any(place_of(error)[1] == 0 for error in errors):
        return HandReview(hand=index, state="faulty")
    end = min((error.action for error in errors if error.action is not None), default=len(actions))
    name = f"{log}:{index}"
    judged_placements = placements.of(judge, match, index, end, deals=settings.deals, name=name)
    if judged_placements is None:
        return HandReview(hand=index, state="cards-unknown")
    set_at_once = arranged(judge, match, index, end, deals=settings.deals, name=name, listed=BEST)
    decisions = (
        *(_placement(match.seats[placement.seat], placement) for placement in judged_placements),
        *(_arranged(match.seats[hand.seat], hand) for hand in set_at_once),
    )
    if not decisions:
        return HandReview(hand=index, state="faulty" if end < len(actions) else "no-play")
    return HandReview(hand=index, state="reviewed", start=decisions[0].action, decisions=decisions)


def _placement(seat: str, placement: JudgedPlacement) -> DecisionReview:
    forced = len(placement.texts) == 1
    fair: Fair | None = None
    exact = placement.means is not None
    values = [placement.means] if placement.means is not None else placement.deals
    if values and not forced:
        sample = Sample(placement.texts, [(1, value) for value in values], 0, exact=exact)
        fair = judged(sample, placement.done, None, placement.unit, BEST)
    means = dict(zip(placement.texts, fair.actions, strict=True)) if fair is not None else {}
    return DecisionReview(
        action=placement.action,
        seat=seat,
        left=placement.left,
        forced=forced,
        open=None,
        fair=None if fair is None else fair.value,
        actions=tuple((text, None, *means.get(text, (None, None))) for text in placement.texts),
        words=fair.words if fair is not None and exact else None,
    )


def _arranged(seat: str, arranged: ArrangedHand) -> DecisionReview:
    texts = sorted(arranged.texts)
    turned = texts[0] != arranged.texts[0]
    drawn = [(1, points[::-1] if turned else points) for points in arranged.deals]
    loss = arranged.best - arranged.value
    fair = judged(Sample(texts, drawn, 0, exact=False), arranged.texts[0], loss, arranged.unit, BEST)
    return DecisionReview(
        action=arranged.action,
        seat=seat,
        left=arranged.left,
        forced=False,
        open=OpenValue(
            best=arranged.best, value=arranged.value, loss=loss, best_actions=tuple(arranged.best_texts), line=()
        ),
        fair=replace(fair.value, best_actions=tuple(arranged.dealt_best_texts)),
        actions=None,
        words=fair.words,
    )
