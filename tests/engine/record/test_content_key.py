"""The content key: the same for the same match in other bytes."""

import json
from io import BytesIO
from typing import Any

from engine.logs import read_logs
from engine.record.content import content_key
from tests.engine.logs.made_logs import a_match
from tests.offenders import for_every

MATCH: dict[str, Any] = {"format": "fupan/1"} | a_match() | {"match": {"id": "七"}}


def key_of(data: bytes, name: str = "log.json") -> str:
    (record,) = read_logs(BytesIO(data), name)
    assert record.match is not None, record.findings
    return content_key(record.match)


def reversed_fields(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: reversed_fields(value[name]) for name in reversed(value)}
    return [reversed_fields(each) for each in value] if isinstance(value, list) else value


PLAIN = json.dumps(MATCH, ensure_ascii=False).encode()


@for_every(
    "data",
    [
        json.dumps(MATCH).encode(),
        json.dumps(MATCH, indent=2, ensure_ascii=False).encode(),
        json.dumps(MATCH, indent=2, ensure_ascii=False).replace("\n", "\r\n").encode(),
        json.dumps(reversed_fields(MATCH), ensure_ascii=False).encode(),
        b"\xef\xbb\xbf" + PLAIN,
        PLAIN.decode().encode("utf-16"),
        PLAIN.decode().encode("gb18030"),
        json.dumps(MATCH | {"unknown": 1}, ensure_ascii=False).encode(),
    ],
)
def test_the_same_match_in_other_bytes_has_the_same_key(data: bytes) -> None:
    assert data != PLAIN
    assert key_of(data) == key_of(PLAIN)
    assert len(key_of(PLAIN)) == 64


@for_every("change", [{"match": {"id": "八"}}, {"hands": []}, {"players": MATCH["players"][::-1]}, {"rules": {}}])
def test_another_match_has_another_key(change: dict[str, Any]) -> None:
    assert key_of(json.dumps(MATCH | change).encode()) != key_of(PLAIN)
