"""What follows a match: parts above this floor that derive rows of their own from its judgement.

An installation is opened with its followers (`app.web.installation`), and each of its sessions carries them.  They are
called within the transaction of the change, in their order.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy.orm import Session

from app.judging.counted import CountOfMatch

JudgementKey = tuple[int, str, str]
"""A judgement: its match, the digest of its rules, and the version of the engine."""

CARRIED: Final = "followers"
"""The name of the followers among the values that a session carries."""


@dataclass(frozen=True, slots=True)
class ListedJudgement:
    """The judgement of a match that lists show."""

    engine: str
    digest: str
    verdict: str


@dataclass(frozen=True, slots=True)
class JudgementChange:
    """The displayed judgement of some matches changed."""

    matches: Collection[int]
    made: Mapping[JudgementKey, CountOfMatch] = field(default_factory=dict)
    """What is counted of judgements that were just stored."""
    before: Mapping[int, ListedJudgement] = field(default_factory=dict)
    """The judgements of other versions of the engine that lists showed until now, where the report is another."""


def _nothing(session: Session, event: object) -> None:
    """Nothing follows."""


@dataclass(frozen=True, slots=True)
class Follower:
    """What a part does where something happens to matches."""

    judged: Callable[[Session, JudgementChange], None] = _nothing
    ruled: Callable[[Session, Collection[int]], None] = _nothing
    """Rulings set other scores of some matches."""
    forgotten: Callable[[Session, Collection[int]], None] = _nothing
    """Some matches are deleted, or the names in them erased; their judgements are still there."""


def note_judged(session: Session, change: JudgementChange) -> None:
    """Calls each follower: lists show other judgements of some matches."""
    for follower in _followers(session):
        follower.judged(session, change)


def note_ruled(session: Session, matches: Collection[int]) -> None:
    """Calls each follower: rulings set other scores of some matches."""
    for follower in _followers(session):
        follower.ruled(session, matches)


def note_forgotten(session: Session, matches: Collection[int]) -> None:
    """Calls each follower: some matches are deleted, or the names in them erased."""
    for follower in _followers(session):
        follower.forgotten(session, matches)


def _followers(session: Session) -> Sequence[Follower]:
    followers: Sequence[Follower] = session.info[CARRIED]
    return followers
