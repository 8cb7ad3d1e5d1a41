"""A hand as guandan-coach exports it: the four hands, every play and pass, and the order of finish.

A card is an object with its rank and suit.  The rank ``BJ`` is the big joker and ``SJ`` the small one, whatever the
suit is.  ``combo`` beside a play is the program's name for the cards: its ``length`` and ``cards`` are compared
with them, the rest is not read.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from engine.cards.packed import BLACK_JOKER, RANKS, RED_JOKER, SUITED, Card, card_text, cards_text
from engine.logs.foreign.guandan.notation import SeatNumber, level_in, note_silent_wild
from engine.logs.foreign.reader import (
    GAME,
    SEATS,
    Platform,
    Translation,
    decode_unbounded,
    in_any_encoding,
    misfit,
    players,
    read_match,
)
from engine.logs.formats import LogFormat
from engine.logs.json.strict import check
from engine.logs.record import LogRecord
from engine.record.match import Hand, HandResult, Match, Setup
from engine.rulebook.sentences import say

PLATFORM: Final = Platform("guandan-coach", "guandan-coach", "tournament")

CARDS: Final[Mapping[tuple[str, str], Card]] = MappingProxyType(
    {(text[0].replace("T", "10"), text[1].upper()): card for card in SUITED for text in (card_text(card),)}
)
"""By rank and suit, a card that is no joker."""
JOKERS: Final[Mapping[str, Card]] = MappingProxyType({"SJ": BLACK_JOKER, "BJ": RED_JOKER})
"""By rank, a joker."""

_SNIFF: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{")
_LEVELS: Final = re.compile(rb'"teamLevels"\s*:')
_HANDS: Final = re.compile(rb'"initialHands"\s*:\s*\[')
_LATEST: Final = 253_402_300_799_999
"""The last millisecond of the year 9999."""


class CoachCard(Struct, frozen=True):
    """A card; its id has no meaning in the game."""

    rank: str
    suit: str
    id: Any = UNSET


class CoachCombo(Struct, frozen=True, rename="camel"):
    """What the program calls the cards of a play."""

    length: int | UnsetType = UNSET
    category: Any = UNSET
    compare_value: Any = UNSET
    is_bomb: Any = UNSET
    cards: list[CoachCard] | UnsetType = UNSET


class CoachAct(Struct, frozen=True):
    """A play or a pass."""

    seat: SeatNumber
    action: str
    cards: list[CoachCard] = []
    combo: CoachCombo | None = None
    timestamp: Any = UNSET


class CoachExport(Struct, frozen=True, rename="camel"):
    """The record."""

    history: list[CoachAct]
    initial_hands: list[list[CoachCard]] = []
    level_rank: str | int | UnsetType = UNSET
    team_levels: list[int | str] = []
    finished_order: list[SeatNumber] = []
    timestamp: Any = UNSET
    mode: str | UnsetType = UNSET
    title: str | None = None
    version: Any = UNSET


def sniff(head: bytes) -> bool:
    """Whether a text begins with a record of this format."""
    return all((_SNIFF.match(head), _LEVELS.search(head), _HANDS.search(head)))


def read(raw: bytes, source: str) -> list[LogRecord]:
    """The record of a text."""
    return [read_match(PLATFORM, raw, source, _match)]


def _match(translation: Translation, raw: bytes) -> Match:
    value = decode_unbounded(translation, raw)
    moment = _moment(value)
    check(value)
    export = translation.fit(value, CoachExport, "")
    if export.mode not in (UNSET, "4p"):
        raise misfit("mode", say("{text} is not a game of four players", text=str(export.mode)), "4p")
    if len(export.initial_hands) not in (0, len(SEATS)):
        raise misfit(
            "initialHands",
            say("hands dealt: {count}", count=len(export.initial_hands)),
            say("the cards of four seats"),
        )
    if len(set(export.finished_order)) < len(export.finished_order):
        raise misfit("finishedOrder", say("a seat appears twice"), say("each seat once"))
    if len(export.team_levels) not in (0, 2):
        raise misfit("teamLevels", say("{count} levels", count=len(export.team_levels)), say("a level for each team"))
    rules = translation.claimed()
    level = None if isinstance(export.level_rank, UnsetType) else level_in(export.level_rank, "levelRank")
    if level is None:
        translation.lacks(say("the level of the hand and the meaning of wild cards"))
    translation.lacks(say("the players' names"))
    translation.lacks(say("the hands before and after this one"))
    translation.lacks(say("tribute"))
    deal = {
        SEATS[seat]: cards_text(_cards(cards, f"initialHands[{seat}]"))
        for seat, cards in enumerate(export.initial_hands)
        if cards
    }
    missing = [name for name in SEATS if name not in deal]
    if missing:
        translation.lacks(say("the cards dealt to {names}", names=", ".join(missing)))
    setup = Setup(
        level=UNSET if level is None else RANKS[level],
        levels={
            SEATS[team]: RANKS[level_in(value, f"teamLevels[{team}]")] for team, value in enumerate(export.team_levels)
        }
        or UNSET,
    )
    if level is not None and setup.levels and RANKS[level] not in setup.levels.values():
        translation.keeps(say("the level {level}", level=RANKS[level]), say("no team has it"), hand=0)
    finish = _finish(export.finished_order)
    return Match(
        game=GAME,
        rules=rules,
        match=translation.info(None, played_at=moment, note=UNSET if export.title is None else export.title),
        players=players(),
        hands=[
            Hand(
                setup=UNSET if setup == Setup() else setup,
                deal=deal or UNSET,
                actions=[_action(translation, act, level, at) for at, act in enumerate(export.history)],
                result=HandResult(finish=finish) if finish else UNSET,
            )
        ],
    )


def _moment(value: object) -> str | UnsetType:
    """When an export was made.  Takes the times out of it, which are milliseconds and over the bound of a number."""
    if not isinstance(value, dict):
        return UNSET
    history = value.get("history")
    for act in history if isinstance(history, list) else ():
        _take_time(act)
    milliseconds = _take_time(value)
    if milliseconds is None:
        return UNSET
    moment = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=milliseconds // 1000)).isoformat()
    return moment.replace("+00:00", f".{milliseconds % 1000:03d}Z")


def _take_time(part: object) -> int | None:
    """The time of an object, taken out of it; None if it has none, or one after the year 9999."""
    if not isinstance(part, dict):
        return None
    time = part.get("timestamp")
    if type(time) is not int or not 0 < time <= _LATEST:
        return None
    del part["timestamp"]
    return time


def _finish(order: Sequence[int]) -> list[str | list[str]]:
    """The order of finish; the last two together where the first two are partners, because then the hand ends."""
    finish: list[str | list[str]] = [SEATS[seat] for seat in order]
    if len(order) == len(SEATS) and (order[0] - order[1]) % 2 == 0:
        finish[2:] = [sorted(SEATS[seat] for seat in order[2:])]
    return finish


def _cards(cards: Sequence[CoachCard], where: str) -> list[Card]:
    return [_card(card, f"{where}[{place}]") for place, card in enumerate(cards)]


def _card(card: CoachCard, where: str) -> Card:
    known = JOKERS.get(card.rank)
    if known is None:
        known = CARDS.get((card.rank, card.suit))
    if known is None:
        raise misfit(
            where, say("{text} is not a card of this format", text=f"{card.rank} {card.suit}".strip()), say("a card")
        )
    return known


def _action(translation: Translation, act: CoachAct, level: int | None, at: int) -> str:
    where = f"history[{at}]"
    if act.action == "pass":
        if act.cards:
            translation.keeps(say("a pass"), say("the log gives it cards"), hand=0, action=at)
        return f"{SEATS[act.seat]} pass"
    if act.action != "play":
        raise misfit(f"{where}.action", say("{text} is not a play or a pass", text=act.action), "play, pass")
    cards = _cards(act.cards, f"{where}.cards")
    if not cards:
        raise misfit(where, say("a play without cards"), say("one card or more"))
    combo = act.combo or CoachCombo()
    if isinstance(combo.length, int) and combo.length != len(cards):
        translation.keeps(cards_text(cards), say("combo.length is {count}", count=combo.length), hand=0, action=at)
    if not isinstance(combo.cards, UnsetType):
        others = _cards(combo.cards, f"{where}.combo.cards")
        if sorted(others) != sorted(cards):
            translation.keeps(
                cards_text(cards), say("combo has the cards {cards}", cards=cards_text(others)), hand=0, action=at
            )
    note_silent_wild(translation, cards, level)
    return f"{SEATS[act.seat]} play {cards_text(cards)}"


FORMAT: Final = LogFormat(
    name="guandan-coach",
    title=say("guandan-coach: exports of a hand"),
    sniff=sniff,
    unit="file",
    read=in_any_encoding(read),
    fields=("levelRank", "teamLevels", "initialHands", "history", "finishedOrder"),
)
