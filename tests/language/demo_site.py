"""An installation with the matches and disputes of the demo, and every faulty sample."""

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.cli.serving.demo import file_disputes
from app.database.config import Config, Mode
from app.database.demo_logs import demo_files
from app.database.opening import transact
from app.database.tables.disputes import Dispute, RulingRow
from app.database.tables.presentations import Presentation
from app.database.tables.reviews import ReviewedHandRow
from app.database.tables.writing import LogDraft
from app.disputes.audit_log.actors import ActorRole
from app.disputes.cases.evidence import add_evidence
from app.disputes.cases.states import Acting, DisputeState
from app.disputes.verdicts.issuing import Stamp, issue_stored, match_of_dispute
from app.disputes.verdicts.key_folder import make_key, signature_by
from app.judging.rules_of_match.records import add_house
from app.matches.computed.reviews import Reviewing, packed_review
from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.matches.uploading import queue
from app.replay.notes.drawn import Arrow, Mark, MarkShape, NoteDrawing
from app.replay.notes.writing import NoteDraft, add_note
from app.sheets.sheet import drafts
from app.sheets.sheet.seating import seated_players
from app.sheets.sheet.sheet import ScoreSheet
from app.sheets.writing import drafts as log_drafts
from app.sheets.writing.texts import Parts
from app.web.create_app import create_app
from app.web.installation import open_installation
from engine.games import GAMES
from engine.insight.fair import FairValue
from engine.insight.review import DecisionReview, HandReview, OpenValue
from tests.once import made_once

SAMPLES = Path(__file__).parents[2] / "sample_logs"
STARTS = (
    "/",
    "/add",
    "/files/?show=deleted",
    "/files/?show=unread",
    "/files/",
    "/logs/text",
    "/no-such-page",
    "/matches/999999",
    "/matches/60/erase",
    "/matches/60/rules?compare=yes&goal=clean",
    "/matches/60/hands/1/score",
    "/matches/60/hands/1/table",
    "/records/?first=60&second=61",
    "/sheets/new?game=guandan",
    "/sheets/1",
    "/writing/new?game=guandan",
    "/writing/demo",
    "/writing/demo?hand=0",
    "/files/jobs/1",
    "/matches/66/hands/1/plays?step=8",
    "/matches/66/hands/1/what-if?step=8",
    "/matches/66/hands/1/what-if/reading?step=8&line=E+play+3s",
    "/matches/60/hands/1/what-if?step=1",
    "/matches/66/hands/1",
    "/matches/66/hands/1/study",
    "/house/",
    "/files/unread/1",
    "/verdicts/1.html",
    *(f"/rules/{game}/book?chapter=all" for game in GAMES),
    "/verify",
    "/embed/matches/60/hands/1",
    "/embed/matches/60/hands/1/table",
    "/matches/60/present",
    "/hall/spring2345",
    "/hall/spring2345/table",
    "/hall/spring2345/present/secret",
)
"""Where a walk over its pages begins.  Match 60 is one of Chinese poker."""


@contextmanager
def demo_site(folders: pytest.TempPathFactory, mode: Mode = Mode.ALONE) -> Iterator[Flask]:
    """The web application, with a database of its own."""
    folder = folders.mktemp("site") / "demo"
    shutil.copytree(made_once(folders, "demo", _make), folder)
    made = create_app(replace(_config(folder), mode=mode))
    yield made
    made.extensions["fupan"].close()


def _config(folder: Path) -> Config:
    return Config(database_url=f"sqlite:///{folder / 'fupan.sqlite3'}", secret_key="for tests alone")


def _make(folder: Path) -> None:
    fupan = open_installation(_config(folder))
    faults = [str(path) for path in sorted(SAMPLES.glob("*/faults/*.json"))]
    for name in (*demo_files(), *faults):
        with Path(name).open("rb") as file:
            list(ingest(fupan.sessions, fupan.checker, file, Path(name).name))
    file_disputes(fupan)
    _fill(fupan, folder)
    fupan.close()


