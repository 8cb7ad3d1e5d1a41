"""The quick reading of a match is never fooled: it says the same as the exact one, or nothing."""

import gzip
import json
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from made_logs import TABLES, a_match, compact, table_of, with_hand

from engine.logs.fupan.reading import exact_match, quick_match
from engine.logs.json.strict import MatchRefused, check, parse
from engine.record import bounds
from tests.offenders import for_every
from tests.profiles import tried

Pairs = list[tuple[str, Any]]


def exactly(text: bytes) -> Any:
    """What the exact reading gives: the match and what is unknown, or None where it refuses."""
    try:
        document = parse(text)
        check(document)
        return exact_match(document, TABLES)
    except MatchRefused:
        return None


def agrees(text: bytes) -> bool:
    """Whether the quick reading gives a match; if it does, the exact one has to give the same with nothing unknown."""
    quick = quick_match(text, TABLES)
    if quick is not None:
        assert exactly(text) == (quick, {})
    return quick is not None


LOGS: list[Any] = [
    a_match(),
    with_hand(setup={"totals": {"E": -1.5}, "failures": {"E": 1}, "first": "N"}),
    with_hand(setup={"previous": {"finish": ["E"], "emperor": "E"}}),
    with_hand(setup={}, result={}, deal={}),
    a_match(rules={}, match={}, result={}),
    a_match(rules={"options": {"a": {"b": [{"c": {}}]}}}, result={"ended": "time"}),
    with_hand(deal={"E": ":", "N": '":', "W": '\\":\\"', "S": ': ":'}, actions=['E pass # ":" said', '":":":']),
    table_of("bao_huang", 5, setup={"previous": {"finish": ["P1", ["P2"]], "emperor": "P1", "protector": "P2"}}),
    table_of("open_face", 3, setup={"dealer": "P1", "fantasyland": {"P1": 14}, "stakes": {"P1-P2": 5}}),
    table_of("open_face", 3, result={"units": {"P1-P2": 2}, "scores": {"P1": 2}}),
    table_of("bare", 2, setup={}, result={}),
]


@for_every("log", LOGS)
def test_plain_logs(log: Any) -> None:
    assert exactly(compact(log)) is not None
    awkward = b'":' in json.dumps(log, separators=(",", "")).encode()
    assert agrees(compact(log)) is not awkward
    assert agrees(json.dumps(log, indent=3).encode()) is not awkward
    assert agrees(json.dumps(log, separators=(" ,\t", "\r\n : ")).encode()) is not awkward


@for_every(
    "log",
    [
        a_match(weather="rain"),
        with_hand(setup={"dealer": "E"}),
        with_hand(result={"roles": {"emperor": "E"}}),
        table_of("bare", 2, setup={"first": "P1"}),
        table_of("bao_huang", 5, setup={"previous": {"weather": 1}}),
        a_match(format=None),
        a_match(format="fupan/2"),
        a_match(game="mahjong"),
        a_match(rules={"options": {"a": bounds.NUMBER + 1}}),
        a_match(rules={"options": {"a": ["x" * (bounds.TEXT + 1)]}}),
        with_hand(setup={"failures": {"E": bounds.NUMBER + 1}}),
        with_hand(setup={"previous": {"finish": [{"x" * (bounds.TEXT + 1): 1}]}}),
    ],
)
def test_logs_of_which_there_is_more_to_say(log: Any) -> None:
    assert not agrees(compact(log))


def test_what_makes_up_for_a_field_does_not_count() -> None:
    """The count of a field that is missing, and one that stands twice, against colons within texts."""
    text = compact(a_match(match={"note": '":'})).replace(b'"format":"fupan/1",', b"")
    assert not agrees(text)
    assert not agrees(compact(a_match()).replace(b'"level":"2"', b'"level":"2","level":"2"'))
    assert not agrees(compact(a_match(weather=1)).replace(b'"weather":1', b'"weather" :1'))


