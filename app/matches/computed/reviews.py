"""Reviews of matches: made hand by hand by the worker, and kept while nothing that they depend on changes."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Self

import msgspec
from msgspec import UNSET
from msgspec.structs import replace
from sqlalchemy import ColumnElement, delete, func, insert, select, true, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.bounded_stores import refuse_over
from app.database.opening import transact
from app.database.packing import BytesDamaged, packed, stored_json, unpacked
from app.database.seeing import visible
from app.database.tables.matches import MatchPlayer
from app.database.tables.reviews import REVIEWED_SEATS, EventReviewRow, ReviewedHandRow
from app.judging.fault_barrier import guarded_check, guarded_work
from app.judging.review import MARKED, best_first, done_of
from app.matches import jobs
from app.matches.computed import keeping
from app.matches.computed.wanted import ComputationKind, Question
from app.matches.ingest import reread
from app.matches.installation import Installation
from app.matches.jobs import JobRow
from app.matches.store import StoredMatch
from engine import __version__
from engine.insight.match_review import FORMAT, MatchReview, ReviewRules, review_match, settings_for
from engine.insight.review import VERSION, DecisionReview, HandReview, Settings
from engine.logs import LogRecord
from engine.record.match import Match
from engine.rulebook.options import RuleSet
from engine.rulebook.sentences import enumerated, say
from engine.verdict.report import Source

HAND_BYTES: Final = 4 * 1024
"""The most bytes of a hand's review, packed; what the program adds to it while there is room is left out first."""
BEST: Final = 12
"""The best actions that are kept of a decision where all of them are too many."""
_SHORTER: Final = ((BEST, 200), (BEST, 20), (4, 8), (1, 0), (0, 0))
"""The actions of a decision and those of its line that are kept, tried one after the other."""


@dataclass(frozen=True)
class Reviewing:
    """A match whose review is asked for, or shown."""

    stored: StoredMatch
    hands: int
    """How many hands it has."""
    wanted: Question
    settings: Settings

    @classmethod
    def of(cls, stored: StoredMatch, match: Match, rules: RuleSet) -> Self:
        """The review of a stored match under its rules, with the usual settings."""
        settings = settings_for(rules)
        content = f"{VERSION} {msgspec.json.encode(settings).decode()}"
        return cls(stored, len(match.hands), Question(ComputationKind.REVIEW, rules, 0, content=content), settings)

    @property
    def key(self) -> str:
        """The hash of all that the review depends on."""
        return sha256(f"{self.stored.sha256} {__version__} {self.wanted.parameters}".encode()).hexdigest()

    def whole(self, hands: tuple[HandReview, ...]) -> MatchReview:
        """The review of the match with those of its hands."""
        rules, source = self.wanted.rules, self.stored.report.log
        return MatchReview(
            review=FORMAT,
            log=Source(source=source.source, sha256=source.sha256, game=source.game, match=source.match),
            rules=ReviewRules(game=rules.game, preset=rules.preset, options=dict(rules.options)),
            engine=__version__,
            insight=VERSION,
            settings=self.settings,
            hands=hands,
        )


def kept_hands(session: Session, reviewing: Reviewing, hand: int | None = None) -> tuple[HandReview, ...]:
    """The reviews of the hands of a match that are made, in order, or of one hand, from 0.  One query.

    One that is damaged is left out: it is made again when it is asked for.
    """
    wanted = true() if hand is None else col(ReviewedHandRow.hand) == hand
    rows = session.execute(
        select(col(ReviewedHandRow.data), col(ReviewedHandRow.size))
        .where(*_of(reviewing), wanted, visible(session, col(ReviewedHandRow.log_id), by_link=True))
        .order_by(col(ReviewedHandRow.hand))
    )
    reviews: list[HandReview] = []
    for data, size in rows:
        with suppress(BytesDamaged):
            reviews.append(stored_json(unpacked(data, size), HandReview))
    return tuple(reviews)


def newest_seats(session: Session, players: Collection[int], most: int) -> list[tuple[int, str]]:
    """The newest reviewed matches that some players sat in, each with a seat of theirs; ``most`` seats.  One query."""
    reviewed = (
        select(func.count()).select_from(ReviewedHandRow).where(col(ReviewedHandRow.log_id) == col(MatchPlayer.log_id))
    )
    rows = session.execute(
        select(col(MatchPlayer.log_id), col(MatchPlayer.seat))
        .where(
            col(MatchPlayer.player_id).in_(sorted(players)),
            reviewed.scalar_subquery() > 0,
            visible(session, col(MatchPlayer.log_id)),
        )
        .order_by(col(MatchPlayer.log_id).desc(), col(MatchPlayer.place))
        .limit(most)
    )
    return [(log, seat) for log, seat in rows]


