"""The notes that a replay shows: only with all hands shown, and only up to the last step that may be shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from app.matches.installation import this_installation
from app.replay.notes.drawn import NoteDrawing, Target
from app.replay.notes.reading import KeptNote, notes_of_hand
from app.replay.notes.targets import drawn_words
from app.text.language import _
from app.web.http.permissions import may
from app.web.parts.faces import Face, face
from app.web.parts.open_hand import OpenHand
from app.web.parts.scene import Play, Scene
from app.web.parts.seats import CardColumns, Seat


@dataclass(frozen=True, slots=True)
class ShownNote:
    """A note as pages show it."""

    note: KeptNote
    words: Sequence[str]
    """Its marks and arrows in words."""


@dataclass(frozen=True, slots=True)
class NotesByStep:
    """The notes of a hand by step, as far as they may be seen yet."""

    by_step: Mapping[int, Sequence[ShownNote]] = field(default_factory=dict)
    shown: bool = True
    """Whether notes are shown: a view of one seat has none, for they may speak of any card."""

    def at(self, step: int) -> Sequence[ShownNote]:
        """The notes of a step, the oldest first."""
        return self.by_step.get(step, ())

    def up_to(self, step: int) -> "NotesByStep":
        """What of them may be seen at a step."""
        return NotesByStep({at: notes for at, notes in self.by_step.items() if at <= step}, self.shown)

    @property
    def steps(self) -> Mapping[int, int]:
        """The steps that have notes, with their numbers."""
        return {step: len(notes) for step, notes in self.by_step.items()}


HIDDEN: Final = NotesByStep(shown=False)


def noted_of(opened: OpenHand, last: int) -> NotesByStep:
    """The notes of a hand up to a step; none for a guest of a club, whose people write for one another."""
    if not opened.view.whole or not may("notes.page", "GET"):
        return HIDDEN
    with this_installation().sessions() as session:
        notes = notes_of_hand(session, opened.stored.row.id, opened.number - 1)
    by_step: dict[int, list[ShownNote]] = {}
    for note in notes:
        if note.step <= last:
            by_step.setdefault(note.step, []).append(shown_note(note, opened.names))
    return NotesByStep(by_step)


def shown_note(note: KeptNote, names: Mapping[str, str]) -> ShownNote:
    """A note as pages show it."""
    if note.damaged:
        return ShownNote(note, (_("Its marks and arrows are damaged in the database, and not shown."),))
    return ShownNote(note, drawn_words(note.drawn, names))


@dataclass(frozen=True, slots=True)
class End:
    """The beginning or the end of an arrow on the felt."""

    seat: int
    """The place of the seat in the order of play, from 1."""
    card: str
    """What the card is called on the felt; empty for the seat itself."""
    copy: int
    """Which of the cards that are called so, from 1."""


def with_marks(scene: Scene, notes: Sequence[ShownNote]) -> Scene:
    """A scene with the marks of notes on its cards and seats."""
    drawn = [note.note.drawn for note in notes if note.note.drawn.marks]
    if not drawn:
        return scene
    wanted: dict[str, list[str]] = {}
    for mark in dict.fromkeys(mark for drawing in drawn for mark in drawing.marks):
        wanted.setdefault(mark.on, []).append(str(mark.shape))
    marking = _Marking(wanted)
    seats = tuple(marking.seat(seat) for seat in scene.seats)
    illegal, table = marking.play(scene.illegal), marking.play(scene.table)
    return replace(scene, seats=seats, illegal=illegal, table=table)


def arrows_of(scene: Scene, notes: Sequence[ShownNote]) -> list[tuple[End, End]]:
    """The arrows of notes, by what they lead from and to on the felt."""
    numbers = {seat.seat: seat.number for seat in scene.seats}
    drawn: list[NoteDrawing] = [note.note.drawn for note in notes]
    arrows = dict.fromkeys(arrow for drawing in drawn for arrow in drawing.arrows)
    ends = [(_end(drawn_arrow.start, numbers), _end(drawn_arrow.to, numbers)) for drawn_arrow in arrows]
    return [(start, end) for start, end in ends if start is not None and end is not None]


def _end(text: str, numbers: Mapping[str, int]) -> End | None:
    target = Target.read(text)
    if target is None or target.seat not in numbers:
        return None
    shown = face(target.card) if target.card else None
    return End(numbers[target.seat], "" if shown is None else shown.name, target.copy)


class _Marking:
    """Puts marks on the cards and seats of a scene, in the order in which a seat shows its cards."""

    def __init__(self, wanted: Mapping[str, Sequence[str]]) -> None:
        self._seats: Final = {text: tuple(shapes) for text, shapes in wanted.items() if " " not in text}
        self._cards: Final[dict[tuple[str, str, int], tuple[str, ...]]] = {}
        for text, shapes in wanted.items():
            target = Target.read(text)
            shown = face(target.card) if target is not None and target.card else None
            if target is not None and shown is not None:
                self._cards[target.seat, shown.name, target.copy] = tuple(shapes)
        self._marked: Final = {seat for seat, _name, _copy in self._cards}
        self._seen: Final[dict[tuple[str, str], int]] = {}

    def seat(self, seat: Seat) -> Seat:
        """The seat with its marks."""
        if seat.seat in self._seats:
            seat = replace(seat, badges=self._seats[seat.seat])
        if seat.seat not in self._marked:
            return seat
        holding = self._fan(seat.seat, seat.holding)
        rows = tuple(replace(row, cards=self._faces(seat.seat, row.cards)) for row in seat.rows)
        down = self._faces(seat.seat, seat.face_down)
        played = None if seat.played is None else self._fan(seat.seat, seat.played)
        return replace(seat, holding=holding, rows=rows, face_down=down, played=played)

    def play(self, play: Play | None) -> Play | None:
        """A play on the table with its marks."""
        if play is None or play.seat not in self._marked:
            return play
        return replace(play, cards=self._fan(play.seat, play.cards))

    def _fan(self, seat: str, fan: CardColumns) -> CardColumns:
        return replace(fan, columns=tuple(self._faces(seat, column) for column in fan.columns))

    def _faces(self, seat: str, faces: Sequence[Face]) -> tuple[Face, ...]:
        return tuple(self._face(seat, card) for card in faces)

    def _face(self, seat: str, shown: Face) -> Face:
        if shown.played is not None:
            return shown
        count = self._seen[seat, shown.name] = self._seen.get((seat, shown.name), 0) + 1
        badges = self._cards.get((seat, shown.name, count))
        return shown if badges is None else replace(shown, badges=badges)
