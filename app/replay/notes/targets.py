"""What notes can point at in a frame: its seats and the cards that they show; marks and arrows in words."""

from collections import Counter
from collections.abc import Mapping, Sequence

from app.drawing.table.cards import card_name, plain
from app.replay.notes.drawn import ARROWS, MARKS, SHAPE_WORDS, Arrow, Mark, NoteDrawing, Target
from app.text.language import _
from engine.cards.packed import UNKNOWN, parse_card
from engine.replay.frames import Frame, SeatFrame


class UnfitNote(ValueError):
    """A note is not taken.  Its text is the reason, a sentence."""


def cards_of(frame: Frame, seat: SeatFrame) -> tuple[str, ...]:
    """The cards that a seat shows, as logs write them: in hand, in its rows, face down, and played in the trick."""
    texts = [*seat.cards, *(card for row in seat.rows for card in row.cards), *seat.face_down]
    played = seat.did.split()
    beaten = frame.table if frame.illegal is None else frame.illegal.play
    if not played and beaten is not None and beaten.seat == seat.seat:
        played = list(beaten.cards)
    return tuple(plain(text) for text in (*texts, *played) if parse_card(plain(text)) not in (None, UNKNOWN))


def targets_of(frame: Frame) -> Mapping[str, Sequence[str]]:
    """By seat, the texts of all that can be pointed at: the seat first, then each of its cards."""
    targets: dict[str, list[str]] = {}
    for seat in frame.seats:
        seen: Counter[str] = Counter()
        texts = [seat.seat]
        for card in cards_of(frame, seat):
            seen[card] += 1
            texts.append(str(Target(seat.seat, card, seen[card])))
        targets[seat.seat] = texts
    return targets


def target_words(text: str, names: Mapping[str, str]) -> str:
    """What is pointed at, in words; ``names`` are those of the players by seat."""
    target = Target.read(text)
    if target is None:
        return text
    name = names.get(target.seat, target.seat)
    if not target.card:
        return name
    if target.copy > 1:
        return _("{card} of {name}, number {number}", card=card_name(target.card), name=name, number=target.copy)
    return _("{card} of {name}", card=card_name(target.card), name=name)


def drawn_words(drawn: NoteDrawing, names: Mapping[str, str]) -> list[str]:
    """Each mark and each arrow as a phrase."""
    marks = [
        _("{shape} on {target}", shape=_(SHAPE_WORDS[mark.shape]), target=target_words(mark.on, names))
        for mark in drawn.marks
    ]
    arrows = [
        _("arrow from {start} to {end}", start=target_words(arrow.start, names), end=target_words(arrow.to, names))
        for arrow in drawn.arrows
    ]
    return marks + arrows


def fitted_drawing(drawn: NoteDrawing, frame: Frame) -> NoteDrawing:
    """Marks and arrows in their standard notation, each once.  Raises UnfitNote for what a frame does not show."""
    known = {text for texts in targets_of(frame).values() for text in texts}

    def target(text: str) -> str:
        read = Target.read(text)
        if read is None or str(read) not in known:
            raise UnfitNote(_("{target} is not a card or a seat that the table shows at this step.", target=text[:40]))
        return str(read)

    marks = tuple(dict.fromkeys(Mark(mark.shape, target(mark.on)) for mark in drawn.marks))
    arrows = tuple(dict.fromkeys(Arrow(target(arrow.start), target(arrow.to)) for arrow in drawn.arrows))
    if len(marks) > MARKS:
        raise UnfitNote(_("The note has {count} marks; a note has {most} at most.", count=len(marks), most=MARKS))
    if len(arrows) > ARROWS:
        raise UnfitNote(_("The note has {count} arrows; a note has {most} at most.", count=len(arrows), most=ARROWS))
    loop = next((arrow for arrow in arrows if arrow.start == arrow.to), None)
    if loop is not None:
        raise UnfitNote(_("The arrow from {target} leads to itself; choose two places.", target=loop.start))
    return NoteDrawing(marks, arrows)
