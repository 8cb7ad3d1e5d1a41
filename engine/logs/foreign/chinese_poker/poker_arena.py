"""Hands of the poker arena: events of open-face games, one on each line, after a line that names the players.

Seat 0 has the button, and the seats act in the order 1, 2, …, 0.  The record does not say which game it is.  The name
of the file says so, or the format that the user names.  Consecutive hands of one table are one match.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from types import MappingProxyType
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from engine.cards.packed import SUITED, card_text, parse_card
from engine.games.chinese_poker import CHINESE_POKER
from engine.logs.foreign.reader import (
    SEATS,
    Platform,
    Translation,
    decode_lines,
    in_any_encoding,
    misfit,
    read_match,
    read_parts,
)
from engine.logs.formats import LogFormat
from engine.logs.input.text import MARK
from engine.logs.record import LogRecord
from engine.record.actions import parse_action
from engine.record.match import Hand, HandResult, Match, Player, Setup
from engine.rulebook.sentences import Text, marked, say, say_of

GAME: Final = CHINESE_POKER.name
NAME: Final = "poker-arena"
TITLE: Final = say("the poker arena")

_ROWS: Final[Mapping[str, str]] = MappingProxyType({"top": "front", "middle": "middle", "bottom": "back"})
_SNIFF: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"hand"\s*:\s*[0-9]+\s*,\s*"(?:seats|ev)"\s*:')
_NUMBER: Final = re.compile(rb'\{\s*"hand"\s*:\s*([0-9]{1,15})\s*[,}]')
_DEALT_THREE: Final = re.compile(rb'"cards"\s*:\s*\[\s*(?:"[^"]{2,3}"\s*,\s*){2}"[^"]{2,3}"\s*\]')
_MOST_SEATS: Final = len(SEATS)


@dataclass(frozen=True, slots=True)
class Variety:
    """A game of the arena, and the rules that are claimed for it."""

    game: str
    marks: tuple[str, ...]
    """The parts of a file name that mean this game."""
    cards: int
    """The number of cards of a seat that is not in fantasyland."""
    preset: str
    options: Mapping[str, object] = field(default_factory=dict)
    lacking: str = ""
    """The rules of the game that no rule set here has.  If there are any, each hand is a match of its own without
    points.
    """

    @property
    def name(self) -> str:
        """The name of its format, for users who name the format."""
        return f"{NAME}-{self.game}"


_GAMES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "deuce-to-seven": say_of("arena", "deuce-to-seven"),
        "progressive": say_of("arena", "progressive"),
        "pineapple": say_of("arena", "pineapple"),
        "open-face": say_of("arena", "open-face"),
    }
)
"""The games of the arena as messages name them."""

VARIETIES: Final = (
    Variety(
        "deuce-to-seven",
        ("27", "deuce"),
        17,
        "pineapple",
        {"middle": "deuce_to_seven", "fantasyland": "standard"},
        marked("the arena's own qualifier, royalties and fantasyland of a low middle"),
    ),
    Variety("progressive", ("progressive",), 17, "pineapple", {"fantasyland": "progressive"}),
    Variety("pineapple", ("pineapple",), 17, "pineapple", {"fantasyland": "standard"}),
    Variety("open-face", (), 13, "open-face", {"fantasyland": "standard"}),
)


class ArenaPlace(Struct, frozen=True):
    """A card and its row."""

    card: str
    row: str


class ArenaEvent(Struct, frozen=True):
    """An event.  Which fields are set depends on the kind of event."""

    event: str
    seat: int
    cards: list[str] | int | None = None
    placements: list[ArenaPlace] = []
    discarded: list[str] = []
    points: int | None = None
    count: Any = UNSET
    top: Any = UNSET
    middle: Any = UNSET
    bottom: Any = UNSET
    top_value: Any = UNSET
    middle_value: Any = UNSET
    bottom_value: Any = UNSET
    royalties: Any = UNSET
    fouled: Any = UNSET
    next_fantasyland: Any = UNSET


class ArenaLine(Struct, frozen=True):
    """A line: the players, or an event."""

    hand: int
    seats: list[str] | UnsetType = UNSET
    ev: Any = UNSET


@dataclass(slots=True)
class _Play:
    """A hand, built up from its events."""

    dealt: dict[int, list[str]] = field(default_factory=dict)
    fantasyland: dict[int, int] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    scores: dict[str, int | float] = field(default_factory=dict)


def sniff(head: bytes) -> bool:
    """Whether a text begins with a line of this format."""
    return _SNIFF.match(head) is not None


def variety_of(source: str, raw: bytes) -> tuple[Variety, str]:
    """The game that the file name means, or else the number of cards dealt at a time; and in words, what showed it."""
    name = source.replace("\\", "/").rpartition("/")[2].lower()
    for variety in VARIETIES:
        if any(mark in name for mark in variety.marks):
            return variety, say("the file name")
    if _DEALT_THREE.search(raw):
        return _named("pineapple"), say("three cards dealt at a time")
    return _named("open-face"), say("a file name that names no other game")


def _named(game: str) -> Variety:
    return next(variety for variety in VARIETIES if variety.game == game)


def _platform(variety: Variety, name: str) -> Platform:
    return Platform(name, TITLE, variety.preset, variety.options, GAME)


def read(raw: bytes, source: str, variety: Variety | None = None) -> list[LogRecord]:
    """The records of a text, one for each run of consecutive hands at one table."""
    played, shown_by = (variety, "") if variety is not None else variety_of(source, raw)
    platform = _platform(played, NAME if variety is None else played.name)
    reader: Callable[[Translation, bytes], Match] = partial(_match, variety=played, shown_by=shown_by)
    parts = _parts(raw, each_hand=bool(played.lacking))
    if len(parts) < 2:
        return [read_match(platform, raw, source, reader)]
    return read_parts(platform, raw, source, parts, reader)


def _parts(raw: bytes, *, each_hand: bool) -> list[bytes]:
    """The text, divided before each hand that is not the next in number or has other players; or before every hand."""
    parts: list[list[bytes]] = []
    number = -1
    seats = b""
    for line in raw.split(b"\n"):
        text_match = _NUMBER.match(line.removeprefix(MARK).lstrip())
        here = int(text_match[1]) if text_match else number
        table = line.partition(b'"seats"')[2]
        follows = here == number or (here == number + 1 and not each_hand)
        if not parts or not follows or (table and seats and table != seats):
            parts.append([])
        parts[-1].append(line)
        number, seats = here, table or seats
    return [b"\n".join(part) for part in parts]


def _match(translation: Translation, raw: bytes, *, variety: Variety, shown_by: str) -> Match:
    seats: list[str] = []
    plays: dict[int, _Play] = {}
    for number, document in decode_lines(translation, raw):
        where = f"line {number}"
        line = translation.fit(document, ArenaLine, where)
        if not isinstance(line.seats, UnsetType):
            if seats and line.seats != seats:
                raise misfit(where, say("other players in the same hand"), say("the players of the line before"))
            seats = line.seats
            plays.setdefault(line.hand, _Play())
        if not isinstance(line.ev, UnsetType):
            if line.hand not in plays:
                raise misfit(where, say("an event before the players are named"), say("a line with seats first"))
            event = translation.fit(line.ev, ArenaEvent, where)
            if not 0 <= event.seat < len(seats):
                raise misfit(
                    where, say("seat {seat}", seat=event.seat), say("{first} to {last}", first=0, last=len(seats) - 1)
                )
            _take(translation, plays[line.hand], event, where)
    if not 2 <= len(seats) <= _MOST_SEATS:
        raise misfit(
            "seats", say("{count} players", count=len(seats)), say("{first} to {last}", first=2, last=_MOST_SEATS)
        )
    if shown_by:
        translation.reads(shown_by, say("the arena's game {game}", game=_GAMES[variety.game]))
    rules = translation.claimed()
    if variety.lacking:
        translation.keeps(
            say("the hand"),
            say("{lacking} are not supported, so the recorded points are ignored", lacking=say(variety.lacking)),
        )
    return Match(
        game=GAME,
        rules=rules,
        match=translation.info(None, note=f"hands {min(plays)} to {max(plays)} of the record"),
        players=[Player(seat=SEATS[number], name=name) for number, name in enumerate(seats)],
        hands=[_hand(translation, play, len(seats), variety) for play in plays.values()],
    )


def _take(translation: Translation, play: _Play, event: ArenaEvent, where: str) -> None:
    seat = SEATS[event.seat]
    if event.event == "fantasyland" and isinstance(event.cards, int):
        play.fantasyland[event.seat] = event.cards
    elif event.event == "deal" and isinstance(event.cards, list):
        play.dealt.setdefault(event.seat, []).extend(_card(text, where) for text in event.cards)
    elif event.event == "place":
        placed = [(_card(placement.card, where), _row(placement.row, where)) for placement in event.placements]
        if event.seat in play.fantasyland:
            rows = [" ".join(card for card, row in placed if row == name) for name in _ROWS.values()]
            play.actions.append(f"{seat} set " + " / ".join(rows))
        else:
            words = [f"{card}:{row}" for card, row in placed]
            words += [f"{_card(text, where)}:discard" for text in event.discarded]
            play.actions.append(" ".join([seat, "place", *words]))
    elif event.event == "score" and event.points is not None:
        play.scores[seat] = event.points
    elif event.event != "showdown":
        translation.ignores(say("the event {event}", event=event.event))


def _card(text: str, where: str) -> str:
    card = parse_card(text)
    if card is None or card not in SUITED:
        raise misfit(where, say("{text} is not a card", text=text), say("a card such as Th"))
    return card_text(card)


def _row(text: str, where: str) -> str:
    row = _ROWS.get(text)
    if row is None:
        raise misfit(where, say("{text} is not a row", text=text), ", ".join(_ROWS))
    return row


def _hand(translation: Translation, play: _Play, seats: int, variety: Variety) -> Hand:
    deal: dict[str, str] = {}
    for seat in range(seats):
        cards: Sequence[str] = play.dealt.get(seat, ())
        if cards:
            size = play.fantasyland.get(seat, variety.cards)
            deal[SEATS[seat]] = " ".join([*cards, *["??"] * (size - len(cards))])
    return Hand(
        setup=Setup(dealer=SEATS[0], fantasyland={SEATS[seat]: cards for seat, cards in play.fantasyland.items()}),
        deal=deal or UNSET,
        actions=_at_first_turn(translation, play.actions, seats),
        result=HandResult(scores=play.scores) if play.scores and not variety.lacking else UNSET,
    )


def _at_first_turn(translation: Translation, actions: Sequence[str], seats: int) -> list[str]:
    """The actions, in which each seat that sets its hand in fantasyland does so on its first turn."""
    order = [SEATS[(number + 1) % seats] for number in range(seats)]
    parsed = [parse_action(action) for action in actions]
    settings = {words.seat: action for words, action in zip(parsed, actions, strict=True) if words.verb == "set"}
    moved: list[str] = []
    acted: set[str] = set()
    for step, action in zip(parsed, actions, strict=True):
        if step.verb == "set" and settings.get(step.seat) == action:
            continue
        for other in takewhile(lambda seat: seat in acted or seat in settings, order):
            if other not in acted:
                moved.append(settings[other])
                acted.add(other)
        moved.append(action)
        acted.add(step.seat)
    moved += [settings[other] for other in order if other in settings and other not in acted]
    if moved != list(actions):
        translation.reads(
            say("a hand that is set before the others place"), say("a hand set at the first turn of the seat")
        )
    return moved


def _never(_: bytes) -> bool:
    return False


def _format_of(variety: Variety) -> LogFormat:
    return LogFormat(
        name=variety.name,
        title=say("Poker arena: {game} hands, with any file name", game=variety.game),
        sniff=_never,
        unit="file",
        read=in_any_encoding(partial(read, variety=variety)),
    )


FORMAT: Final = LogFormat(
    name=NAME,
    title=say("Poker arena: open-face hands; the file's name says which game"),
    sniff=sniff,
    unit="file",
    read=in_any_encoding(read),
    fields=("hand", "ev", "event", "seat", "placements", "discarded"),
)
"""The format that is recognised by its content.  The formats of the games below have to be named by the user."""
DEUCE_TO_SEVEN, PROGRESSIVE, PINEAPPLE, OPEN_FACE = map(_format_of, VARIETIES)
