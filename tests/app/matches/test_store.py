"""Keeping matches and finding them again."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from hashlib import sha256
from threading import Barrier
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import func, select

from app.database.opening import writing
from app.database.tables.matches import Blob, Judgement, Log, MatchPlayer, Player
from app.judging.judged import judged
from app.matches import store
from app.matches.ingest import IngestResult, reread
from app.matches.installation import Installation
from app.matches.saving import day_of
from app.matches.store import ListPlace, MatchFilter
from engine.logs import LogRecord
from engine.record.match import Match
from engine.verdict.check import Checker
from tests.offenders import for_every
from tests.statements import statements

pytestmark = pytest.mark.databases_differ

Text = Callable[..., bytes]
Take = Callable[..., list[IngestResult]]

HOSTILE = {
    "html": "<script>alert(1)</script><img src=x onerror=alert(2)>",
    "sql": "'; DROP TABLE logs; --",
    "wildcards": "100%_[a-z]\\",
    "control": "a\x00b\x07\x1b[31mred\r\n\t",
    "right to left": "\u202egnp.exe\u202c שלום",
    "long": "长" * 4096,
    "emoji": "👩‍👩‍👧‍👦\ufeff\u2028",
    "case": "İSTANBUL ſ ß ﬀ",
}


def _rows(fupan: Installation, **wanted: Any) -> list[str | None]:
    with fupan.sessions() as session:
        return [row.match_id for row in store.matches(session, MatchFilter(**wanted)).items]


def _counts(fupan: Installation) -> dict[str, int | None]:
    with fupan.sessions() as session:
        return {
            table.__name__: session.scalar(select(func.count()).select_from(table))
            for table in (Blob, Log, Player, MatchPlayer, Judgement)
        }


def test_a_match_comes_back_as_it_went_in(fupan: Installation, take: Take, log: Text) -> None:
    raw = log("hf-1", event="Spring Cup", played_at="2024-05-01T23:30:00+08:00")
    before = datetime.now(UTC)
    (kept,) = take(raw, "table7.json")
    with fupan.sessions() as session:
        stored = store.match(session, kept.id)
        assert store.raw(session, kept.id) == raw
        assert store.report_json(session, kept.id) == kept.report.as_json()
        assert store.match_by_sha256(session, sha256(raw).hexdigest()) == kept.id
        assert store.match_by_sha256(session, "0" * 64) is None
    assert stored is not None
    assert stored.raw == raw
    assert stored.sha256 == sha256(raw).hexdigest()
    assert stored.report_json == kept.report.as_json()
    assert stored.report.as_json() == kept.report.as_json()
    assert not stored.outdated
    row = stored.row
    assert (row.game, row.match_id, row.event) == ("guandan", "hf-1", "Spring Cup")
    assert row.players == ("Li", "Zhao", "Sun", "Qian")
    assert (row.played_at, row.hands, row.verdict) == ("2024-05-01T23:30:00+08:00", 0, stored.report.verdict)
    assert before <= row.uploaded_at <= datetime.now(UTC)
    match, record = reread(stored)
    assert match is not None
    assert record.raw == raw
    assert record.source == stored.source == kept.source
    assert fupan.checker.check(record).as_json() == stored.report_json


@pytest.mark.parametrize("identity", [0, -1, 2, 2**31, 2**63, 10**30])
def test_what_is_not_there(fupan: Installation, take: Take, log: Text, identity: int) -> None:
    take(log())
    with fupan.sessions() as session:
        missing = identity + 1000 if identity == 2 else identity
        assert store.match(session, missing) is None
        assert store.raw(session, missing) is None
        assert store.report_json(session, missing) is None


def test_the_same_bytes_are_one_match(fupan: Installation, take: Take, log: Text) -> None:
    (first,) = take(log("a"), "one.json")
    (again,) = take(log("a"), "two.json")
    (other,) = take(log("b"), "one.json")
    assert (first.new, again.new, other.new) == (True, False, True)
    assert first.id == again.id != other.id
    assert _counts(fupan) == {"Blob": 2, "Log": 2, "Player": 4, "MatchPlayer": 8, "Judgement": 2}
    with fupan.sessions() as session:
        stored = store.match(session, first.id)
    assert stored is not None
    assert stored.source == first.source


def test_threads_that_save_the_same_bytes_get_the_same_match(fupan: Installation, log: Text) -> None:
    threads, rounds = 4, 10
    barrier = Barrier(threads)
    texts = [log(f"m{number}", names=(f"p{number}", "Zhao", f"q{number}", "Qian")) for number in range(rounds)]
    reports = {}
    for text in texts:
        match = json.loads(text)
        record = LogRecord(
            source="x", raw=text, format="fupan/1", match=_decoded(text), game="guandan", match_id=match["match"]["id"]
        )
        reports[text] = (record, Checker().check(record))

    def save(_number: int) -> list[store.SavedRecord]:
        saved = []
        for text in texts:
            barrier.wait()
            with writing(fupan.sessions) as session:
                saved.append(store.save(session, *reports[text]))
        return saved

    with ThreadPoolExecutor(threads) as pool:
        done = list(pool.map(save, range(threads)))
    for by_text in zip(*done, strict=True):
        assert len({each.id for each in by_text}) == 1
        assert sum(each.new for each in by_text) == 1
    assert _counts(fupan)["Log"] == _counts(fupan)["Judgement"] == _counts(fupan)["Blob"] == rounds


def test_matches_of_the_same_bytes_are_told_apart_by_position(fupan: Installation, log: Text) -> None:
    text = log("two in one")
    record = LogRecord(source="x", raw=text, format="f", match=_decoded(text), game="guandan", match_id="m")
    report = fupan.checker.check(record)
    other = replace(record, match=_decoded(log("the other in it")))
    with writing(fupan.sessions) as session:
        first, second = store.save(session, record, report, 0), store.save(session, other, report, 1)
        again = store.save(session, other, report, 1)
    assert first.id != second.id == again.id
    assert (first.new, second.new, again.new) == (True, True, False)
    assert _counts(fupan)["Blob"] == 1
    with fupan.sessions() as session:
        assert store.match_by_sha256(session, record.sha256) == first.id


@pytest.mark.parametrize("number", [1, 7, 20])
def test_a_list_takes_as_many_queries_whatever_it_holds(
    fupan: Installation, take: Take, log: Text, number: int
) -> None:
    take(b"\n".join(log(f"m{each}", names=(f"p{each}", "B", "C", "D")) for each in range(number)))
    with fupan.sessions() as session, statements(fupan) as found:
        page = store.matches(session, MatchFilter())
    assert len(page.items) == number
    asked = [each for each in found if "set_config" not in each]
    # Ids, rows, names; the whole list is on this page, so it needs no count.
    assert len(asked) == 3
    with fupan.sessions() as session, statements(fupan) as found:
        store.match(session, page.items[0].id)
    assert len(found) == 2


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"game": "guandan"},
        {"verdict": "clean"},
        {"player": "Li"},
        {"player": "liwei"},
        {"text": "up"},
        {"text": "l"},
        {"since": date(2024, 1, 1)},
        {"since": date(2024, 1, 1), "game": "guandan", "verdict": "clean", "text": "upload", "player": "LI"},
    ],
    ids=str,
)
def test_pages_follow_each_other(fupan: Installation, take: Take, log: Text, wanted: dict[str, Any]) -> None:
    names = ("Li", "Li", "Li Wei", "D")
    logs = [json.loads(log(f"m{number}", names=names, played_at="2024-05-01T20:00:00Z")) for number in range(48)]
    for each in logs:
        each["players"][2]["id"] = "liwei"
    take(b"\n".join(json.dumps(each).encode() for each in logs))
    expected = [f"m{number}" for number in range(47, -1, -1)]
    with fupan.sessions() as session:
        first = store.matches(session, MatchFilter(**wanted))
        second = store.matches(session, MatchFilter(**wanted), before=first.older)
        third = store.matches(session, MatchFilter(**wanted), before=second.older)
        pages = [first, second, third]
        assert [row.match_id for page in pages for row in page.items] == expected
        assert [len(page.items) for page in pages] == [20, 20, 8]
        assert {page.total for page in pages} == {48}
        assert first.newer is third.older is None
        assert store.matches(session, MatchFilter(**wanted), after=third.newer) == second
        assert store.matches(session, MatchFilter(**wanted), after=second.newer) == first
        assert store.matches(session, MatchFilter(**wanted), before=ListPlace(date.min, 0)) == first
        assert store.matches(session, MatchFilter(**wanted), after=ListPlace(date.max, 2**31 - 1)) == first
        nothing = store.matches(session, MatchFilter(**{**wanted, "text": "no such"}), before=first.older)
        assert (nothing.items, nothing.total, nothing.newer, nothing.older) == ((), 0, None, None)


def test_a_range_of_days_is_in_the_order_of_days(fupan: Installation, take: Take, log: Text) -> None:
    days = ["2024-05-03", "2024-05-01", "2024-05-02", "2024-05-02"]
    take(b"\n".join(log(f"m{number}", played_at=day) for number, day in enumerate(days)))
    take(log("undated"))
    assert _rows(fupan, since=date(2024, 1, 1)) == ["m0", "m3", "m2", "m1"]
    assert _rows(fupan, since=date(2024, 1, 1), player="Li") == ["m3", "m2", "m1", "m0"]
    assert _rows(fupan) == ["undated", "m3", "m2", "m1", "m0"]


def test_matches_without_a_day(fupan: Installation, take: Take, log: Text) -> None:
    take(log("dated", ("Zo", "Zhao", "Sun", "Qian"), played_at="2024-05-01"))
    take(b"\n".join(log(f"m{number}") for number in range(3)))
    assert _rows(fupan, undated=True) == _rows(fupan, undated=True, player="Li") == ["m2", "m1", "m0"]
    # The list begins with the fewest, which are those of Zo.
    assert _rows(fupan, undated=True, player="Zo") == []


def test_more_than_are_counted(fupan: Installation, take: Take, log: Text, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.matches.list_query.COUNTED", 60)
    monkeypatch.setattr("app.matches.list_query.COUNTED_EACH", 9)
    take(b"\n".join(log(f"m{number}") for number in range(70)))
    with fupan.sessions() as session:
        assert store.matches(session, MatchFilter()).total == 61
        assert store.games(session) == (("guandan", 10),)
        assert store.verdicts(session) == (("clean", 10),)


@for_every(
    ("text", "place"),
    [
        ("812", ListPlace(date.min, 812)),
        ("2024-05-01.812", ListPlace(date(2024, 5, 1), 812)),
        ("9999999999", ListPlace(date.min, 2**31 - 1)),
        ("99999999999", None),
        ("2024-13-01.812", None),
        ("-1", None),
        ("２", None),
        (".", None),
        ("", None),
    ],
)
def test_places_are_read_from_addresses(text: str, place: ListPlace | None) -> None:
    assert ListPlace.read(text) == place
    if place is not None and place.id < 2**31 - 1:
        assert str(place) == text


def test_filters(fupan: Installation, take: Take, log: Text) -> None:
    take(
        b"\n".join(
            (
                log("a", names=("Li Wei", "B", "C", "D"), played_at="2024-05-01T00:10:00+08:00", event="Spring Cup"),
                log("b", names=("li wei", "X", "Y", "Z"), played_at="2024-05-02T12:00:00Z"),
                log("c", names=("Liu", "X", "Y", "Z"), event="spring"),
                b"not a log",
            )
        ),
        "club_50%.jsonl",
    )
    assert _rows(fupan) == ["c", "b", "a"]
    assert _rows(fupan, game="guandan") == ["c", "b", "a"]
    assert _rows(fupan, game="big_a") == []
    assert _rows(fupan, verdict="unreadable") == []
    assert _rows(fupan, verdict="nonsense") == []
    assert _rows(fupan, player="LI WEI") == ["b", "a"]
    assert _rows(fupan, player="Li") == []
    assert _rows(fupan, player="X", text="spring") == ["c"]
    assert _rows(fupan, text="SPRING") == ["c", "a"]
    assert _rows(fupan, text="liu") == ["c"]
    assert _rows(fupan, text="b_50%") == ["c", "b", "a"]
    assert _rows(fupan, text="b%5") == []
    assert _rows(fupan, since=date(2024, 5, 1)) == ["b", "a"]
    assert _rows(fupan, until=date(2024, 5, 1)) == ["a"]
    assert _rows(fupan, since=date(2024, 5, 2), until=date(2024, 5, 2)) == ["b"]
    assert _rows(fupan, game="", player="", verdict="", text="") == ["c", "b", "a"]
    with fupan.sessions() as session:
        assert store.games(session) == (("guandan", 3),)
        assert "unreadable" not in dict(store.verdicts(session))
        assert sum(count for _, count in store.verdicts(session)) == 3
        assert sorted(store.player_names(session, "li")) == ["Li Wei", "Liu", "li wei"]
        assert store.player_names(session, "%") == ()
        assert len(store.player_names(session)) == 9
    assert _rows(fupan, text="i") == ["c", "b", "a"]


def test_a_person_is_found_by_id_in_every_match(fupan: Installation, take: Take) -> None:
    def text(identity: str, first: dict[str, str]) -> bytes:
        players = [first, *({"seat": seat, "name": seat * 2} for seat in "NWS")]
        return json.dumps(
            {"format": "fupan/1", "game": "guandan", "match": {"id": identity}, "players": players, "hands": []}
        ).encode()

    take(
        b"\n".join(
            (
                text("a", {"seat": "E", "name": "Li Wei", "id": "liwei"}),
                text("b", {"seat": "E", "name": "Li W.", "id": "liwei"}),
                text("c", {"seat": "E", "name": "Li Wei"}),
                text("d", {"seat": "E"}),
            )
        )
    )
    assert _rows(fupan, player="liwei") == ["b", "a"]
    assert _rows(fupan, player="Li Wei") == ["c", "a"]
    assert _counts(fupan)["Player"] == 5
    with fupan.sessions() as session:
        rows = store.matches(session, MatchFilter()).items
    assert rows[0].players == ("E", "NN", "WW", "SS")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("王小", ["b", "a"]),
        ("小明", ["a"]),
        ("明", ["a"]),
        ("小", ["b", "a"]),
        ("欢迎王小明来", ["a"]),
        ("明王", []),
        ("赵", []),
        ("STRASSE", ["b"]),
        ("straße", ["b"]),
        ("ÉCOLE", ["b"]),
        ("école d", ["b"]),
        ("upload.jsonl:2", ["b"]),
        ("aaab", ["b"]),
        ("aaaab", []),
        ("x" * 4_096, []),
        ("\n", []),
    ],
)
def test_any_part_of_two_characters_is_found(
    fupan: Installation, take: Take, log: Text, text: str, found: list[str]
) -> None:
    take(
        log("a", names=("欢迎王小明来打牌", "B", "C", "D"))
        + b"\n"
        + log("b", names=("王小", "aaab", "C", "Straße"), event="École d'été")
    )
    assert _rows(fupan, text=text) == found


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_hostile_names_are_kept_and_found(fupan: Installation, take: Take, log: Text, name: str) -> None:
    raw = log(name, names=(name, "B", "C", "D"), event=name)
    (kept,) = take(raw, "x.json")
    take(log("other"))
    shown = name.replace("\0", "\ufffd")
    with fupan.sessions() as session:
        stored = store.match(session, kept.id)
        assert stored is not None
        assert stored.raw == raw
        assert stored.row.players[0] == stored.row.event == stored.row.match_id == shown
        assert store.player_names(session, name)[0] == shown
    assert stored.report.log.match == name
    assert _rows(fupan, player=name) == [shown]
    assert _rows(fupan, text=name) == [shown]
    assert _rows(fupan, game=name) == _rows(fupan, verdict=name) == []
    assert _counts(fupan)["Log"] == 2


@pytest.mark.parametrize("text", ["\ud800", "x" * 100_000, "%" * 4096, "\0"])
def test_filters_take_any_text(fupan: Installation, take: Take, log: Text, text: str) -> None:
    take(log())
    assert _rows(fupan, text=text) == _rows(fupan, player=text) == _rows(fupan, game=text) == []


def test_sources_of_any_kind_are_kept(fupan: Installation, take: Take, log: Text) -> None:
    names = ["\udcff\udcfe.json", "a\0b.json", "../../etc/passwd", "n" * 5000 + ".json"]
    ids = [take(log(str(number)), name)[0].id for number, name in enumerate(names)]
    with fupan.sessions() as session:
        sources = [stored.source for each in ids if (stored := store.match(session, each))]
    assert len(sources) == len(names)
    assert all(len(source) <= 4096 for source in sources)


def test_judgements_under_other_rules_stand_beside_the_first(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log())
    with fupan.sessions() as session:
        stored = store.match(session, kept.id)
    assert stored is not None
    _, record = reread(stored)
    other = Checker(options={"a_failures": "1"}).check(record)
    assert other.rules != kept.report.rules
    for _ in range(2):
        with writing(fupan.sessions) as session:
            store.judge_again(session, {kept.id: judged(other)}, own=False)
    assert _counts(fupan)["Judgement"] == 2
    with fupan.sessions() as session:
        assert store.report_json(session, kept.id) == kept.report.as_json()
    refused = Checker(preset="no such").check(record)
    with pytest.raises(ValueError, match="rules"), writing(fupan.sessions) as session:
        store.judge_again(session, {kept.id: judged(refused)}, own=False)


@for_every(
    ("text", "day"),
    [
        ("2024-05-01T19:30:00+08:00", date(2024, 5, 1)),
        ("2024-05-01t23:59:60Z", date(2024, 5, 1)),
        ("2024-05-01", date(2024, 5, 1)),
        ("2024-02-30T00:00:00Z", None),
        ("2024-W01-1", None),
        ("yesterday", None),
        ("２０２４-05-01", None),
        ("", None),
        (None, None),
    ],
)
def test_days(text: str | None, day: date | None) -> None:
    assert day_of(text) == day


def _decoded(text: bytes) -> Match:
    import msgspec

    return msgspec.json.decode(text, type=Match)
