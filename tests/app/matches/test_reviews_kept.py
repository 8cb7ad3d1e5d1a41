"""Reviews of matches in the database: a hand at a time, kept, small enough, and made anew."""

import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, func, select

from app.cli.serving.job_worker import Reviewer, work_once
from app.database.bounded_stores import StoreFull
from app.database.opening import transact
from app.database.packing import unpacked
from app.database.tables.jobs import Job
from app.database.tables.reviews import REVIEWED_SEATS, ReviewedHandRow
from app.judging.review import done_of
from app.matches import jobs
from app.matches.computed import keeping, reviews
from app.matches.computed.obtaining import compute
from app.matches.computed.reviews import HAND_BYTES, Reviewing
from app.matches.computed.wanted import ComputationKind, Question
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.matches.jobs import JobState
from app.matches.uploads.deletion import remove_matches
from app.text.language.keeping import text_kept
from engine.insight.match_review import MatchReview
from engine.insight.review import DecisionReview, HandReview, OpenValue
from tests.killed import tries
from tests.offenders import for_every
from tests.profiles import cases

OPEN_FACE = Path(__file__).parents[3] / "sample_logs" / "chinese_poker" / "open-face.json"
EVENING = Path(__file__).parents[3] / "sample_logs" / "bao_huang" / "rizhao-evening.json"
NJUPT = Path(__file__).parents[3] / "sample_logs" / "guandan" / "njupt.jsonl"
Take = Callable[..., list[IngestResult]]


def two_hands() -> bytes:
    """A match whose second hand breaks off early."""
    match = json.loads(NJUPT.read_bytes().splitlines()[0])
    first, second = match["hands"][:2]
    del second["actions"][20:]
    second.pop("result", None)
    return json.dumps(match | {"hands": [first, second]}).encode()


@pytest.fixture
def reviewing(fupan: Installation, take: Take) -> Reviewing:
    (kept,) = take(two_hands())
    return again(fupan, kept.id)


def again(fupan: Installation, match: int) -> Reviewing:
    stored = fupan.match(match)
    assert stored is not None
    decoded = fupan.decoded.get(stored)
    assert decoded is not None
    return Reviewing.of(stored, decoded, fupan.rules(stored, decoded))


def hands(fupan: Installation, reviewing: Reviewing) -> tuple[HandReview, ...]:
    with fupan.sessions() as session:
        return reviews.kept_hands(session, reviewing)


def state(fupan: Installation, reviewing: Reviewing) -> JobState | None:
    with fupan.sessions() as session:
        row = reviews.underway(session, reviewing)
    return None if row is None else row.state


def indexed(fupan: Installation) -> list[tuple[int | None, ...]]:
    with fupan.sessions() as session:
        return [tuple(row) for row in session.execute(select(REVIEWED_SEATS).order_by(*REVIEWED_SEATS.primary_key))]


def index_of(fupan: Installation, reviewing: Reviewing, hand: HandReview) -> list[tuple[int | None, ...]]:
    """The rows of a hand, added up from what is kept of it."""
    decoded = fupan.decoded.get(reviewing.stored)
    assert decoded is not None
    rows: list[tuple[int | None, ...]] = []
    for place, seat in enumerate(decoded.seats):
        own = [each for each in hand.decisions or () if each.seat == seat]
        costs = [int(Decimal(str(each.fair.loss)) * 1_000) for each in own if each.fair is not None]
        words = [sum(each.words == word for each in own) for word in ("fault", "inaccuracy", "lucky")]
        most = max(costs) if costs else None
        judgement = reviewing.stored.judgement_id
        rows.append((reviewing.stored.id, hand.hand, place, judgement, len(costs), sum(costs), most, *words))
    assert sum(row[4] or 0 for row in rows) > 5
    return rows


def work(fupan: Installation) -> bool:
    row = jobs.claim(fupan.sessions, slow=True)
    if row is not None:
        compute(fupan, row)
    return row is not None


