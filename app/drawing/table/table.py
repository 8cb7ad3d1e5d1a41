"""The table of a game of tricks: hands around it, plays before their seats, what is to be beaten in the middle."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import isqrt
from typing import Final

from app.drawing.table.cards import BACK, plain
from app.drawing.table.chips import Chip, label
from app.drawing.table.holding import DOWN, Area, MarkedCards, height_of, in_columns, in_rows, with_count, with_edges
from app.drawing.table.measure import cut, lines, text_width
from app.drawing.table.paints import Paint
from app.drawing.table.places import Plan, SeatArea, plan
from app.drawing.table.shapes import Anchor, Box, Drawing, PathOutline, Shape, TextShape
from app.drawing.table.sight import Sight, marked_of, seats_around, symbols_of
from app.text.frame_terms import fact_value, rank_shown, word
from app.text.hand_sizes import number_sign
from app.text.language import said
from app.text.places import place_words
from app.text.readable import readable
from engine.cards.packed import SUITS, parse_card
from engine.record.actions import parse_action
from engine.record.verbs import VERBS
from engine.replay.frames import Frame, SeatFrame, TablePlay, merged_roles
from engine.rulebook.findings import shown

_PASS: Final = "pass"  # noqa: S105 (what a seat did)
_PLAY: Final = "play"
_OVER: Final = "over"
_CORNER: Final = 18
_TO: Final = ">"
"""The word before the seat that a card is for."""
_CLEAR: Final = 44
"""How far an arrow keeps from the middle of the card that is handed."""
_RED_ROOM: Final = 6
_GAP: Final = 2
_BESIDE: Final = 28
"""The room between a hand and the cards that lie face down beside it."""
_SUIT_SIGNS: Final[Mapping[str, str]] = dict(zip(SUITS, "♠♥♦♣", strict=True))


def table(frame: Frame, sight: Sight) -> Drawing:
    """The drawing of a frame of a game of tricks."""
    here = plan(sight.layout, len(frame.seats))
    marked = marked_of(frame)
    shapes = [
        Box(1, 1, here.width - 2, here.height - 2, Paint.FELT, _CORNER),
        *_ring(here),
        *_notes(frame, here, sight),
        *_middle(frame, here, sight, marked),
    ]
    for number, (seat, place) in enumerate(zip(seats_around(frame, sight), here.seats, strict=False)):
        own = place if number else _room_for_sentence(place, here, sight)
        shapes += _seat(frame, seat, own, here, number == 0, sight, marked)
    shapes += _handed(frame, here, sight)
    shapes += _sentence(here, sight)
    return Drawing(here.width, here.height, title_of(frame, sight), symbols_of(shapes, marked), tuple(shapes))


def title_of(frame: Frame, sight: Sight) -> str:
    """What a drawing shows, in words."""
    title = sight.labels.title(frame.hand + 1, frame.step, frame.steps)
    play = frame.table if frame.illegal is None else frame.illegal.play
    if play is not None and play.reading:
        title = sight.labels.with_play(title, sight.name(play.seat), said(readable(play.reading)))
    return shown(title)


def _ring(here: Plan) -> Iterator[Shape]:
    """A ring around the middle, with heads of arrows that point in the direction of the turn."""
    x, y, across, up = here.turning
    a, b = across * 55 // 100, up * 55 // 100
    yield PathOutline(
        f"M {x + across} {y} C {x + across} {y - b} {x + a} {y - up} {x} {y - up}"
        f" C {x - a} {y - up} {x - across} {y - b} {x - across} {y}"
        f" C {x - across} {y + b} {x - a} {y + up} {x} {y + up}"
        f" C {x + a} {y + up} {x + across} {y + b} {x + across} {y} Z",
        Paint.RING,
    )
    yield PathOutline(f"M {x + across - 7} {y + 5} L {x + across} {y - 5} L {x + across + 7} {y + 5}", Paint.RING)
    yield PathOutline(f"M {x - across - 7} {y - 5} L {x - across} {y + 5} L {x - across + 7} {y - 5}", Paint.RING)


def _notes(frame: Frame, here: Plan, sight: Sight) -> Iterator[Shape]:
    """What every seat knows: the level and the like, and the stage where it is not the play of cards."""
    stage = Chip(word(frame.stage), Paint.GOLD, Paint.GOLD_WORDS, 3)
    facts = [
        Chip(f"{word(name)} {_value(name, value, sight)}", weight=2 if number == 0 else 1)
        for number, (name, value) in enumerate(fact for fact in frame.facts if fact not in frame.roles)
    ]
    chips = [*([stage] if frame.stage not in (_PLAY, _OVER) else []), *facts]
    yield from label(here.notes, "", 0, chips, here.name_size)


def _value(name: str, text: str, sight: Sight) -> str:
    """The value of a fact as cards and names show it."""
    if len(text) == 2 and parse_card(text) is not None and text[1] in _SUIT_SIGNS:
        return rank_shown(text[0]) + _SUIT_SIGNS[text[1]]
    return shown(fact_value(name, text, sight.names))


def _middle(frame: Frame, here: Plan, sight: Sight, marked: MarkedCards) -> Iterator[Shape]:
    """What is to be beaten, with what it is and whose, and beside it an illegal play; cards that are in no hand."""
    area, size = here.middle, here.name_size - 1
    words = size + 6
    play = to_beat(frame)
    largest = here.largest
    if frame.illegal is not None:
        right, largest = area, _size_of_both(frame, here, marked)
        if play is not None:
            half = area.width // 2 - _RED_ROOM
            area, right = replace(area, width=half), replace(area, x=area.x + area.width - half, width=half)
        yield from _illegal(frame.illegal.play, right, here, sight, marked, largest)
    room = Area(area.x, area.y, area.width, area.height - 2 * words)
    if play is not None:
        fan = in_rows(play.cards, room, marked, largest)
        yield from fan.cards
        foot = fan.area.y + fan.area.height + words - 2
        reading = said(readable(play.reading)) or sight.labels.captured * (not play.cards)
        yield _line(area, foot, cut(reading, size, area.width), size, Paint.SAID, strong=True)
        says = f" · {sight.labels.to_beat}"
        name = cut(sight.name(play.seat), size - 1, area.width - text_width(says, size - 1))
        yield _line(area, foot + words - 2, name + says, size - 1, Paint.QUIET)
    elif frame.laid:
        fan = in_rows(frame.laid, room, marked, here.largest)
        yield from fan.cards
        foot = fan.area.y + fan.area.height + words - 2
        yield _line(area, foot, sight.labels.laid, size, Paint.QUIET)
    elif not frame.steps:
        yield _line(area, area.y + area.height // 2, sight.labels.no_play, size, Paint.QUIET)


def to_beat(frame: Frame) -> TablePlay | None:
    """The play to beat; beside an illegal play the one that it was made on."""
    return frame.table if frame.illegal is None else frame.illegal.on


def _line(area: Area, foot: int, text: str, size: int, paint: Paint, *, strong: bool = False) -> TextShape:
    return TextShape(area.x + area.width // 2, foot, text, size, paint, Anchor.MIDDLE, strong)


def _seat(
    frame: Frame, seat: SeatFrame, place: SeatArea, here: Plan, first: bool, sight: Sight, marked: MarkedCards
) -> Iterator[Shape]:
    yield from label(
        place.label, sight.name(seat.seat), sight.teams.get(seat.seat, 0), chips_of(frame, seat, sight), here.name_size
    )
    taken = len(seat.face_down) * (DOWN + _GAP) + _BESIDE if seat.face_down else 0
    area = place.cards
    at_end = area.anchor is Anchor.END
    beside = replace(area, x=area.x + taken if at_end else area.x, width=area.width - taken)
    fan = in_columns(seat.cards, seat.hidden, beside, marked, here.largest if first else here.others)
    yield from with_count(fan, seat, 14)
    if seat.face_down:
        x = fan.area.x - taken if at_end else fan.area.x + fan.area.width + _BESIDE
        yield from _face_down(seat, x, fan.area, sight, marked)
    yield from _did(frame, seat, place, here, sight, marked)


def _face_down(seat: SeatFrame, x: int, hand: Area, sight: Sight, marked: MarkedCards) -> Iterator[Shape]:
    """The cards that a seat has laid face down, beside its hand."""
    high = height_of(DOWN)
    area = Area(x, hand.y + max(hand.height - high, 0), len(seat.face_down) * (DOWN + _GAP), high, Anchor.START)
    down = in_rows(seat.face_down, area, marked, DOWN)
    yield from with_edges(down, 2)
    middle = down.area.x + down.area.width // 2
    yield TextShape(middle, down.area.y - 6, sight.labels.face_down, 11, Paint.QUIET, Anchor.MIDDLE)


def _place_of(frame: Frame, seat: SeatFrame, place: int, game: str) -> str:
    last = frame.stage == "over" and place == len(frame.finish)
    return place_words(place, seat.count, game, at_most=seat.at_most, last=last)


def chips_of(frame: Frame, seat: SeatFrame, sight: Sight) -> list[Chip]:
    """The facts next to the name of a seat: its turn, place, role, number of cards, level, and its own name."""
    words = sight.labels
    chips: list[Chip] = []
    if frame.turn == seat.seat and frame.steps:
        leads = frame.stage == _PLAY and frame.table is None
        chips.append(Chip(words.leads if leads else words.turn, Paint.GOLD, Paint.GOLD_WORDS, 9))
    if seat.place is not None:
        chips.append(Chip(_place_of(frame, seat, seat.place, sight.game), Paint.OUT, Paint.OUT_WORDS, 8))
    chips += [
        Chip(words.with_alone(word(role)) if alone else word(role), weight=7)
        for role, who, alone in merged_roles(frame.roles)
        if who == seat.seat
    ]
    if seat.count and (seat.place is None):
        chips.append(Chip(number_sign(seat.count, at_most=seat.at_most), weight=6))
    if seat.fouls:
        chips.append(Chip(words.foul, Paint.FOUL, Paint.FOUL_WORDS, 8))
    if seat.seat in sight.scores:
        chips.append(Chip(sight.scores[seat.seat], Paint.OUT, Paint.OUT_WORDS, 8))
    if seat.standing:
        chips.append(Chip(cut(shown(said(seat.standing)), 13, 150), weight=5))
    if frame.dealer == seat.seat:
        chips.append(Chip(words.dealer, weight=4))
    if sight.levels.get(seat.seat):
        chips.append(Chip(words.at_level(rank_shown(sight.levels[seat.seat])), weight=2))
    if sight.name(seat.seat) != seat.seat:
        chips.append(Chip(cut(shown(seat.seat), 13, 60), weight=1))
    return chips


def _did(
    frame: Frame, seat: SeatFrame, place: SeatArea, here: Plan, sight: Sight, marked: MarkedCards
) -> Iterator[Shape]:
    """What a seat did in the trick, before it; in the middle lies what is to be beaten, so it is not drawn here too."""
    size, area = here.name_size, place.plays
    illegal, beaten = frame.illegal, to_beat(frame)
    if illegal is not None and illegal.play.seat == seat.seat:
        return
    done = moved_by(frame, seat.seat)
    if done:
        yield from in_rows(done, area, marked, here.others).cards
        return
    if seat.did == _PASS:
        yield _line(area, area.y + area.height // 2 + 5, sight.labels.passed, size, Paint.QUIET)
    elif seat.did and not (beaten is not None and beaten.seat == seat.seat):
        yield from in_rows(seat.did.split(), area, marked, here.others - 4).cards


def moved_by(frame: Frame, seat: str) -> tuple[str, ...]:
    """The cards that the last action of a frame moves or shows, other than by a play, if it is this seat's.

    Those that lie on the table after it are not among them.
    """
    if frame.action is None:
        return ()
    action = parse_action(frame.action)
    verb = VERBS.get(action.verb)
    if action.seat != seat or verb is None or not verb.arguments.are_cards or verb.name in (_PLAY, "capture"):
        return ()
    cards = tuple(plain(word) for word in action.words if parse_card(word) is not None or word == BACK)
    return () if set(cards) <= set(map(plain, frame.laid)) else cards


def _handed(frame: Frame, here: Plan, sight: Sight) -> Iterator[Shape]:
    """An arrow from a seat that hands a card to the seat that it is for."""
    action = None if frame.action is None else parse_action(frame.action)
    if action is None or _TO not in action.words[:-1]:
        return
    order = [seat.seat for seat in seats_around(frame, sight)]
    to = action.words[action.words.index(_TO) + 1]
    if action.seat not in order or to not in order or to == action.seat:
        return
    one, other = (here.seats[order.index(seat)].plays for seat in (action.seat, to))
    x, y = one.x + one.width // 2, one.y + one.height // 2
    across, down = other.x + other.width // 2 - x, other.y + other.height // 2 - y
    long = isqrt(across * across + down * down)
    if long <= 2 * _CLEAR:
        return

    def at(along: int, aside: int = 0) -> str:
        """A point of the arrow, so far from the giver and beside the line."""
        return f"{x + (across * along - down * aside) // long} {y + (down * along + across * aside) // long}"

    tip = long - _CLEAR // 2
    yield PathOutline(f"M {at(_CLEAR)} L {at(tip)} M {at(tip - 12, -7)} L {at(tip)} L {at(tip - 12, 7)}", Paint.ARROW)


def _size_of_both(frame: Frame, here: Plan, marked: MarkedCards) -> int:
    """The width with which the cards of an illegal play and of what it had to beat fit beside each other."""
    assert frame.illegal is not None
    plays = [play for play in (frame.illegal.play, frame.illegal.on) if play is not None and play.cards]
    area, words = here.middle, here.name_size + 5
    wide = area.width if len(plays) == 1 else area.width // 2 - _RED_ROOM
    room = Area(0, 0, wide - 2 * _RED_ROOM, area.height - 2 * words)
    return min((in_rows(play.cards, room, marked, here.largest).cards[0].width for play in plays), default=here.largest)


def _illegal(
    play: TablePlay, area: Area, here: Plan, sight: Sight, marked: MarkedCards, largest: int
) -> Iterator[Shape]:
    """A play that breaks a rule: framed, with a cross and the words for it, and whose it is."""
    size = here.name_size - 1
    words = size + 6
    inner = Area(area.x + _RED_ROOM, area.y, area.width - 2 * _RED_ROOM, area.height - 2 * words)
    fan = in_rows(play.cards, inner, marked, largest)
    yield from fan.cards
    box = fan.area
    yield Box(
        box.x - _RED_ROOM, box.y - _RED_ROOM, box.width + 2 * _RED_ROOM, box.height + 2 * _RED_ROOM, Paint.ILLEGAL, 8
    )
    right, top = box.x + box.width + _RED_ROOM - 9, box.y - _RED_ROOM - 9
    yield PathOutline(_cross(right, top, 18), Paint.CROSS)
    foot = box.y + box.height + _RED_ROOM + 15
    yield from _plated(area, foot, sight.labels.illegal)
    yield _line(area, foot + words - 2, cut(sight.name(play.seat), size - 1, area.width), size - 1, Paint.QUIET)


def _plated(area: Area, foot: int, text: str) -> Iterator[Shape]:
    wide = text_width(text, 12, strong=True) + 14
    yield Box(area.x + (area.width - wide) // 2, foot - 12, wide, 16, Paint.FOUL, 8)
    yield TextShape(area.x + area.width // 2, foot, text, 12, Paint.FOUL_WORDS, Anchor.MIDDLE, True)


def _cross(x: int, y: int, size: int) -> str:
    """A round plate with a cross cut into it, as one outline."""
    half, arm, near = size // 2, size * 3 // 10, 2
    a, b = x + half, y + half
    c = half * 55 // 100
    circle = (
        f"M {a + half} {b} C {a + half} {b + c} {a + c} {b + half} {a} {b + half}"
        f" C {a - c} {b + half} {a - half} {b + c} {a - half} {b}"
        f" C {a - half} {b - c} {a - c} {b - half} {a} {b - half}"
        f" C {a + c} {b - half} {a + half} {b - c} {a + half} {b} Z"
    )
    return f"{circle} M {a - arm + near} {b - arm + near} L {a + arm - near} {b + arm - near} " + (
        f"M {a + arm - near} {b - arm + near} L {a - arm + near} {b + arm - near}"
    )


def _sentence(here: Plan, sight: Sight) -> Iterator[Shape]:
    """The note on an illegal play, in a box next to the cards of the first seat."""
    if not sight.sentence:
        return
    area, size = here.sentence, here.name_size - 2
    text = lines(shown(said(sight.sentence)), size, area.width - 20, 2)
    high = len(text) * (size + 5) + 10
    y = area.y + area.height - high
    yield Box(area.x, y, area.width, high, Paint.NOTE, 9)
    for number, line in enumerate(text):
        foot = y + 3 + (number + 1) * (size + 4)
        yield TextShape(area.x + area.width // 2, foot, line, size, Paint.NOTE_WORDS, Anchor.MIDDLE)


def _room_for_sentence(place: SeatArea, here: Plan, sight: Sight) -> SeatArea:
    """The place of the first seat without what the sentence takes of its cards."""
    cards = place.cards
    if not sight.sentence or here.sentence.y < cards.y:
        return place
    return replace(place, cards=replace(cards, height=here.sentence.y - cards.y - 2))