def kept_hand(fupan: Installation, reviewing: Reviewing, hand: int) -> HandReview | None:
    """The review of a hand of a match, counted from 0; None if it is not made.

    Of a match that its reader may see: what was read before is not asked for again.
    """
    key = (reviewing.stored.id, reviewing.stored.position, reviewing.key, hand)
    known = fupan.reviewed.get(key)
    if isinstance(known, HandReview):
        return known
    with fupan.sessions() as session:
        reviews = kept_hands(session, reviewing, hand)
    for review in reviews:
        if review.state != "failed":
            fupan.reviewed.keep(key, review)
        return review
    return None


def underway(session: Session, reviewing: Reviewing) -> JobRow | None:
    """The computation of a review that waits, runs or has failed; None if nobody has asked for it."""
    computation = keeping.kept_computation(session, reviewing.stored.judgement_id, reviewing.wanted)
    return None if computation is None else computation.row


def ask(fupan: Installation, reviewing: Reviewing, visitor: str | None, *, in_share: bool = True) -> JobRow:
    """Has the worker make the review of a match, for a visitor; returns the computation.  Hands that failed are tried
    again.

    ``in_share`` is as in `app.matches.computed.keeping.queued_job`.  If the review of an event asked for it before, it
    is made even if that one is paused.  Raises StoreFull if too many computations wait, or the database has no room.
    """
    with fupan.sessions() as session:
        refuse_over(session, fupan.config.database_bytes)
        before = underway(session, reviewing)
    if before is None or not before.is_open:
        if before is not None:
            jobs.drop(fupan.sessions, before)
        transact(fupan.sessions, lambda session: _forget_failed(session, reviewing))
    judgement, wanted = reviewing.stored.judgement_id, reviewing.wanted
    row = keeping.queued_job(fupan.sessions, judgement, wanted, visitor, in_share=in_share)
    of_event = update(EventReviewRow).where(col(EventReviewRow.computation) == row.id)
    transact(fupan.sessions, lambda session: session.execute(of_event.values(computation=None)))
    return row


def failed_hands(hands: Sequence[HandReview]) -> list[int]:
    """The numbers of the hands at which the program failed, from 0."""
    return [hand.hand for hand in hands if hand.state == "failed"]


def make_next(fupan: Installation, stored: StoredMatch, row: JobRow, wanted: Question) -> None:
    """Makes and keeps the review of a hand that has none: one that was tried, the one that a page shows, or the first.

    A hand at which the program fails, or worker after worker ends, is kept as one that failed.  The computation waits
    again while there are others.  Raises LogLost.
    """
    match, record = reread(stored)
    if match is None:
        keeping.finish(fupan.sessions, row, None)
        return
    reviewing = Reviewing.of(stored, match, wanted.rules)
    if reviewing.wanted != wanted:
        jobs.drop(fupan.sessions, row)
        return
    with fupan.sessions() as session:
        before = kept_hands(session, reviewing)
    missing = sorted(set(range(reviewing.hands)) - {review.hand for review in before})
    if not missing:
        keeping.finish(fupan.sessions, row, b"")
        return
    tried = (row.in_work,) if row.failures or row.ends else ()
    number = next((candidate for candidate in (*tried, row.hand) if candidate in missing), missing[0])
    if not jobs.begin(fupan.sessions, row, number):
        return
    if number == row.in_work and row.ends >= jobs.ENDS:
        fault: str | None = say("the worker ended {count} times", count=row.ends)
    else:
        fault = _make(fupan, reviewing, number, match, record)
        if fault is not None and jobs.try_again(fupan.sessions, row):
            return
    if fault is not None:
        _keep(fupan, reviewing, HandReview(hand=number, state="failed"), match)
        numbers = sorted([number, *failed_hands(before)])
        reason = say(
            "Fupan failed on these hands of the match: {hands} ({fault}). This is a bug in Fupan; please report it.",
            hands=enumerated([str(hand + 1) for hand in numbers]),
            fault=fault,
        )
        jobs.note_reason(fupan.sessions, row, reason)
    if len(missing) > 1:
        jobs.go_on(fupan.sessions, row)
    else:
        keeping.finish(fupan.sessions, row, b"")


