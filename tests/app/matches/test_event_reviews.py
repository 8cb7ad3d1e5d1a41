"""Reviews of all matches of an event: one after the other, paused, gone on with, killed, and only of what one sees."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.accounts import members
from app.accounts.roles import Role
from app.accounts.viewers import asked_from
from app.cli.serving.job_worker import Reviewer, work_once
from app.database import bounded_stores
from app.database.bounded_stores import StoreFull
from app.database.lookup import word_number
from app.database.opening import transact
from app.database.seeing import Visibility, set_visibility
from app.database.tables.jobs import Job
from app.database.tables.reviews import EventReviewRow, ReviewedHandRow
from app.matches import jobs
from app.matches.computed import event_reviews, reviews
from app.matches.computed.event_reviews import EventProgress, EventReviewState
from app.matches.computed.reviews import Reviewing
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from engine.insight.review import HandReview
from tests.killed import tries
from tests.profiles import PROFILE

OPEN_FACE = Path(__file__).parents[3] / "sample_logs" / "chinese_poker" / "open-face.json"
EVENT = "Cup"
HANDS = 2
"""Those of each match."""
Take = Callable[..., list[IngestResult]]
Made = list[tuple[str, int]]
"""The matches and hands that were reviewed, in order."""


def log_of(identity: str, event: str = EVENT, hands: int = HANDS) -> bytes:
    whole = json.loads(OPEN_FACE.read_bytes())
    whole.pop("result", None)
    return json.dumps(whole | {"match": {"id": identity, "event": event}, "hands": whole["hands"][:hands]}).encode()


def sheet_of(identity: str) -> bytes:
    """A match of which the results alone were written down."""
    whole = json.loads(log_of(identity))
    hands = [{"actions": [], "result": each["result"]} for each in whole["hands"]]
    return json.dumps(whole | {"hands": hands}).encode()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    """What is reviewed, by a review that takes no time, and that fails at the match with the id ``bug``."""
    found: Made = []

    def review(match: Any, *others: Any) -> object:
        identity, (hand,) = match.match.id, others[-1]
        found.append((identity, hand))
        if identity == "bug":
            raise ArithmeticError("not meant to happen")
        return SimpleNamespace(hands=(HandReview(hand=hand, state="no-play"),))

    monkeypatch.setattr(reviews, "review_match", review)
    return found


@pytest.fixture
def event(fupan: Installation, take: Take) -> int:
    """An event of three matches, beside a match of another."""
    for log in (log_of("a"), log_of("b"), log_of("other", "League"), log_of("c")):
        take(log)
    return counted(fupan)


def counted(fupan: Installation) -> int:
    work(fupan)
    with fupan.sessions() as session:
        number = word_number(session, EVENT)
    assert number is not None
    return number


def step(fupan: Installation) -> bool:
    """Does some of what waits, and the hand of a review that was begun.  Returns whether anything was done."""
    reviewer = Reviewer(fupan)
    did = work_once(fupan, reviewer)
    return reviewer.wait(60) or did


def work(fupan: Installation) -> None:
    while step(fupan):
        pass


def at(fupan: Installation, event: int) -> EventProgress:
    with fupan.sessions() as session:
        found = event_reviews.of_event(session, event)
    assert found is not None
    return found


def waiting(fupan: Installation) -> int:
    with fupan.sessions() as session:
        open_ones = col(Job.state).in_(("waiting", "running"))
        return session.scalar(select(func.count()).select_from(Job).where(open_ones)) or 0


def of(*names: str) -> Made:
    return [(name, hand) for name in names for hand in range(HANDS)]


def account(fupan: Installation, name: str, role: Role) -> int:
    made = transact(fupan.sessions, lambda session: members.make_account(session, name, "", role).id)
    assert made is not None
    return made


def reviewing(fupan: Installation, match: int) -> Reviewing:
    stored = fupan.match(match)
    assert stored is not None
    decoded = fupan.decoded.get(stored)
    assert decoded is not None
    return Reviewing.of(stored, decoded, fupan.rules(stored, decoded))


def test_the_matches_of_an_event_are_reviewed_one_after_the_other(fupan: Installation, event: int, made: Made) -> None:
    event_reviews.ask(fupan, event, None)
    event_reviews.ask(fupan, event, None)
    seen = []
    while step(fupan):
        assert waiting(fupan) <= 1
        seen.append(at(fupan, event).reviewed)
    assert made == of("a", "b", "c")
    assert seen == sorted(seen)
    assert set(seen) == {0, 1, 2, 3}
    last = at(fupan, event)
    assert (last.state, last.matches, last.reviewed, last.failed, last.unfit) == (EventReviewState.ENDED, 3, 3, 0, 0)


def test_what_is_kept_is_not_made_again_and_later_matches_are_found(
    fupan: Installation, event: int, made: Made, take: Take
) -> None:
    reviews.ask(fupan, reviewing(fupan, 2), None)
    work(fupan)
    event_reviews.ask(fupan, event, None)
    work(fupan)
    assert made == of("b", "a", "c")
    take(log_of("d"))
    work(fupan)
    assert at(fupan, event).state is EventReviewState.ENDED
    made.clear()
    event_reviews.ask(fupan, event, None)
    work(fupan)
    assert made == of("d")
    assert (at(fupan, event).reviewed, at(fupan, event).matches) == (4, 4)


def test_a_pause_stops_after_the_hand_and_going_on_makes_the_rest(
    fupan: Installation, event: int, made: Made, take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    event_reviews.ask(fupan, event, None)
    review = vars(reviews)["review_match"]

    def paused(*arguments: object) -> object:
        found: object = review(*arguments)
        if made == [*of("a"), ("b", 0)]:
            event_reviews.pause(fupan, event)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(reviews, "review_match", paused)
        work(fupan)
    assert made == [*of("a"), ("b", 0)]
    assert (waiting(fupan), at(fupan, event).state, at(fupan, event).reviewed) == (0, EventReviewState.PAUSED, 1)
    with fupan.sessions() as session:
        assert len(reviews.kept_hands(session, reviewing(fupan, 2))) == 1
    take(log_of("d"))
    work(fupan)
    event_reviews.pause(fupan, event)
    event_reviews.ask(fupan, event, None)
    work(fupan)
    assert made == of("a", "b", "c", "d")
    assert (at(fupan, event).state, at(fupan, event).reviewed) == (EventReviewState.ENDED, 4)


def test_what_is_stopped_is_forgotten_and_its_match_no_longer_waits(
    fupan: Installation, event: int, made: Made
) -> None:
    event_reviews.ask(fupan, event, None)
    assert step(fupan)
    assert waiting(fupan) == 1
    event_reviews.stop(fupan, event)
    event_reviews.stop(fupan, event)
    work(fupan)
    assert (waiting(fupan), made) == (0, [])
    with fupan.sessions() as session:
        assert event_reviews.of_event(session, event) is None


def test_a_match_that_somebody_asked_for_goes_on_when_its_event_is_paused(
    fupan: Installation, event: int, made: Made
) -> None:
    event_reviews.ask(fupan, event, None)
    assert step(fupan)
    reviews.ask(fupan, reviewing(fupan, 1), None)
    event_reviews.pause(fupan, event)
    work(fupan)
    assert made == of("a")


def test_events_take_turns_match_by_match(fupan: Installation, event: int, made: Made) -> None:
    with fupan.sessions() as session:
        other = word_number(session, "League")
    assert other is not None
    event_reviews.ask(fupan, event, None)
    event_reviews.ask(fupan, other, None)
    work(fupan)
    assert made == of("a", "other", "b", "c")


def test_a_match_that_fails_does_not_hold_up_the_next(fupan: Installation, take: Take, made: Made) -> None:
    for name in ("bug", "b", "broken", "d"):
        take(log_of(name))
    event = counted(fupan)

    def broken(match: int) -> object:
        if match == 3:
            raise ArithmeticError("not meant to happen")
        return type(fupan).match(fupan, match)

    opened = replace(fupan)
    object.__setattr__(opened, "match", broken)
    event_reviews.ask(opened, event, None)
    work(opened)
    assert made == [("bug", 0), ("bug", 0), ("bug", 1), ("bug", 1), *of("b", "d")]
    last = at(fupan, event)
    assert (last.state, last.matches, last.reviewed, last.failed) == (EventReviewState.ENDED, 4, 2, 2)


def test_an_event_without_a_match_that_can_be_reviewed_ends_at_once(
    fupan: Installation, take: Take, made: Made
) -> None:
    take(sheet_of("a"))
    take(sheet_of("b"))
    event = counted(fupan)
    event_reviews.ask(fupan, event, None)
    work(fupan)
    last = at(fupan, event)
    assert (last.state, last.matches, last.reviewed, last.unfit, made) == (EventReviewState.ENDED, 2, 0, 2, [])


def test_who_asked_has_no_match_reviewed_that_they_may_not_see(fupan: Installation, event: int, made: Made) -> None:
    """Statistics count the match still: what hides it has not been followed yet."""
    member = account(fupan, "Li", Role.MEMBER)
    transact(fupan.sessions, lambda session: set_visibility(session, [2], Visibility.PRIVATE))
    event_reviews.ask(replace(fupan, sessions=asked_from(fupan.sessions, member)), event, None)
    work(fupan)
    assert made == of("a", "c")
    assert (at(fupan, event).account, at(fupan, event).matches) == (member, 2)
    admin = account(fupan, "Sun", Role.ADMIN)
    event_reviews.ask(replace(fupan, sessions=asked_from(fupan.sessions, admin)), event, None)
    work(fupan)
    assert made == of("a", "c", "b")


@pytest.mark.databases_differ
def test_a_match_that_is_hidden_while_it_waits_for_its_turn_is_left_out(
    fupan: Installation, event: int, made: Made
) -> None:
    member = account(fupan, "Li", Role.MEMBER)
    event_reviews.ask(replace(fupan, sessions=asked_from(fupan.sessions, member)), event, None)
    while at(fupan, event).reviewed < 1:
        assert step(fupan)
    transact(fupan.sessions, lambda session: set_visibility(session, [2], Visibility.PRIVATE))
    work(fupan)
    assert made == of("a", "c")


@pytest.mark.databases_differ
def test_it_goes_with_the_account_that_asked(fupan: Installation, event: int, made: Made) -> None:
    account(fupan, "Sun", Role.ADMIN)
    member = account(fupan, "Li", Role.MEMBER)
    event_reviews.ask(replace(fupan, sessions=asked_from(fupan.sessions, member)), event, None)

    def leave(session: Session) -> None:
        found = members.account_named(session, "Li")
        assert found is not None
        members.remove(session, found, None)

    transact(fupan.sessions, leave)
    work(fupan)
    assert made == []


@pytest.mark.databases_differ
def test_there_are_so_many_at_the_same_time_and_a_database_with_room(
    fupan: Installation, event: int, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_stores, "EVENT_REVIEWS", replace(bounded_stores.EVENT_REVIEWS, most=1))
    event_reviews.ask(fupan, event, "one")
    with pytest.raises(StoreFull, match="1 events are being reviewed"):
        event_reviews.ask(fupan, 0, "one")
    full = replace(fupan, config=replace(fupan.config, database_bytes=1))
    work(full)
    assert at(fupan, event).state is EventReviewState.PAUSED
    with pytest.raises(StoreFull, match="has no room left"):
        event_reviews.ask(full, event, "one")
    event_reviews.ask(fupan, event, "one")
    work(fupan)
    assert made == of("a", "b", "c")
    event_reviews.ask(fupan, 0, "one")
    with fupan.sessions() as session:
        assert event_reviews.of_event(session, event) is None


STRIDE = 1 if PROFILE == "long" else 11
"""Every so many changes and commits, the worker is killed at one of them."""
KILLED = """
from datetime import timedelta
from types import SimpleNamespace

