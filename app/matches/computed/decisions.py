"""The decisions of reviewed hands as rows of a table, one a decision."""

from collections.abc import Container, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from app.judging.review import done_of
from engine.insight.match_review import MatchReview
from engine.insight.review import DecisionReview
from engine.record.match import Match

People = Mapping[str, tuple[str | None, str]]
"""By seat the key of the person, None of nobody, and the name."""

_OPEN: Final = ("best", "value", "loss")
_FAIR: Final[Mapping[str, type]] = MappingProxyType(
    {"best": float, "value": float, "loss": float, "error": float, "deals": int, "exact": bool}
)
COLUMNS: Final[Mapping[str, type]] = MappingProxyType(
    {
        **dict.fromkeys(("source", "match_id", "game"), str),
        "match": int,
        "hand": int,
        "step": int,
        **dict.fromkeys(("action", "seat", "person", "name"), str),
        "left": int,
        "forced": bool,
        **{f"open_{name}": int for name in _OPEN},
        **{f"fair_{name}": kind for name, kind in _FAIR.items()},
        **dict.fromkeys(("words", "done", "best"), str),
    }
)
"""The columns with the types of their values.  Hands and steps count from 1; a value that there is not is None."""


def decision_rows(
    review: MatchReview,
    match: Match,
    people: People,
    *,
    number: int | None = None,
    hands: Container[int] | None = None,
) -> Iterator[tuple[object, ...]]:
    """The decisions of a review, in order.

    ``number`` is that of the match in the database; ``hands`` are the numbers of those wanted, from 0; None: all.
    """
    log = review.log
    of_match = (log.source, log.match, log.game, number)
    for hand in review.hands or ():
        if hands is not None and hand.hand not in hands:
            continue
        for decision in hand.decisions or ():
            logged = match.hands[hand.hand].actions[decision.action]
            place = (
                hand.hand + 1,
                decision.action + 1,
                logged,
                decision.seat,
                *people[decision.seat],
                decision.left,
                decision.forced,
            )
            yield (*of_match, *place, *_values(decision, logged))


def _values(decision: DecisionReview, logged: str) -> Iterable[object]:
    opened, fair = decision.open, decision.fair
    known = fair if fair is not None else opened
    return (
        *(None if opened is None else getattr(opened, name) for name in _OPEN),
        *(None if fair is None else getattr(fair, name) for name in _FAIR),
        decision.words,
        done_of(decision, logged),
        None if known is None or not known.best_actions else known.best_actions[0],
    )