def _fill(fupan: Installation, folder: Path) -> None:
    """Adds what the demo lacks: unread files, an upload, house rules, sheets, drafts, a hall, notes, a verdict."""
    list(ingest(fupan.sessions, fupan.checker, BytesIO(b"\x89PNG\r\n"), "picture.png"))
    drawn = NoteDrawing((Mark(MarkShape.RING, "E"), Mark(MarkShape.QUERY, "N")), (Arrow("E", "N"),))
    transact(fupan.sessions, partial(add_note, match=66, hand=0, step=0, written=NoteDraft("早了", "", drawn)))
    _keep_review(fupan, 66)
    queue(fupan.sessions, BytesIO(b"{}"), "evening.jsonl", "20 MiB")
    rules = GAMES["guandan"].rules.resolve("tournament")
    transact(fupan.sessions, partial(add_house, name="Spring Cup", rules=rules))
    seats = seated_players("guandan", ["Li Wei", "Zhao Min", "Sun Yue", "Qian Lu"])
    transact(fupan.sessions, partial(drafts.add, sheet=ScoreSheet("guandan", seats)))
    transact(fupan.sessions, _present)
    head = "game: guandan\nplayers: E Li Wei, N Zhao Min, W Sun Yue, S Qian Lu"
    hands = ("E holds: 9s 9h 3c\nE 9s9h\nN 3s", "E 3s\nN 出 3x")
    transact(fupan.sessions, partial(log_drafts.add, game="guandan", parts=Parts(head, hands), language="en"))
    transact(fupan.sessions, lambda session: session.execute(update(LogDraft).values(key="demo")))
    with fupan.sessions() as session:
        rulings = Counter(session.scalars(select(col(RulingRow.dispute_id))))
    key = make_key(folder / "keys", "cup")
    stamp = Stamp("Zhao Min", lambda body: signature_by(folder / "keys", key, body))
    dispute, seen = min(rulings.items())
    issue_stored(fupan, match_of_dispute(fupan, dispute), None, stamp, dispute, seen)
    with fupan.sessions() as session:
        still_open = select(Dispute).where(col(Dispute.state) == str(DisputeState.OPEN)).order_by(col(Dispute.id))
        disputed = session.scalars(still_open).first()
    assert disputed is not None
    assert disputed.id is not None
    record = fupan.match(disputed.log_id or 0)
    assert record is not None
    add_evidence(fupan, disputed.id, Acting("Zhao Min", ActorRole.PLAYER), "the-other-record.json", record.raw)


def _keep_review(fupan: Installation, identity: int) -> None:
    """Keeps a review of the first hand of a match, in which a late pass was a fault."""
    stored = fupan.match(identity)
    assert stored is not None
    match = fupan.decoded.get(stored)
    assert match is not None
    actions = match.hands[0].actions
    number, better = next(
        (number, later)
        for number, text in reversed(list(enumerate(actions)))
        if text.endswith(" pass")
        for later in actions[number:]
        if later.startswith(text.replace(" pass", " play "))
    )
    seat = actions[number].split()[0]
    decision = DecisionReview(
        action=number,
        seat=seat,
        left=20,
        forced=False,
        open=OpenValue(best=1, value=0, loss=1, best_actions=(better,), line=(better,)),
        fair=FairValue(best=1, value=0, loss=1, error=0.1, deals=200, unsolved=0, exact=False, best_actions=(better,)),
        actions=((actions[number], 0, 0, 0.1), (better, 1, 1, 0)),
        words="fault",
    )
    data, size = packed_review(HandReview(hand=0, state="reviewed", start=number, decisions=(decision,)), actions)
    key = Reviewing.of(stored, match, fupan.rules(stored, match)).key
    row = ReviewedHandRow(log_id=stored.id, hand=0, key_sha256=key, data=data, size=size)
    transact(fupan.sessions, lambda session: session.add(row))


def _present(session: Session) -> None:
    """Shows match 60 in a hall, with a secret that tests know."""
    session.add(
        Presentation(
            id="spring2345",
            secret_sha256=sha256(b"secret").hexdigest(),
            log_id=60,
            hand=1,
            step=2,
            view="all",
            findings=True,
            version=1,
            changed_at=datetime.now(UTC),
            ended=False,
        )
    )