from app.cli.serving.job_worker import Reviewer, work_once
from app.database.config import Config
from app.matches import jobs
from app.matches.computed import keeping, reviews
from app.web.installation import open_installation
from engine.insight.review import HandReview

fupan = open_installation(Config(database_url=sys.argv[1], secret_key="x"))
jobs.LEASE = timedelta(0)

def noted(match, *others):
    with open(sys.argv[2], "a") as file:
        file.write(f"{match.match.id}{others[-1][0]} ")
    return SimpleNamespace(hands=(HandReview(hand=others[-1][0], state="no-play"),))

def go_on():
    reviewer, did = Reviewer(fupan), True
    while did:
        did = work_once(fupan, reviewer)
        did = reviewer.wait(60) or did
    fupan.close()

def work():
    begin()
    go_on()

reviews.review_match = noted
go_on()
"""


@pytest.mark.databases_differ
def test_a_worker_that_is_killed_at_any_point_makes_one_hand_twice_at_most(
    fupan: Installation, take: Take, tmp_path: Path
) -> None:
    made, whole = tmp_path / "made", ["a0", "a1", "b0"]
    take(log_of("a"))
    take(log_of("b", hands=1))
    event = counted(fupan)

    def begin() -> None:
        def again(session: Session) -> None:
            for table in (ReviewedHandRow, Job, EventReviewRow):
                session.query(table).delete()

        transact(fupan.sessions, again)
        event_reviews.ask(fupan, event, None)
        made.write_text("")

    event_reviews.ask(fupan, event, None)
    with tries(KILLED, fupan.config.database_url, str(made)) as trying:
        assert not trying.kill_at(0)
        begin()
        assert not trying.kill_at(0)
        assert made.read_text().split() == whole
        for point in range(1, trying.sent + 1, STRIDE):
            begin()
            assert trying.kill_at(point)
            before = at(fupan, event)
            assert not trying.kill_at(0)
            seen = made.read_text().split()
            assert len(seen) - len(whole) in (0, 1), point
            assert list(dict.fromkeys(seen)) == whole
            last = at(fupan, event)
            assert (last.state, last.reviewed, last.failed) == (EventReviewState.ENDED, 2, 0)
            assert before.reviewed in (0, 1, 2)


@pytest.mark.databases_differ
def test_a_review_of_another_worker_is_waited_for(
    fupan: Installation, event: int, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    event_reviews.ask(fupan, event, None)
    assert step(fupan)
    claimed = jobs.claim(fupan.sessions, slow=True)
    assert claimed is not None
    assert not step(fupan)
    assert (made, at(fupan, event).position) == ([], 0)
    monkeypatch.setattr(jobs, "LEASE", timedelta(0))
    transact(fupan.sessions, lambda session: session.execute(update(Job).values(seen_at=jobs.now())))
    work(fupan)
    assert made == of("a", "b", "c")
