"""Presentations in the database: their secret, how long they last, how many there are, and what removes them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256

import pytest
from sqlalchemy import func, select
from sqlmodel import col

from app.database import bounded_stores
from app.database.opening import transact
from app.database.tables.presentations import Presentation
from app.disputes.audit_log.actors import ActorRole
from app.disputes.cases import acts
from app.disputes.cases.erasure import Erasing, erase_of_match
from app.disputes.cases.states import Acting
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.matches.uploads.deletion import delete_kept
from app.replay.presentations.presentations import (
    LASTS,
    CannotPresent,
    HallView,
    find,
    find_presented,
    move,
    open_presentation,
    state,
)
from engine.verdict.proof.form import Claim, Subject

Text = Callable[..., bytes]
Take = Callable[..., list[IngestResult]]
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
PLACE = HallView(hand=1, step=0, view="all", findings=True)


def opened(fupan: Installation, match: int, now: datetime = NOW) -> tuple[str, str]:
    return transact(fupan.sessions, lambda session: open_presentation(session, match, PLACE, now))


def count(fupan: Installation) -> int:
    with fupan.sessions() as session:
        return session.scalar(select(func.count()).select_from(Presentation)) or 0


def test_only_the_hash_of_the_secret_is_kept(fupan: Installation, take: Take, log: Text) -> None:
    (match,) = take(log())
    identity, secret = opened(fupan, match.id)
    assert len(secret) >= 128 / 6
    with fupan.sessions() as session:
        row = session.get(Presentation, identity)
        assert row is not None
        assert row.secret_sha256 == sha256(secret.encode()).hexdigest()
        assert secret not in map(str, row.model_dump().values())
        assert find_presented(session, identity, secret, NOW) == find(session, identity, NOW)
        assert find_presented(session, identity, secret + "x", NOW) is None
        assert find_presented(session, identity, "", NOW) is None
        assert find_presented(session, "nothing", secret, NOW) is None
    assert opened(fupan, match.id) != (identity, secret)


def test_it_ends_a_day_after_its_last_change(fupan: Installation, take: Take, log: Text) -> None:
    (match,) = take(log())
    identity, _secret = opened(fupan, match.id)
    later = NOW + LASTS
    with fupan.sessions() as session:
        assert state(session, identity, later) == (1, False)
        assert state(session, identity, later + timedelta(seconds=1)) == (1, True)
        shown = find(session, identity, later)
    assert shown is not None
    assert transact(
        fupan.sessions, lambda session: move(session, shown, HallView(1, 0, "table", findings=False), later)
    )
    with fupan.sessions() as session:
        assert state(session, identity, later + LASTS) == (2, False)
        assert not move(session, shown, PLACE, later), "another change came first"
    opened(fupan, match.id, later + 2 * LASTS)
    with fupan.sessions() as session:
        assert find(session, identity) is None, "those that are over go when another is opened"


def test_there_are_only_so_many(fupan: Installation, take: Take, log: Text, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = take(log("a") + b"\n" + log("b"))
    for name, most in (("PRESENTATIONS_OF_MATCH", 2), ("PRESENTATIONS", 3)):
        monkeypatch.setattr(bounded_stores, name, replace(getattr(bounded_stores, name), most=most))
    for match in (first, first, second):
        identity, _secret = opened(fupan, match.id)
        with fupan.sessions() as session:
            shown = find(session, identity, NOW)
        assert shown is not None
        assert transact(
            fupan.sessions, partial(move, shown=shown, place=HallView(1, 0, "table", findings=False), now=NOW)
        )
    with pytest.raises(CannotPresent, match="2 presentations of this match"):
        opened(fupan, first.id)
    with pytest.raises(CannotPresent, match="3 presentations, the most at the same time"):
        opened(fupan, second.id)
    opened(fupan, first.id, NOW + LASTS + timedelta(seconds=1))
    assert count(fupan) == 1


def test_a_match_that_is_deleted_is_no_longer_shown(fupan: Installation, take: Take, log: Text) -> None:
    first, second = take(log("a") + b"\n" + log("b"))
    opened(fupan, first.id)
    kept, _secret = opened(fupan, second.id)
    transact(fupan.sessions, lambda session: delete_kept(session, "a", NOW, matches=[first.id]))
    with fupan.sessions() as session:
        assert session.scalars(select(col(Presentation.id))).all() == [kept]


def test_nor_one_whose_players_are_erased(fupan: Installation, take: Take, log: Text) -> None:
    (match,) = take(log())
    acts.open_dispute(
        fupan, match.id, Acting("Li Wei", ActorRole.PLAYER), Subject(None, None, None), Claim(text="Wu saw it.")
    )
    opened(fupan, match.id)
    erase_of_match(fupan, match.id, Acting("Zhao Min", ActorRole.ARBITER), Erasing(players=True))
    assert count(fupan) == 0
