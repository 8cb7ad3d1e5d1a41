"""Studies: hands of one or several matches with their notes, as a file that another installation takes.

The file is one JSON object in UTF-8.

    format    "fupan-study/2"
    title     may be left out
    logs      the whole matches, each once, as objects of `fupan/1` with the names that pages show
    chapters  a list of objects, in order:
                log     the number of the match in ``logs``, from 1
                hand    the hand that the notes are about, from 1
                title   may be left out
                notes   a list of objects, in any order:
                          step    from 0 (the deal) to the last action of the hand
                          text    may be left out if there are marks or arrows
                          author  a name; may be left out
                          marks   a list of {"shape", "on"}; the shapes are ring, cross, star and query
                          arrows  a list of {"from", "to"}

``on``, ``from`` and ``to`` name a seat, ``E``, or a card that a seat shows at the step, ``E 9s`` (``E 9s 2`` is the
second such card).  Other fields are not known, and a file that has them is refused.  Whole matches are in the file,
because the levels, and with them the wild cards of a hand, follow from the hands before it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import Any, Final

import msgspec
from sqlalchemy.orm import Session

from app.database.opening import transact
from app.judging.fault_barrier import guarded_check, guarded_read
from app.judging.rules_of_match.stored import rules_of
from app.matches.ingest import ingest_records
from app.matches.installation import Installation
from app.matches.uploads.refusals import reason_of
from app.replay.notes.chapters import CHAPTERS, TITLE, Chapter, title_line
from app.replay.notes.drawn import ARROWS, MARKS, Arrow, Mark, MarkShape, NoteDrawing, Target
from app.replay.notes.reading import KeptNote, notes_of_hand
from app.replay.notes.targets import UnfitNote, fitted_drawing
from app.replay.notes.writing import AUTHOR, NOTES_OF_HAND, TEXT, NoteDraft, add_note
from app.text.language import _
from engine.logs import UPLOAD
from engine.logs.fupan.writing import write_match
from engine.record import bounds
from engine.record.match import Match
from engine.replay.fold import frames
from engine.rulebook.options import RulesUnknown

FORMAT: Final = "fupan-study/2"
BYTES: Final = bounds.MATCH_BYTES + 1024 * 1024
"""The most bytes of a study."""
_FIELDS: Final[Mapping[str, bool]] = {"format": True, "title": False, "logs": True, "chapters": True}
"""The fields of a study, each with whether it must be there."""
_OF_CHAPTER: Final[Mapping[str, bool]] = {"log": True, "hand": True, "title": False, "notes": True}
_OF_NOTE: Final[Mapping[str, bool]] = {"step": True, "text": False, "author": False, "marks": False, "arrows": False}
_OF_MARK: Final[Mapping[str, bool]] = {"shape": True, "on": True}
_OF_ARROW: Final[Mapping[str, bool]] = {"from": True, "to": True}
_SHOWN: Final = 60
"""Characters of what was found that a fault shows."""


class StudyRefused(Exception):
    """A study cannot be read or made.  Its text is the reason: the field, what was found, and what was expected."""


@dataclass(frozen=True, slots=True)
class ReadNote:
    """A note of a study that was read."""

    path: str
    """Where it is in the file."""
    step: int
    text: str
    author: str
    drawn: NoteDrawing


@dataclass(frozen=True, slots=True)
class ReadChapter:
    """A chapter of a study that was read; its notes have not been compared with its match."""

    path: str
    """Where it is in the file."""
    log: int
    """The place of its match, from 0."""
    hand: int
    """From 1."""
    title: str
    notes: tuple[ReadNote, ...]


@dataclass(frozen=True, slots=True)
class ReadStudy:
    """A study that was read."""

    title: str
    logs: tuple[bytes, ...]
    chapters: tuple[ReadChapter, ...]


@dataclass(frozen=True, slots=True)
class BroughtChapter:
    """A chapter that was taken."""

    chapter: Chapter
    new_match: bool
    notes: int
    """Notes that were added."""
    known: int
    """Notes that the hand had already."""


@dataclass(frozen=True, slots=True)
class TakenStudy:
    """A study that was taken."""

    title: str
    chapters: tuple[BroughtChapter, ...]


def write_study(title: str, logs: Sequence[Match], chapters: Sequence[Mapping[str, object]]) -> bytes:
    """The file of a study, over many lines; the fields of the chapters are those of the format."""
    study = {
        "format": FORMAT,
        **({"title": title} if title else {}),
        "logs": [msgspec.Raw(write_match(match)) for match in logs],
        "chapters": chapters,
    }
    return msgspec.json.format(msgspec.json.encode(study), indent=1) + b"\n"


def read_study(data: bytes) -> ReadStudy:
    """The study of some bytes.  Raises StudyRefused, with the path of the first field that is wrong."""
    if len(data) > BYTES:
        raise StudyRefused(
            _("The file has {count} bytes; {most} is the most.", count=f"{len(data):,}", most=f"{BYTES:,}")
        )
    try:
        whole = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise StudyRefused(_("The file is not JSON: {reason}", reason=str(error))) from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        format_name = whole.get("format") if isinstance(whole, dict) else None
        raise _fault("format", format_name, f'"{FORMAT}"')
    _known("", whole, _FIELDS)
    logs = _list("logs", whole["logs"], CHAPTERS)
    for place, log in enumerate(logs):
        if not isinstance(log, dict):
            raise _fault(f"logs[{place}]", log, _("an object of the format fupan/1"))
    chapters = _list("chapters", whole["chapters"], CHAPTERS)
    if not chapters:
        raise StudyRefused(_("{path}: this list is empty", path="chapters"))
    return ReadStudy(
        title_line(_text("title", whole.get("title", ""), TITLE)),
        tuple(map(msgspec.json.encode, logs)),
        tuple(_chapter(f"chapters[{place}]", chapter, len(logs)) for place, chapter in enumerate(chapters)),
    )


def _chapter(path: str, value: Any, logs: int) -> ReadChapter:
    _known(path, value, _OF_CHAPTER)
    notes = _list(f"{path}.notes", value["notes"], NOTES_OF_HAND)
    return ReadChapter(
        path=path,
        log=_number(f"{path}.log", value["log"], 1, logs) - 1,
        hand=_number(f"{path}.hand", value["hand"], 1, bounds.HANDS),
        title=title_line(_text(f"{path}.title", value.get("title", ""), TITLE)),
        notes=tuple(_note(f"{path}.notes[{place}]", note) for place, note in enumerate(notes)),
    )


def export_study(fupan: Installation, title: str, chapters: Sequence[Chapter]) -> bytes:
    """The file of some hands of stored matches.  Raises StudyRefused."""
    logs: dict[int, Match] = {}
    for chapter in chapters:
        if chapter.match not in logs:
            logs[chapter.match] = _match(fupan, chapter.match)
        last = len(logs[chapter.match].hands)
        if not 1 <= chapter.hand <= last:
            raise StudyRefused(
                _("This match has the hands 1 to {last}; there is no hand {number}.", last=last, number=chapter.hand)
            )
    number = {match: place for place, match in enumerate(logs, 1)}
    with fupan.sessions() as session:
        written: list[Mapping[str, object]] = [
            {
                "log": number[entry.match],
                "hand": entry.hand,
                **({"title": entry.title} if entry.title else {}),
                "notes": [_written(note) for note in notes_of_hand(session, entry.match, entry.hand - 1)],
            }
            for entry in chapters
        ]
    data = write_study(title, list(logs.values()), written)
    if len(data) > BYTES:
        raise StudyRefused(
            _("The file has {count} bytes; {most} is the most.", count=f"{len(data):,}", most=f"{BYTES:,}")
        )
    return data


def _match(fupan: Installation, identity: int) -> Match:
    stored = fupan.match(identity)
    if stored is None:
        raise StudyRefused(_("There is no match {number}.", number=identity))
    match = fupan.decoded.get(stored)
    if match is None:
        raise StudyRefused(_("This match could not be read, or its log is not kept."))
    return match


def bring_study(fupan: Installation, study: ReadStudy, name: str) -> TakenStudy:
    """Stores the matches of a study that are not there, and those of its notes that their hands do not have yet.

    Nothing of the study is stored if a match or a note of it is refused.  Raises StudyRefused.
    """
    read = [list(guarded_read(BytesIO(log), name, limits=UPLOAD)) for log in study.logs]
    matches: list[Match] = []
    for place, records in enumerate(read):
        match = records[0].match
        if match is None:
            reason = reason_of(guarded_check(fupan.checker, records[0], written=True))
            raise StudyRefused(_("{path}: {reason}", path=f"logs[{place}]", reason=reason))
        matches.append(match)
    written = [_fitting(fupan, matches[chapter.log], chapter) for chapter in study.chapters]
    stored = [result for records in read for result in ingest_records(fupan.sessions, fupan.checker, records[:1], name)]

    def add(session: Session) -> list[int]:
        return [
            _add(session, stored[chapter.log].id, chapter.hand - 1, notes)
            for chapter, notes in zip(study.chapters, written, strict=True)
        ]

    try:
        added = transact(fupan.sessions, add)
    except UnfitNote as unfit:
        raise StudyRefused(_("{path}: {reason}", path="notes", reason=str(unfit))) from None
    return TakenStudy(
        study.title,
        tuple(
            BroughtChapter(
                Chapter(stored[chapter.log].id, chapter.hand, chapter.title),
                stored[chapter.log].new,
                new,
                len(notes) - new,
            )
            for chapter, notes, new in zip(study.chapters, written, added, strict=True)
        ),
    )


def _add(session: Session, match: int, hand: int, written: Sequence[tuple[int, NoteDraft]]) -> int:
    """Adds the notes that a hand does not have yet; returns how many."""
    there = {
        (kept_note.step, NoteDraft(kept_note.text, kept_note.author, kept_note.drawn))
        for kept_note in notes_of_hand(session, match, hand)
    }
    new = [new_note for new_note in dict.fromkeys(written) if new_note not in there]
    for step, note in new:
        add_note(session, match, hand, step, note)
    return len(new)


def _fitting(fupan: Installation, match: Match, chapter: ReadChapter) -> list[tuple[int, NoteDraft]]:
    """The notes of a chapter with their steps, in the notation in which they are kept.  Raises StudyRefused."""
    if chapter.hand > len(match.hands):
        raise _fault(f"{chapter.path}.hand", chapter.hand, _("a hand of the match, 1 to {last}", last=len(match.hands)))
    actions = len(match.hands[chapter.hand - 1].actions)
    for note in chapter.notes:
        if note.step > actions:
            raise _fault(f"{note.path}.step", note.step, _("a number from 0 to {last}", last=actions))
    drawn_on = [note.step for note in chapter.notes if note.drawn]
    try:
        judge = fupan.checker.judge(rules_of(fupan.checker, None, match)) if drawn_on else None
    except RulesUnknown:
        path = next(note.path for note in chapter.notes if note.drawn)
        raise StudyRefused(
            _("{path}: the rules of the match are not known, so its table cannot be drawn", path=path)
        ) from None
    shown = [] if judge is None else list(islice(frames(judge, match, chapter.hand - 1), max(drawn_on) + 1))
    written: list[tuple[int, NoteDraft]] = []
    for note in chapter.notes:
        try:
            drawn = fitted_drawing(note.drawn, shown[note.step]) if note.drawn else note.drawn
            written.append((note.step, NoteDraft.of(note.text, note.author, drawn)))
        except UnfitNote as unfit:
            raise StudyRefused(_("{path}: {reason}", path=note.path, reason=str(unfit))) from None
    return written


def _written(note: KeptNote) -> dict[str, object]:
    """A note as a study has it."""
    of_note = {"step": note.step, "text": note.text, "author": note.author} | msgspec.to_builtins(note.drawn)
    return {name: value for name, value in of_note.items() if value or name == "step"}


def _note(path: str, value: Any) -> ReadNote:
    _known(path, value, _OF_NOTE)
    marks = _list(f"{path}.marks", value.get("marks", []), MARKS)
    arrows = _list(f"{path}.arrows", value.get("arrows", []), ARROWS)
    return ReadNote(
        path=path,
        step=_number(f"{path}.step", value["step"], 0, bounds.ACTIONS),
        text=_text(f"{path}.text", value.get("text", ""), TEXT),
        author=_text(f"{path}.author", value.get("author", ""), AUTHOR),
        drawn=NoteDrawing(
            tuple(_mark(f"{path}.marks[{place}]", mark) for place, mark in enumerate(marks)),
            tuple(_arrow(f"{path}.arrows[{place}]", arrow) for place, arrow in enumerate(arrows)),
        ),
    )


def _mark(path: str, value: Any) -> Mark:
    _known(path, value, _OF_MARK)
    if value["shape"] not in tuple(MarkShape):
        raise _fault(f"{path}.shape", value["shape"], _("one of {names}", names=", ".join(MarkShape)))
    return Mark(MarkShape(value["shape"]), _target(f"{path}.on", value["on"]))


def _arrow(path: str, value: Any) -> Arrow:
    _known(path, value, _OF_ARROW)
    return Arrow(_target(f"{path}.from", value["from"]), _target(f"{path}.to", value["to"]))


def _target(path: str, value: Any) -> str:
    target = Target.read(value) if isinstance(value, str) else None
    if target is None:
        raise _fault(path, value, _("a seat such as E, or a card of a seat such as E 9s"))
    return str(target)


def _known(path: str, value: Any, fields: Mapping[str, bool]) -> None:
    """Raises StudyRefused unless a value is an object with the fields that it must have, and no others."""
    if not isinstance(value, dict):
        raise _fault(path, value, _("an object"))
    before = f"{path}." if path else ""
    for name, needed in fields.items():
        if needed and name not in value:
            raise StudyRefused(_("{path}: this field is missing", path=before + name))
    for name in value:
        if name not in fields:
            raise StudyRefused(
                _(
                    "{path}: this field is not known; known are {names}",
                    path=before + name[:40],
                    names=", ".join(fields),
                )
            )


def _list(path: str, value: Any, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise _fault(path, value, _("a list"))
    if len(value) > most:
        raise StudyRefused(
            _("{path}: {count} were found; expected at most {most}", path=path, count=len(value), most=most)
        )
    return value


def _number(path: str, value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise _fault(path, value, _("a number from {least} to {most}", least=least, most=most))
    return value


def _text(path: str, value: Any, most: int) -> str:
    if not isinstance(value, str):
        raise _fault(path, value, _("a text"))
    if len(value) > most:
        raise StudyRefused(
            _("{path}: {count} characters were found; expected at most {most}", path=path, count=len(value), most=most)
        )
    return value


def _fault(path: str, value: Any, expected: str) -> StudyRefused:
    text = msgspec.json.encode(value).decode()
    short = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return StudyRefused(_("{path}: {found} was found; expected {expected}", path=path, found=short, expected=expected))
