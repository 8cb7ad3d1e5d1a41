"""Studies: a hand of a match with its notes, as a file that another installation takes.

The file is one JSON object in UTF-8.

    format  "fupan-study/1"
    hand    the hand that the notes are about, from 1
    log     the whole match as an object of `fupan/1`, with the names that pages show
    notes   a list of objects, in any order:
              step    from 0 (the deal) to the last action of the hand
              text    may be left out if there are marks or arrows
              author  a name; may be left out
              marks   a list of {"shape", "on"}; the shapes are ring, cross, star and query
              arrows  a list of {"from", "to"}

``on``, ``from`` and ``to`` name a seat, ``E``, or a card that a seat shows at the step, ``E 9s`` (``E 9s 2`` is the
second such card).  Other fields are not known, and a file that has them is refused.  The whole match is in the file,
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
from app.matches.store import StoredMatch
from app.matches.uploads.refusals import reason_of
from app.replay.notes.drawn import ARROWS, MARKS, Arrow, Drawn, Mark, Shape, Target
from app.replay.notes.reading import KeptNote, notes_of_hand
from app.replay.notes.targets import UnfitNote, fitted
from app.replay.notes.writing import AUTHOR, NOTES_OF_HAND, TEXT, Written, add_note
from app.text.language import _
from engine.logs import UPLOAD
from engine.logs.fupan.writing import write_match
from engine.record import bounds
from engine.record.match import Match
from engine.replay.fold import frames
from engine.rulebook.options import RulesUnknown

FORMAT: Final = "fupan-study/1"
BYTES: Final = bounds.MATCH_BYTES + 1024 * 1024
"""The most bytes of a study."""
_FIELDS: Final[Mapping[str, bool]] = {"format": True, "hand": True, "log": True, "notes": True}
"""The fields of a study, each with whether it must be there."""
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
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class ReadStudy:
    """A study that was read; its notes have not been compared with its match."""

    hand: int
    """From 1."""
    log: bytes
    notes: tuple[ReadNote, ...]


@dataclass(frozen=True, slots=True)
class Brought:
    """A study that was taken."""

    match: int
    hand: int
    """From 1."""
    new_match: bool
    notes: int
    """Notes that were added."""
    known: int
    """Notes that the hand had already."""


def write_study(match: Match, hand: int, notes: Sequence[KeptNote]) -> bytes:
    """The file of a hand (from 1) with its notes, over many lines."""
    study = {
        "format": FORMAT,
        "hand": hand,
        "log": msgspec.Raw(write_match(match)),
        "notes": [_written(each) for each in notes],
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
        found = whole.get("format") if isinstance(whole, dict) else None
        raise _fault("format", found, f'"{FORMAT}"')
    _known("", whole, _FIELDS)
    hand = _number("hand", whole["hand"], 1, bounds.HANDS)
    if not isinstance(whole["log"], dict):
        raise _fault("log", whole["log"], _("an object of the format fupan/1"))
    notes = _list("notes", whole["notes"], NOTES_OF_HAND)
    read = tuple(_note(f"notes[{place}]", each) for place, each in enumerate(notes))
    return ReadStudy(hand, msgspec.json.encode(whole["log"]), read)


def export_study(fupan: Installation, stored: StoredMatch, hand: int) -> bytes:
    """The file of a hand (from 1) of a stored match.  Raises StudyRefused."""
    match = fupan.decoded.get(stored)
    if match is None:
        raise StudyRefused(_("This match could not be read, or its log is not kept."))
    if not 1 <= hand <= len(match.hands):
        raise StudyRefused(
            _("This match has the hands 1 to {last}; there is no hand {number}.", last=len(match.hands), number=hand)
        )
    with fupan.sessions() as session:
        notes = notes_of_hand(session, stored.row.id, hand - 1)
    return write_study(match, hand, notes)


def bring_study(fupan: Installation, study: ReadStudy, name: str) -> Brought:
    """Stores the match of a study, if it is not there, and those of its notes that the hand does not have yet.

    Nothing of the notes is stored if one of them is refused.  Raises StudyRefused.
    """
    records = list(guarded_read(BytesIO(study.log), name, limits=UPLOAD))
    match = records[0].match
    if match is None:
        reason = reason_of(guarded_check(fupan.checker, records[0], written=True))
        raise StudyRefused(_("{path}: {reason}", path="log", reason=reason))
    if study.hand > len(match.hands):
        raise _fault("hand", study.hand, _("a hand of the match, 1 to {last}", last=len(match.hands)))
    written = _fitting(fupan, match, study)
    (kept,) = ingest_records(fupan.sessions, fupan.checker, records, name)
    try:
        added = transact(fupan.sessions, lambda session: _add(session, kept.id, study.hand - 1, written))
    except UnfitNote as unfit:
        raise StudyRefused(_("{path}: {reason}", path="notes", reason=str(unfit))) from None
    return Brought(kept.id, study.hand, kept.new, added, len(written) - added)


def _add(session: Session, match: int, hand: int, written: Sequence[tuple[int, Written]]) -> int:
    """Adds the notes that a hand does not have yet; returns how many."""
    there = {(each.step, Written(each.text, each.author, each.drawn)) for each in notes_of_hand(session, match, hand)}
    new = [each for each in dict.fromkeys(written) if each not in there]
    for step, note in new:
        add_note(session, match, hand, step, note)
    return len(new)


def _fitting(fupan: Installation, match: Match, study: ReadStudy) -> list[tuple[int, Written]]:
    """The notes of a study with their steps, in the notation in which they are kept.  Raises StudyRefused."""
    actions = len(match.hands[study.hand - 1].actions)
    for note in study.notes:
        if note.step > actions:
            raise _fault(f"{note.path}.step", note.step, _("a number from 0 to {last}", last=actions))
    drawn_on = [note.step for note in study.notes if note.drawn]
    try:
        judge = fupan.checker.judge(rules_of(fupan.checker, None, match)) if drawn_on else None
    except RulesUnknown:
        path = next(note.path for note in study.notes if note.drawn)
        raise StudyRefused(
            _("{path}: the rules of the match are not known, so its table cannot be drawn", path=path)
        ) from None
    shown = [] if judge is None else list(islice(frames(judge, match, study.hand - 1), max(drawn_on) + 1))
    written: list[tuple[int, Written]] = []
    for note in study.notes:
        try:
            drawn = fitted(note.drawn, shown[note.step]) if note.drawn else note.drawn
            written.append((note.step, Written.of(note.text, note.author, drawn)))
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
        drawn=Drawn(
            tuple(_mark(f"{path}.marks[{place}]", each) for place, each in enumerate(marks)),
            tuple(_arrow(f"{path}.arrows[{place}]", each) for place, each in enumerate(arrows)),
        ),
    )


def _mark(path: str, value: Any) -> Mark:
    _known(path, value, _OF_MARK)
    if value["shape"] not in tuple(Shape):
        raise _fault(f"{path}.shape", value["shape"], _("one of {names}", names=", ".join(Shape)))
    return Mark(Shape(value["shape"]), _target(f"{path}.on", value["on"]))


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


def _fault(path: str, found: Any, expected: str) -> StudyRefused:
    text = msgspec.json.encode(found).decode()
    short = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return StudyRefused(_("{path}: {found} was found; expected {expected}", path=path, found=short, expected=expected))
