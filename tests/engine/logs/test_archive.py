"""The members of a zip."""

import gzip
import io
import struct
import zipfile
from io import BytesIO
from typing import Any

import zstandard
from hypothesis import given
from hypothesis import strategies as st
from made_logs import a_match, compact

from engine.logs import Limits, LogRecord, read_logs
from tests.offenders import for_every

RAW = compact(a_match())


class Pipe(io.RawIOBase):
    """A stream that cannot be sought in, and gives little at a time."""

    def __init__(self, data: bytes, step: int = 1000) -> None:
        self._left = data
        self._step = step

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    def read(self, size: int = -1) -> bytes:
        size = min(size if size >= 0 else len(self._left), self._step)
        taken, self._left = self._left[:size], self._left[size:]
        return taken


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def told(records: Any) -> list[tuple[str, str]]:
    """Sources, each with what is wrong with it."""
    return [(record.source, record.findings[0].message if record.match is None else "") for record in records]


def read_zip(data: bytes, limits: Limits | None = None) -> list[LogRecord]:
    records = list(read_logs(BytesIO(data), "up.zip", limits=limits))
    from_pipe = list(read_logs(Pipe(data), "up.zip", limits=limits))  # type: ignore[arg-type]
    assert told(records) == told(from_pipe)
    return records


