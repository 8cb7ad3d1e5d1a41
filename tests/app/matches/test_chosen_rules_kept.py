"""Matches for which rules were chosen: deleted and brought back, in other bytes, joined and split."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlmodel import col

from app.database.opening import transact
from app.database.tables.matches import Choice, Sheet
from app.judging.judged import judged
from app.judging.rules_of_match import records
from app.judging.rules_of_match.asked import AskedRules
from app.matches import store
from app.matches.ingest import IngestResult, ingest
from app.matches.installation import Installation
from app.matches.store import choose_claim
from app.matches.uploads import acts
from app.matches.uploads.deletion import KEPT
from app.matches.uploads.join_split import join, split, take_apart
from engine.record.composing import CannotCompose
from tests.app.rules.test_house_rules import choose, house, title
from tests.kept_rows import NOW, rows

Text = Callable[..., bytes]
Take = Callable[..., list[IngestResult]]
VERSION_1 = "house rules Friday table, version 1"
SAMPLE = Path(__file__).parents[3] / "sample_logs" / "demo" / "guandan-evening.json"


def delete(fupan: Installation, match: int) -> int:
    deleted = acts.delete_match(fupan.sessions, match, NOW)
    assert deleted is not None
    return deleted.deletion


def halves() -> tuple[bytes, bytes]:
    evening = json.loads(SAMPLE.read_bytes())
    first = {name: value for name, value in evening.items() if name != "result"} | {"hands": evening["hands"][:5]}
    second = evening | {"hands": evening["hands"][5:], "match": {"id": "second half"}}
    return json.dumps(first).encode(), json.dumps(second).encode()


@pytest.mark.parametrize("uploaded", [False, True])
def test_a_match_comes_back_under_the_rules_chosen_for_it(
    fupan: Installation, take: Take, log: Text, uploaded: bool
) -> None:
    rules = house(fupan)
    (kept,) = take(log())
    choose(fupan, kept.id, AskedRules(None, rules))
    deletion = delete(fupan, kept.id)
    with fupan.sessions() as session:
        assert records.matches_by_house(session) == {}
        assert records.matches_by_version(session, rules.house) == {}
        assert records.newest_matches(session, rules.id, 5) == []
    if uploaded:
        (again,) = take(log())
        assert (again.id, again.restored) == (kept.id, True)
        assert again.chosen is not None
    else:
        assert acts.undo(fupan.sessions, deletion)
    stored = fupan.match(kept.id)
    assert stored is not None
    assert title(fupan, kept.id) == VERSION_1
    assert stored.report.rules.preset == "njupt"
    with fupan.sessions() as session:
        assert records.matches_by_house(session) == {rules.house: 1}


def test_a_deleted_match_is_uploaded_under_other_rules(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log())
    choose(fupan, kept.id, AskedRules("botzone"))
    delete(fupan, kept.id)
    (again,) = ingest(fupan.sessions, fupan.checker, BytesIO(log()), "x.json", asked=AskedRules("njupt"))
    stored = fupan.match(kept.id)
    assert stored is not None
    assert (again.restored, stored.report.rules.preset) == (True, "njupt")


def test_a_purge_removes_choices_and_leaves_the_sheet(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log())
    choose(fupan, kept.id, AskedRules("botzone"))
    choose(fupan, kept.id, AskedRules("njupt"))
    with fupan.sessions.begin() as session:
        session.add(Sheet(document="{}", created_at=NOW, changed_at=NOW, log_id=kept.id))
    delete(fupan, kept.id)
    assert rows(fupan, Choice) == [2]
    assert acts.purge(fupan.sessions, NOW + KEPT) == 1
    assert rows(fupan, Choice, Sheet) == [0, 1]
    with fupan.sessions() as session:
        assert session.scalars(select(col(Sheet.log_id))).all() == [None]


def test_what_was_deleted_meanwhile_keeps_its_rules(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log())
    choose(fupan, kept.id, AskedRules("botzone"))
    deletion = delete(fupan, kept.id)
    with fupan.sessions() as session:
        before = session.scalars(select(col(Choice.current))).all()
    report = store.ChosenReport(AskedRules("njupt").of_game("guandan").rules, None, kept.report)
    transact(fupan.sessions, lambda session: store.choose_rules(session, kept.id, report))
    transact(fupan.sessions, lambda session: choose_claim(session, kept.id, judged(kept.report)))
    assert fupan.match(kept.id) is None
    with fupan.sessions() as session:
        assert session.scalars(select(col(Choice.current))).all() == before
    acts.undo(fupan.sessions, deletion)
    stored = fupan.match(kept.id)
    assert stored is not None
    assert stored.report.rules.preset == "botzone"


def test_rules_for_other_bytes_of_a_match_are_those_of_the_match(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log(), "first.json")
    other = json.dumps(json.loads(log()), indent=1).encode()
    for _ in range(2):
        (copy,) = ingest(fupan.sessions, fupan.checker, BytesIO(other), "other.json", asked=AskedRules("njupt"))
        assert (copy.id, copy.new, copy.rules_refused) == (kept.id, False, "")
        assert copy.chosen is not None
    stored = fupan.match(kept.id)
    assert stored is not None
    assert stored.report.rules.preset == "njupt"
    assert stored.report.log.sha256 == stored.sha256
    assert stored.report.log.source == "first.json"
    assert rows(fupan, Choice) == [1]


def test_a_match_that_others_are_made_of_keeps_its_rules(fupan: Installation, take: Take) -> None:
    raw = SAMPLE.read_bytes()
    (whole,) = take(raw, "evening.json")
    choose(fupan, whole.id, AskedRules(None, house(fupan)))
    first, second = split(fupan, whole.id, 4)
    assert [title(fupan, each) for each in (first, second)] == [VERSION_1] * 2
    (again,) = ingest(fupan.sessions, fupan.checker, BytesIO(raw), "x.json", asked=AskedRules("tournament"))
    assert again.id == whole.id
    assert fupan.match(whole.id) is None
    take_apart(fupan, second)
    stored = fupan.match(whole.id)
    assert stored is not None
    assert title(fupan, whole.id) == VERSION_1
    assert stored.report.rules.preset == "njupt"


def test_halves_under_the_same_chosen_rules_make_a_match_under_them(fupan: Installation, take: Take) -> None:
    first, second = (take(half, f"{name}.json")[0].id for name, half in zip("ab", halves(), strict=True))
    choose(fupan, first, AskedRules("botzone"))
    with pytest.raises(CannotCompose, match="judged under different rules"):
        join(fupan, first, second)
    choose(fupan, second, AskedRules("botzone"))
    made = fupan.match(join(fupan, first, second))
    assert made is not None
    assert made.chosen is not None
    assert made.report.rules.preset == "botzone"
