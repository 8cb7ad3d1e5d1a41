"""From an input to its records: formats, lines and wholes, streams of any length."""

import gzip
import hashlib
import io
import json
import tracemalloc
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from made_logs import a_match, compact

from engine.logs import (
    FORMATS,
    FUPAN,
    UPLOAD,
    Limits,
    LogRecord,
    UndecodedText,
    detect,
    read_logs,
    read_records,
    spans_of,
    undecoded_lines,
    undecoded_texts,
)
from engine.logs.input.reading import SNIFFED, UNKNOWN
from engine.record import bounds
from tests.offenders import for_every

RAW = compact(a_match())


def records_of(data: bytes, name: str = "log.jsonl", **options: Any) -> list[LogRecord]:
    return list(read_logs(BytesIO(data), name, **options))


def told(records: Any) -> list[tuple[str, str]]:
    return [(record.source, record.findings[0].message if record.match is None else "") for record in records]


def numbered(count: int) -> list[bytes]:
    return [compact(a_match(match={"id": f"match {number}"})) for number in range(count)]


def ids(records: Any) -> list[str | None]:
    return [record.match_id for record in records]


PACK: Any = {"": bytes, ".gz": gzip.compress, ".zst": zstandard.ZstdCompressor().compress}
packed = pytest.mark.parametrize("ending", list(PACK))


@packed
def test_lines(ending: str) -> None:
    data = PACK[ending](b"\n".join(numbered(3)) + b"\n")
    name = f"table7.jsonl{ending}"
    records = records_of(data, name)
    assert ids(records) == ["match 0", "match 1", "match 2"]
    assert [record.source for record in records] == [f"{name}:1", f"{name}:2", f"{name}:3"]
    assert [record.raw for record in records] == numbered(3)


@packed
def test_a_whole(ending: str) -> None:
    text = json.dumps(a_match(), indent=2).encode() + b"\n"
    (record,) = records_of(PACK[ending](text), f"table7.JSON{ending}")
    assert record.match is not None
    assert (record.source, record.raw) == (f"table7.JSON{ending}", text)
    assert record.sha256 == hashlib.sha256(text).hexdigest()


@packed
def test_packing_is_told_by_content_not_by_name(ending: str) -> None:
    (record,) = records_of(PACK[ending](RAW), "table7.jsonl.gz")
    assert record.match is not None


def test_the_hash_is_that_of_the_line_without_its_end() -> None:
    for end in (b"\n", b"\r\n", b""):
        (record,) = records_of(RAW + end)
        assert record.raw == RAW
        assert record.sha256 == hashlib.sha256(RAW).hexdigest()
    (spaced,) = records_of(b" " + RAW + b" \r\r\n")
    assert spaced.raw == b" " + RAW + b" \r"
    assert spaced.match is not None
    (marked,) = records_of(b"\xef\xbb\xbf" + RAW, "table7.json")
    assert marked.sha256 == hashlib.sha256(b"\xef\xbb\xbf" + RAW).hexdigest()


def test_a_bad_line_costs_that_line_alone() -> None:
    lines = [RAW, b"{", b"", b"  \t\r", RAW, b'{"a": 1}', b"\xff", b"[" * 100_000, RAW]
    records = records_of(b"\n".join(lines))
    assert [(record.source, record.match is not None) for record in records] == [
        ("log.jsonl:1", True),
        ("log.jsonl:2", False),
        ("log.jsonl:5", True),
        ("log.jsonl:6", False),
        ("log.jsonl:7", False),
        ("log.jsonl:8", False),
        ("log.jsonl:9", True),
    ]


def test_places_of_a_bad_line_count_from_the_beginning_of_the_file() -> None:
    records = records_of(RAW + b"\r\n\n{]\n" + RAW + b'\n{"a":"\xff"}')
    assert records[1].findings[0].message.endswith("line 3, column 2")
    byte = len(RAW) + 2 + 1 + 3 + len(RAW) + 1 + 6 + 1
    assert records[3].findings[0].message == f"invalid UTF-8 at byte {byte} of the file"


def test_the_first_line_may_be_bad() -> None:
    assert [said == "" for _, said in told(records_of(b"garbage\n" + RAW))] == [False, True]
    assert [said == "" for _, said in told(records_of(b"garbage\ngarbage", "a.jsonl"))] == [False, False]


def test_a_json_file_of_several_matches_is_one_that_does_not_parse() -> None:
    (record,) = records_of(RAW + b"\n" + RAW, "log.json")
    assert (
        record.findings[0].message
        == "invalid JSON: unexpected text after the end of the JSON value at line 2, column 1"
    )


