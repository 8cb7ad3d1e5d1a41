"""Notes are kept with their versions, bounds and indexes, and go where their match goes."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from app.database.checks import checks
from app.database.tables.matches import Judgement
from app.database.tables.notes import NOTE_WORDS, NOTED_HANDS, WORD, Note
from app.matches.installation import Installation
from app.matches.reprocessing import batches, commit, judge_batch
from app.matches.uploads import acts
from app.replay.notes import writing
from app.replay.notes.drawn import ARROWS, MARKS, NOTHING, Arrow, Mark, MarkShape, NoteDrawing
from app.replay.notes.indexing import looked_up, used_tags, with_tags, words_of
from app.replay.notes.reading import counts_of, notes_of_hand
from app.replay.notes.targets import UnfitNote, fitted_drawing, targets_of
from app.replay.notes.writing import ChangedMeanwhile, NoteDraft, add_note, change_note, remove_note
from engine.games import GAMES
from engine.replay.fold import frame
from tests.app.conftest import Log as MakeLog
from tests.app.conftest import Take

HANDS = [{"deal": {"E": "9s 9s Kh BJ", "N": "2h Td"}, "actions": ["E play 9s", "N play Td"]}] * 2


@pytest.fixture
def match(take: Take, log: MakeLog) -> int:
    return take(log(hands=HANDS))[0].id


def words(fupan: Installation, match: int, hand: int = 0) -> set[str]:
    with fupan.sessions() as session:
        found = select(NOTE_WORDS.c.word).where(NOTE_WORDS.c.match == match, NOTE_WORDS.c.hand == hand)
        return set(session.scalars(found))


def put(fupan: Installation, match: int, text: str, step: int = 1, hand: int = 0) -> int:
    with fupan.sessions.begin() as session:
        return add_note(session, match, hand, step, NoteDraft.of(text, "", NOTHING))


def test_a_note_is_added_changed_and_removed_with_its_words(fupan: Installation, match: int) -> None:
    first = put(fupan, match, "Too early,\r\nthis BOMB.")
    second = put(fupan, match, "炸弹太早 bomb", step=0)
    with fupan.sessions() as session:
        notes = notes_of_hand(session, match, 0)
        assert [(each.id, each.step, each.text) for each in notes] == [
            (second, 0, "炸弹太早 bomb"),
            (first, 1, "Too early,\nthis BOMB."),
        ]
        assert counts_of(session, [match]) == {(match, 0): 2}
    assert words(fupan, match) == {*["too", "early", "this", "bomb"], *"炸弹太早", "炸弹", "弹太", "太早"}
    with fupan.sessions.begin() as session:
        change_note(session, match, 0, first, 1, NoteDraft("Late."))
    assert words(fupan, match) == {"late", "bomb", *"炸弹太早", "炸弹", "弹太", "太早"}
    with fupan.sessions.begin() as session:
        remove_note(session, match, 0, second, 1)
    assert words(fupan, match) == {"late"}
    with fupan.sessions.begin() as session:
        remove_note(session, match, 0, first, 2)
    assert words(fupan, match) == set()
    with fupan.sessions() as session:
        assert counts_of(session, [match]) == {}


def test_a_note_that_changed_meanwhile_is_not_overwritten(fupan: Installation, match: int) -> None:
    note = put(fupan, match, "One.")
    with fupan.sessions.begin() as session:
        change_note(session, match, 0, note, 1, NoteDraft("Two."))
    for act in (
        lambda session: change_note(session, match, 0, note, 1, NoteDraft("Three.")),
        lambda session: remove_note(session, match, 0, note, 1),
        lambda session: change_note(session, match, 1, note, 2, NoteDraft("Of another hand.")),
    ):
        with pytest.raises(ChangedMeanwhile), fupan.sessions.begin() as session:
            act(session)
    with fupan.sessions() as session:
        (kept,) = notes_of_hand(session, match, 0)
    assert (kept.text, kept.version) == ("Two.", 2)


def test_what_exceeds_a_bound_is_refused_with_a_sentence(
    fupan: Installation, match: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text, author, said in (
        ("x" * 4_001, "", "The note has 4,001 characters; 4,000 is the most."),
        ("x", "y" * 101, "The name has 101 characters; 100 is the most."),
        (" \r\n ", "", "The note is empty: write something, or mark a card."),
    ):
        with pytest.raises(UnfitNote, match=said):
            NoteDraft.of(text, author, NOTHING)
    monkeypatch.setattr(writing, "NOTES_OF_STEP", 1)
    monkeypatch.setattr(writing, "NOTES_OF_HAND", 2)
    put(fupan, match, "One.")
    with pytest.raises(UnfitNote, match=re.escape("This step has 1 note; no more are taken.")):
        put(fupan, match, "Two.")
    put(fupan, match, "Two.", step=2)
    with pytest.raises(UnfitNote, match=re.escape("This hand has 2 notes; no more are taken.")):
        put(fupan, match, "Three.", step=0)
    with pytest.raises(UnfitNote, match=re.escape("The match was deleted meanwhile.")):
        put(fupan, match + 1, "Of no match.")


def test_marks_and_arrows_point_at_what_the_table_shows(fupan: Installation, match: int) -> None:
    stored = fupan.match(match)
    assert stored is not None
    decoded = fupan.decoded.get(stored)
    assert decoded is not None
    judge = fupan.checker.judge(GAMES["guandan"].rules.resolve("njupt"))
    dealt, played = (frame(judge, decoded, 0, step) for step in (0, 1))
    assert set(targets_of(dealt)["E"]) == {"E", "E 9s", "E 9s 2", "E Kh", "E BJ"}
    assert set(targets_of(played)["E"]) == {"E", "E 9s", "E 9s 2", "E Kh", "E BJ"}
    drawn = NoteDrawing((Mark(MarkShape.RING, "E 9S 2"), Mark(MarkShape.RING, "E 9s 2")), (Arrow("E bj", "N 10D"),))
    assert fitted_drawing(drawn, dealt) == NoteDrawing((Mark(MarkShape.RING, "E 9s 2"),), (Arrow("E BJ", "N Td"),))
    assert NoteDrawing.stored(drawn.text()) == drawn
    for bad, said in (
        ("E 9s 3", "E 9s 3 is not a card"),
        ("X", "X is not a card"),
        ("E ??", "is not a card"),
        ("", "is not a card"),
    ):
        with pytest.raises(UnfitNote, match=said.replace("?", r"\?")):
            fitted_drawing(NoteDrawing((Mark(MarkShape.STAR, bad),)), dealt)
    with pytest.raises(UnfitNote, match="The arrow from E leads to itself"):
        fitted_drawing(NoteDrawing((), (Arrow("E", "E"),)), dealt)
    shapes, cards = list(MarkShape), [each for texts in targets_of(dealt).values() for each in texts]
    many = tuple(Mark(shape, card) for card in cards for shape in shapes)[: MARKS + 1]
    with pytest.raises(UnfitNote, match=f"The note has {MARKS + 1} marks; a note has {MARKS} at most."):
        fitted_drawing(NoteDrawing(many), dealt)
    many_arrows = tuple(Arrow(a, b) for a in cards for b in cards if a != b)[: ARROWS + 1]
    with pytest.raises(UnfitNote, match=f"The note has {ARROWS + 1} arrows"):
        fitted_drawing(NoteDrawing((), many_arrows), dealt)


def test_notes_survive_judging_and_importing_again(fupan: Installation, match: int, take: Take, log: MakeLog) -> None:
    put(fupan, match, "Stays.")
    with fupan.sessions.begin() as session:
        session.execute(update(Judgement).values(engine="0.0.1"))
    for batch in batches(fupan.sessions):
        commit(fupan.sessions, judge_batch(batch))
    assert [each.id for each in take(log(hands=HANDS))] == [match]
    with fupan.sessions() as session:
        assert [each.text for each in notes_of_hand(session, match, 0)] == ["Stays."]


def test_notes_go_with_their_match_and_come_back_with_it(fupan: Installation, match: int) -> None:
    put(fupan, match, "Mine.")
    now = datetime.now(UTC)
    deleted = acts.delete_match(fupan.sessions, match, now)
    assert deleted is not None
    assert acts.undo(fupan.sessions, deleted.deletion)
    with fupan.sessions() as session:
        assert counts_of(session, [match]) == {(match, 0): 1}
    acts.delete_match(fupan.sessions, match, now)
    assert acts.purge(fupan.sessions, now + timedelta(days=31)) == 1
    with fupan.sessions() as session:
        left: list[Any] = [*session.scalars(select(Note)), *session.execute(select(NOTED_HANDS))]
        assert [*left, *session.execute(select(NOTE_WORDS))] == []


def test_the_doctor_sees_a_number_of_notes_that_is_wrong(fupan: Installation, match: int) -> None:
    put(fupan, match, "One.")
    engine = fupan.sessions.kw["bind"]
    (check,) = [each for each in checks(engine) if each.name == "the index of notes"]
    assert check.faults == ()
    with fupan.sessions.begin() as session:
        session.execute(update(NOTED_HANDS).values(hand=1))
    (check,) = [each for each in checks(engine) if each.name == "the index of notes"]
    assert [each[:18] for each in check.faults] == ["hand 1 of match 1 ", "hand 2 of match 1 "]


def test_a_word_behind_a_number_sign_is_a_tag(fupan: Installation, match: int) -> None:
    text = "#Late, C#5 ##x #3 ＃炸弹 这里#too-early."
    assert {word for word in words_of(text) if "#" in word} == {"#late", "#炸弹", "#too-early"}
    assert looked_up("#LATE pass") == ["#late", "pass"]
    assert "".join(piece for piece, _tag in with_tags(text)) == text
    assert [each for each in with_tags(text) if each[1]] == [
        ("#Late", "#late"),
        ("＃炸弹", "#炸弹"),
        ("#too-early", "#too-early"),
    ]
    assert max(map(len, words_of("#" + "x" * 80))) == WORD
    with fupan.sessions.begin() as session:
        for hand, words in enumerate(("#late #bomb $1", "#late", "#early late")):
            add_note(session, match, hand, 0, NoteDraft(words))
        assert used_tags(session, 2) == ["#late", "#bomb"]


def test_texts_are_found_by_whole_words_and_by_runs_of_chinese() -> None:
    assert words_of("Don't PASS: 9♠!") == {"don", "t", "pass", "9"}
    assert looked_up("Pass 炸弹太早 早") == ["pass", "炸弹", "弹太", "太早", "早"]
    assert set(looked_up("炸弹 ok")) <= words_of("他的炸弹太早, ok?")
    assert looked_up("…") == []
