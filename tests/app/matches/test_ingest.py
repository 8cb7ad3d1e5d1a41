"""Uploads: what is kept of them, also when they are bad or break off."""

import gzip
import json
import zipfile
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy.exc import OperationalError

from app.matches import ingest as ingesting
from app.matches import store
from app.matches.decoded import DecodedMatches
from app.matches.ingest import IngestResult, ingest, reread
from app.matches.installation import Installation
from app.matches.store import MatchFilter, StoredMatch
from app.matches.uploads.refusals import StoredRefusal, refusal
from engine.logs import LogRecord, read_logs
from engine.logs.record import with_positions
from engine.record import bounds

pytestmark = pytest.mark.databases_differ

Text = Callable[..., bytes]
Take = Callable[..., list[IngestResult]]
FOREIGN = (
    "guandan_world/deals.txt",
    "njupt/random.jsonl.gz",
    "others/arena-games.json",
    "others/canonical-replays.jsonl",
    "others/mobilegd-converted.json",
)


def _stored(fupan: Installation, identity: int) -> StoredMatch:
    with fupan.sessions() as session:
        stored = store.match(session, identity)
    assert stored is not None
    return stored


def _refusal(fupan: Installation, identity: int) -> StoredRefusal:
    with fupan.sessions() as session:
        stored = refusal(session, identity)
    assert stored is not None
    return stored


def _total(fupan: Installation) -> int:
    with fupan.sessions() as session:
        return store.matches(session, MatchFilter()).total


def test_bad_lines_hold_nothing_up(fupan: Installation, take: Take, log: Text) -> None:
    lines = [log("a"), b"{", log("b", rules={"preset": "no such"}), b"\xff\xfe\x00", log("c")]
    kept = take(b"\n".join(lines), "table.jsonl")
    assert [each.verdict == "unreadable" for each in kept] == [False, True, True, True, False]
    assert [each.source for each in kept] == [f"table.jsonl:{number}" for number in range(1, 6)]
    assert [each.unread for each in kept] == [False, True, False, True, False]
    stored_as = [_refusal(fupan, each.id) if each.unread else _stored(fupan, each.id) for each in kept]
    assert [each.raw for each in stored_as] == lines
    assert [each.report_json for each in stored_as] == [each.report.as_json() for each in kept]
    assert kept[1].reason == "Invalid JSON: the text is cut off at line 2, column 2."
    assert stored_as[1].row.reason == kept[1].reason  # type: ignore[union-attr]
    for each in (each for each in kept if not each.unread):
        stored = _stored(fupan, each.id)
        match, record = reread(stored)
        assert stored.report_json == each.report.as_json()
        assert fupan.checker.check(record).digest == each.report.digest
        assert (match is None) == (record.match is None)
        assert (fupan.decoded.get(stored) is None) == (match is None)


def test_bytes_over_the_bound_are_known_by_their_hash_alone(fupan: Installation, take: Take, log: Text) -> None:
    long = b'{"note": "' + b"x" * bounds.MATCH_BYTES + b'"}'
    first, second, third = take(b"\n".join([log("a"), long, log("b")]))
    assert [each.verdict == "unreadable" for each in (first, second, third)] == [False, True, False]
    stored = _refusal(fupan, second.id)
    assert (stored.kept, stored.raw, stored.sha256) == (False, b"", sha256(long).hexdigest())
    assert stored.report_json == second.report.as_json()


def test_broken_archives_are_told_apart(fupan: Installation, take: Take) -> None:
    broken = gzip.compress(b"{}")[:8]
    first, other = take(broken, "a.jsonl.gz") + take(broken, "b.jsonl.gz")
    (again,) = take(broken, "a.jsonl.gz")
    (empty,) = take(b"", "c.json")
    assert first.id == again.id
    assert len({first.id, other.id, empty.id}) == 3
    assert [each.new for each in (first, other, again, empty)] == [True, True, False, True]
    assert all(each.unread for each in (first, other, again, empty))
    stored = _refusal(fupan, other.id)
    assert (stored.kept, stored.raw, stored.row.source) == (False, b"", "b.jsonl.gz")


