"""A frame as text: every hand, the cards on the table, and the turn."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from app.terminal import Style, padded, width, wrapped
from engine.cards.packed import SPELLINGS, SUITED
from engine.replay.frames import Frame, SeatFrame, TablePlay, foul_words, merged_roles
from engine.replay.views import ALL, View

_LONGEST_NAME = 20
_BACKS = 3
"""The most cards not shown that are written one by one; if there are more, their number is written."""
_ROW_NAME = 10


def frame_lines(frame: Frame, names: Mapping[str, str], style: Style, view: View = ALL) -> Iterator[str]:
    """The table after a step: the action, the facts, each hand, the play to beat, the turn.

    ``names`` are the players' names by seat, if they have any.  The frame is the one that the view shows.
    """
    step = style.paint(f"hand {frame.hand + 1}, step {frame.step} of {frame.steps}", "strong")
    yield f"{step}{f' ({_stage(frame)})' if frame.steps else ''}{_seen_by(view, style)}"
    facts = [
        f"{style.safe(name)} {_value(value, style)}"
        for name, value in (
            *([] if frame.dealer is None else [("dealer", frame.dealer)]),
            *(fact for fact in frame.facts if fact not in frame.roles),
            *_fouls(frame),
            *((role, f"{seat}, alone" if alone else seat) for role, seat, alone in merged_roles(frame.roles)),
        )
    ]
    if facts:
        yield from wrapped(
            [fact + (";" if number < len(facts) else "") for number, fact in enumerate(facts, 1)], style.width
        )
    yield ""
    if frame.steps == 0:
        yield "the play was not recorded"
    else:
        yield f"action: {style.safe(frame.action)}" if frame.action is not None else "the cards are dealt"
        yield from _table(frame, style)
    yield ""
    labels = {seat.seat: _label(seat, names, style) for seat in frame.seats}
    columns = max(map(width, labels.values()))
    for seat in frame.seats:
        known = seat if view.whole or seat.seat == view.seat else replace(seat, public=())
        yield from _seat(known, frame, padded(labels[seat.seat], columns), style)


def _fouls(frame: Frame) -> Iterator[tuple[str, str]]:
    """All fouls as one fact.  If each seat has two hands, it also names the hand."""
    hands = [(seat.seat, number) for seat in frame.seats for number in seat.fouls]
    if hands:
        yield "foul", ", ".join(seat if number is None else f"{seat} {number}" for seat, number in hands)


def _value(text: str, style: Style) -> str:
    return style.card(text) if SPELLINGS.get(text) in SUITED else style.safe(text)


def _seen_by(view: View, style: Style) -> str:
    if view.whole:
        return ""
    return ", as the table saw it" if view.seat is None else f", as {style.safe(view.seat)} saw it"


def _stage(frame: Frame) -> str:
    return "the hand is over" if frame.stage == "over" else f"stage: {frame.stage}"


def _table(frame: Frame, style: Style) -> Iterator[str]:
    to_beat = frame.table if frame.illegal is None else frame.illegal.on
    if to_beat is not None:
        yield f"to beat: {_play(to_beat, style)}"
    elif frame.stage == "play":
        yield "to beat: nothing, the table is empty"
    if frame.illegal is not None:
        yield f"not allowed: {_play(frame.illegal.play, style)}"
    if frame.laid:
        yield f"on the table: {_cards(frame.laid, style)}"
    if frame.turn is not None:
        yield f"turn: {style.safe(frame.turn)}"
    if frame.finish:
        places = ", ".join(style.safe(" and ".join(place)) for place in frame.finish)
        yield f"order of finish: {places}"


def _play(play: TablePlay, style: Style) -> str:
    reading = f", {style.safe(play.reading)}" if play.reading else ""
    cards = _cards(play.cards, style) or "cards that were captured"
    return f"{cards} by {style.safe(play.seat)}{reading}"


def _label(seat: SeatFrame, names: Mapping[str, str], style: Style) -> str:
    name = style.safe(names.get(seat.seat, ""), _LONGEST_NAME)
    return f"{style.safe(seat.seat)} {name}".rstrip()


def _seat(seat: SeatFrame, frame: Frame, label: str, style: Style) -> Iterator[str]:
    mark = ">" if seat.seat == frame.turn and frame.steps else " "
    what = _count(seat) if seat.place is None else _finished(seat.place, seat)
    what += "".join(f"; {style.safe(foul)}" for foul in foul_words(seat))
    did = f"; in this trick: {_did(seat.did, style)}" if seat.did else ""
    did += f"; {style.safe(seat.standing)}" if seat.standing else ""
    yield f"{mark} {style.paint(label, 'strong')}  {what}{did}"
    indent = "    "
    backs = ["??"] * seat.hidden if seat.hidden <= _BACKS else [f"?? {'×' if style.symbols else 'x'} {seat.hidden}"]
    if seat.cards or backs:
        words = [*(style.card(card) for card in seat.cards), *backs]
        lengths = [*(width(_plain(style).card(card)) for card in seat.cards), *map(width, backs)]
        yield from (indent + line for line in wrapped(words, style.width - len(indent), lengths=lengths))
    if seat.face_down:
        yield f"{indent}face down: {_cards(seat.face_down, style)}"
    if seat.public:
        yield f"{indent}seen by all: {_cards(seat.public, style)}"
    for row in seat.rows:
        name = row.name if row.hand is None else f"{row.hand} {row.name}"
        empty = " ".join(["__"] * (row.size - len(row.cards)))
        laid = " ".join(part for part in (_cards(row.cards, style), empty) if part)
        yield f"{indent}{padded(style.safe(name), _ROW_NAME)}{laid}" + (
            f"  {style.safe(row.reading)}" if row.reading else ""
        )


def _plain(style: Style) -> Style:
    return Style(style.encoding, False, style.width, style.symbols)


def _finished(place: int, seat: SeatFrame) -> str:
    return f"{_place(place)} place, {_count(seat)} left" if seat.count else f"finished {_place(place)}"


def _place(place: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(place, f"{place}th")


def _count(seat: SeatFrame) -> str:
    laid = sum(len(row.cards) for row in seat.rows)
    if seat.rows and not seat.count and laid:
        return "set" if laid == sum(row.size for row in seat.rows) else f"{laid} cards laid"
    return f"{seat.count} card" if seat.count == 1 else f"{seat.count} cards"


def _did(text: str, style: Style) -> str:
    return " ".join(style.card(word) if len(word) < 4 else style.safe(word) for word in text.split())


def _cards(cards: tuple[str, ...], style: Style) -> str:
    return " ".join(style.card(card) for card in cards)
