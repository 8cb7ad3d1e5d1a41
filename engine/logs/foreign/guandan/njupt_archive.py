"""Matches of a competition of the NJUPT platform in the files of its server: one Python pickle for each event.

An event is a tuple with a letter.  ``R``: with -1 a hand begins at a level, with 0 or 1 the level of a team.  ``I``: a
seat's cards.  ``T``, ``B``: a card of tribute, and one returned: from, to, card.  ``P``: a play, or 1 for a pass.
``V``: what the hand came to: the team that won it, a number, the levels that it rises, its level, and the levels of
both teams.  ``F``: the points of the seats.  Nothing after it is played.  The name of the file has the teams, whose
seats are 0 and 2, 1 and 3, and when the match began, in China.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Final, TypeVar

from msgspec import UNSET, UnsetType

from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, RANKS, RED_JOKER, Card, cards_text, parse_card
from engine.logs.foreign.guandan.notation import level_in, note_silent_wild
from engine.logs.foreign.guandan.pickles import OPENING, PickledEvent, Value, pickled_events
from engine.logs.foreign.guandan.turns import HAND_SIZE
from engine.logs.foreign.reader import GAME, SEATS, Platform, Translation, misfit, players, read_match
from engine.logs.formats import LogFormat
from engine.logs.json.times import is_moment
from engine.logs.record import LogRecord
from engine.record.match import Hand, HandResult, Match, MatchInfo, Setup
from engine.rulebook.sentences import say

PLATFORM: Final = Platform("njupt-archive", say("NJUPT archive"), "njupt")

PASS: Final = 1
"""What stands for a pass in place of cards."""

_SUITS: Final = "shcd"
CARDS: Final[Mapping[int, Card]] = MappingProxyType(
    {
        2 + 13 * suit + rank: card
        for suit, letter in enumerate(_SUITS)
        for rank, name in enumerate(RANKS)
        if (card := parse_card(name + letter)) is not None
    }
    | {54: BLACK_JOKER, 55: RED_JOKER}
)
"""By its number, a card."""

_NAME: Final = re.compile(r"(?P<teams>.+)_(?P<date>[0-9]{8})_(?P<time>[0-9]{6})_[0-9]+\.data(?:\.gz|\.zst)?", re.DOTALL)
_SHOWN: Final = 60
"""The characters of an event that a notice shows."""

T = TypeVar("T")


@dataclass(slots=True)
class _ArchivedHand:
    """A hand while its events are read."""

    level: int
    levels: dict[int, int] = field(default_factory=dict)
    """By team, 0 and 1, its level before the hand."""
    deals: dict[int, list[Card]] = field(default_factory=dict)
    before: list[str] = field(default_factory=list)
    """The actions of the tribute."""
    actions: list[str] = field(default_factory=list)
    left: dict[int, int] = field(default_factory=lambda: dict.fromkeys(range(4), HAND_SIZE))
    out: list[int] = field(default_factory=list)
    """The seats that have played all their cards, in order."""
    verdict: tuple[str, int, int, int, int, int] | None = None
    points: list[int] | None = None
    over: bool = False

    def gain(self) -> tuple[int, int] | None:
        """The team that won by the play, and the levels that it rises if nothing bounds it; None before the end."""
        if not any(team in self.out and team + 2 in self.out for team in range(2)):
            return None
        partner = (self.out[0] + 2) % 4
        place = self.out.index(partner) if partner in self.out else 3
        return self.out[0] % 2, 4 - place


@dataclass(slots=True)
class _FileName:
    """What the name of a file says; nothing where it is another name."""

    teams: tuple[str, str] | None = None
    event: str | UnsetType = UNSET
    played_at: str | UnsetType = UNSET


def sniff(head: bytes) -> bool:
    """Whether a text begins with a pickle of protocol 3."""
    return head.startswith(OPENING)


def read(raw: bytes, source: str) -> list[LogRecord]:
    """The record of a file."""
    return [read_match(PLATFORM, raw, source, partial(_match, source=source))]


def _match(translation: Translation, raw: bytes, *, source: str) -> Match:
    name = _named(source)
    hands: list[_ArchivedHand] = []
    levels: dict[int, int] = {}
    for event in pickled_events(raw):
        _read(translation, hands, levels, event)
    if not hands:
        raise misfit(say("the text"), say("there is no hand"), say("events, the first of which begins a hand"))
    info = MatchInfo(event=name.event, played_at=name.played_at)
    rules = translation.claimed()
    translation.lacks(say("the players' names"))
    return Match(
        game=GAME,
        rules=rules,
        match=UNSET if info == MatchInfo() else info,
        players=players() if name.teams is None else players({seat: name.teams[seat % 2] for seat in range(4)}),
        hands=[
            _hand(translation, number, hand, hands[number - 1] if number else None, name.teams)
            for number, hand in enumerate(hands)
        ],
    )


def _named(source: str) -> _FileName:
    """What the name of a file says of the match in it."""
    parts = _NAME.fullmatch(source.replace("\\", "/").rpartition("/")[2].partition("#")[0])
    if parts is None:
        return _FileName()
    teams = parts["teams"].split("_")
    date, time = parts["date"], parts["time"]
    moment = f"{date[:4]}-{date[4:6]}-{date[6:]}T{time[:2]}:{time[2:4]}:{time[4:]}+08:00"
    return _FileName(
        (teams[0], teams[1]) if len(teams) == 2 and all(teams) else None,
        parts["teams"] if len(teams) > 1 else UNSET,
        moment if is_moment(moment) else UNSET,
    )


def _read(translation: Translation, hands: list[_ArchivedHand], levels: dict[int, int], event: PickledEvent) -> None:
    """Reads one event.  ``levels`` are those of teams that are told before the hand that they are of begins."""
    where = say("byte {offset}", offset=event.offset)
    letter, items = _parts(event.value)
    if letter == "R":
        _level(hands, levels, items, where)
        return
    if letter not in _LETTERS:
        raise misfit(where, say("{text} is not an event", text=_shown(event.value)), ", ".join(_LETTERS))
    if not hands:
        raise misfit(where, say("{text} before a hand begins", text=_shown(event.value)), '("R", -1, LEVEL)')
    hand = hands[-1]
    at = len(hands) - 1
    if hand.over or letter == "C":
        where_it_is = say("after F") if hand.over else say("beside the play")
        translation.ignores(say("{event} {place}", event=_shown(event.value), place=where_it_is), hand=at)
    elif letter == "V":
        _verdict(translation, hand, items, at, event.value)
    elif letter == "F":
        hand.over = True
        _points(translation, hand, items, at, event.value)
    elif letter == "I":
        seat, cards = _seat(items, 0, 2, where), _cards(items, 1, where)
        if seat in hand.deals:
            raise misfit(where, say("{seat} is dealt a second hand", seat=SEATS[seat]), say("one hand"))
        hand.deals[seat] = cards
        hand.left[seat] = len(cards)
    elif letter == "P":
        _play(translation, hand, items, where)
    else:
        giver, receiver = _seat(items, 0, 3, where), _seat(items, 1, 3, where)
        verb = "tribute" if letter == "T" else "return"
        (card,) = _cards((items[2:],), 0, where)
        hand.before.append(f"{SEATS[giver]} {verb} {CARD_TEXTS[card]} > {SEATS[receiver]}")


_LETTERS: Final = ("R", "I", "T", "B", "P", "C", "V", "F")


def _parts(value: Value) -> tuple[str, tuple[Value, ...]]:
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return value[0], value[1:]
    return "", ()


def _shown(value: Value) -> str:
    """An event as a notice shows it: ``("P", 2, [31])``."""
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _level(hands: list[_ArchivedHand], levels: dict[int, int], items: tuple[Value, ...], where: str) -> None:
    if len(items) != 2 or items[0] not in (-1, 0, 1) or not isinstance(items[0], int) or not isinstance(items[1], int):
        raise misfit(where, say("this is not a level of a hand or a team"), '("R", -1, LEVEL)')
    team, level = items[0], level_in(items[1], where)
    if team == -1:
        hands.append(_ArchivedHand(level, dict(levels)))
        levels.clear()
    elif hands and not hands[-1].over and not hands[-1].actions and hands[-1].verdict is None:
        hands[-1].levels[team] = level
    else:
        levels[team] = level


def _seat(items: tuple[Value, ...], at: int, count: int, where: str) -> int:
    value = items[at] if len(items) == count else None
    if type(value) is not int or value not in range(4):
        raise misfit(where, say("this event has no seat"), say("{count} values, a seat among them", count=count))
    return value


def _cards(items: tuple[Value, ...], at: int, where: str) -> list[Card]:
    value = items[at]
    if not isinstance(value, tuple):
        raise misfit(where, say("this event has no cards"), say("a list of numbers, 2 to 55"))
    cards = []
    for code in value:
        card = CARDS.get(code) if type(code) is int else None
        if card is None:
            raise misfit(where, say("{text} is not a card of this format", text=_shown(code)), say("2 to 55"))
        cards.append(card)
    return cards


def _play(translation: Translation, hand: _ArchivedHand, items: tuple[Value, ...], where: str) -> None:
    seat = _seat(items, 0, 2, where)
    if items[1] == PASS:
        hand.actions.append(f"{SEATS[seat]} pass")
        return
    cards = _cards(items, 1, where)
    if not cards:
        raise misfit(where, say("a play without cards"), say("one card or more"))
    note_silent_wild(translation, cards, hand.level)
    hand.actions.append(f"{SEATS[seat]} play {cards_text(cards)}")
    hand.left[seat] -= len(cards)
    if hand.left[seat] <= 0 and seat not in hand.out:
        hand.out.append(seat)


def _verdict(translation: Translation, hand: _ArchivedHand, items: tuple[Value, ...], at: int, event: Value) -> None:
    """Reads what the hand came to; another form of it gets a notice that it is not compared."""
    told = items[0] if len(items) == 1 else items
    match told:
        case (str(team), int(number), int(gain), int(level), int(first), int(second)) if hand.verdict is None and all(
            rank in range(2, 15) for rank in (level, first, second)
        ):
            hand.verdict = (team, number, gain, level, first, second)
            translation.ignores(say("{number}, the second value of V", number=number), hand=at)
        case _:
            translation.ignores(_shown(event), hand=at)


def _points(translation: Translation, hand: _ArchivedHand, items: tuple[Value, ...], at: int, event: Value) -> None:
    match items:
        case ((int(a), int(b), int(c), int(d)),):
            hand.points = [a, b, c, d]
        case _:
            translation.ignores(_shown(event), hand=at)


def _hand(
    translation: Translation,
    number: int,
    hand: _ArchivedHand,
    last: _ArchivedHand | None,
    teams: tuple[str, str] | None,
) -> Hand:
    missing = [name for seat, name in enumerate(SEATS) if seat not in hand.deals]
    if missing:
        translation.lacks(say("the cards dealt to {names}", names=", ".join(missing)), hand=number)
    resisting = None if last is None or hand.before else _resisting(hand, last)
    if resisting is not None:
        translation.reads(
            say("no tribute, with both red jokers among those that owe it,"), say("resistance"), hand=number
        )
        if last is not None and len(last.out) == 2:
            translation.lacks(say("which of the two seats resists"))
    before = hand.before if resisting is None else [f"{SEATS[resisting]} resist"]
    return Hand(
        setup=Setup(
            level=RANKS[hand.level],
            levels={SEATS[team]: RANKS[level] for team, level in sorted(hand.levels.items())} or UNSET,
        ),
        deal={SEATS[seat]: cards_text(hand.deals[seat]) for seat in sorted(hand.deals)} or UNSET,
        actions=[*before, *hand.actions],
        result=_result(translation, number, hand, teams),
    )


def _resisting(hand: _ArchivedHand, last: _ArchivedHand) -> int | None:
    """A seat that owes tribute after the last hand and holds a red joker, if those that owe it hold both."""
    if last.gain() is None:
        return None
    others = [seat for seat in range(4) if seat not in last.out]
    payers = others[-2:] if len(last.out) == 2 else others
    holders = [seat for seat in payers for card in hand.deals.get(seat, ()) if card == RED_JOKER]
    return holders[0] if len(holders) == 2 else None


def _result(
    translation: Translation, number: int, hand: _ArchivedHand, teams: tuple[str, str] | None
) -> HandResult | UnsetType:
    """What the record says that the hand came to.

    Where its statements contradict each other, the one that contradicts the play is taken, and the report shows it.
    """
    played = hand.gain()
    right = None if played is None else [played[1] if seat % 2 == played[0] else 0 for seat in range(4)]
    points = [] if hand.points is None else [hand.points]
    levels: dict[str, str] = {}
    if hand.verdict is not None:
        name, _, gain, level, first, second = hand.verdict
        team = _winner(hand, name, (first, second), teams)
        points.insert(0, [gain if seat % 2 == team else 0 for seat in range(4)])
        ranks = [level_in(rank, "V") for rank in (first, second)]
        expected = None
        if played is not None and played[0] == team and team in hand.levels:
            expected = min(hand.levels[team] + played[1], len(RANKS) - 1)
        ranks[team] = _stated(expected, [ranks[team], level_in(level, "V")])
        levels = {SEATS[side]: RANKS[rank] for side, rank in enumerate(ranks)}
    if len(points) == 2 and points[0] != points[1]:
        translation.keeps("V", say("F has other points"), hand=number)
    if not points and not levels:
        return UNSET
    stated = _stated(right, points)
    return HandResult(scores=dict(zip(SEATS, stated, strict=True)), levels=levels or UNSET)


def _winner(hand: _ArchivedHand, name: str, after: tuple[int, int], teams: tuple[str, str] | None) -> int:
    """The team that a verdict names, where the name of the file says which seats it has; else the one that rises."""
    if teams is not None and name in teams and teams[0] != teams[1]:
        return teams.index(name)
    rises = [team for team in range(2) if level_in(after[team], "V") > hand.levels.get(team, len(RANKS))]
    if len(rises) == 1:
        return rises[0]
    played = hand.gain()
    return 0 if played is None else played[0]


def _stated(expected: T | None, statements: Iterable[T]) -> T:
    """The first statement that is not what the play gives; the first of all where there is none."""
    first, *others = statements
    if expected is None:
        return first
    return next((statement for statement in (first, *others) if statement != expected), first)


FORMAT: Final = LogFormat(
    name="njupt-archive",
    title=say("NJUPT platform: archives of competitions, one Python pickle for each event"),
    sniff=sniff,
    unit="file",
    read=read,
)
