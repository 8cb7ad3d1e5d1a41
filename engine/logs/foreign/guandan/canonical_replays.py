"""Replays made for training: one hand on each line, cards as objects, and every action with what the player saw.

The actions are in ``label.play``; the hands, tables and candidates beside them follow from the rest and are not read.
The rank of a sequence is its **highest**.  ``BJ`` is the big joker, ``SJ`` the small one.  The format does not give the
direction of the turn.  It follows from the actions: the turn goes up, unless each action is by the seat below the one
before.
"""

import re
from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, RANKS, RED_JOKER, Card, cards_text, parse_rank
from engine.games.guandan.combinations import JOKER_RANKS, KindName
from engine.logs.foreign.guandan.notation import RANK_FIRST, SeatNumber, card_in, level_in
from engine.logs.foreign.guandan.wilds import lowest_of, play_texts
from engine.logs.foreign.reader import (
    GAME,
    SEATS,
    Platform,
    Translation,
    decode_json,
    in_any_encoding,
    misfit,
    players,
    read_match,
)
from engine.logs.formats import LogFormat
from engine.logs.record import LogRecord
from engine.record.match import Hand, HandResult, Match, Setup
from engine.rulebook.sentences import say

PLATFORM: Final = Platform("canonical-replays", say("canonical replays"), "tournament")

CARDS: Final[Mapping[str, Card]] = MappingProxyType({**RANK_FIRST, "SJJOKER": BLACK_JOKER, "BJJOKER": RED_JOKER})
KINDS: Final[Mapping[str, KindName]] = MappingProxyType(
    {
        "Single": "single",
        "Pair": "pair",
        "Triple": "triple",
        "TripleWithPair": "full_house",
        "Straight": "straight",
        "StraightFlush": "straight_flush",
        "ConsecutivePairs": "tube",
        "ConsecutiveTriples": "plate",
        "Bomb": "bomb",
        "JokerBomb": "joker_bomb",
    }
)

