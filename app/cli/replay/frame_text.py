"""A frame as text: every hand, the cards on the table, and the turn."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from app.cli.words import in_one_phrase, with_commas, with_semicolons, word_said
from app.text.frame_terms import fact_value
from app.text.hand_sizes import cards_held, number_held
from app.text.language import _, _n, marked
from app.text.readable import readable
from app.text.terminal import Style, padded, width, wrapped
from engine.cards.packed import SPELLINGS, SUITED, card_text
from engine.replay.frames import Frame, SeatFrame, TablePlay, foul_words, merged_roles
from engine.replay.views import ALL, View
from engine.rulebook.sentences import Text, say_of

_LONGEST_NAME = 20
_BACKS = 3
"""The most cards not shown that are written one by one; if there are more, their number is written."""
_ROW_NAME = 10
_STAGES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "play": say_of("stage", "play"),
        "tribute": say_of("stage", "tribute"),
        "drawing": say_of("stage", "drawing"),
        "placing": say_of("stage", "placing"),
        "naturals": say_of("stage", "naturals"),
        "staying": say_of("stage", "staying"),
        "royalties": say_of("stage", "royalties"),
        "setting": say_of("stage", "setting"),
    }
)
"""What a frame calls the parts of a hand."""
_PLACES: Final[Mapping[int, str]] = MappingProxyType({1: marked("first"), 2: marked("second"), 3: marked("third")})


def frame_lines(frame: Frame, names: Mapping[str, str], style: Style, view: View = ALL) -> Iterator[str]:
    """The table after a step: the action, the facts, each hand, the play to beat, the turn.

    ``names`` are the players' names by seat, if they have any.  The frame is the one that the view shows.
    """
    step = style.paint(
        _("hand {hand}, step {step} of {steps}", hand=frame.hand + 1, step=frame.step, steps=frame.steps), "strong"
    )
    if frame.steps:
        step = _("{step} ({stage})", step=step, stage=_stage(frame))
    yield _seen_by(step, view, names, style)
    facts = [
        f"{style.safe(word_said(name))} {_value(name, value, names, style)}"
        for name, value in (
            *([] if frame.dealer is None else [(_("dealer"), frame.dealer)]),
            *(fact for fact in frame.facts if fact not in frame.roles),
            *_fouls(frame, names),
            *(
                (role, _("{seat}, alone", seat=names.get(seat, seat)) if alone else seat)
                for role, seat, alone in merged_roles(frame.roles)
            ),
        )
    ]
    if facts:
        yield from wrapped(
            [fact + (_(";") if number < len(facts) else "") for number, fact in enumerate(facts, 1)], style.width
        )
    yield ""
    if frame.steps == 0:
        yield _("the play was not recorded")
    else:
        yield (
            _("action: {action}", action=style.safe(frame.action))
            if frame.action is not None
            else _("the cards are dealt")
        )
        yield from _table(frame, names, style)
    yield ""
    labels = {seat.seat: _label(seat, names, style) for seat in frame.seats}
    columns = max(map(width, labels.values()))
    for seat in frame.seats:
        known = seat if view.whole or seat.seat == view.seat else replace(seat, public=())
        yield from _seat(known, frame, padded(labels[seat.seat], columns), style)


def _fouls(frame: Frame, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """All fouls as one fact.  If each seat has two hands, it also names the hand."""
    hands = [(seat.seat, number) for seat in frame.seats for number in seat.fouls]
    if hands:
        yield (
            _("foul"),
            with_commas(
                names.get(seat, seat) if number is None else f"{names.get(seat, seat)} {number}"
                for seat, number in hands
            ),
        )


def _value(name: str, text: str, names: Mapping[str, str], style: Style) -> str:
    return style.card(text) if SPELLINGS.get(text) in SUITED else style.safe(fact_value(name, text, names))


def _seen_by(step: str, view: View, names: Mapping[str, str], style: Style) -> str:
    if view.whole:
        return step
    if view.seat is None:
        return _("{step}, as the table saw it", step=step)
    return _("{step}, as {seat} saw it", step=step, seat=style.safe(names.get(view.seat, view.seat)))


def _stage(frame: Frame) -> str:
    return (
        _("the hand is over")
        if frame.stage == "over"
        else _("stage: {stage}", stage=_STAGES.get(frame.stage, frame.stage))
    )


def _table(frame: Frame, names: Mapping[str, str], style: Style) -> Iterator[str]:
    to_beat = frame.table if frame.illegal is None else frame.illegal.on
    if to_beat is not None:
        yield _("to beat: {play}", play=_play(to_beat, names, style))
    elif frame.stage == "play":
        yield _("to beat: nothing, the table is empty")
    if frame.illegal is not None:
        yield _("not allowed: {play}", play=_play(frame.illegal.play, names, style))
    if frame.stage == "placing":
        gone = [card for card in map(card_text, SUITED) if card in frame.gone]
        label = _("known to be gone:")
        lengths = [width(label), *(width(_plain(style).card(card)) for card in gone)]
        yield from wrapped([label, *map(style.card, gone)], style.width, lengths=lengths)
    if frame.laid:
        yield _("on the table: {cards}", cards=_cards(frame.laid, style))
    if frame.turn is not None:
        yield _("turn: {turn}", turn=style.safe(names.get(frame.turn, frame.turn)))
    if frame.finish:
        places = with_commas(
            in_one_phrase(style.safe(names.get(seat, seat)) for seat in place) for place in frame.finish
        )
        yield _("order of finish: {places}", places=places)


def _play(play: TablePlay, names: Mapping[str, str], style: Style) -> str:
    cards = _cards(play.cards, style) or _("cards that were captured")
    shown = _("{cards} by {seat}", cards=cards, seat=style.safe(names.get(play.seat, play.seat)))
    return with_commas([shown, style.safe(readable(play.reading))]) if play.reading else shown


def _label(seat: SeatFrame, names: Mapping[str, str], style: Style) -> str:
    name = style.safe(names.get(seat.seat, ""), _LONGEST_NAME)
    return f"{style.safe(seat.seat)} {name}".rstrip()


def _seat(seat: SeatFrame, frame: Frame, label: str, style: Style) -> Iterator[str]:
    mark = ">" if seat.seat == frame.turn and frame.steps else " "
    what = _count(seat) if seat.place is None else _finished(seat.place, seat)
    facts = [what, *(style.safe(foul) for foul in foul_words(seat))]
    if seat.did:
        facts.append(_("in this trick: {actions}", actions=_did(seat.did, style)))
    if seat.royalties:
        facts.append(_("royalties {points}", points=seat.royalties))
    if seat.standing:
        facts.append(style.safe(word_said(seat.standing)))
    yield f"{mark} {style.paint(label, 'strong')}  {with_semicolons(facts)}"
    indent = "    "
    backs = ["??"] * seat.hidden
    if seat.hidden > _BACKS or (seat.hidden and seat.at_most):
        backs = [f"?? {'×' if style.symbols else 'x'} {number_held(seat.hidden, at_most=seat.at_most)}"]
    if seat.cards or backs:
        words = [*(style.card(card) for card in seat.cards), *backs]
        lengths = [*(width(_plain(style).card(card)) for card in seat.cards), *map(width, backs)]
        yield from (indent + line for line in wrapped(words, style.width - len(indent), lengths=lengths))
    if seat.face_down:
        yield indent + _("face down: {cards}", cards=_cards(seat.face_down, style))
    if seat.public:
        yield indent + _("seen by all: {cards}", cards=_cards(seat.public, style))
    for row in seat.rows:
        if not (row.due or row.cards):
            continue
        name = word_said(row.name) if row.hand is None else f"{row.hand} {word_said(row.name)}"
        empty = " ".join(["__"] * (row.size - len(row.cards)))
        laid = " ".join(part for part in (_cards(row.cards, style), empty) if part)
        reading = f"  {style.safe(word_said(row.reading))}" if row.reading else ""
        royalty = f" +{row.royalty}" if row.royalty else ""
        yield f"{indent}{padded(style.safe(name), _ROW_NAME)}{laid}{reading}{royalty}"


def _plain(style: Style) -> Style:
    return Style(style.encoding, False, style.width, style.symbols)


def _finished(place: int, seat: SeatFrame) -> str:
    return (
        _("{place} place, {count} left", place=_place(place), count=_count(seat))
        if seat.count
        else _("finished {place}", place=_place(place))
    )


def _place(place: int) -> str:
    return _(_PLACES[place]) if place in _PLACES else _("{place}th", place=place)


def _count(seat: SeatFrame) -> str:
    laid = sum(len(row.cards) for row in seat.rows)
    if seat.rows and not seat.count and laid:
        return (
            _("set")
            if laid == sum(row.size for row in seat.rows)
            else _n("{count} card laid", "{count} cards laid", laid)
        )
    return cards_held(seat.count, at_most=seat.at_most)


def _did(text: str, style: Style) -> str:
    return " ".join(style.card(word) if len(word) < 4 else style.safe(word) for word in text.split())


def _cards(cards: tuple[str, ...], style: Style) -> str:
    return " ".join(style.card(card) for card in cards)