texts = st.text(st.sampled_from('":\\ \t{}[],Ea7é東'), max_size=5)
FIELD_NAMES = """
format game rules match players hands result preset options id note seat name setup deal actions finish scores totals
winner ended level levels previous failures first dealer stakes fantasyland units roles emperor E
"""
known_fields = st.sampled_from(FIELD_NAMES.split())
fields = known_fields | texts
values = st.recursive(
    texts | st.integers(-3, 3) | st.none() | st.booleans() | st.just(bounds.NUMBER + 1) | st.floats(-9, 9),
    lambda inner: st.lists(inner, max_size=2) | st.lists(st.tuples(fields, inner), max_size=2),
    max_leaves=4,
)


def is_object(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, tuple) for item in value)


def as_pairs(value: Any) -> Any:
    """A document with its objects as lists of pairs, so that a field can stand twice."""
    if isinstance(value, dict):
        return [(name, as_pairs(item)) for name, item in value.items()]
    return [as_pairs(item) for item in value] if isinstance(value, list) else value


def objects_in(value: Any) -> list[Pairs]:
    """Every object in a document, itself included; an empty list is taken as one."""
    if not isinstance(value, list):
        return []
    inner = [item[1] if isinstance(item, tuple) else item for item in value]
    return ([value] if is_object(value) else []) + [found for item in inner for found in objects_in(item)]


def written(value: Any, chance: Random) -> str:
    """JSON with white space anywhere, and texts escaped in more ways than one."""

    def space() -> str:
        return "".join(chance.choices(" \t\r\n", k=chance.randrange(3)))

    def text(words: str) -> str:
        if chance.random() < 0.5:
            return json.dumps(words, ensure_ascii=chance.random() < 0.5)
        return '"' + "".join(f"\\u{ord(character):04x}" for character in words) + '"'

    def put(value: Any) -> str:
        before, after = space(), space()
        if isinstance(value, str):
            inner = text(value)
        elif is_object(value):
            inner = "{" + ",".join(f"{space()}{text(k)}{space()}:{put(v)}" for k, v in value) + "}"
        elif isinstance(value, list):
            inner = "[" + ",".join(put(item) for item in value) + "]"
        else:
            inner = json.dumps(value)
        return before + inner + after

    return put(value)


@tried(500)
@given(st.data())
def test_the_quick_reading_is_never_fooled(data: st.DataObject) -> None:
    document = as_pairs(data.draw(st.sampled_from(LOGS)))
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.sampled_from([found for found in objects_in(document) if found] or [document]))
        at = data.draw(st.integers(0, max(len(place) - 1, 0)))
        change = data.draw(st.sampled_from(["twice", "unknown", "gone", "value", "name"]))
        if change == "twice" and place:
            place.insert(data.draw(st.integers(0, len(place))), place[at])
        elif change == "unknown":
            place.insert(at, (data.draw(fields), data.draw(values)))
        elif change == "gone" and place:
            del place[at]
        elif change == "value" and place:
            place[at] = (place[at][0], data.draw(values))
        elif change == "name" and place:
            place[at] = (data.draw(fields), place[at][1])
    agrees(written(document, Random(data.draw(st.integers(0, 2**32)))).encode())


@tried(300)
@given(st.data())
def test_compact_texts_with_pieces_put_in(data: st.DataObject) -> None:
    raw = compact(data.draw(st.sampled_from(LOGS)))
    pieces = [b'"', b":", b'":', b" ", b"\\", b'\\"', b'"x":1,', b'"level":"2",', b'"game":"guandan",', b'"E":":",']
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw)))
        raw = raw[:at] + data.draw(st.sampled_from(pieces)) + raw[at:]
    agrees(raw)


def test_the_quick_reading_is_the_usual_one(shared: Path) -> None:
    with gzip.open(shared / "conformance" / "guandan" / "njupt.log.jsonl.gz") as lines:
        assert all(agrees(line) for line in lines)