@for_every("name", ["-", "log", "log.txt", "log.json.bak", "log.jsonl:3"])
def test_other_names_are_told_by_content(name: str) -> None:
    assert [record.source for record in records_of(b"\n \n" + RAW + b"\n" + RAW, name)] == [f"{name}:3", f"{name}:4"]
    text = b"\n" + json.dumps(a_match(), indent=1).encode()
    (record,) = records_of(text, name)
    assert (record.source, record.raw) == (name, text)
    assert record.match is not None
    assert [said == "" for _, said in told(records_of(b"\xef\xbb\xbf" + RAW + b"\n{", name))] == [True, False]


@for_every("data", [b"", b"\n\n", b"  \r\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n", gzip.compress(b"", mtime=0)])
@for_every("name", ["log.json", "log.jsonl", "-"])
def test_an_empty_input(data: bytes, name: str) -> None:
    ((source, said),) = told(records_of(data, name))
    assert source == name
    assert said == "the file is empty"


def test_an_input_of_unknown_kind() -> None:
    (record,) = records_of(b"\x89PNG\r\n\x1a\n and so on", "picture.png")
    (found,) = record.findings
    assert (found.code.id, found.rule, found.variant) == ("malformed", "log.format", "kind")
    assert found.message == "this is a PNG picture"
    assert record.format == UNKNOWN
    assert record.sha256 == hashlib.sha256(b"\x89PNG\r\n\x1a\n and so on").hexdigest()
    assert told(records_of(b"[1, 2]", "log.txt"))[0][1] == "this is JSON text that is not a match log"
    again = records_of(record.raw, "picture.png", format=record.format)
    assert again == [record]


def test_json_by_name_is_refused_with_its_place() -> None:
    assert told(records_of(b"garbage", "log.json")) == [
        ("log.json", "invalid JSON: expected a value, found 'g' at line 1, column 1")
    ]


def test_a_json_object_that_no_format_claims_is_one_of_ours() -> None:
    assert told(records_of(b'{"game": "guandan"}', "-")) == [("-:1", "format is missing")]
    assert detect(b' \n{"x') is FUPAN
    assert detect(b"\xef\xbb\xbf{") is FUPAN
    assert detect(b"[1]") is None
    log = a_match(note=["x" * 4000] * 20) | {"format": "fupan/1"}
    late = {name: log[name] for name in reversed(log)}
    assert compact(late).index(b'"fupan/1"') > SNIFFED
    assert records_of(compact(late), "-")[0].match is not None


def test_formats_by_name() -> None:
    assert FORMATS["fupan"] is FUPAN
    assert next(iter(FORMATS)) == "fupan"
    assert all(each.name == name and each.title and each.unit in ("line", "file") for name, each in FORMATS.items())
    assert records_of(b"garbage", "-", format="fupan")[0].format == "fupan"
    with pytest.raises(ValueError, match="unknown format 'klingon'; the formats are fupan"):
        read_logs(BytesIO(RAW), "log.json", format="klingon")


def test_what_a_record_was_read_as_reads_it_again() -> None:
    for data, name in ((RAW + b"\n" + RAW, "log.jsonl"), (json.dumps(a_match(), indent=1).encode(), "log.json")):
        for record in records_of(data, name):
            (again,) = records_of(record.raw, record.source, format=record.format)
            assert (again.match, again.findings, again.sha256) == (record.match, record.findings, record.sha256)


@packed
def test_a_stream_that_breaks_off(ending: str) -> None:
    if not ending:
        return
    lines = b"\n".join(numbered(200))
    data = PACK[ending](lines)
    records = records_of(data[: len(data) - 9], f"log.jsonl{ending}")
    *whole, last = records
    assert ids(whole) == [f"match {number}" for number in range(len(whole))]
    assert all(record.match for record in whole)
    assert last.source == f"log.jsonl{ending}"
    assert last.findings[0].variant == "packed"
    assert "cut off" in last.findings[0].message
    ((source, said),) = told(records_of(PACK[ending](RAW)[:-9], "log.json"))
    assert (source, "cut off" in said) == ("log.json", True)
    ((source, said),) = told(records_of(data[:9], "-"))
    assert (source, "cut off" in said) == ("-", True)


def test_bytes_of_an_upload() -> None:
    assert (UPLOAD.unpacked, UPLOAD.matches) == (bounds.UPLOAD_BYTES, bounds.UPLOAD_MATCHES)
    data = b"\n".join(numbered(300))
    assert len(records_of(data, limits=Limits(unpacked=len(data)))) == 300
    *whole, last = records_of(data, limits=Limits(unpacked=len(data) - 1))
    assert all(record.match for record in whole)
    assert last.findings[0].message == f"too large: the decompressed input (limit: {len(data) - 1:,} bytes)"
    assert (last.findings[0].rule, last.findings[0].variant) == ("log.bounds", "bound")


