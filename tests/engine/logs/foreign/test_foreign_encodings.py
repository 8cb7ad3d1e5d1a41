"""Records of other programs in UTF-16 and GB18030."""

from collections.abc import Callable
from io import BytesIO

import pytest

from engine.logs import FORMATS, LogRecord, detect, read_logs

NAMES = [each for each in FORMATS if not each.startswith(("fupan", "text", "poker-arena-", "njupt-archive"))]


def records_of(raw: bytes) -> list[LogRecord]:
    return list(read_logs(BytesIO(raw), "it"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16(sample: Callable[[str], bytes], name: str, codec: str) -> None:
    raw = sample(name).decode().encode(codec)
    known = detect(raw[: 64 * 1024])
    assert known is not None
    assert known.name == name
    plain, records = records_of(sample(name)), records_of(raw)
    assert [record.match for record in records] == [record.match for record in plain]
    assert [record.source for record in records] == [record.source for record in plain]
    for record, same in zip(records, plain, strict=True):
        first, *others = record.findings
        assert first.message == "the text is read as UTF-16"
        assert others == list(same.findings)
        again = known.read(record.raw, "it")
        assert record.match in [each.match for each in again]
        assert {each.findings[0].message for each in again} == {first.message}


def test_gb18030(sample: Callable[[str], bytes]) -> None:
    """The seats of each hand of the poker arena are names; a text may hold several matches."""
    plain = sample("poker-arena").decode()
    name = plain.partition('"seats":')[2].partition('"')[2].partition('"')[0]
    assert name
    text = plain.replace(f'"{name}"', '"李伟"')
    raw = text.encode("gb18030")
    assert [record.match for record in records_of(raw)] == [record.match for record in records_of(text.encode())]
    for record in records_of(raw):
        assert record.match is not None
        assert "李伟" in [player.name for player in record.match.players]
        assert record.findings[0].message == "Chinese text in GBK: read as GB18030"
        again = FORMATS[record.format].read(record.raw, "it")
        assert record.match in [each.match for each in again]
