"""A match of Guandan as the NJUPT platform would have told its clients of it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec

from engine.cards.packed import CARD_TEXTS, RANKS, UNKNOWN, parse_card, parse_rank
from engine.climbing.reader import Play
from engine.games.guandan.combinations import (
    BLACK_STRENGTH,
    FULL_HOUSE,
    JOKER_BOMB,
    LEVEL_STRENGTH,
    PAIR,
    PLATE,
    RED_STRENGTH,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPLE,
    TUBE,
    GuandanCombinationRules,
    kind_of,
)
from engine.games.guandan.reader import GuandanReader
from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.record.match import Hand, Match, MatchResult
from engine.verdict.check import Checker
from tests.playouts import Policy, Style, generate

SEATS: Final = ("P0", "P1", "P2", "P3")
STYLE: Final = Style(seats=SEATS, receivers=1, claims=1)
"""Everything that the platform tells."""

_TYPES: Final = {
    SINGLE: "Single",
    PAIR: "Pair",
    TRIPLE: "Trips",
    FULL_HOUSE: "ThreeWithTwo",
    STRAIGHT: "Straight",
    STRAIGHT_FLUSH: "StraightFlush",
    TUBE: "ThreePair",
    PLATE: "TwoTrips",
    JOKER_BOMB: "FourKings",
}
_STRONGER: Final = {BLACK_STRENGTH: "B", RED_STRENGTH: "R"}
_PASS: Final = ["PASS", "PASS", "PASS"]
_NATURE: Final = {card: place for place, card in enumerate(CARD_TEXTS[:UNKNOWN])}


def made_up(seed: int, policy: str | Policy = "uniform", hands: int | None = None) -> Match:
    """A legal match under the platform's rules, with everything that the platform tells."""
    return generate("guandan", seed, preset="njupt", policy=policy, hands=hands, style=STYLE)


def as_messages(match: Match, seed: int = 0) -> bytes:
    """The match as an object that holds its messages, on one line; what hands come to is what the engine says."""
    outcome = Checker("njupt").check(read_match(write_match(match), "made up")).replay
    assert outcome is not None
    messages = []
    levels: Mapping[str, str | None] = dict.fromkeys(SEATS[:2], "2")
    level: str | None = "2"
    for hand, result in zip(match.hands, outcome.hands, strict=True):
        assert level is not None
        assert isinstance(result.finish, list)
        assert isinstance(result.levels, dict)
        messages += _hand(hand, level, [_rank(levels[seat]) for seat in SEATS[:2]], result.finish)
        levels = result.levels
        level = levels[SEATS[SEATS.index(result.finish[0][0]) % 2]]
    if outcome.winner and not (isinstance(match.result, MatchResult) and match.result.ended == "time"):
        messages.append(_told("gameOver", curTimes=1, settingTimes=1))
        messages.append(_told("gameResult", victoryNum=[int(seat in outcome.winner) for seat in SEATS], draws=0))
    return msgspec.json.encode({"source": "made up", "policy": "none", "seed": seed, "messages": messages})


def _told(stage: str, **fields: Any) -> dict[str, Any]:
    return {"type": "notify", "stage": stage, **fields}


def _hand(hand: Hand, level: str, levels: Sequence[str], finish: Sequence[Sequence[str]]) -> Iterator[dict[str, Any]]:
    assert isinstance(hand.deal, dict)
    for number, seat in enumerate(SEATS):
        cards = sorted(hand.deal[seat].split(), key=_NATURE.__getitem__)
        ranks = {"curRank": _rank(level), "selfRank": levels[number % 2], "oppoRank": levels[1 - number % 2]}
        begun = _told("beginning", handCards=[_card(card) for card in cards], myPos=number, **ranks)
        yield {"seat": number, **begun}
    yield from _course(hand.actions, GuandanReader(SEATS, GuandanCombinationRules(parse_rank(level), True)))
    order = [SEATS.index(seat) for place in finish for seat in sorted(place)]
    yield _told("episodeOver", curRank=_rank(level), order=order, restCards=[])


def _course(actions: Sequence[str], book: GuandanReader) -> Iterator[dict[str, Any]]:
    top: tuple[int, list[Any]] = (-1, _PASS)
    for verb, group in groupby(actions, key=lambda action: action.split()[1]):
        texts = list(group)
        words = [text.split() for text in texts]
        numbers = [SEATS.index(name) for name, *_ in words]
        if verb == "resist":
            yield _told("anti-tribute", antiNum=1, antiPos=numbers)
        elif verb in ("tribute", "return"):
            moved = [[seat, SEATS.index(word[4]), _card(word[2])] for seat, word in zip(numbers, words, strict=True)]
            yield _told("back" if verb == "return" else verb, result=moved)
        else:
            for seat, text in zip(numbers, texts, strict=True):
                action = _PASS if verb == "pass" else _action(book, book.play(text))
                top = top if verb == "pass" else (seat, action)
                yield _told("play", curPos=seat, curAction=action, greaterPos=top[0], greaterAction=top[1])


def _action(book: GuandanReader, play: Play) -> list[Any]:
    assert play.form is not None
    assert book.level is not None
    kind, strength = kind_of(play.form), play.form & 0xFF
    if kind.run is not None:
        key = RANKS[strength - kind.run.length + 1]
    else:
        key = _STRONGER.get(strength) or RANKS[book.level if strength == LEVEL_STRENGTH else strength]
    name = _TYPES.get(kind, "Bomb") if kind is not JOKER_BOMB else "FourKings"
    assert name != "Bomb" or kind.bomb
    return [name, "JOKER" if kind is JOKER_BOMB else key, [_card(CARD_TEXTS[card]) for card in play.cards]]


def _card(text: str) -> str:
    assert parse_card(text) is not None
    return {"BJ": "SB", "RJ": "HR"}.get(text) or text[1].upper() + text[0]


def _rank(level: str | None) -> str:
    assert level is not None
    return "10" if level == "T" else level