def test_matches_of_an_upload() -> None:
    data = b"\n".join([*numbered(4), b"garbage"])
    assert len(records_of(data, limits=Limits(matches=5))) == 5
    assert told(records_of(data, limits=Limits(matches=4)))[4:] == [
        ("log.jsonl", "too large: an upload of more than 4 matches (limit: 4 matches)")
    ]


def test_matches_of_a_real_upload() -> None:
    data = b"x\n" * (bounds.UPLOAD_MATCHES + 1)
    records = records_of(data, limits=UPLOAD)
    assert len(records) == bounds.UPLOAD_MATCHES + 1
    assert records[-1].findings[0].rule == "log.bounds"
    assert len(records_of(data[2:], limits=UPLOAD)) == bounds.UPLOAD_MATCHES
    assert len(records_of(data)) == bounds.UPLOAD_MATCHES + 1


class Endless(io.RawIOBase):
    """A stream made as it is read: a beginning, then one piece again and again.  It gives ``step`` bytes at most."""

    def __init__(self, begin: bytes, piece: bytes = b"", times: int = 0, end: bytes = b"", step: int = 1 << 30) -> None:
        self._piece, self._times, self._end = piece, times, end
        self._held = begin
        self._step = step
        self.given = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        assert size >= 0, "a stream of any length is not read to its end at once"
        size = min(size, self._step)
        while len(self._held) < size and self._times:
            self._times -= 1
            self._held += self._piece if self._times else self._piece + self._end
        taken, self._held = self._held[:size], self._held[size:]
        self.given += len(taken)
        return taken


@packed
def test_lines_are_read_as_they_come(ending: str) -> None:
    log = a_match(match={"id": "match"}, hands=[{"actions": ["E play 3s 3s @1.5"] * 1000}])
    lines = (compact(log) + b"\n") * 10
    piece = PACK[ending](lines)
    stream = Endless(piece, piece, 54)
    records = read_logs(stream, f"log.jsonl{ending}")  # type: ignore[arg-type]
    tracemalloc.start()
    try:
        first = next(records)
        assert first.match_id == "match"
        assert stream.given <= 256 * 1024
        total = 1
        for record in records:
            assert record.match
            total += 1
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert total == 550
    assert len(lines) * 55 > 10_000_000
    assert peak < 4_000_000


def test_a_deflate_stream_of_one_member_is_read_as_it_comes() -> None:
    deflate = zlib.compressobj(6, zlib.DEFLATED, 31)
    lines = b"".join(line + b"\n" for line in numbered(100))
    data = b"".join(deflate.compress(lines) for _ in range(200)) + deflate.flush()
    stream = Endless(data)
    records = read_logs(stream, "log.jsonl.gz")  # type: ignore[arg-type]
    next(records)
    assert stream.given <= 128 * 1024
    assert sum(1 for _ in records) == 19_999


@for_every("end", [b"\n", b"\r\n"])
def test_a_line_that_is_too_long_is_skipped_without_being_held(end: bytes) -> None:
    piece = b" " * 1_000_000
    stream = Endless(RAW + end + b'{"long":', piece, 60, end + RAW)
    tracemalloc.start()
    try:
        records = list(read_logs(stream, "log.jsonl"))  # type: ignore[arg-type]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [(record.source, record.match is not None) for record in records] == [
        ("log.jsonl:1", True),
        ("log.jsonl:2", False),
        ("log.jsonl:3", True),
    ]
    assert records[1].findings[0].message == "too large: a match of 60,000,008 bytes (limit: 16 MiB)"
    assert records[1].raw == b""
    assert records[1].sha256 == hashlib.sha256(b'{"long":' + piece * 60).hexdigest()
    assert peak < 24_000_000


@for_every("end", [b"\n", b"\r\n", b""])
def test_the_longest_line(end: bytes) -> None:
    longest = RAW + b" " * (bounds.MATCH_BYTES - len(RAW))
    (record,) = records_of(longest + end)
    assert record.match is not None
    assert len(record.raw) == bounds.MATCH_BYTES
    (record,) = records_of(longest + b" " + end)
    assert record.match is None
    assert record.sha256 == hashlib.sha256(longest + b" ").hexdigest()
    assert record.findings[0].message == "too large: a match of 16,777,217 bytes (limit: 16 MiB)"


