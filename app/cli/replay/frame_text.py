"""A frame as text: every hand, the cards on the table, and the turn."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from app.cli.words import in_one_phrase, with_commas, with_semicolons, word_said
from app.text.blocks import Block, Gap, Line
from app.text.frame_terms import fact_value
from app.text.hand_sizes import cards_held, number_held
from app.text.language import _, _n, marked, said
from app.text.readable import card_sign, readable
from app.text.seats import short_name
from app.text.terminal import padded, width
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


def frame_blocks(frame: Frame, names: Mapping[str, str], view: View = ALL) -> Iterator[Block]:
    """The table after a step: the action, the facts, each hand, the play to beat, the turn.

    ``names`` are the players' names by seat, if they have any.  The frame is the one that the view shows.
    """
    step = _("hand {hand}, step {step} of {steps}", hand=frame.hand + 1, step=frame.step, steps=frame.steps)
    if frame.steps:
        step = _("{step} ({stage})", step=step, stage=_stage(frame))
    yield Line(_seen_by(step, view, names), tone="strong")
    facts = [f"{word_said(name)} {_value(name, value, names)}" for name, value in _facts(frame, names)]
    if facts:
        yield Line(with_semicolons(facts))
    yield Gap()
    if frame.steps == 0:
        yield Line(_("the play was not recorded"))
    else:
        done = frame.action
        yield Line(_("the cards are dealt") if done is None else _("action: {action}", action=done))
        yield from map(Line, _table(frame, names))
    yield Gap()
    labels = {seat.seat: short_name(f"{seat.seat} {names.get(seat.seat, '')}", _LONGEST_NAME) for seat in frame.seats}
    columns = max(map(width, labels.values()))
    for seat in frame.seats:
        known = seat if view.whole or seat.seat == view.seat else replace(seat, public=())
        mark = ">" if seat.seat == frame.turn and frame.steps else " "
        yield Line(_state(seat), label=f"{mark} {padded(labels[seat.seat], columns)}")
        yield from (Line(text, indent=2) for text in _cards_of(known))


def _facts(frame: Frame, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The facts of the table; all fouls are one, which also names the hand where each seat has two."""
    if frame.dealer is not None:
        yield _("dealer"), frame.dealer
    yield from (fact for fact in frame.facts if fact not in frame.roles)
    fouls = [(names.get(seat.seat, seat.seat), number) for seat in frame.seats for number in seat.fouls]
    if fouls:
        yield _("foul"), with_commas(name if number is None else f"{name} {number}" for name, number in fouls)
    for role, seat, alone in merged_roles(frame.roles):
        yield role, _("{seat}, alone", seat=names.get(seat, seat)) if alone else seat


def _value(name: str, text: str, names: Mapping[str, str]) -> str:
    return card_sign(text) if SPELLINGS.get(text) in SUITED else fact_value(name, text, names)


def _seen_by(step: str, view: View, names: Mapping[str, str]) -> str:
    if view.whole:
        return step
    if view.seat is None:
        return _("{step}, as the table saw it", step=step)
    return _("{step}, as {seat} saw it", step=step, seat=names.get(view.seat, view.seat))


def _stage(frame: Frame) -> str:
    if frame.stage == "over":
        return _("the hand is over")
    return _("stage: {stage}", stage=_STAGES.get(frame.stage, frame.stage))


def _table(frame: Frame, names: Mapping[str, str]) -> Iterator[str]:
    to_beat = frame.table if frame.illegal is None else frame.illegal.on
    if to_beat is not None:
        yield _("to beat: {play}", play=_play(to_beat, names))
    elif frame.stage == "play":
        yield _("to beat: nothing, the table is empty")
    if frame.illegal is not None:
        yield _("not allowed: {play}", play=_play(frame.illegal.play, names))
    if frame.stage == "placing":
        yield f"{_('known to be gone:')} {_cards(tuple(card for card in map(card_text, SUITED) if card in frame.gone))}"
    if frame.laid:
        yield _("on the table: {cards}", cards=_cards(frame.laid))
    if frame.turn is not None:
        yield _("turn: {turn}", turn=names.get(frame.turn, frame.turn))
    if frame.finish:
        places = with_commas(in_one_phrase(names.get(seat, seat) for seat in place) for place in frame.finish)
        yield _("order of finish: {places}", places=places)


def _play(play: TablePlay, names: Mapping[str, str]) -> str:
    cards = _cards(play.cards) or _("cards that were captured")
    shown = _("{cards} by {seat}", cards=cards, seat=names.get(play.seat, play.seat))
    return with_commas([shown, said(readable(play.reading))]) if play.reading else shown


def _state(seat: SeatFrame) -> str:
    """How many cards a seat has or what place it took, and what it did in the trick."""
    facts = [_count(seat) if seat.place is None else _finished(seat.place, seat), *map(said, foul_words(seat))]
    if seat.did:
        did = " ".join(card_sign(word) if len(word) < 4 else word for word in seat.did.split())
        facts.append(_("in this trick: {actions}", actions=did))
    if seat.royalties:
        facts.append(_("royalties {points}", points=seat.royalties))
    if seat.standing:
        facts.append(word_said(seat.standing))
    return with_semicolons(facts)


def _cards_of(seat: SeatFrame) -> Iterator[str]:
    """The cards of a seat: those that it holds, those that lie face down or were seen, and its rows."""
    backs = ["??"] * seat.hidden
    if seat.hidden > _BACKS or (seat.hidden and seat.at_most):
        backs = [f"?? × {number_held(seat.hidden, at_most=seat.at_most)}"]
    if seat.cards or backs:
        yield " ".join([*map(card_sign, seat.cards), *backs])
    if seat.face_down:
        yield _("face down: {cards}", cards=_cards(seat.face_down))
    if seat.public:
        yield _("seen by all: {cards}", cards=_cards(seat.public))
    for row in seat.rows:
        if not (row.due or row.cards):
            continue
        name = word_said(row.name) if row.hand is None else f"{row.hand} {word_said(row.name)}"
        laid = " ".join([*map(card_sign, row.cards), *["__"] * (row.size - len(row.cards))])
        reading = f"  {word_said(row.reading)}" if row.reading else ""
        royalty = f" +{row.royalty}" if row.royalty else ""
        yield f"{padded(name, _ROW_NAME)}{laid}{reading}{royalty}"


def _finished(place: int, seat: SeatFrame) -> str:
    shown = _(_PLACES[place]) if place in _PLACES else _("{place}th", place=place)
    if seat.count:
        return _("{place} place, {count} left", place=shown, count=_count(seat))
    return _("finished {place}", place=shown)


def _count(seat: SeatFrame) -> str:
    laid = sum(len(row.cards) for row in seat.rows)
    if seat.rows and not seat.count and laid:
        if laid == sum(row.size for row in seat.rows):
            return _("set")
        return _n("{count} card laid", "{count} cards laid", laid)
    return cards_held(seat.count, at_most=seat.at_most)


def _cards(cards: tuple[str, ...]) -> str:
    return " ".join(map(card_sign, cards))
