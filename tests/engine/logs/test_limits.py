"""Bounds on the work of an input: members, lines, actions, cards; what is over one is refused by its name."""

import io
import struct
import zipfile
import zlib
from dataclasses import asdict
from io import BytesIO

from made_logs import a_match, compact

from engine.logs import AT_ONCE, UPLOAD, Limits, Meter, limit_exceeded, read_logs
from engine.logs.input.limits import work_of
from engine.record.match import Hand, Match, Player
from tests.offenders import for_every

LINE = compact(a_match())
ACTIONS = ["E play 2s 2d", "N pass", "W play 3s"]
PLAYED = compact(a_match(hands=[{"deal": {"E": "2s 2d"}, "actions": ACTIONS}]))


def last(data: bytes, limits: Limits, name: str = "x.jsonl") -> tuple[int, str]:
    """The number of matches that are read, and the last refusal."""
    records = list(read_logs(BytesIO(data), name, limits=limits))
    refused = [record.findings[-1].message for record in records if record.match is None]
    return sum(record.match is not None for record in records), refused[-1] if refused else ""


def zipped(*members: bytes) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as writer:
        for number, member in enumerate(members):
            writer.writestr(f"{number}.jsonl", member)
    return archive.getvalue()


def overlapping(count: int) -> bytes:
    """A zip that lists one file many times."""
    name, crc = b"a.json", zlib.crc32(LINE)
    sizes = (0, 0x21, crc, len(LINE), len(LINE), len(name))
    whole = struct.pack("<4s3H2H3L2H", b"PK\x03\x04", 20, 0, 0, *sizes, 0) + name + LINE
    entry = struct.pack("<4s4H2H3L5H2L", b"PK\x01\x02", 20, 20, 0, 0, *sizes, 0, 0, 0, 0, 0, 0) + name
    directory = entry * count
    return whole + directory + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, len(directory), len(whole), 0)


def test_lines() -> None:
    data = LINE + b"\n" * 50 + LINE + b"\n"
    assert last(data, Limits(lines=51)) == (2, "")
    read, refused = last(data, Limits(lines=50))
    assert refused == "too large: an upload of more than 50 lines (limit: 50 lines)"
    assert read < 2
    assert last(zipped(*[LINE + b"\n\n"] * 3), Limits(lines=5), "x.zip")[1].endswith("(limit: 5 lines)")


def test_packed_blank_lines_stop_at_the_bound() -> None:
    data = LINE + b"\n" * 2_000_000
    assert last(data, UPLOAD)[1] == "too large: an upload of more than 1,000,000 lines (limit: 1,000,000 lines)"


def test_members() -> None:
    data = zipped(*[LINE] * 4)
    assert last(data, Limits(members=4), "x.zip") == (4, "")
    assert last(data, Limits(members=3), "x.zip") == (
        0,
        "too large: an upload of more than 3 files in a zip (limit: 3 files in a zip)",
    )


def test_a_directory_of_far_too_many_members_is_not_read() -> None:
    large = overlapping(2_000)
    assert last(large, Limits(members=50), "x.zip")[1].endswith("(limit: 50 files in a zip)")
    assert limit_exceeded(BytesIO(large), "x.zip", Meter(Limits(members=50))) == "50 files in a zip"


def test_members_that_overlap_are_refused_at_once() -> None:
    assert last(overlapping(1), UPLOAD, "x.zip") == (1, "")
    records = list(read_logs(BytesIO(overlapping(500)), "x.zip"))
    assert len(records) == 1
    assert records[0].findings[0].message == "the file cannot be decompressed: its files overlap, such as a.json"


def test_actions_and_cards() -> None:
    data = b"\n".join([PLAYED] * 3)
    assert last(data, Limits(actions=9, cards=24)) == (3, "")
    assert last(data, Limits(actions=8)) == (2, "too large: an upload of more than 8 actions (limit: 8 actions)")
    assert last(data, Limits(cards=23)) == (2, "too large: an upload of more than 23 cards (limit: 23 cards)")


def test_the_work_of_a_match() -> None:
    players = [Player(seat=seat) for seat in "ENWS"]
    hands = [Hand(actions=ACTIONS, deal={"E": "2s 2d 3c"}), Hand(actions=["E pass"])]
    assert work_of(Match(game="guandan", players=players, hands=hands)) == (4, 10)


@for_every(
    ("limits", "exceeded"),
    [
        (Limits(), None),
        (Limits(matches=2, lines=1, actions=6, cards=16), None),
        (Limits(actions=5), "5 actions"),
        (Limits(cards=15), "15 cards"),
        (Limits(unpacked=100), "100 bytes"),
        (Limits(lines=0), "0 lines"),
    ],
)
def test_the_limit_that_an_input_exceeds(limits: Limits, exceeded: str | None) -> None:
    assert limit_exceeded(BytesIO(PLAYED + b"\n" + PLAYED), "x.jsonl", Meter(limits)) == exceeded


def test_every_limit_at_once_is_below_that_of_an_upload() -> None:
    largest = asdict(UPLOAD)
    for kind, limit in asdict(AT_ONCE).items():
        assert 0 < limit < largest[kind]


def test_inputs_can_count_together() -> None:
    meter = Meter(Limits(matches=3))
    assert limit_exceeded(BytesIO(PLAYED + b"\n" + PLAYED), "x.jsonl", meter) is None
    assert meter.seen["matches"] == 2
    again = Meter(meter.limits, meter.seen)
    assert limit_exceeded(BytesIO(PLAYED + b"\n" + PLAYED), "x.jsonl", again) == "3 matches"
    assert meter.seen["matches"] == 2