@for_every("name", ["log.json", "-"])
def test_a_whole_that_is_too_long(name: str) -> None:
    stream = Endless(b'{"a":\n', b" " * 1_000_000, 40, b"1}")
    (record,) = read_logs(stream, name)  # type: ignore[arg-type]
    assert record.findings[0].message == "too large: a match of 40,000,008 bytes (limit: 16 MiB)"
    assert record.sha256 == hashlib.sha256(b'{"a":\n' + b" " * 40_000_000 + b"1}").hexdigest()
    blank = Endless(b"\n", b"\n" * 1_000_000, 40)
    (record,) = read_logs(blank, name)  # type: ignore[arg-type]
    assert record.match is None


@given(st.binary(max_size=400), st.sampled_from(["log.json", "log.jsonl", "-", "up.zip", "log.jsonl.gz"]))
def test_any_bytes_give_records(data: bytes, name: str) -> None:
    records = records_of(data, name, limits=UPLOAD)
    assert records
    for record in records:
        assert record.match or record.findings
        assert record.source.startswith(name)


@given(
    st.lists(
        st.sampled_from([RAW, b"\n", b"\r\n", b"{", b" ", b"\xef\xbb\xbf", b"\0", b"[]", b'"', b"\xff"]), max_size=8
    )
)
def test_any_pieces_give_records_that_do_not_depend_on_how_they_come(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    for name in ("log.json", "log.jsonl", "-"):
        at_once = records_of(data, name)
        assert at_once
        assert at_once == records_of(PACK[".gz"](data), name)
        assert at_once == list(read_logs(Endless(data, step=7), name))  # type: ignore[arg-type]


@for_every("game", ["bao_huang", "big_a", "chinese_poker", "guandan"])
def test_every_log_of_the_conformance_sets_is_told_apart(shared: Path, game: str) -> None:
    for path in sorted((shared / "conformance" / game).glob("*.log.jsonl.gz")):
        with path.open("rb") as stream:
            records = list(read_logs(stream, path.name))
        with gzip.open(path) as lines:
            assert [record.raw for record in records] == [line.rstrip(b"\n") for line in lines]
        assert {record.format for record in records} == {"fupan"}
        expected = path.with_name(path.name.replace(".log.", ".expect."))
        with gzip.open(expected) as lines:
            unreadable = [json.loads(line).get("verdict") == "unreadable" for line in lines]
        known = [record.findings[0].variant != "game" if record.match is None else True for record in records]
        assert [(record.match is None) for record, k in zip(records, known, strict=True) if k] == [
            u for u, k in zip(unreadable, known, strict=True) if k
        ]


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
@given(
    kinds=st.lists(st.sampled_from(["match", "broken", "", " \t", "\r"]), min_size=1, max_size=8),
    between=st.sampled_from(["\n", "\r\n"]),
)
def test_lines_of_any_range_are_those_of_the_whole_text(codec: str, kinds: list[str], between: str) -> None:
    texts = {"match": compact(a_match(match={"id": "中"})).decode(), "broken": '{"game": 1,,}'}
    data = between.join(["{}", *(texts.get(kind, kind) for kind in kinds)]).encode(codec)
    lines = [
        each for each in undecoded_texts(BytesIO(data), "a.jsonl", format="fupan") if isinstance(each, UndecodedText)
    ]
    whole = [record for each in lines for record in read_records(each)]
    assert whole == records_of(data, "a.jsonl", format="fupan")
    for first, number in zip(lines, range(len(lines)), strict=True):
        for end in range(number + 1, len(lines) + 1):
            last = lines[end - 1].unit
            stream = BytesIO(data)
            stream.seek(first.unit.offset)
            bare = first._replace(unit=first.unit._replace(raw=b""))
            found = undecoded_lines(stream, bare, last.offset + last.size - first.unit.offset)
            assert list(found) == lines[number:end]
    for size, most in ((1, 9), (300, 9), (10**6, 2), (10**6, 9)):
        parts = []
        spans = spans_of(BytesIO(data), "a.jsonl", size, most, format="fupan")
        assert spans is not None
        for bare, span in spans:
            stream = BytesIO(data)
            stream.seek(bare.unit.offset)
            parts.append(list(undecoded_lines(stream, bare, span.size)))
            assert 0 < len(parts[-1]) == span.lines <= most
        assert [each for part in parts for each in part] == lines
        assert len(parts) == len(lines) or size > 1


@for_every(
    ("name", "data"),
    [
        ("a.json", b"{}"),
        ("a", b'{\n"game": 1}'),
        ("a.jsonl", b""),
        ("a.jsonl", b" \n" * 9),
        ("a.jsonl", gzip.compress(b"{}\n", mtime=0)),
        ("a.jsonl", b"\x89PNG\r\n\x1a\n"),
    ],
)
def test_what_is_not_read_line_by_line_is_not_divided(name: str, data: bytes) -> None:
    assert spans_of(BytesIO(data), name, 1, 1) is None