def test_the_same_line_twice_is_one_match(take: Take, log: Text) -> None:
    first, second, third = take(b"\n".join([log("a"), log("b"), log("a")]))
    assert first.id == third.id != second.id
    assert (first.new, second.new, third.new) == (True, True, False)


@pytest.mark.parametrize("pack", ["plain", "gzip", "zip"])
def test_packed_uploads_lead_to_the_same_matches(fupan: Installation, take: Take, log: Text, pack: str) -> None:
    text = b"\n".join(log(str(number)) for number in range(3)) + b"\n"
    ids = [each.id for each in take(text)]
    data = text
    if pack == "gzip":
        data = gzip.compress(text)
    if pack == "zip":
        archive = BytesIO()
        with zipfile.ZipFile(archive, "w") as writer:
            writer.writestr("deep/table.jsonl", text)
        data = archive.getvalue()
    again = take(data, f"again.{pack}")
    assert [each.id for each in again] == ids
    assert not any(each.new for each in again)
    assert _total(fupan) == 3


def test_many_batches(fupan: Installation, take: Take, log: Text) -> None:
    number = 2 * ingesting.BATCH + 7
    kept = take(b"\n".join(log(str(each)) for each in range(number)))
    assert [json.loads(_stored(fupan, each.id).raw)["match"]["id"] for each in kept[:: ingesting.BATCH // 2]] == [
        str(each) for each in range(0, number, ingesting.BATCH // 2)
    ]
    assert _total(fupan) == number


def test_a_match_is_committed_when_it_is_yielded(fupan: Installation, log: Text) -> None:
    text = b"\n".join(log(str(each)) for each in range(ingesting.BATCH + 1))
    upload = ingest(fupan.sessions, fupan.checker, BytesIO(text), "x.jsonl")
    first = next(upload)
    assert _stored(fupan, first.id).source == "x.jsonl:1"
    assert _total(fupan) == ingesting.BATCH
    assert len(list(upload)) == ingesting.BATCH


def test_what_was_read_before_a_failure_is_kept(
    fupan: Installation, log: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded_read = ingesting.guarded_read

    def breaks_off(*args: object, **options: object) -> object:
        for number, record in enumerate(guarded_read(*args, **options)):  # type: ignore[arg-type]
            if number == 5:
                raise OSError("the disk is gone")
            yield record

    monkeypatch.setattr(ingesting, "guarded_read", breaks_off)
    text = b"\n".join(log(str(each)) for each in range(20))
    with pytest.raises(OSError, match="disk"):
        list(ingest(fupan.sessions, fupan.checker, BytesIO(text), "x.jsonl"))
    assert _total(fupan) == 5


def test_uploads_at_the_same_time(fupan: Installation, log: Text) -> None:
    texts = [log(str(number), names=(f"p{number % 17}", f"q{number % 5}", "C", "D")) for number in range(150)]
    results: dict[int, list[IngestResult]] = {}

    def upload(number: int) -> None:
        own = texts if number % 2 else texts[::-1]
        results[number] = list(ingest(fupan.sessions, fupan.checker, BytesIO(b"\n".join(own)), f"{number}.jsonl"))

    threads = [Thread(target=upload, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 3
    assert _total(fupan) == len(texts)
    assert {each.id for each in results[0]} == {each.id for each in results[1]} == {each.id for each in results[2]}
    assert sum(each.new for kept in results.values() for each in kept) == len(texts)


def test_a_batch_in_the_way_of_another_is_tried_again(
    fupan: Installation, take: Take, log: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_all, calls = store.save_all, []

    def fails(*args: object, **options: object) -> list[store.SavedRecord]:
        calls.append(args)
        if len(calls) == 1:
            raise OperationalError("INSERT", {}, Exception("deadlock detected"))
        return save_all(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "save_all", fails)
    kept = take(b"\n".join((log("a"), log("b"))))
    assert [each.new for each in kept] == [True, True]
    assert len(calls) == 2

    def always(*_args: object, **_options: object) -> list[store.SavedRecord]:
        raise OperationalError("INSERT", {}, Exception("database is locked"))

    monkeypatch.setattr(store, "save_all", always)
    with pytest.raises(OperationalError):
        take(log("c"))
    assert _total(fupan) == 2


def test_positions_count_matches_of_the_same_text() -> None:
    def record(raw: bytes) -> LogRecord:
        return LogRecord(source="x", raw=raw, format="f", match=None, game=None, match_id=None)

    whole, line = b"two matches", bytes(bytearray(b"a line"))
    same_line = bytes(bytearray(b"a line"))
    records = [record(each) for each in (whole, whole, line, same_line, b"", b"", whole)]
    assert [position for _, position in with_positions(records)] == [0, 1, 0, 0, 0, 0, 0]


def test_the_memory_of_decoded_matches_is_bounded(fupan: Installation, take: Take, log: Text) -> None:
    stored = [_stored(fupan, each.id) for each in take(b"\n".join(log(str(number)) for number in range(5)))]
    decoded: list[int] = []

    def decode(each: StoredMatch) -> object:
        decoded.append(each.id)
        return reread(each)[0]

    memory = DecodedMatches(decode, 3)  # type: ignore[arg-type]
    for each in (*stored, stored[4], stored[2], stored[0]):
        assert memory.get(each) is not None
    assert decoded == [each.id for each in (*stored, stored[0])]
    assert len(memory) == 3
    small = DecodedMatches(decode, 3, size=len(stored[0].raw) - 1)  # type: ignore[arg-type]
    assert small.get(stored[0]) is not None
    assert len(small) == 0


@pytest.mark.parametrize("name", FOREIGN)
def test_logs_of_other_programs_are_read_again_from_what_is_kept(fupan: Installation, peers: Path, name: str) -> None:
    path = peers / "guandan" / name
    if not path.exists():
        pytest.skip(f"the shared folder is not there: {name}")
    with path.open("rb") as stream:
        kept = list(ingest(fupan.sessions, fupan.checker, stream, path.name))
    with path.open("rb") as stream:
        records = list(read_logs(stream, path.name))
    assert len(kept) == len(records) == len({each.id for each in kept})
    assert not any(each.unread for each in kept)
    for each, record in zip(kept, records, strict=True):
        stored = _stored(fupan, each.id)
        match, again = reread(stored)
        assert match == record.match
        assert (again.raw, again.source, again.format) == (record.raw, record.source, record.format)
        assert fupan.checker.check(again).as_json() == stored.report_json


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-be", "gb18030"])
def test_lines_in_other_encodings_are_read_again_from_what_is_kept(
    fupan: Installation, take: Take, log: Text, codec: str
) -> None:
    lines = [log("a", names=("李伟", "赵敏", "孙悦", "钱璐")), b"{", log("b", names=("周", "吴", "郑", "王"))]
    kept = take(b"\n".join(lines).decode().encode(codec))
    assert [each.verdict == "unreadable" for each in kept] == [False, True, False]
    assert kept[0].players == ("李伟", "赵敏", "孙悦", "钱璐")
    assert [each.unread for each in kept] == [False, True, False]
    for each in (kept[0], kept[2]):
        stored = _stored(fupan, each.id)
        match, record = reread(stored)
        assert match is not None
        assert fupan.checker.check(record).digest == each.report.digest


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-be", "gb18030"])
def test_matches_of_one_text_in_another_encoding_are_read_again(fupan: Installation, take: Take, codec: str) -> None:
    sample = Path(__file__).parents[3] / "sample_logs/chinese_poker/foreign/poker-arena.jsonl"
    lines = sample.read_text(encoding="utf-8").splitlines()
    others = [line.replace('"seats":["', '"seats":["李伟') for line in lines]
    assert others != lines
    kept = take("\n".join([*others, *lines]).encode(codec), "ofc.jsonl")
    assert len({each.id for each in kept}) == len(kept) >= 2
    assert len({each.players for each in kept}) == 2
    for each in kept:
        stored = _stored(fupan, each.id)
        match, record = reread(stored)
        assert match is not None
        assert tuple(player.name for player in match.players) == each.players
        assert fupan.checker.check(record).as_json() == stored.report_json
