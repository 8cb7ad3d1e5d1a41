"""Studies go out as files and come into another installation as they were; faults are named by their path."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.database.config import Config
from app.matches.installation import Installation
from app.replay.notes.drawn import NOTHING, Arrow, Drawn, Mark, Shape
from app.replay.notes.reading import notes_of_hand
from app.replay.notes.study import StudyRefused, bring_study, export_study, read_study
from app.replay.notes.writing import Written, add_note
from app.web.installation import open_installation
from engine.record.content import content_key
from tests.app.conftest import Log as MakeLog
from tests.app.conftest import Take

SAMPLES = Path(__file__).parents[3] / "sample_logs"
HANDS = [{"deal": {"E": "9s 9s Kh BJ", "N": "2h Td"}, "actions": ["E play 9s", "N play Td"]}] * 2


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Installation]:
    """Another installation."""
    opened = open_installation(
        Config(database_url=f"sqlite:///{tmp_path / 'other.sqlite3'}", secret_key="for tests alone")
    )
    yield opened
    opened.close()


def written(fupan: Installation, match: int, hand: int) -> list[tuple[int, str, str, Drawn]]:
    with fupan.sessions() as session:
        return [(each.step, each.text, each.author, each.drawn) for each in notes_of_hand(session, match, hand)]


def put(fupan: Installation, match: int) -> None:
    drawn = Drawn((Mark(Shape.CROSS, "E 9s 2"), Mark(Shape.STAR, "N")), (Arrow("E BJ", "N Td"),))
    with fupan.sessions.begin() as session:
        add_note(session, match, 1, 0, Written("<script>\n炸弹 \u202e", "Li 李", drawn))
        add_note(session, match, 1, 2, Written("Late.", "", NOTHING))
        add_note(session, match, 0, 0, Written("Of another hand.", "", NOTHING))


def exported(fupan: Installation, match: int, hand: int = 2) -> bytes:
    stored = fupan.match(match)
    assert stored is not None
    return export_study(fupan, stored, hand)


def test_a_study_comes_back_as_it_went_out(fupan: Installation, other: Installation, take: Take, log: MakeLog) -> None:
    match = take(log(hands=HANDS))[0].id
    put(fupan, match)
    data = exported(fupan, match)
    brought = bring_study(other, read_study(data), "study.json")
    assert (brought.hand, brought.new_match, brought.notes, brought.known) == (2, True, 2, 0)
    assert written(other, brought.match, 1) == written(fupan, match, 1)
    assert written(other, brought.match, 0) == []
    assert exported(other, brought.match) == data
    again = bring_study(other, read_study(data), "study.json")
    assert (again.match, again.new_match, again.notes, again.known) == (brought.match, False, 0, 2)
    one, two = (each.decoded.get(stored) for each in (fupan, other) if (stored := each.match(1)) is not None)
    assert one is not None
    assert two is not None
    assert content_key(one) == content_key(two)


def test_a_study_of_its_own_match_adds_what_is_missing(fupan: Installation, take: Take, log: MakeLog) -> None:
    match = take(log(hands=HANDS))[0].id
    put(fupan, match)
    study = json.loads(exported(fupan, match))
    study["notes"].append({"step": 1, "text": "More."})
    brought = bring_study(fupan, read_study(json.dumps(study).encode()), "study.json")
    assert (brought.match, brought.new_match, brought.notes, brought.known) == (match, False, 1, 2)


@pytest.mark.parametrize(
    "name",
    ["demo/bao-huang-evening.json", "big_a/captures.json", "chinese_poker/pineapple-progressive.json"],
)
def test_hands_of_every_game_go_out_and_come_back(
    fupan: Installation, other: Installation, take: Take, name: str
) -> None:
    match = take((SAMPLES / name).read_bytes(), Path(name).name)[0].id
    with fupan.sessions.begin() as session:
        add_note(session, match, 0, 3, Written("Here."))
    data = exported(fupan, match, 1)
    brought = bring_study(other, read_study(data), "study.json")
    assert written(other, brought.match, 0) == [(3, "Here.", "", NOTHING)]
    assert exported(other, brought.match, 1) == data


FAULTS: list[tuple[list[Any], Any, str]] = [
    (["format"], "fupan/1", 'format: "fupan/1" was found; expected "fupan-study/1"'),
    (["hand"], 0, "hand: 0 was found; expected a number from 1 to 2000"),
    (["hand"], 3, "hand: 3 was found; expected a hand of the match, 1 to 2"),
    (["hand"], True, "hand: true was found; expected a number from 1 to 2000"),
    (["log"], "x", 'log: "x" was found; expected an object of the format fupan/1'),
    (["log", "game"], "go", "log: "),
    (["notes"], {}, "notes: {} was found; expected a list"),
    (["notes"], [{}] * 121, "notes: 121 were found; expected at most 120"),
    (["notes", 0], 5, "notes[0]: 5 was found; expected an object"),
    (["notes", 0, "step"], 3, "notes[0].step: 3 was found; expected a number from 0 to 2"),
    (["notes", 0, "colour"], 3, "notes[0].colour: this field is not known; known are step, text"),
    (["notes", 0, "text"], 3, "notes[0].text: 3 was found; expected a text"),
    (["notes", 0, "text"], "x" * 4_001, "notes[0].text: 4001 characters were found; expected at most 4000"),
    (["notes", 1], {"step": 1}, "notes[1]: The note is empty"),
    (["notes", 1], {"text": "x"}, "notes[1].step: this field is missing"),
    (["notes", 0, "marks", 0, "shape"], "box", 'notes[0].marks[0].shape: "box" was found; expected one of ring, cross'),
    (["notes", 0, "marks", 0, "on"], "E 99", 'notes[0].marks[0].on: "E 99" was found; expected a seat such as E'),
    (["notes", 0, "marks", 0, "on"], "E 2h", "notes[0]: E 2h is not a card or a seat that the table shows"),
    (["notes", 0, "arrows", 0], {"from": "E"}, "notes[0].arrows[0].to: this field is missing"),
]


@pytest.mark.parametrize(("path", "value", "said"), FAULTS, ids=lambda each: str(each)[:40])
def test_a_fault_is_named_by_its_path(
    other: Installation, log: MakeLog, path: list[Any], value: Any, said: str
) -> None:
    study: dict[str, Any] = {
        "format": "fupan-study/1",
        "hand": 2,
        "log": json.loads(log(hands=HANDS)),
        "notes": [
            {"step": 0, "marks": [{"shape": "ring", "on": "E 9s"}], "arrows": [{"from": "E", "to": "N Td"}]},
            {"step": 1, "text": "Two."},
        ],
    }
    place = study
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(StudyRefused) as refused:
        bring_study(other, read_study(json.dumps(study).encode()), "study.json")
    assert str(refused.value).startswith(said)
    assert other.match(1) is None


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff", b"{" * 100_000, b"null", b'{"format": "fupan-study/1"}'])
def test_what_is_no_study_is_refused(data: bytes) -> None:
    with pytest.raises(StudyRefused):
        read_study(data)
