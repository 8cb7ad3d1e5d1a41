"""The decisions of reviewed hands as records, one a decision, for files of tables."""

from collections.abc import Iterable, Iterator
from typing import Final

from app.matches.computed.reviews import done_of
from engine.insight.match_review import MatchReview
from engine.insight.review import Decision
from engine.record.match import Match
from engine.statistics.person import person_key

Record = dict[str, object]
NAMES: Final = (
    *("source", "match", "game", "hand", "step", "action", "seat", "person", "left", "forced"),
    *("open_best", "open_value", "open_loss"),
    *("fair_best", "fair_value", "fair_loss", "fair_error", "fair_deals", "fair_exact"),
    *("words", "done", "best"),
)
"""The columns.  Hands and steps count from 1; what is not counted is None."""


def decision_records(review: MatchReview, match: Match) -> Iterator[Record]:
    """The decisions of a review, in order."""
    people = dict(zip(match.seats, map(person_key, match.players), strict=True))
    of_match = (review.log.source, review.log.match, review.log.game)
    for hand in review.hands or ():
        for each in hand.decisions or ():
            logged = match.hands[hand.hand].actions[each.action]
            place = (hand.hand + 1, each.action + 1, logged, each.seat, people[each.seat], each.left, each.forced)
            yield dict(zip(NAMES, (*of_match, *place, *_values(each, logged)), strict=True))


def _values(decision: Decision, logged: str) -> Iterable[object]:
    opened, fair = decision.open, decision.fair
    known = fair if fair is not None else opened
    return (
        *((None,) * 3 if opened is None else (opened.best, opened.value, opened.loss)),
        *((None,) * 6 if fair is None else (fair.best, fair.value, fair.loss, fair.error, fair.deals, fair.exact)),
        decision.words,
        done_of(decision, logged),
        None if known is None or not known.best_actions else known.best_actions[0],
    )
