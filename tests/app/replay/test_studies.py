"""Studies go out as files and come into another installation as they were; faults are named by their path."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.database.config import Config
from app.matches.installation import Installation
from app.replay.notes.chapters import Chapter, chapters_of, read_chapters, write_chapters
from app.replay.notes.drawn import NOTHING, Arrow, Mark, MarkShape, NoteDrawing
from app.replay.notes.reading import notes_of_hand
from app.replay.notes.study import BroughtChapter, StudyRefused, bring_study, export_study, read_study
from app.replay.notes.writing import NoteDraft, add_note
from app.web.installation import open_installation
from engine.record.content import content_key
from tests.app.conftest import Log as MakeLog
from tests.app.conftest import Take
from tests.offenders import for_every

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


def written(fupan: Installation, match: int, hand: int) -> list[tuple[int, str, str, NoteDrawing]]:
    with fupan.sessions() as session:
        return [(each.step, each.text, each.author, each.drawn) for each in notes_of_hand(session, match, hand)]


def put(fupan: Installation, match: int) -> None:
    drawn = NoteDrawing((Mark(MarkShape.CROSS, "E 9s 2"), Mark(MarkShape.STAR, "N")), (Arrow("E BJ", "N Td"),))
    with fupan.sessions.begin() as session:
        add_note(session, match, 1, 0, NoteDraft("<script>\n炸弹 \u202e", "Li 李", drawn))
        add_note(session, match, 1, 2, NoteDraft("Late.", "", NOTHING))
        add_note(session, match, 0, 0, NoteDraft("Of another hand.", "", NOTHING))


def exported(fupan: Installation, match: int, hand: int = 2) -> bytes:
    return export_study(fupan, "", [Chapter(match, hand)])


def bring(fupan: Installation, data: bytes) -> BroughtChapter:
    """Takes a study of one chapter."""
    (chapter,) = bring_study(fupan, read_study(data), "study.json").chapters
    return chapter


def test_a_study_comes_back_as_it_went_out(fupan: Installation, other: Installation, take: Take, log: MakeLog) -> None:
    match = take(log(hands=HANDS))[0].id
    put(fupan, match)
    data = exported(fupan, match)
    brought = bring(other, data)
    there = brought.chapter.match
    assert (brought.chapter.hand, brought.new_match, brought.notes, brought.known) == (2, True, 2, 0)
    assert written(other, there, 1) == written(fupan, match, 1)
    assert written(other, there, 0) == []
    assert exported(other, there) == data
    again = bring(other, data)
    assert (again.chapter.match, again.new_match, again.notes, again.known) == (there, False, 0, 2)
    one, two = (each.decoded.get(stored) for each in (fupan, other) if (stored := each.match(1)) is not None)
    assert one is not None
    assert two is not None
    assert content_key(one) == content_key(two)


def test_a_study_of_its_own_match_adds_what_is_missing(fupan: Installation, take: Take, log: MakeLog) -> None:
    match = take(log(hands=HANDS))[0].id
    put(fupan, match)
    study = json.loads(exported(fupan, match))
    study["chapters"][0]["notes"].append({"step": 1, "text": "More."})
    brought = bring(fupan, json.dumps(study).encode())
    assert (brought.chapter.match, brought.new_match, brought.notes, brought.known) == (match, False, 1, 2)


def test_chapters_of_several_matches_come_back_as_they_went_out(
    fupan: Installation, other: Installation, take: Take, log: MakeLog
) -> None:
    """Each match is in the file once, and chapters keep their order and titles."""
    one = take(log(hands=HANDS))[0].id
    two = take(log(hands=[HANDS[0]]))[0].id
    put(fupan, one)
    with fupan.sessions.begin() as session:
        add_note(session, two, 0, 1, NoteDraft("Here."))
    chapters = [Chapter(one, 2, "炸弹 first"), Chapter(two, 1), Chapter(one, 1)]
    data = export_study(fupan, "Endgames", chapters)
    study = json.loads(data)
    assert [len(study["logs"]), *(each["log"] for each in study["chapters"])] == [2, 1, 2, 1]
    brought = bring_study(other, read_study(data), "study.json")
    assert brought.title == "Endgames"
    assert [each.notes for each in brought.chapters] == [2, 1, 1]
    assert [(each.chapter.hand, each.chapter.title) for each in brought.chapters] == [
        (2, "炸弹 first"),
        (1, ""),
        (1, ""),
    ]
    assert export_study(other, "Endgames", [each.chapter for each in brought.chapters]) == data
    assert [each.known for each in bring_study(other, read_study(data), "study.json").chapters] == [2, 1, 1]


def test_chapters_as_an_address_names_them() -> None:
    chapters = [Chapter(40, 1, "The bomb"), Chapter(61, 12)]
    assert write_chapters(chapters) == "40.1 The bomb|61.12"
    assert read_chapters(write_chapters(chapters)) == chapters
    assert chapters_of(["40.1 a|b \n c", "40.1 again"]) == [Chapter(40, 1, "a/b c")]
    assert read_chapters(" | ") == []
    for wrong in ("x", "40", "40.0", "40.1x", "-1.1", "９.1", "1" * 10 + ".1"):
        with pytest.raises(ValueError, match="^" + wrong.replace(".", r"\.")):
            read_chapters(f"40.1|{wrong}")


def test_a_study_that_is_not_there_or_too_large_is_refused(fupan: Installation, take: Take, log: MakeLog) -> None:
    match = take(log(hands=HANDS))[0].id
    for chapter, said in ((Chapter(match, 3), "there is no hand 3"), (Chapter(99, 1), "There is no match 99.")):
        with pytest.raises(StudyRefused, match=said):
            export_study(fupan, "", [chapter])


@pytest.mark.parametrize(
    "name",
    ["demo/bao-huang-evening.json", "big_a/captures.json", "chinese_poker/pineapple-progressive.json"],
)
def test_hands_of_every_game_go_out_and_come_back(
    fupan: Installation, other: Installation, take: Take, name: str
) -> None:
    match = take((SAMPLES / name).read_bytes(), Path(name).name)[0].id
    with fupan.sessions.begin() as session:
        add_note(session, match, 0, 3, NoteDraft("Here."))
    data = exported(fupan, match, 1)
    there = bring(other, data).chapter.match
    assert written(other, there, 0) == [(3, "Here.", "", NOTHING)]
    assert exported(other, there, 1) == data


FAULTS: list[tuple[list[Any], Any, str]] = [
    (["format"], "fupan-study/1", 'format: "fupan-study/1" was found; expected "fupan-study/2"'),
    (["chapters", 0, "hand"], 0, "chapters[0].hand: 0 was found; expected a number from 1 to 2000"),
    (["chapters", 0, "hand"], 3, "chapters[0].hand: 3 was found; expected a hand of the match, 1 to 2"),
    (["chapters", 0, "hand"], True, "chapters[0].hand: true was found; expected a number from 1 to 2000"),
    (["logs", 0], "x", 'logs[0]: "x" was found; expected an object of the format fupan/1'),
    (["logs", 0, "game"], "go", "logs[0]: "),
    (["chapters", 0, "notes"], {}, "chapters[0].notes: {} was found; expected a list"),
    (["chapters", 0, "notes"], [{}] * 121, "chapters[0].notes: 121 were found; expected at most 120"),
    (["chapters", 0, "notes", 0], 5, "chapters[0].notes[0]: 5 was found; expected an object"),
    (["chapters", 0, "notes", 0, "step"], 3, "chapters[0].notes[0].step: 3 was found; expected a number from 0 to 2"),
    (
        ["chapters", 0, "notes", 0, "colour"],
        3,
        "chapters[0].notes[0].colour: this field is not known; known are step, text",
    ),
    (["chapters", 0, "notes", 0, "text"], 3, "chapters[0].notes[0].text: 3 was found; expected a text"),
    (
        ["chapters", 0, "notes", 0, "text"],
        "x" * 4_001,
        "chapters[0].notes[0].text: 4001 characters were found; expected at most 4000",
    ),
    (["chapters", 0, "notes", 1], {"step": 1}, "chapters[0].notes[1]: The note is empty"),
    (["chapters", 0, "notes", 1], {"text": "x"}, "chapters[0].notes[1].step: this field is missing"),
    (
        ["chapters", 0, "notes", 0, "marks", 0, "shape"],
        "box",
        'chapters[0].notes[0].marks[0].shape: "box" was found; expected one of ring, cross',
    ),
    (
        ["chapters", 0, "notes", 0, "marks", 0, "on"],
        "E 99",
        'chapters[0].notes[0].marks[0].on: "E 99" was found; expected a seat such as E',
    ),
    (
        ["chapters", 0, "notes", 0, "marks", 0, "on"],
        "E 2h",
        "chapters[0].notes[0]: E 2h is not a card or a seat that the table shows",
    ),
    (
        ["chapters", 0, "notes", 0, "arrows", 0],
        {"from": "E"},
        "chapters[0].notes[0].arrows[0].to: this field is missing",
    ),
    (["title"], 3, "title: 3 was found; expected a text"),
    (["logs"], {}, "logs: {} was found; expected a list"),
    (["chapters"], [], "chapters: this list is empty"),
    (["chapters"], [{}] * 41, "chapters: 41 were found; expected at most 40"),
    (["chapters", 0, "log"], 2, "chapters[0].log: 2 was found; expected a number from 1 to 1"),
    (["chapters", 0, "title"], "x" * 81, "chapters[0].title: 81 characters were found; expected at most 80"),
    (["chapters", 0, "author"], "x", "chapters[0].author: this field is not known; known are log, hand"),
]


@pytest.mark.parametrize(("path", "value", "said"), FAULTS, ids=lambda each: str(each)[:40])
def test_a_fault_is_named_by_its_path(
    other: Installation, log: MakeLog, path: list[Any], value: Any, said: str
) -> None:
    study: dict[str, Any] = {
        "format": "fupan-study/2",
        "logs": [json.loads(log(hands=HANDS))],
        "chapters": [
            {
                "log": 1,
                "hand": 2,
                "notes": [
                    {"step": 0, "marks": [{"shape": "ring", "on": "E 9s"}], "arrows": [{"from": "E", "to": "N Td"}]},
                    {"step": 1, "text": "Two."},
                ],
            }
        ],
    }
    place: Any = study
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(StudyRefused) as refused:
        bring_study(other, read_study(json.dumps(study).encode()), "study.json")
    assert str(refused.value).startswith(said)
    assert other.match(1) is None


@for_every("data", [b"", b"[]", b"\xff", b"{" * 100_000, b"null", b'{"format": "fupan-study/2"}'])
def test_what_is_no_study_is_refused(data: bytes) -> None:
    with pytest.raises(StudyRefused):
        read_study(data)