def test_a_hand_is_made_at_a_time_and_what_is_made_is_not_made_again(
    fupan: Installation, reviewing: Reviewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (state(fupan, reviewing), hands(fupan, reviewing)) == (None, ())
    row = reviews.ask(fupan, reviewing, "one")
    assert reviews.ask(fupan, reviewing, "another") == row
    claimed = jobs.claim(fupan.sessions, slow=True)
    assert claimed is not None
    compute(fupan, claimed)
    assert state(fupan, reviewing) is JobState.WAITING
    (first,) = hands(fupan, reviewing)
    assert (first.hand, first.state) == (0, "reviewed")
    assert first.decisions
    assert indexed(fupan) == index_of(fupan, reviewing, first)
    assert work(fupan)
    assert not work(fupan)
    assert state(fupan, reviewing) is JobState.DONE
    assert [(each.hand, each.state) for each in hands(fupan, reviewing)] == [(0, "reviewed"), (1, "no-play")]
    assert len(indexed(fupan)) == 4
    whole = reviewing.whole(hands(fupan, reviewing))
    assert (whole.review, whole.log.sha256, whole.rules.preset) == (
        "fupan-review/1",
        reviewing.stored.sha256,
        reviewing.stored.report.rules and reviewing.stored.report.rules.preset,
    )
    monkeypatch.setattr(reviews, "VERSION", "another")
    newer = again(fupan, reviewing.stored.id)
    assert (state(fupan, newer), hands(fupan, newer)) == (None, ())
    asked = failing_at(monkeypatch, 0)
    reviews.ask(fupan, newer, "one")
    work(fupan)
    assert asked == [0]


def failing_at(monkeypatch: pytest.MonkeyPatch, *numbers: int) -> list[int]:
    """Has the reviews of some hands fail, and those of others take no time; gives the hands that were begun."""
    asked: list[int] = []

    def failing(*arguments: Any) -> object:
        (number,) = arguments[-1]
        asked.append(number)
        if number in numbers:
            raise ArithmeticError("not meant to happen")
        return SimpleNamespace(hands=(HandReview(hand=number, state="no-play"),))

    monkeypatch.setattr(reviews, "review_match", failing)
    return asked


def reason(fupan: Installation, reviewing: Reviewing) -> str:
    with fupan.sessions() as session:
        row = reviews.underway(session, reviewing)
    assert row is not None
    return text_kept(row.reason or "")


def test_a_hand_that_fails_by_itself_costs_that_hand_alone(
    fupan: Installation, reviewing: Reviewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        asked = failing_at(patch, 0)
        reviews.ask(fupan, reviewing, "one")
        while work(fupan):
            pass
    assert asked == [0, 0, 1]
    assert state(fupan, reviewing) is JobState.DONE
    assert [(each.hand, each.state) for each in hands(fupan, reviewing)] == [(0, "failed"), (1, "no-play")]
    assert reason(fupan, reviewing) == (
        "Fupan failed on these hands of the match: 1 (ArithmeticError). This is a bug in Fupan; please report it."
    )
    with monkeypatch.context() as patch:
        asked = failing_at(patch)
        assert reviews.ask(fupan, reviewing, "one").is_open
        while work(fupan):
            pass
    assert asked == [0]
    assert [(each.hand, each.state) for each in hands(fupan, reviewing)] == [(0, "no-play"), (1, "no-play")]
    assert reason(fupan, reviewing) == ""


def test_a_hand_that_failed_once_is_tried_again_before_one_that_a_page_shows(
    fupan: Installation, reviewing: Reviewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that no page can have it tried more often than it may be."""
    asked = failing_at(monkeypatch, 0, 1)
    row = reviews.ask(fupan, reviewing, "one")
    assert work(fupan)
    jobs.note_shown(fupan.sessions, row, 1)
    while work(fupan):
        pass
    assert asked == [0, 0, 1, 1]
    assert [(each.hand, each.state) for each in hands(fupan, reviewing)] == [(0, "failed"), (1, "failed")]
    assert "match: 1, 2 (ArithmeticError)" in reason(fupan, reviewing)


def test_a_hand_whose_review_cannot_be_kept_costs_that_hand_alone(
    fupan: Installation, reviewing: Reviewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(hand: HandReview, actions: Sequence[str]) -> tuple[bytes, int]:
        if hand.hand == 0 and hand.state == "no-play":
            raise ArithmeticError("not meant to happen")
        return written(hand, actions)

    written = reviews.packed_review
    monkeypatch.setattr(reviews, "packed_review", failing)
    failing_at(monkeypatch)
    reviews.ask(fupan, reviewing, "one")
    while work(fupan):
        pass
    assert [(each.hand, each.state) for each in hands(fupan, reviewing)] == [(0, "failed"), (1, "no-play")]


def test_a_review_comes_after_all_that_is_computed_faster(fupan: Installation, reviewing: Reviewing) -> None:
    review = reviews.ask(fupan, reviewing, None)
    trial = keeping.queued_job(
        fupan.sessions, reviewing.stored.judgement_id, Question(ComputationKind.TRIAL, reviewing.wanted.rules, 7)
    )
    with fupan.sessions() as session:
        assert (jobs.ahead_of(session, review), jobs.ahead_of(session, trial)) == (1, 0)
    claimed = jobs.claim(fupan.sessions)
    assert claimed is not None
    assert claimed.id == trial.id
    assert jobs.claim(fupan.sessions) is None


KILLED = """
import pickle
from datetime import timedelta
from pathlib import Path

from msgspec.structs import replace

from app.cli.serving import job_worker
from app.cli.serving.job_worker import do
from app.database.config import Config
from app.matches import jobs
from app.matches.computed import reviews
from app.web.installation import open_installation
from engine.insight.review import Settings

fupan = open_installation(Config(database_url=sys.argv[1], secret_key="x"))
fupan.close()
jobs.LEASE = timedelta(0)
# How often it is sent that a job goes on depends on the time that the job takes.
job_worker.BEAT_SECONDS = 3_600
review_match = reviews.review_match

def noted(*arguments):
    hand = arguments[-1][0]
    with open(sys.argv[2], "a") as file:
        file.write(f"{hand} ")
    computed = Path(f"{sys.argv[2]}-{hand}")
    if not computed.exists():
        few_deals = [replace(each, deals=10) if isinstance(each, Settings) else each for each in arguments]
        computed.write_bytes(pickle.dumps(review_match(*few_deals)))
    return pickle.loads(computed.read_bytes())

def work():
    reviews.review_match = noted
    begin()
    while row := jobs.claim(fupan.sessions, slow=True):
        do(fupan, row)
    fupan.close()
"""


@pytest.mark.databases_differ
def test_a_worker_that_is_killed_loses_the_hand_in_work_at_most(
    fupan: Installation, take: Take, tmp_path: Path
) -> None:
    (kept,) = take(json.dumps(json.loads(OPEN_FACE.read_bytes())).encode())
    reviewing, made = again(fupan, kept.id), tmp_path / "made"
    with tries(KILLED, fupan.config.database_url, str(made)) as trying:
        reviews.ask(fupan, reviewing, None)
        assert not trying.kill_at(0)
        whole, points = hands(fupan, reviewing), trying.sent
        assert len(whole) == reviewing.hands > 2
        rows = indexed(fupan)
        every = [*range(1, points // len(whole) + 2), points - 1]
        # Each kind of database tries others.
        on_postgres = not fupan.config.database_url.startswith("sqlite")
        for point in cases(every, every[3 * on_postgres :: 6]):
            transact(fupan.sessions, lambda session: session.execute(delete(ReviewedHandRow)))
            reviews.ask(fupan, reviewing, None)
            made.write_text("")
            assert trying.kill_at(point)
            before, begun = hands(fupan, reviewing), made.read_text().split()
            assert before == whole[: len(before)]
            assert len(before) >= len(begun) - 1
            made.write_text("")
            assert not trying.kill_at(0)
            assert list(map(int, made.read_text().split())) == list(range(len(before), len(whole)))
            assert (hands(fupan, reviewing), indexed(fupan)) == (whole, rows)
            assert state(fupan, reviewing) is JobState.DONE


def test_a_review_outlives_more_ends_of_the_worker_than_one_hand_may(
    fupan: Installation, take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    (kept,) = take(json.dumps(json.loads(EVENING.read_bytes())).encode())
    reviewing = again(fupan, kept.id)
    monkeypatch.setattr(jobs, "LEASE", timedelta(0))
    monkeypatch.setattr(jobs, "ENDS", 2)
    assert reviewing.hands > jobs.ENDS + 1
    reviews.ask(fupan, reviewing, None)
    for number in range(reviewing.hands):
        assert jobs.claim(fupan.sessions, slow=True) is not None
        assert work(fupan)
        assert len(hands(fupan, reviewing)) == number + 1
    assert state(fupan, reviewing) is JobState.DONE


def slow_hands(monkeypatch: pytest.MonkeyPatch) -> tuple[Event, Event]:
    """Has the review of a hand wait: the first event says that it is begun, the second is what it waits for."""
    begun, going_on, made = Event(), Event(), reviews.review_match

    def slow(*arguments: Any) -> MatchReview:
        begun.set()
        assert going_on.wait(60)
        return made(*arguments)

    monkeypatch.setattr(reviews, "review_match", slow)
    return begun, going_on


def test_what_else_comes_does_not_wait_for_the_hand_in_work(
    fupan: Installation, reviewing: Reviewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, going_on = slow_hands(monkeypatch)
    reviewer = Reviewer(fupan)
    reviews.ask(fupan, reviewing, None)
    while work_once(fupan, reviewer):
        pass
    assert begun.wait(60)
    trial = keeping.queued_job(
        fupan.sessions, reviewing.stored.judgement_id, Question(ComputationKind.TRIAL, reviewing.wanted.rules, 7)
    )
    assert work_once(fupan, reviewer)
    with fupan.sessions() as session:
        found = keeping.computation(session, trial.id)
    assert found is not None
    assert not found.is_open
    assert (state(fupan, reviewing), hands(fupan, reviewing)) == (JobState.RUNNING, ())
    going_on.set()
    reviewer.wait(60)
    assert (state(fupan, reviewing), len(hands(fupan, reviewing))) == (JobState.WAITING, 1)
    assert work_once(fupan, reviewer)
    reviewer.wait(60)
    assert state(fupan, reviewing) is JobState.DONE


def test_a_worker_that_stops_puts_the_review_in_work_back(
    fupan: Installation, reviewing: Reviewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, going_on = slow_hands(monkeypatch)
    reviewer = Reviewer(fupan)
    reviewer.put_back()
    row = reviews.ask(fupan, reviewing, None)
    assert reviewer.begin()
    assert begun.wait(60)
    reviewer.put_back()
    assert state(fupan, reviewing) is JobState.WAITING
    going_on.set()
    reviewer.wait(60)
    with fupan.sessions() as session:
        found = keeping.computation(session, row.id)
    assert found is not None
    assert (found.ends, found.failures) == (0, 0)


@pytest.mark.databases_differ
def test_reviews_go_with_their_match_and_need_room(
    fupan: Installation, reviewing: Reviewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews.ask(fupan, reviewing, None)
    work(fupan)
    monkeypatch.setattr(reviews, "refuse_over", full)
    with pytest.raises(StoreFull):
        reviews.ask(fupan, reviewing, None)
    transact(fupan.sessions, lambda session: remove_matches(session, [reviewing.stored.id], {}))
    with fupan.sessions() as session:
        for table in (ReviewedHandRow, Job, REVIEWED_SEATS):
            assert session.scalar(select(func.count()).select_from(table)) == 0
    monkeypatch.undo()


def full(*_: object) -> None:
    raise StoreFull("no room")


def decisions(count: int, options: int) -> HandReview:
    """A hand with many decisions of many actions each, which nothing packs well."""

    def decision(number: int) -> DecisionReview:
        texts = [f"W play {(number * 7919 + each * 104729) % 999983}" for each in range(options)]
        return DecisionReview(
            action=number,
            seat="W",
            left=20,
            forced=False,
            open=OpenValue(best=3, value=0, loss=3, best_actions=(texts[-1],), line=tuple(texts)),
            fair=None,
            actions=tuple((text, 0 if each == 0 else min(each, 3), None, None) for each, text in enumerate(texts)),
            words=None,
        )

    return HandReview(hand=4, state="reviewed", start=0, decisions=tuple(map(decision, range(count))))


@for_every(("count", "options", "kept"), [(3, 40, 40), (10, 80, 13), (120, 80, 0)])
def test_what_is_too_much_leaves_out_the_worst_actions_and_says_how_many(count: int, options: int, kept: int) -> None:
    hand = decisions(count, options)
    assert hand.decisions is not None
    actions = [(each.actions or [("",)])[0][0] for each in hand.decisions]
    data, size = reviews.packed_review(hand, actions)
    assert len(data) <= HAND_BYTES
    found = msgspec.json.decode(unpacked(data, size), type=HandReview)
    assert found.decisions is not None
    assert len(found.decisions) == count
    for each, action in zip(found.decisions, actions, strict=True):
        assert each.actions is not None
        if kept:
            assert len(each.actions) == kept
        assert options - len(each.actions) == (each.missing or 0)
        assert action in [text for text, *_ in each.actions]
        assert sum(value == 3 for _, value, *_ in each.actions) >= len(each.actions) - 1 or kept == options


@for_every(
    ("logged", "found"),
    [
        ("W play 3s 3h @7.5 # hm", "W play 3h 3s"),
        ("W play 3h=5d 5s", "W play 3h=5 5s"),
        ("W play 4c 4d", "W play 4s"),
        ("W pass", None),
    ],
)
def test_the_action_that_was_done_is_found_however_it_is_written(logged: str, found: str | None) -> None:
    texts = ("W play 3h 3s", "W play 3h=5 5s", "W play 4d 4s", "W play 4s")
    actions = tuple((text, 1, None, None) for text in texts)
    decision = DecisionReview(
        action=0,
        seat="W",
        left=9,
        forced=False,
        open=OpenValue(best=1, value=1, loss=0, best_actions=(), line=()),
        fair=None,
        actions=actions,
        words=None,
    )
    assert done_of(decision, logged) == ("W play 4d 4s" if found == "W play 4s" else found)
