"""Texts in UTF-16 and GB18030: read as that, with a notice, and each match again from its own bytes."""

import gzip
import json
import tracemalloc
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_logs import a_match, compact, read, refusal

from engine.logs import FORMATS, UPLOAD, LogRecord, read_logs, write_record
from engine.logs.input.encodings import GB18030, UTF_8, UTF_16_BE, UTF_16_LE, Encoding, encoding_of, in_utf_8
from engine.logs.input.text import InputText, Unit
from engine.record import bounds
from engine.verdict.check import Checker
from tests.offenders import for_every

NAMES = ["李伟", "赵敏", "孙悦", "钱璐"]
LOG = a_match(
    players=[{"seat": seat, "name": name} for seat, name in zip("ENWS", NAMES, strict=True)],
    match={"id": "杯赛", "note": "开一\u0a00\u000a😀 €"},
)
TEXT = compact(LOG).decode()
"""A log with characters that have 0x0A or a zero in either byte, and one of two code units."""

ENCODINGS = ("utf-16", "utf-16-le", "utf-16-be", "gb18030")
NAMED = {"utf-16": "UTF-16", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "gb18030": "GB18030"}
every_encoding = pytest.mark.parametrize("codec", ENCODINGS)
utf_16 = pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])


def records_of(data: bytes, name: str = "log.jsonl", **options: Any) -> list[LogRecord]:
    return list(read_logs(BytesIO(data), name, **options))


def notices(record: LogRecord) -> list[tuple[str, str]]:
    return [(each.code.id, each.message) for each in record.findings]


def noted(codec: str) -> list[tuple[str, str]]:
    what = "Chinese text in GBK:" if NAMED[codec] == "GB18030" else "the text is"
    return [("read-as", f"{what} read as {NAMED[codec]}")]


def read_again(record: LogRecord) -> None:
    (again,) = FORMATS[record.format].read(record.raw, record.source)
    assert (again.match, again.findings, again.sha256) == (record.match, record.findings, record.sha256)


@every_encoding
@pytest.mark.parametrize("name", ["log.json", "log.jsonl", "-"])
def test_a_match_in_another_encoding(codec: str, name: str) -> None:
    raw = TEXT.encode(codec)
    (record,) = records_of(raw, name)
    assert record.match == read(compact(LOG)).match
    assert notices(record) == noted(codec)
    assert record.findings[0].rule == "log.format"
    assert (record.raw, record.sha256) == (raw, sha256(raw).hexdigest())
    assert record.match_id == "杯赛"
    read_again(record)


@every_encoding
@pytest.mark.parametrize("name", ["log.json", "-"])
def test_an_indented_match(codec: str, name: str) -> None:
    raw = ("\r\n" + json.dumps(LOG, indent=2, ensure_ascii=False) + "\n").encode(codec)
    (record,) = records_of(raw, name)
    assert record.match == read(compact(LOG)).match
    assert (record.raw, notices(record)) == (raw, noted(codec))
    read_again(record)


