"""The compiled lane takes what is plainly in order, and only what the engine reads without a finding."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from engine.fast.library import Library, library
from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.rulebook.codes import UNKNOWN_FIELD
from engine.verdict.check import Checker
from tests.engine.fast.test_lane import agreed
from tests.offenders import for_every
from tests.playouts import Style, generate
from tests.profiles import cases

STYLE = Style(setups=1, receivers=1, reports=1, seconds=True)
OPTIONS: Mapping[str, dict[str, object]] = {
    "guandan": {"a_failures": 2, "hands": 2, "return_level": True},
    "big_a": {"four_five": "printed", "hands": 2},
    "bao_huang": {"scoring": "4-2-0", "balanced": True, "hands": 2},
}
PRESETS = {"guandan": "tournament", "big_a": "catsatcards", "bao_huang": "catsatcards"}
Document = dict[str, Any]


@pytest.fixture(scope="module")
def lane() -> Library:
    found = library()
    if found is None:
        pytest.skip("the library is not compiled: python -m engine.fast.compiling")
    return found


def made(game: str) -> Document:
    """A clean match that has every field."""
    options, preset = OPTIONS[game], PRESETS[game]
    document: Document = json.loads(
        write_match(generate(game, 2, preset=preset, options=options, hands=2, style=STYLE))
    )
    document["match"] = {
        "id": "掼蛋 7",
        "played_at": "2024-05-01T19:30:00+08:00",
        "event": "e",
        "table": "t",
        "note": "",
    }
    document["players"] = [player | {"name": "李 é 😀", "id": player["seat"]} for player in document["players"]]
    COMPLETED[game](*document["hands"])
    assert document["rules"]["options"] == options
    return document


def complete_guandan(first: Document, second: Document) -> None:
    second["setup"] |= {"previous": first["result"]["finish"], "failures": {"E": 0}}


def complete_big_a(first: Document, second: Document) -> None:
    second["setup"]["totals"] = first["result"]["scores"]
    second["result"]["exposed"] = False


def complete_bao_huang(first: Document, second: Document) -> None:
    second["setup"]["totals"] = first["result"]["scores"]
    second["result"]["factor"] = 4


COMPLETED: Mapping[str, Callable[[Document, Document], None]] = {
    "guandan": complete_guandan,
    "big_a": complete_big_a,
    "bao_huang": complete_bao_huang,
}
BASES = {game: made(game) for game in OPTIONS}
BASE = BASES["guandan"]


def fate(lane: Library, raw: bytes) -> str:
    """Why the lane leaves some bytes to the engine; both agree on them."""
    return agreed(lane, read_match(raw, "made"), {})[1]


def text(document: Document) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "surrogatepass")


def by_name(value: Any) -> Any:
    return json.loads(json.dumps(value, sort_keys=True))


@pytest.mark.parametrize(
    "raw",
    [
        text(BASE),
        text(by_name(BASE)),
        json.dumps(BASE, ensure_ascii=False, indent=1).encode() + b"\r\n\t ",
        json.dumps(BASE, ensure_ascii=False, separators=(",", ":")).encode(),
        text(BASE | {"match": {}}),
        text({name: value for name, value in BASE.items() if name not in ("match", "result")}),
        text(BASE | {"match": {"played_at": "2024-02-28T23:59:59Z"}}),
        text(BASE | {"match": {"played_at": "1999-12-31T00:00:00-23:59"}}),
    ],
)
def test_a_match_is_taken_however_its_json_is_laid_out(lane: Library, raw: bytes) -> None:
    assert fate(lane, raw) == "clean"


def test_a_text_may_have_as_many_characters_as_the_format_allows(lane: Library) -> None:
    assert fate(lane, text(BASE | {"match": {"note": "x" * 4096}})) == "clean"
    assert fate(lane, text(BASE | {"match": {"note": "x" * 4097}})) != "clean"
    assert fate(lane, text(BASE | {"match": {"note": "李" * 4096}})) != "clean"


MOMENT = "2024-05-01T19:30:00+08:00"
MOMENTS = [
    *(MOMENT[:at] + "x" + MOMENT[at + 1 :] for at in range(len(MOMENT))),
    *("2024-00-01", "2024-13-01", "2024-02-29", "2023-02-29", "2024-04-31", "2024-04-00", "2024-01-32"),
    *("T24:00:00Z", "T00:60:00Z", "T23:59:60Z", "T00:00:61Z", "T00:00:00+24:00", "T00:00:00+00:60", "T00:00:00.5Z"),
    *("T00:00:00z", "t00:00:00Z", "T00:00:00", "T00:00:00 +08:00", "T00:00:00+0800", "T00:00:00Zulu+", ""),
]


@for_every("moment", MOMENTS)
def test_moments_are_those_of_the_format(lane: Library, moment: str) -> None:
    if len(moment) == 10:
        moment += "T19:30:00Z"
    elif moment[:1] in ("T", "t"):
        moment = "2024-05-01" + moment
    fate(lane, text(BASE | {"match": {"played_at": moment}}))


BAD_BYTES = (
    *(b"\x80", b"\xbf", b"\xc0\x80", b"\xc1\xbf", b"\xc3", b"\xc3(", b"\xe0\x80\x80", b"\xe0\x9f\xbf", b"\xe2\x82"),
    *(
        b"\xed\xa0\x80",
        b"\xed\xbf\xbf",
        b"\xef\xbf",
        b"\xe4(\xa1",
        b"\xe4\xb8(",
        b"\xf0\x80\x80\x80",
        b"\xf0\x8f\xbf\xbf",
    ),
    *(
        b"\xf0\x9f\x98",
        b"\xf0\x9f(\x80",
        b"\xf0\x9f\x98(",
        b"\xf4\x90\x80\x80",
        b"\xf5\x80\x80\x80",
        b"\xf8\x88\x80\x80\x80",
    ),
    *(b"\xff", b"\xfe", b"\x00", b"\x1f", b"\n", b"\t", b"\\x", b"\\u67", b"\\u67g0", b"\\ud83d", b"\\ude00"),
    *(b"\\ud83d\\n", b"\\ud83d\\u0041", b"\\U674e"),
)
GOOD_BYTES = (
    b"\x7f",
    b" ",
    b"\xc2\x80",
    b"\xe0\xa0\x80",
    b"\xed\x9f\xbf",
    b"\xee\x80\x80",
    b"\xf0\x90\x80\x80",
    b"\xf4\x8f\xbf\xbf",
    *(b"\\n", b"\\u674e", b'\\"', b"\\\\", b"\\/", b"\\u0000", b"\\ud83d\\ude00", b"\\uDBFF\\uDFFF", b"\\b\\f\\r\\t"),
)


@pytest.mark.parametrize("some", [*BAD_BYTES, *GOOD_BYTES])
def test_names_are_utf_8_and_escapes(lane: Library, some: bytes) -> None:
    raw = text(BASE).replace("李 é 😀".encode(), b"-" + some + b"-", 1)
    assert (fate(lane, raw) == "clean") == (some in GOOD_BYTES)
    fate(lane, text(BASE).replace("李 é 😀".encode(), some, 1))


def twice(raw: bytes, name: str) -> bytes:
    """A text in which a field stands twice, with the same value or another one."""
    at = raw.index(b'"' + name.encode() + b'":')
    return raw[:at] + b'"' + name.encode() + b'": {}, ' + raw[at:]


def fields(value: Any) -> Iterator[str]:
    """Every name of a field in a document, as often as it occurs."""
    match value:
        case dict():
            yield from value
            for each in value.values():
                yield from fields(each)
        case list():
            for each in value:
                yield from fields(each)


FIELDS = [(game, name) for game, document in BASES.items() for name in sorted(set(fields(document)))]


@for_every(("game", "name"), FIELDS)
def test_no_field_is_taken_twice_and_other_names_are_unknown(lane: Library, game: str, name: str) -> None:
    raw = text(BASES[game])
    key = f'"{name}":'.encode()
    assert key in raw
    assert fate(lane, twice(raw, name)) != "clean"
    places = range(raw.count(key))
    for place in cases(places, {places[0], places[-1]}):
        parts = raw.split(key)
        before, after = key.join(parts[: place + 1]), key.join(parts[place + 1 :])
        fate(lane, before + f'"{name}x":'.encode() + after)
        value, end = json.JSONDecoder().raw_decode(after.decode().lstrip())
        same = json.dumps(value, ensure_ascii=False).encode()
        assert fate(lane, before + key + same + b"," + key + after) != "clean", (name, place)
        for other in (
            {"x": "2"},
            {"E": "2"},
            {"E": 0},
            None,
            1,
            1.0,
            -1,
            True,
            [],
            {},
            "",
            "x",
            [[]],
            ["x"],
            {"x": 1},
            10**12,
            10**9 + 1,
        ):
            rest = after.decode().lstrip()[end:].encode()
            fate(lane, before + key + json.dumps(other).encode() + rest)


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: b"\xef\xbb\xbf" + raw,
        lambda raw: raw + b"{}",
        lambda raw: raw + b",",
        lambda raw: raw[:-1],
        lambda raw: b"[" + raw + b"]",
        lambda raw: raw[:-1] + b",}",
        lambda raw: raw.replace(b"], ", b",], ", 1),
        lambda raw: raw.replace(b'"}, {"', b'",}, {"', 1),
        lambda raw: raw.replace(b'"}, {"', b'"} {"', 1),
        lambda raw: raw.replace(b'": "', b'" "', 1),
        lambda raw: raw.replace(b'": "', b'": : "', 1),
        lambda raw: raw.replace(b'", "', b'" "', 1),
        lambda raw: raw.replace(b'", "', b'",, "', 1),
        lambda raw: raw.replace(b'["', b'[,"', 1),
        lambda raw: raw.replace(b'{"', b'{,"', 1),
        lambda raw: raw.replace(b"true", b"tru", 1),
        lambda raw: raw.replace(b"true", b"null", 1),
        lambda raw: raw.replace(b"true", b"True", 1),
        lambda raw: raw.replace(b'"a_failures": 2', b'"a_failures": 02', 1),
        lambda raw: raw.replace(b'"a_failures": 2', b'"a_failures": -2', 1),
        lambda raw: raw.replace(b'"a_failures": 2', b'"a_failures": 2.0', 1),
        lambda raw: raw.replace(b'"a_failures": 2', b'"a_failures": 2e0', 1),
        lambda raw: raw.replace(b'"a_failures": 2', b'"a_failures": 2E0', 1),
        lambda raw: raw.replace(b'"a_failures": 2', b'"a_failures": -0', 1),
        lambda raw: raw.replace(b'"a_failures": 2', b'"a_failures": 2, "a_failures": 3', 1),
        lambda raw: raw.replace(b'"a_failures": 2', b'"a_failures": 10', 1),
        lambda raw: raw.replace(b"fupan/1", b"fupan/2"),
        lambda raw: raw.replace(b'"guandan"', b'"big_a"'),
        lambda raw: raw.replace(b'"guandan"', b'"whist"'),
    ],
)
def test_what_is_not_plainly_json_is_left_to_the_engine(lane: Library, change: Callable[[bytes], bytes]) -> None:
    raw = change(text(BASE))
    assert raw != text(BASE)
    assert fate(lane, raw) != "clean"


@for_every("game", BASES)
@for_every("comment", ["", " ", "thinks", "# again", " @5", ' \\u0023 \\"pass\\"', " 想了很久 😀", "\\n"])
def test_comments_and_spaces_end_no_match(lane: Library, comment: str, game: str) -> None:
    raw = text(BASES[game])
    ends = re.sub(rb'  *(pass[^"]*)"', lambda found: b"  " + found[1] + f'  #{comment}"'.encode(), raw)
    assert ends != raw
    assert fate(lane, ends.replace(b" play ", b"   play ")) == "clean"


PLACES: Mapping[str, Callable[[Document], Document]] = {
    "unknown": lambda whole: whole,
    "rules.unknown": lambda whole: dict(whole["rules"]),
    "match.unknown": lambda whole: dict(whole["match"]),
    "players[].unknown": lambda whole: dict(whole["players"][1]),
    "hands[].unknown": lambda whole: dict(whole["hands"][1]),
    "hands[].setup.unknown": lambda whole: dict(whole["hands"][1]["setup"]),
    "hands[].result.unknown": lambda whole: dict(whole["hands"][1]["result"]),
    "result.unknown": lambda whole: dict(whole["result"]),
}
"""The paths of unknown fields, and the objects that they are put into."""


@for_every("game", BASES)
@for_every("path", PLACES)
def test_unknown_fields_are_noticed_as_by_the_engine(lane: Library, game: str, path: str) -> None:
    whole = BASES[game]
    before = text(PLACES[path](whole))
    for value in (b"1", b"-12.5", b'"x"', b"null", b'[{"a": [true, "]\\""]}]', b"{}", b"1714559400"):
        raw = text(whole).replace(before, b'{"unknown": ' + value + b", " + before[1:], 1)
        assert fate(lane, raw) == "clean"
        report = Checker().clean(raw, "made")
        assert report is not None
        assert [fault.recorded for fault in report.findings if fault.code is UNKNOWN_FIELD] == [path]
    for value in (b'{"a": 1, "a": 2}', b"01", b"1.", b"-", b"1e999", b"tru", b"[1,]", b'"\\x"', b"10000000000000"):
        raw = text(whole).replace(before, b'{"unknown": ' + value + b", " + before[1:], 1)
        assert fate(lane, raw) != "clean"


def test_a_field_that_the_format_has_is_no_unknown_one(lane: Library) -> None:
    recorded = b'"match": {"recorded": ["E", "N"], '
    assert fate(lane, text(BASE).replace(b'"match": {', recorded, 1)) != "clean"


def test_a_text_that_ends_anywhere_is_left_to_the_engine(lane: Library) -> None:
    raw = text(BASE)
    assert all(isinstance(lane.read(raw[:end]), int) for end in range(len(raw)))


SECONDS = (
    *(
        "0",
        "00",
        "0.0",
        "0.25",
        "0.000001",
        "0.0000001",
        ".5",
        "5.",
        "",
        "-1",
        "+1",
        "1e3",
        "0x1",
        "1.x",
        "1..2",
        "1.2.3",
        "1 2",
    ),
    *("999999999", "1000000000", "1000000000000", "1000000000001", "9" * 30, "١", "@1"),
)


@for_every("game", BASES)
@for_every("seconds", SECONDS)
def test_seconds_are_those_of_the_format_and_never_decrease(lane: Library, seconds: str, game: str) -> None:
    base = BASES[game]
    actions = base["hands"][0]["actions"]
    for place in cases((0, 1, len(actions) // 2, len(actions) - 1), (0, len(actions) - 1)):
        body = actions[place].partition(" @")[0]
        for changed in (f"{body} @{seconds}", f"{body}  @{seconds}", f"{body} @{seconds} ", f"{body} @{seconds} @9"):
            hands = [
                base["hands"][0] | {"actions": [*actions[:place], changed, *actions[place + 1 :]]},
                base["hands"][1],
            ]
            fate(lane, text(base | {"hands": hands}))


@pytest.mark.parametrize("seat", ["", "123456789", "a b", "é", "N", "-", "{"])
def test_seats_are_those_of_the_format(lane: Library, seat: str) -> None:
    raw = (
        text(BASE).replace(b'"E"', json.dumps(seat, ensure_ascii=False).encode()).replace(b'"E ', f'"{seat} '.encode())
    )
    assert fate(lane, raw) != "clean"


@pytest.mark.parametrize("game", BASES)
def test_a_match_has_the_players_of_its_game(lane: Library, game: str) -> None:
    players = BASES[game]["players"]
    many = players + [{"seat": f"x{number}"} for number in range(5)]
    for count in (0, 1, 2, 3, 4, 5, 6, 8, 9):
        assert (fate(lane, text(BASES[game] | {"players": many[:count]})) == "clean") == (count == len(players))