def _make(fupan: Installation, reviewing: Reviewing, number: int, match: Match, record: LogRecord) -> str | None:
    """Makes and keeps the review of a hand; returns the class of the exception if the program fails at it."""
    rules, faults = reviewing.wanted.rules, list[str]()

    def work() -> None:
        report = guarded_check(fupan.checker, record, rules)
        review = review_match(match, report, fupan.checker.judge(rules), reviewing.settings, [number])
        (hand,) = review.hands or ()
        _keep(fupan, reviewing, hand, match)

    what = f"reviewing hand {number + 1} of {record.source}"
    guarded_work(what, work, SQLAlchemyError, failed=lambda fault: faults.append(type(fault).__name__))
    return faults[0] if faults else None


def _forget_failed(session: Session, reviewing: Reviewing) -> None:
    failed = col(ReviewedHandRow.hand).in_(failed_hands(kept_hands(session, reviewing)))
    session.execute(delete(ReviewedHandRow).where(*_of(reviewing), failed))


def packed_review(hand: HandReview, actions: Sequence[str]) -> tuple[bytes, int]:
    """A hand's review as it is kept, and its size before it was packed; ``actions`` are those of the hand in its log.

    Where all of it has more than `HAND_BYTES`, the best actions of each decision are kept and the one that was done,
    and where that is still too much, fewer of them and shorter lines.
    """
    text = msgspec.json.encode(hand)
    data = packed(text)
    for most, line in _SHORTER:
        if len(data) <= HAND_BYTES:
            break
        decisions = tuple(_shorter(decision, actions[decision.action], most, line) for decision in hand.decisions or ())
        text = msgspec.json.encode(replace(hand, decisions=decisions))
        data = packed(text)
    return data, len(text)


def _shorter(decision: DecisionReview, logged: str, most: int, line: int) -> DecisionReview:
    if decision.open is not None:
        decision = replace(decision, open=replace(decision.open, line=decision.open.line[:line]))
    if decision.actions is None:
        return decision
    done, best = done_of(decision, logged), best_first(decision.actions)[:most]
    main_actions = tuple(action for action in decision.actions if action in best or action[0] == done)
    return replace(decision, actions=main_actions, missing=len(decision.actions) - len(main_actions) or UNSET)


def _keep(fupan: Installation, reviewing: Reviewing, hand: HandReview, match: Match) -> None:
    data, size = packed_review(hand, match.hands[hand.hand].actions)
    seats = list(_seats(reviewing.stored, hand, match.seats))
    of = {"log_id": reviewing.stored.id, "hand": hand.hand}

    def put(session: Session) -> None:
        session.execute(delete(ReviewedHandRow).where(*(getattr(ReviewedHandRow, name) == of[name] for name in of)))
        session.execute(insert(ReviewedHandRow).values(**of, key_sha256=reviewing.key, data=data, size=size))
        if seats:
            session.execute(insert(REVIEWED_SEATS), seats)

    transact(fupan.sessions, put)


def _seats(stored: StoredMatch, hand: HandReview, seats: Sequence[str]) -> Iterator[dict[str, int | None]]:
    """The rows of the index of a hand; none where it is not reviewed.  Estimates of a policy do not count."""
    if hand.decisions is None:
        return
    for place, seat in enumerate(seats):
        own = [decision for decision in hand.decisions if decision.seat == seat]
        sure = (decision.fair for decision in own if decision.words is not None and not decision.forced)
        costs = [round(fair.loss * 1_000) for fair in sure if fair is not None]
        yield {
            "match": stored.id,
            "hand": hand.hand,
            "seat": place,
            "judgement": stored.judgement_id,
            "decisions": len(costs),
            "cost": sum(costs),
            "loss": max(costs, default=None),
            **{word: sum(decision.words == word for decision in own) for word in MARKED},
        }


def _of(reviewing: Reviewing) -> tuple[ColumnElement[bool], ...]:
    """The rows of a review, and none of what it depended on before."""
    return col(ReviewedHandRow.log_id) == reviewing.stored.id, col(ReviewedHandRow.key_sha256) == reviewing.key
