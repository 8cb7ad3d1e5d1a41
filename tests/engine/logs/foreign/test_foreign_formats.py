"""What holds of every foreign format: who claims which text, samples and their twins, and any bytes at all."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from engine.logs import detect, write_match
from engine.logs.foreign import FORMATS
from engine.logs.formats import LogFormat
from engine.logs.fupan import reading as fupan
from engine.logs.record import LogRecord
from engine.record import bounds
from engine.record.match import Match
from engine.rulebook.findings import Severity
from tests.offenders import for_every
from tests.profiles import tried

NAMES = [each.name for each in FORMATS.values() if not each.name.startswith("poker-arena-")]
"""Those that are told by their content; the others are read by the same code, and only when they are asked for."""
TEXTS = [name for name in NAMES if name != "njupt-archive"]
"""Those whose records are texts; an archive is bytes in no encoding."""
HEAD = 64 * 1024

PEERS = {
    "njupt/greedy.jsonl.gz": "njupt",
    "njupt/random.jsonl.gz": "njupt",
    "guandan_world/deals.txt": "guandan-world",
    "guandan_world/sdk_deals.txt": "guandan-world",
    "others/mobilegd-converted.json": "mobilegd-converted",
    "others/canonical-replays.jsonl": "canonical-replays",
    "others/arena-games.json": "arena-games",
    "chinese_poker/ofc.jsonl": "poker-arena",
    "chinese_poker/ofc-pineapple.jsonl": "poker-arena",
    "chinese_poker/ofc-progressive.jsonl": "poker-arena",
    "chinese_poker/ofc-27.jsonl": "poker-arena",
    "chinese_poker/pineapple-boards.jsonl": "pineapple-boards",
}

LINES = ("njupt-messages", "poker-arena")

Records = Callable[[str, bytes], list[LogRecord]]
Read = Callable[[str], bytes]


def claimants(raw: bytes) -> list[str]:
    return [each.name for each in FORMATS.values() if each.sniff(raw[:HEAD])]


def check_record(record: LogRecord, name: str) -> None:
    """What must hold of any record, whatever the bytes it was read from."""
    assert record.format == name
    assert record.game == ("chinese_poker" if name in ("poker-arena", "pineapple-boards") else "guandan")
    for finding in record.findings:
        assert finding.rule in ("log.foreign", "log.format", "log.bounds")
        assert finding.message
        assert len(finding.message) < 1000
        finding.expected.encode()
    if record.match is None:
        (refusal,) = record.findings
        assert refusal.code.id == "malformed"
    else:
        assert {finding.severity for finding in record.findings} == {Severity.NOTICE}
        assert any(finding.variant == "preset" for finding in record.findings)
        encoded = msgspec.json.encode(record.match)
        assert msgspec.json.decode(encoded, type=Match) == record.match
        seats = len(record.match.seats) if record.game == "chinese_poker" else 4
        assert sorted(record.match.seats) == ["P0", "P1", "P2", "P3"][:seats]


def test_names_are_unique() -> None:
    names = [each.name for each in FORMATS.values()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("name", "owner"), PEERS.items())
def test_a_peers_file_is_claimed_by_its_reader_alone(peer: Read, name: str, owner: str) -> None:
    assert claimants(peer(name)) == [owner]
    known = detect(peer(name)[:HEAD])
    assert known is not None
    assert known.name == owner


@pytest.mark.parametrize(("name", "owner"), PEERS.items())
def test_every_record_of_the_peers_is_read(peer: Read, records: Records, name: str, owner: str) -> None:
    read = records(owner, peer(name))
    assert read
    for record in read:
        assert record.match is not None
        check_record(record, owner)
        again = fupan.read_match(write_match(record.match), "it")
        assert (again.match, again.findings) == (record.match, ())


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_is_claimed_by_its_reader_alone(sample: Read, name: str) -> None:
    raw = sample(name)
    assert claimants(raw) == [name]
    assert claimants(b"\xef\xbb\xbf" + raw) == ([name] if name in TEXTS else [])


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_reads_to_its_twin(sample: Read, records: Records, name: str) -> None:
    twins = [fupan.read_match(line, "it") for line in sample(f"{name}.fupan").splitlines()]
    assert [twin.findings for twin in twins] == [()] * len(twins)
    assert [record.match for record in records(name, sample(name))] == [twin.match for twin in twins]


@pytest.mark.parametrize("name", NAMES)
def test_the_projects_own_logs_are_not_claimed(sample: Read, name: str) -> None:
    assert claimants(sample(f"{name}.fupan")) == []


@for_every("name", NAMES)
@for_every(
    "raw",
    [
        b"",
        b"\n",
        b"{}",
        b"[]",
        b"null",
        b"[null]",
        b"[1]",
        b'{"messages": 3}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"a": 1, "a": 2}',
        b'["\\ud800"]',
        b"[NaN]",
        b"[" + b"1" * 5_000 + b"]",
        b"Event: Deal Started",
        "{'a': 1}".encode("utf-16"),
    ],
)
def test_strange_texts_are_refused_or_read(records: Records, name: str, raw: bytes) -> None:
    foreign = next(each for each in FORMATS.values() if each.name == name)
    foreign.sniff(raw)
    read = foreign.read(raw, "it")
    assert read
    for record in read:
        check_record(record, name)


@pytest.mark.parametrize("name", TEXTS)
def test_a_byte_order_mark_is_noted(sample: Read, name: str) -> None:
    foreign = next(each for each in FORMATS.values() if each.name == name)
    unit = sample(name).split(b"\n")[0] if foreign.unit == "line" else sample(name)
    plain, marked = foreign.read(unit, "it"), foreign.read(b"\xef\xbb\xbf" + unit, "it")
    assert [record.match for record in plain] == [record.match for record in marked]
    assert "mark" in {finding.variant for finding in marked[0].findings}


@for_every("name", NAMES)
def test_a_match_of_too_many_bytes_is_refused(name: str) -> None:
    foreign = next(each for each in FORMATS.values() if each.name == name)
    (record,) = foreign.read(b" " * (bounds.MATCH_BYTES + 1), "it")
    (refusal,) = record.findings
    assert refusal.variant == "bound"
    assert "16,777,216" in refusal.expected


scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every value within a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inner for place in places(item, (*path, key)))]


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    key, *rest = path
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = replaced(value[key], tuple(rest), new)
    return copy


def small(foreign: LogFormat, raw: bytes) -> Any:
    """A sample cut down to a document of some hundred values."""
    if foreign.name == "njupt":
        document = json.loads(raw)
        return document | {"messages": [m for m in document["messages"] if m["type"] == "notify"][:40]}
    if foreign.name in LINES:
        return [json.loads(line) for line in raw.splitlines()[:60]]
    return json.loads(raw.split(b"\n")[0] if foreign.unit == "line" else raw)


@pytest.mark.parametrize("name", [name for name in TEXTS if name != "guandan-world"])
@tried(60, allowed=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_documents_with_a_value_of_another_kind(sample: Read, name: str, data: st.DataObject) -> None:
    foreign = next(each for each in FORMATS.values() if each.name == name)
    document = small(foreign, sample(name))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(document)))
        document = replaced(document, path, data.draw(values))
    text = json.dumps(document)
    if name == "poker-arena" and isinstance(document, list):
        text = "\n".join(map(json.dumps, document))
    for record in foreign.read(text.encode(), "it"):
        check_record(record, name)


@pytest.mark.parametrize("name", NAMES)
@tried(40, allowed=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damaged_bytes(sample: Read, name: str, data: st.DataObject) -> None:
    foreign = next(each for each in FORMATS.values() if each.name == name)
    raw = sample(name)[: data.draw(st.sampled_from([HEAD, 4_000]))]
    cut = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(cut, min(cut + 12, len(raw))))
    damaged = raw[:cut] + data.draw(st.binary(max_size=6)) + raw[end:]
    foreign.sniff(damaged)
    for record in foreign.read(damaged, "it"):
        check_record(record, name)


@pytest.mark.parametrize("name", NAMES)
@tried(40)
@given(raw=st.binary(max_size=80))
def test_any_bytes(name: str, raw: bytes) -> None:
    foreign = next(each for each in FORMATS.values() if each.name == name)
    foreign.sniff(raw)
    for record in foreign.read(raw, "it"):
        check_record(record, name)


@for_every(
    ("name", "raw"),
    [
        ("arena-games", b"[" + b"1," * bounds.UPLOAD_MATCHES + b"1]"),
        ("guandan-world", b"Event: Match Started\n" * (bounds.UPLOAD_MATCHES + 1)),
        ("poker-arena", b"".join(b'{"hand":%d,"ev":{}}\n' % (2 * number) for number in range(20_001))),
        (
            "njupt-messages",
            b"\n".join(
                [b'{"type":"notify","stage":"gameOver"}', b'{"type":"notify","stage":"beginning","myPos":0}']
                * (bounds.UPLOAD_MATCHES + 1)
            ),
        ),
    ],
)
def test_more_matches_than_an_upload_may_hold_are_one_refusal(name: str, raw: bytes) -> None:
    foreign = next(each for each in FORMATS.values() if each.name == name)
    (record,) = foreign.read(raw, "it")
    check_record(record, name)
    assert "20,000" in record.findings[0].expected