@for_every("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_members_of_every_kind(method: int) -> None:
    lines = RAW + b"\n\nbroken\n" + RAW
    members = {
        "folder/": b"",
        "folder/one.json": RAW,
        "many.jsonl": lines,
        "packed.jsonl.gz": gzip.compress(lines),
        "packed.json.zst": zstandard.ZstdCompressor().compress(RAW),
        "plain.txt": lines,
        "no ending": RAW,
        "東.json": RAW,
    }
    wrong = "invalid JSON: expected a value, found 'b' at line 3, column 1"
    assert told(read_zip(zipped(members, method))) == [
        ("up.zip/folder/one.json", ""),
        *[
            (f"up.zip/{name}:{line}", said)
            for name in ("many.jsonl", "packed.jsonl.gz")
            for line, said in ((1, ""), (3, wrong), (4, ""))
        ],
        ("up.zip/packed.json.zst", ""),
        *[(f"up.zip/plain.txt:{line}", said) for line, said in ((1, ""), (3, wrong), (4, ""))],
        ("up.zip/no ending:1", ""),
        ("up.zip/東.json", ""),
    ]


def test_what_a_zip_is_is_told_by_its_content() -> None:
    records = list(read_logs(BytesIO(zipped({"a.json": RAW})), "log.jsonl"))
    assert told(records) == [("log.jsonl/a.json", "")]


def test_a_stream_that_does_not_begin_with_the_zip() -> None:
    stream = BytesIO(b"header" + zipped({"a.json": RAW}))
    stream.seek(6)
    assert told(read_logs(stream, "up.zip")) == [("up.zip/a.json", "")]


def test_what_the_mac_adds_is_passed_over() -> None:
    members = {"a.json": RAW, "__MACOSX/._a.json": b"\0\x05\x16\x07", ".DS_Store": b"\0", "folder/.DS_Store": b"\0"}
    assert told(read_zip(zipped(members))) == [("up.zip/a.json", "")]


def test_other_members_are_refused_one_by_one() -> None:
    inner = zipped({"b.json": RAW})
    members = {
        "inner.zip": inner,
        "inner.json": inner,
        "twice.json.gz": gzip.compress(gzip.compress(RAW)),
        "picture.png": b"\x89PNG\r\n",
        "empty.json": b"",
        "a.json": RAW,
    }
    said = dict(told(read_zip(zipped(members))))
    assert (
        said["up.zip/inner.zip"]
        == said["up.zip/inner.json"]
        == "the file cannot be decompressed: the zip contains another zip"
    )
    assert "compressed again" in said["up.zip/twice.json.gz"]
    assert said["up.zip/picture.png"] == "this is a PNG picture"
    assert "the file is empty" in said["up.zip/empty.json"]
    assert said["up.zip/a.json"] == ""


def test_a_document_that_is_packed_as_a_zip_is_named_as_a_whole() -> None:
    members = {"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<w:document/>"}
    assert told(read_zip(zipped(members))) == [("up.zip", "this is a Word document (DOCX)")]


def test_encrypted_members() -> None:
    data = bytearray(zipped({"a.json": RAW, "b.json": RAW}))
    directory = data.index(b"PK\x01\x02")
    data[6] |= 1
    data[directory + 8] |= 1
    assert told(read_zip(bytes(data))) == [
        ("up.zip/a.json", "the file cannot be decompressed: this member of the zip is encrypted"),
        ("up.zip/b.json", ""),
    ]


@for_every("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_methods_that_cannot_be_unpacked_a_little_at_a_time(method: int) -> None:
    (said,) = told(read_zip(zipped({"a.json": RAW}, method)))
    assert f"the compression method {method}" in said[1]


def test_a_broken_member_does_not_hold_up_the_others() -> None:
    members = {"a.json": RAW, "b.jsonl": (RAW + b"\n") * 3, "c.json": RAW}
    data = bytearray(zipped(members, zipfile.ZIP_STORED))
    place = data.index(b"b.jsonl") + len("b.jsonl") + 2 * len(RAW) + 10
    data[place] ^= 1
    said = told(read_zip(bytes(data)))
    assert said[0] == ("up.zip/a.json", "")
    assert said[-1] == ("up.zip/c.json", "")
    assert said[-2][0] == "up.zip/b.jsonl"
    assert "this member of the zip is damaged" in said[-2][1]


def test_a_member_that_is_somewhere_else() -> None:
    data = zipped({"a.json": RAW, "b.json": RAW})
    directory = data.index(b"PK\x01\x02")
    moved = data[: directory + 42] + struct.pack("<I", 5) + data[directory + 46 :]
    said = told(read_zip(moved))
    assert "damaged" in said[0][1]
    assert said[1] == ("up.zip/b.json", "")


def test_a_zip_that_is_cut_off() -> None:
    data = zipped({"a.json": RAW})
    for end in (4, 10, len(data) // 2, len(data) - 1):
        (said,) = told(read_zip(data[:end]))
        assert said[0] == "up.zip"
        assert "the zip is damaged" in said[1]


def test_an_empty_zip() -> None:
    assert told(read_zip(zipped({}))) == [("up.zip", "the file cannot be decompressed: the zip contains no files")]
    assert "contains no files" in told(read_zip(zipped({"folder/": b""})))[0][1]


def test_an_enormous_directory_is_refused_before_it_is_read() -> None:
    members = 200_000
    entry = struct.pack("<4s4B4HL2L5H2L", b"PK\x01\x02", 20, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    directory = entry * members
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 65535, 65535, len(directory), 4, 0)
    ((source, said),) = told(read_zip(b"PK\x03\x04" + directory + end))
    assert source == "up.zip"
    assert "its directory is too large" in said


def test_the_limit_on_bytes_is_that_of_all_members_together() -> None:
    members = {f"{number}.json": RAW + b" " * 1000 for number in range(5)}
    size = len(RAW) + 1000
    assert [said for _, said in told(read_zip(zipped(members), Limits(unpacked=5 * size)))] == [""] * 5
    said = told(read_zip(zipped(members), Limits(unpacked=3 * size)))
    assert said[:3] == [(f"up.zip/{number}.json", "") for number in range(3)]
    assert said[3:] == [("up.zip/3.json", f"too large: the decompressed input (limit: {3 * size:,} bytes)")]


def test_a_bomb() -> None:
    data = zipped({"bomb.json": bytes(30_000_000), "a.json": RAW})
    assert len(data) < 40_000
    ((source, said),) = told(read_zip(data, Limits(unpacked=1024 * 1024)))
    assert (source, said) == ("up.zip/bomb.json", "too large: the decompressed input (limit: 1 MiB)")
    assert [source for source, _ in told(read_zip(data))] == ["up.zip/bomb.json", "up.zip/a.json"]


def test_the_limit_on_matches_is_that_of_all_members_together() -> None:
    data = zipped({"a.jsonl": (RAW + b"\n") * 3, "b.jsonl": (RAW + b"\n") * 3})
    assert len(read_zip(data, Limits(matches=6))) == 6
    said = told(read_zip(data, Limits(matches=4)))
    assert [source for source, _ in said] == [
        "up.zip/a.jsonl:1",
        "up.zip/a.jsonl:2",
        "up.zip/a.jsonl:3",
        "up.zip/b.jsonl:1",
        "up.zip",
    ]
    assert said[-1][1] == "too large: an upload of more than 4 matches (limit: 4 matches)"


def test_a_zip_from_a_pipe_is_held_only_within_the_limit() -> None:
    data = zipped({"a.json": RAW}, zipfile.ZIP_STORED)
    limits = Limits(unpacked=len(data) - 1)
    ((source, said),) = told(read_logs(Pipe(data), "-", limits=limits))  # type: ignore[arg-type]
    assert source == "-"
    assert "too large" in said


def test_a_long_name_is_cut() -> None:
    (record,) = read_zip(zipped({"n" * 5000 + ".json": RAW}))
    assert record.match is not None
    assert len(record.source) < 250


@given(st.integers(0), st.integers(1, 255), st.booleans())
def test_any_change_gives_records(place: int, change: int, cut: bool) -> None:
    data = bytearray(zipped({"a.json": RAW, "b.jsonl.gz": gzip.compress(RAW)}))
    place %= len(data)
    data[place] ^= change
    for record in read_logs(BytesIO(bytes(data[: place if cut else None])), "up.zip"):
        assert record.match or record.findings


@given(st.binary(max_size=300))
def test_any_bytes_with_the_mark_of_a_zip_give_records(rest: bytes) -> None:
    for begin in (b"PK\x03\x04", b"PK\x05\x06"):
        assert list(read_logs(BytesIO(begin + rest), "up.zip"))
        assert list(read_logs(BytesIO(begin + rest + b"PK\x05\x06" + rest[:18].ljust(18, b"\0")), "up.zip"))