_SNIFF: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{[^\[\]{}]*"schemaVersion"\s*:')
_HANDS: Final = re.compile(rb'"initialHands"\s*:\s*\[')
_JOKERS: Final[Mapping[str, int]] = {"SJ": JOKER_RANKS[BLACK_JOKER], "BJ": JOKER_RANKS[RED_JOKER]}
_FOUR_IN_A_ROW: Final = 4


class CanonicalCard(Struct, frozen=True):
    """A card."""

    rank: str
    suit: str


class DealtHolding(Struct, frozen=True, rename="camel"):
    """The cards dealt to a seat."""

    seat: SeatNumber
    cards: list[CanonicalCard]
    player_name: str | UnsetType = UNSET


class PlayOrPass(Struct, frozen=True, rename="camel"):
    """A play or a pass."""

    type: str
    cards: list[CanonicalCard]
    main_rank: str | None = None
    length: Any = UNSET
    label: Any = UNSET


class Label(Struct, frozen=True, rename="camel"):
    """What the player did, and a comparison with what was suggested."""

    play: PlayOrPass
    choice_index: Any = UNSET
    match: Any = UNSET


class Turn(Struct, frozen=True, rename="camel"):
    """An action, with what the player saw."""

    turn_number: int
    seat: SeatNumber
    label: Label
    level_rank: str | UnsetType = UNSET
    player_name: Any = UNSET
    source: Any = UNSET
    tier: Any = UNSET
    weight: Any = UNSET
    hand: Any = UNSET
    hand_count: Any = UNSET
    players_before: Any = UNSET
    table_before: Any = UNSET
    must_beat: Any = UNSET
    hand_profile: Any = UNSET
    candidates: Any = UNSET


class CanonicalReplay(Struct, frozen=True, rename="camel"):
    """The record."""

    schema_version: int
    actions: list[Any]
    initial_hands: list[DealtHolding] = []
    level_rank: str | UnsetType = UNSET
    game_id: str | UnsetType = UNSET
    started_at: str | None = None
    finished_players: list[SeatNumber] = []
    seed: Any = UNSET
    status: Any = UNSET
    completed_team: Any = UNSET
    stats: Any = UNSET


def sniff(head: bytes) -> bool:
    """Whether a text begins with a record of this format."""
    return _SNIFF.match(head) is not None and _HANDS.search(head) is not None


def read(raw: bytes, source: str) -> list[LogRecord]:
    """The record of a line."""
    return [read_match(PLATFORM, raw, source, _match)]


def _match(translation: Translation, raw: bytes) -> Match:
    replay = translation.fit(decode_json(translation, raw), CanonicalReplay, "")
    if replay.schema_version != 1:
        raise misfit("schemaVersion", say("version {version} is not supported", version=replay.schema_version), "1")
    if len(set(replay.finished_players)) < len(replay.finished_players):
        raise misfit("finishedPlayers", say("a seat appears twice"), say("each seat once"))
    rules = translation.claimed()
    level = None if isinstance(replay.level_rank, UnsetType) else level_in(replay.level_rank, "levelRank")
    if level is None:
        translation.lacks(say("the level of the hand and the meaning of wild cards"))
    translation.lacks(say("the hands before and after this one"))
    deal = {SEATS[held.seat]: _dealt(translation, held) for held in replay.initial_hands}
    missing = [seat for seat in SEATS if seat not in deal]
    if missing:
        translation.lacks(say("the cards dealt to {names}", names=", ".join(missing)))
    turns = [translation.fit(turn, Turn, f"actions[{at}]") for at, turn in enumerate(replay.actions)]
    if any(later.turn_number != turn.turn_number + 1 for turn, later in pairwise(turns)):
        translation.lacks(say("the turns whose numbers are missing"))
    if any(not isinstance(turn.level_rank, UnsetType) and turn.level_rank != replay.level_rank for turn in turns):
        translation.keeps(say("the level of the hand"), say("some actions have another"))
    finish: list[str | list[str]] = [SEATS[seat] for seat in replay.finished_players]
    names = {held.seat: held.player_name for held in replay.initial_hands if isinstance(held.player_name, str)}
    table = players(names)
    return Match(
        game=GAME,
        rules=rules,
        match=translation.info(
            replay.game_id if isinstance(replay.game_id, str) else None,
            played_at=UNSET if replay.started_at is None else translation.moment(replay.started_at),
        ),
        players=[table[0], *table[:0:-1]] if _goes_down(translation, turns) else table,
        hands=[
            Hand(
                setup=UNSET if level is None else Setup(level=RANKS[level]),
                deal=deal or UNSET,
                actions=[_action(translation, turn, level, at) for at, turn in enumerate(turns)],
                result=HandResult(finish=finish) if finish else UNSET,
            )
        ],
    )


def _goes_down(translation: Translation, turns: list[Turn]) -> bool:
    down = len(turns) > _FOUR_IN_A_ROW and all((later.seat - turn.seat) % 4 == 3 for turn, later in pairwise(turns))
    if down:
        translation.reads(say("turns that go down by one seat"), say("the order of play, P0 P3 P2 P1"))
    return down


def _dealt(translation: Translation, held: DealtHolding) -> str:
    return cards_text(_cards(translation, held.cards, f"initialHands of seat {held.seat}"))


def _cards(translation: Translation, cards: list[CanonicalCard], where: str) -> list[Card]:
    for card in cards:
        if card.suit == "JOKER":
            translation.reads(
                *(("BJ", say("RJ (the big joker)")) if card.rank == "BJ" else ("SJ", say("BJ (the small joker)")))
            )
    return [card_in(CARDS, card.rank + card.suit, f"{where}[{place}]") for place, card in enumerate(cards)]


def _action(translation: Translation, turn: Turn, level: int | None, at: int) -> str:
    done = turn.label.play
    if done.type == "Pass":
        return f"{SEATS[turn.seat]} pass"
    cards = _cards(translation, done.cards, f"actions[{at}].label.play.cards")
    if not cards:
        raise misfit(f"actions[{at}].label.play", say("a play without cards"), say("one card or more"))
    words: list[str] | None = [CARD_TEXTS[card] for card in cards]
    name = KINDS.get(done.type)
    if level is not None:
        rank = _JOKERS.get(str(done.main_rank), parse_rank(str(done.main_rank)))
        words = None if name is None or rank is None else play_texts(name, lowest_of(name, rank), cards, level)
        if words is None:
            words = [CARD_TEXTS[card] for card in cards]
            translation.keeps(
                " ".join(words),
                say("the log calls them {kind} {rank}", kind=done.type, rank=str(done.main_rank)),
                hand=0,
                action=at,
            )
    return f"{SEATS[turn.seat]} play {' '.join(words or [])}"


FORMAT: Final = LogFormat(
    name="canonical-replays",
    title=say("Canonical replays: one hand on each line, made for training"),
    sniff=sniff,
    unit="line",
    read=in_any_encoding(read),
    fields=("schemaVersion", "gameId", "levelRank", "startedAt", "turnNumber", "playerName"),
)