@every_encoding
@pytest.mark.parametrize("name", ["log.jsonl", "-"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines(codec: str, name: str, end: str) -> None:
    lines = [compact(LOG | {"match": {"id": f"第{number}"}}).decode() for number in range(3)]
    data = end.join([*lines[:2], "", " \t", lines[2], ""]).encode(codec)
    records = records_of(data, name)
    assert [record.source for record in records] == [f"{name}:{number}" for number in (1, 2, 5)]
    assert [record.match_id for record in records] == ["第0", "第1", "第2"]
    own = [line.encode(codec.replace("utf-16", "utf-16-le") if codec == "utf-16" else codec) for line in lines]
    own[0] = lines[0].encode(codec)
    assert [record.raw for record in records] == own
    assert [notices(record) for record in records] == [noted(codec)] * 3
    for record in records:
        read_again(record)


@every_encoding
def test_packed_and_in_a_zip(codec: str) -> None:
    raw = f"{TEXT}\n{TEXT}\n".encode(codec)
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.jsonl", raw)
        archive.writestr("b.json", compact(LOG))
        archive.writestr("c.jsonl.gz", gzip.compress(raw))
    records = records_of(packed.getvalue(), "up.zip", limits=UPLOAD)
    assert [record.source for record in records] == [
        "up.zip/a.jsonl:1",
        "up.zip/a.jsonl:2",
        "up.zip/b.json",
        "up.zip/c.jsonl.gz:1",
        "up.zip/c.jsonl.gz:2",
    ]
    assert all(record.match for record in records)
    assert [notices(record) for record in records] == [noted(codec)] * 2 + [[]] + [noted(codec)] * 2


def test_what_is_utf_8_is_never_read_as_anything_else() -> None:
    (record,) = records_of(compact(LOG))
    assert notices(record) == []
    confusing = compact(a_match(match={"note": "拢拢拢拢"}))
    (record,) = records_of(confusing)
    assert confusing.decode("gb18030")
    assert notices(record) == []


def test_a_line_in_gb18030_among_lines_in_utf_8() -> None:
    lines = [compact(LOG), TEXT.encode("gb18030"), compact(LOG)]
    records = records_of(b"\n".join(lines))
    assert len({record.match and record.match.players[0].name for record in records}) == 1
    assert [notices(record) for record in records] == [[], noted("gb18030"), []]
    assert [record.raw for record in records] == lines


def test_a_line_without_chinese_in_gb18030_is_the_same_in_utf_8() -> None:
    plain = compact(a_match())
    records = records_of(b"\n".join([TEXT.encode("gb18030"), plain]))
    assert [notices(record) for record in records] == [noted("gb18030"), []]


def test_neither_utf_8_nor_gb18030() -> None:
    raw = compact(a_match(match={"note": "@@"})).replace(b"@@", b"\xe6\x9d\xff")
    assert refusal(raw).message == f"invalid UTF-8 at byte {raw.index(0xE6) + 1} of the file"


@utf_16
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("name", ["log.json", "log.jsonl", "-"])
def test_broken_utf_16(codec: str, mark: str, name: str) -> None:
    begun = (mark + '{"a":"').encode(codec)
    lone = begun + "\udc00".encode(codec, "surrogatepass") + '"}'.encode(codec)
    (record,) = records_of(lone, name)
    assert record.match is None
    assert notices(record) == [("malformed", f"invalid UTF-16 at byte {len(begun) + 1} of the file")]
    assert record.findings[0].recorded in ("0x00", "0xDC")
    odd = (mark + TEXT).encode(codec) + b"{"
    (record,) = records_of(odd, name)
    assert notices(record) == [("malformed", f"invalid UTF-16 at byte {len(odd)} of the file")]


@utf_16
def test_a_bad_line_of_utf_16_costs_that_line_alone(codec: str) -> None:
    lines = [TEXT, "{", "开" * 3 + "[{" * 30, "开开", TEXT, '{"a":\t"\ud800"}', TEXT]
    data = "\r\n".join(lines).encode(codec, "surrogatepass")
    records = records_of(data)
    assert [record.match is not None for record in records] == [True, False, False, False, True, False, True]
    said = [record.findings[0].message for record in records]
    assert said[1] == "invalid JSON: the text is cut off at line 2, column 2"
    assert said[2] == "invalid JSON: expected a value, found '_' at line 3, column 1"
    byte = len("\r\n".join([*lines[:5], '{"a":\t"']).encode(codec, "surrogatepass")) + 1
    assert said[5] == f"invalid UTF-16 at byte {byte} of the file"


@every_encoding
def test_lines_and_columns_count_characters(codec: str) -> None:
    (record,) = records_of('{\n "姓名": "李伟", x'.encode(codec), "log.json")
    assert notices(record) == [
        ("malformed", "invalid JSON: expected a field name in double quotes, found 'x' at line 2, column 14")
    ]
    (_, record) = records_of(f'{TEXT}\n{{"姓名": "李伟", x'.encode(codec))
    assert record.findings[0].message.endswith("line 2, column 14")


@utf_16
@pytest.mark.parametrize("text", ["", "\ufeff", "\n", "\ufeff \r\n", " "])
def test_nothing_in_utf_16(codec: str, text: str) -> None:
    (record,) = records_of(text.encode(codec))
    assert record.findings[0].message == "the file is empty"


@for_every("codec", ["utf-16-le", "utf-16-be", "gb18030"])
def test_the_bound_is_on_the_bytes(codec: str) -> None:
    note = "开" * 3_000
    filled = compact(a_match(extra=[note] * 2_600)).decode()
    longest = filled.encode(codec)
    assert len(longest) <= bounds.MATCH_BYTES < len(filled.encode())
    (record,) = records_of(longest)
    assert record.match is not None
    space = " ".encode(codec)
    spaces = (bounds.MATCH_BYTES - len(longest)) // len(space)
    (record,) = records_of(longest + space * spaces)
    assert record.match is not None
    for end in ("", "\n", "\r\n"):
        (record,) = records_of(longest + space * (spaces + 1) + end.encode(codec))
        assert record.findings[0].message.endswith("bytes (limit: 16 MiB)")
        assert record.sha256 == sha256(longest + space * (spaces + 1)).hexdigest()


@utf_16
def test_lines_of_utf_16_are_read_as_they_come(codec: str) -> None:
    hand = {"actions": ["E play 3s 3s @1.5"] * 1000}
    lines = (compact(a_match(match={"id": "杯"}, hands=[hand])).decode() + "\n").encode(codec) * 10

    class Repeated(BytesIO):
        def __init__(self) -> None:
            super().__init__()
            self.left = b""
            self.times = 100

        def seekable(self) -> bool:
            return False

        def read(self, size: int | None = -1) -> bytes:
            assert size is not None
            while len(self.left) < size and self.times:
                self.left += lines
                self.times -= 1
            taken, self.left = self.left[: size - 1], self.left[size - 1 :]
            return taken

    tracemalloc.start()
    try:
        count = sum(record.match is not None for record in read_logs(Repeated(), "log.jsonl"))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 1000
    assert len(lines) * 100 > 35_000_000
    assert peak < 6_000_000


def in_pieces(data: bytes, step: int) -> Iterator[bytes]:
    return (data[begin : begin + step] for begin in range(0, len(data), step))


@given(
    st.text("a\n\r \u0a00\u000d\u2020\u0d0a😀", max_size=20),
    st.sampled_from([UTF_16_LE, UTF_16_BE]),
    st.integers(1, 9),
    st.sampled_from([b"", b"\n", b"\0"]),
)
def test_lines_of_utf_16_do_not_depend_on_the_pieces(text: str, encoding: Encoding, step: int, more: bytes) -> None:
    data = text.encode(encoding.codec) + more
    expected = []
    offset = 0
    pieces = text.split("\n")
    for number, line in enumerate(pieces, 1):
        raw = line.encode(encoding.codec)
        last = more if number == len(pieces) else b""
        own = raw + last if last else line.removesuffix("\r").encode(encoding.codec)
        if line.strip(" \r\n") or last:
            expected.append(Unit(own, number, offset, len(own)))
        offset += len(raw) + 2
    assert list(InputText(in_pieces(data, step)).lines(encoding)) == expected
    first = next((line for line in pieces if line.strip(" \r\n")), pieces[-1])
    if not more:
        assert InputText(in_pieces(data, step)).first_line(encoding) == first.encode(encoding.codec)


@for_every(
    ("beginning", "encoding"),
    [
        (b"", UTF_8),
        (b"{", UTF_8),
        (b"\0", UTF_8),
        (b"{\0", UTF_16_LE),
        (b"\0{", UTF_16_BE),
        (b"\xff\xfe", UTF_16_LE),
        (b"\xfe\xff", UTF_16_BE),
        (b"\xef\xbb\xbf{}", UTF_8),
        (b'{"a":"\0"}', UTF_8),
        (b'{"a":"\0\0\0\0"}', UTF_8),
        ('{"备注":"'.encode("utf-16-be") + "开".encode("utf-16-be") * 90, UTF_16_BE),
        ("开{}".encode("utf-16-le"), UTF_16_LE),
    ],
)
def test_an_encoding_is_recognised_by_the_beginning(beginning: bytes, encoding: Encoding) -> None:
    assert encoding_of(beginning) is encoding


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"])),
    st.sampled_from([UTF_8, UTF_16_LE, UTF_16_BE, GB18030]),
)
def test_a_text_in_any_encoding_in_utf_8(text: str, encoding: Encoding) -> None:
    raw = f'{{"a":"{text}'.encode(encoding.codec)
    expected = f'{{"a":"{text}'.encode()
    if encoding is GB18030 and raw.decode(errors="ignore").encode() == raw:
        expected = raw
    assert in_utf_8(raw) == expected


@every_encoding
def test_unknown_fields_are_written_again(codec: str) -> None:
    log = LOG | {"天气": "晴"}
    (record,) = records_of(compact(log).decode().encode(codec))
    assert json.loads(write_record(record)) == log


@every_encoding
def test_the_report_of_a_match_read_again(codec: str) -> None:
    records = records_of(f"{TEXT}\n{TEXT}".encode(codec))
    for record in records:
        report = Checker().check(record)
        assert report.findings[0].message == noted(codec)[0][1]
        (again,) = FORMATS[record.format].read(record.raw, record.source)
        assert Checker().check(again).as_json() == report.as_json()
