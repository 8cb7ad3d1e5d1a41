"""Matches joined, split and taken apart: records on top of logs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.database.opening import transact
from app.database.tables.matches import Blob, Log
from app.database.tables.uploads import Part, RetiredMatch
from app.matches import store
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.matches.reprocessing import batches
from app.matches.store import MatchFilter
from app.matches.uploads.deletion import KEPT, delete_kept, purge
from app.matches.uploads.join_split import join, parts_of, split, take_apart
from app.matches.uploads.redirects import whereabouts
from engine.record.composing import CannotCompose
from tests.kept_rows import NOW, rows

Take = Callable[..., list[IngestResult]]
SAMPLE = Path(__file__).parents[3] / "sample_logs" / "demo" / "guandan-evening.json"


@pytest.fixture
def evening() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(SAMPLE.read_bytes())
    return loaded


def halves(evening: dict[str, Any], at: int) -> tuple[bytes, bytes]:
    first, second = dict(evening), dict(evening)
    first["hands"], second["hands"] = evening["hands"][:at], evening["hands"][at:]
    first.pop("result", None)
    second["match"] = {"id": "second half"}
    return json.dumps(first).encode(), json.dumps(second).encode()


def listed(fupan: Installation) -> list[int]:
    with fupan.sessions() as session:
        return [row.id for row in store.matches(session, MatchFilter()).items]


def test_two_halves_are_joined_and_judged_as_one_match(
    fupan: Installation, take: Take, evening: dict[str, Any]
) -> None:
    first, second = (take(half, f"{name}.json")[0] for name, half in zip("ab", halves(evening, 5), strict=True))
    with fupan.sessions() as session:
        before = {
            each.id: (store.raw(session, each.id), store.report_json(session, each.id)) for each in (first, second)
        }
    made = join(fupan, first.id, second.id)
    assert listed(fupan) == [made]
    stored = fupan.match(made)
    assert stored is not None
    assert stored.row.hands == len(evening["hands"])
    assert stored.row.match_id == evening["match"]["id"]
    assert stored.row.verdict == "clean"
    assert stored.report.winner == ["N", "S"]
    with fupan.sessions() as session:
        assert [(each.match, each.source, each.first, each.last) for each in parts_of(session, made)] == [
            (first.id, "a.json", 1, 5),
            (second.id, "b.json", 1, 8),
        ]
        assert whereabouts(session, second.id).match == made
        assert store.raw(session, first.id) == before[first.id][0]
    again = take(halves(evening, 5)[0], "a.json")
    assert (again[0].id, again[0].new) == (first.id, False)
    assert listed(fupan) == [made]
    assert take_apart(fupan, made) == [first.id, second.id]
    assert sorted(listed(fupan)) == [first.id, second.id]
    with fupan.sessions() as session:
        for each in (first, second):
            assert (store.raw(session, each.id), store.report_json(session, each.id)) == before[each.id]
        assert whereabouts(session, made).match == first.id


def test_one_match_is_split_and_taken_together_again(fupan: Installation, take: Take, evening: dict[str, Any]) -> None:
    (whole,) = take(json.dumps(evening).encode(), "evening.json")
    first, second = split(fupan, whole.id, 4)
    assert sorted(listed(fupan)) == [first, second]
    counts = []
    for each in (first, second):
        stored = fupan.match(each)
        assert stored is not None
        counts.append((stored.row.hands, stored.source))
    assert counts == [(4, "evening.json, hands 1 to 4"), (9, "evening.json, hands 5 to 13")]
    assert list(batches(fupan.sessions)) == []
    assert take_apart(fupan, second) == [whole.id]
    assert listed(fupan) == [whole.id]


def test_what_does_not_make_one_match(fupan: Installation, take: Take, evening: dict[str, Any]) -> None:
    (whole,) = take(json.dumps(evening).encode())
    (seats,) = take(json.dumps(evening | {"players": evening["players"][::-1]}).encode())
    (rules,) = take(json.dumps(evening | {"rules": {"preset": "tournament"}}).encode())
    for call, reason in (
        (lambda: join(fupan, whole.id, whole.id), "cannot be joined with itself"),
        (lambda: join(fupan, whole.id, seats.id), "different seats: E N W S and S W N E"),
        (lambda: join(fupan, whole.id, rules.id), "different rules"),
        (lambda: join(fupan, whole.id, 999), "There is no match 999"),
        (lambda: split(fupan, whole.id, 13), "behind hands 1 to 12"),
        (lambda: split(fupan, whole.id, 0), "behind hands 1 to 12"),
        (lambda: take_apart(fupan, whole.id), "not made of parts"),
    ):
        with pytest.raises(CannotCompose, match=reason):
            call()
    first, second = split(fupan, whole.id, 4)
    with pytest.raises(CannotCompose, match="is that match already"):
        join(fupan, first, second)


def test_a_joined_match_that_is_deleted_for_good_takes_its_halves_along(
    fupan: Installation, take: Take, evening: dict[str, Any]
) -> None:
    first, second = (take(half, f"{name}.json")[0] for name, half in zip("ab", halves(evening, 5), strict=True))
    made = join(fupan, first.id, second.id)
    deletion = transact(fupan.sessions, lambda session: delete_kept(session, "it", NOW - KEPT, matches=[made]))
    assert deletion is not None
    assert listed(fupan) == []
    transact(fupan.sessions, lambda session: purge(session, deletion))
    assert rows(fupan, Log, Blob, Part, RetiredMatch) == [0, 0, 0, 3]


def test_a_part_of_a_split_match_that_is_deleted_leaves_the_other(
    fupan: Installation, take: Take, evening: dict[str, Any]
) -> None:
    (whole,) = take(json.dumps(evening).encode())
    first, second = split(fupan, whole.id, 4)
    deletion = transact(fupan.sessions, lambda session: delete_kept(session, "it", NOW, matches=[first]))
    assert deletion is not None
    with pytest.raises(CannotCompose, match="Another part of it is deleted"):
        take_apart(fupan, second)
    transact(fupan.sessions, lambda session: purge(session, deletion))
    assert listed(fupan) == [second]
    assert take_apart(fupan, second) == [whole.id]
    assert listed(fupan) == [whole.id]
