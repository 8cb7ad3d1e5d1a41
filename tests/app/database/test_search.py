"""The index of texts."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from app.database import search
from app.database.opening import writing
from app.database.tables.matches import MatchPair, MatchText
from app.matches import store
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.matches.store import MatchFilter
from app.matches.uploads import deletion
from app.matches.uploads import join_split as parts
from app.matches.uploads.names import rename
from tests.builders import finished, match
from tests.kept_rows import NOW, rows
from tests.offenders import for_every

pytestmark = pytest.mark.databases_differ

Text = Callable[..., bytes]
Take = Callable[..., list[IngestResult]]


def _found(fupan: Installation, text: str) -> list[int]:
    with fupan.sessions() as session:
        return [row.id for row in store.matches(session, MatchFilter(text=text)).items]


@for_every("text", ["王小明", "ab", "x\U0010ffff\U0010fffe", "ßß", "a" * 5_000])
def test_what_is_looked_up_of_a_text_is_kept_of_every_text_around_it(text: str) -> None:
    pairs = search.looked_up(search.folded(text))
    assert 0 < len(pairs) <= search.PAIRS
    assert set(pairs) <= search.pairs_of(search.folded(f"…{text}…"))
    assert all(0 < pair < 2**63 for pair in pairs)


def test_texts_that_change_are_found_as_they_are_now(fupan: Installation, take: Take, log: Text) -> None:
    (first,) = take(log("first", names=("王小明", "B", "C", "D")))
    (second,) = take(log("second", names=("王小红", "B", "C", "D")))
    assert _found(fupan, "王小") == [second.id, first.id]
    with writing(fupan.sessions) as session:
        search.remove_texts(session, [first.id])
        search.add_texts(session, {first.id: ["Renamed", "李明"]})
    assert _found(fupan, "王小") == [second.id]
    assert _found(fupan, "RENAMED") == _found(fupan, "李明") == [first.id]
    with writing(fupan.sessions) as session:
        search.remove_texts(session, [first.id, second.id])
    assert _found(fupan, "李明") == _found(fupan, "second") == []
    assert rows(fupan, MatchPair, MatchText) == [0, 0]


def test_a_renamed_match_is_found_by_what_it_is_called_now(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log("log-id", names=("王小明", "B", "C", "D")))
    texts = rows(fupan, MatchPair, MatchText)
    with writing(fupan.sessions) as session:
        assert rename(session, kept.id, "Cup Final", {"E": "李红"})
    for text in ("up fin", "李红", "log-id"):
        assert _found(fupan, text) == [kept.id]
    assert _found(fupan, "小明") == []
    with fupan.sessions() as session:
        assert store.player_names(session, "李") == ("李红",)
        assert store.player_names(session, "王") == ()
        assert [row.title for row in store.matches(session, MatchFilter(player="李红")).items] == ["Cup Final"]
    with writing(fupan.sessions) as session:
        assert rename(session, kept.id, "", {"E": ""})
    assert _found(fupan, "up fin") == _found(fupan, "李红") == []
    assert _found(fupan, "小明") == [kept.id]
    assert rows(fupan, MatchPair, MatchText) == texts


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"game": "guandan"},
        {"player": "Li"},
        {"text": "cup"},
        {"since": date(2024, 5, 1)},
        {"text": "cup", "player": "Li", "until": date(2024, 5, 1), "game": "guandan"},
    ],
)
def test_no_filter_finds_what_is_not_listed(fupan: Installation, take: Take, log: Text, wanted: dict[str, Any]) -> None:
    first, second, third = (take(log(f"cup-{n}", played_at=f"2024-05-01T0{n}:00:00Z"))[0].id for n in range(3))
    with writing(fupan.sessions) as session:
        assert deletion.delete_kept(session, "it", NOW, matches=[second])
    with fupan.sessions() as session:
        page = store.matches(session, MatchFilter(**wanted))
        assert ([row.id for row in page.items], page.total) == ([third, first], 2)
        assert store.games(session) == (("guandan", 2),)
        assert [row.id for row in store.recent(session, 6)] == [third, first]


def test_a_match_that_was_split_is_found_as_its_parts(fupan: Installation, take: Take) -> None:
    (kept,) = take(json.dumps(match(finished("EWNS"), finished("WENS"))).encode(), "evening.json")
    first, second = parts.split(fupan, kept.id, 1)
    with fupan.sessions() as session:
        for wanted in (MatchFilter(), MatchFilter(game="guandan"), MatchFilter(text="evening")):
            assert [row.id for row in store.matches(session, wanted).items] == [second, first]


def test_nothing_of_a_match_is_in_the_index_once_it_is_gone_for_good(
    fupan: Installation, take: Take, log: Text
) -> None:
    kept = take(log("a"))
    before = rows(fupan, MatchPair, MatchText)
    kept += take(log("b", names=("王小明", "B", "C", "D")))
    with writing(fupan.sessions) as session:
        number = deletion.delete_kept(session, "it", NOW, matches=[kept[1].id])
        assert number is not None
        deletion.purge(session, number)
    assert rows(fupan, MatchPair, MatchText) == before
