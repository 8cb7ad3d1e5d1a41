"""Games of an arena for playing programs, in the form of its database: one array of games.

Each game has its rounds (hands), and each round its plays with their times.  The dealt cards are not recorded.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, RANKS, RED_JOKER, Card
from engine.logs.foreign.guandan.notation import RANK_FIRST, SeatNumber, card_in, level_in, note_silent_wild
from engine.logs.foreign.reader import (
    GAME,
    RULE,
    SEATS,
    Platform,
    Translation,
    decode_json,
    decode_unbounded,
    in_any_encoding,
    misfit,
    players,
    read_match,
    read_parts,
)
from engine.logs.formats import LogFormat
from engine.logs.input.text import MARK
from engine.logs.json.strict import MatchRefused, check
from engine.logs.record import LogRecord
from engine.record.match import Hand, HandResult, Match, MatchResult, Setup
from engine.rulebook.codes import READ_AS
from engine.rulebook.findings import finding
from engine.rulebook.sentences import say

PLATFORM: Final = Platform("arena-games", say("arena"), "tournament")

CARDS: Final[Mapping[str, Card]] = MappingProxyType({**RANK_FIRST, "SMALLJOKER": BLACK_JOKER, "BIGJOKER": RED_JOKER})
TEAMS: Final[Mapping[str, int]] = MappingProxyType({"A": 0, "B": 1})

_SNIFF: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*\{")
_FIELDS: Final = (re.compile(rb'"rounds"\s*:\s*\['), re.compile(rb'"team_a_level"\s*:'))
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_TIMES: Final = ("started_at", "finished_at", "timestamp")
_LAST_TIME: Final = 253_402_300_799_999
"""The last millisecond of the year 9999."""


class ArenaCard(Struct, frozen=True, rename={"deck_index": "deckIndex"}):
    """A card."""

    rank: str
    suit: str
    deck_index: Any = UNSET


class PlayRow(Struct, frozen=True):
    """A play or a pass."""

    seat: SeatNumber
    combo_type: str
    cards: list[ArenaCard]
    timestamp: str | None = None
    id: Any = UNSET
    round_id: Any = UNSET
    trick_number: Any = UNSET
    response_time_ms: Any = UNSET
    hand_count_before: Any = UNSET
    is_auto_play: Any = UNSET
    is_leading: Any = UNSET
    trick_winner: Any = UNSET


class RoundRow(Struct, frozen=True):
    """A hand."""

    plays: list[Any]
    trump_rank: str | int | None = None
    finish_order: str | None = None
    round_number: Any = UNSET
    level_change: Any = UNSET
    id: Any = UNSET
    game_id: Any = UNSET


class SeatRow(Struct, frozen=True):
    """A seat with its player."""

    seat: SeatNumber
    agent_id: str | None = None
    team: str | None = None


class GameRow(Struct, frozen=True):
    """A match."""

    id: str
    rounds: list[Any]
    seats: list[SeatRow] = []
    winner: str | None = None
    started_at: str | None = None
    finished_at: Any = UNSET
    status: Any = UNSET
    room_id: str | None = None
    team_a_level: Any = UNSET
    team_b_level: Any = UNSET


def sniff(head: bytes) -> bool:
    """Whether a text begins with an array of this format."""
    return _SNIFF.match(head) is not None and all(field.search(head) for field in _FIELDS)


def read(raw: bytes, source: str) -> list[LogRecord]:
    """The records of a text, one for each game; one refusal if the text is not an array of games.

    A single game without an array, as stored in the arena's record of it, is read too.
    """
    if raw.removeprefix(MARK).lstrip()[:1] == b"{":
        return [read_match(PLATFORM, raw, source, _match)]
    try:
        games = [bytes(game) for game in msgspec.json.decode(raw.removeprefix(MARK), type=list[msgspec.Raw])]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        games = []
    if not games:
        return [read_match(PLATFORM, raw, source, _no_games)]
    first, *others = read_parts(PLATFORM, raw, source, games, _match)
    if raw.startswith(MARK) and first.match is not None:
        mark = finding(READ_AS, RULE, variant="mark")
        first = msgspec.structs.replace(first, findings=(mark, *first.findings))
    return [first, *others]


def _no_games(translation: Translation, raw: bytes) -> Match:
    decode_json(translation, raw)
    raise misfit(say("the text"), say("there are no games"), say("an array of games"))


def _match(translation: Translation, raw: bytes) -> Match:
    document = decode_unbounded(translation, raw)
    _write_times(document)
    check(document)
    game = translation.fit(document, GameRow, "")
    translation.match_id = game.id
    rules = translation.claimed()
    translation.lacks(say("the cards dealt"))
    translation.lacks(say("what the teams' levels were before each hand"))
    translation.lacks(say("tribute"))
    translation.lacks(say("the players' names"))
    return Match(
        game=GAME,
        rules=rules,
        match=translation.info(
            game.id,
            played_at=_moment(translation, game.started_at),
            table=UNSET if game.room_id is None else game.room_id,
        ),
        players=players(identities=_identities(translation, game)),
        hands=[
            _hand(translation, translation.fit(row, RoundRow, f"rounds[{at}]"), at)
            for at, row in enumerate(game.rounds)
        ],
        result=_result(game),
    )


def _write_times(value: Any) -> None:
    """Converts the milliseconds in a document to texts, because they are larger than a number in a log may be."""
    if isinstance(value, dict):
        for name in _TIMES:
            if type(value.get(name)) is int:
                value[name] = str(value[name])
        for name in ("rounds", "plays"):
            _write_times(value.get(name))
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                _write_times(item)


def _identities(translation: Translation, game: GameRow) -> dict[int, str]:
    for row in game.seats:
        if row.team is not None and TEAMS.get(row.team) != row.seat % 2:
            translation.keeps(
                say("partners two seats apart"),
                say("the log puts seat {seat} in team {team}", seat=row.seat, team=row.team),
            )
    return {row.seat: row.agent_id for row in game.seats if row.agent_id is not None}


def _milliseconds(text: str, where: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(_LAST_TIME)) and int(text) <= _LAST_TIME):
        raise misfit(where, say("{text} is not a time", text=text), say("milliseconds since 1970"))
    return int(text)


def _moment(translation: Translation, text: str | None) -> str | UnsetType:
    if text is None:
        return UNSET
    try:
        since = _milliseconds(text, "started_at")
    except MatchRefused:
        return translation.moment(text)
    return (_EPOCH + timedelta(milliseconds=since)).isoformat(timespec="milliseconds")


def _hand(translation: Translation, row: RoundRow, number: int) -> Hand:
    where = f"rounds[{number}]"
    level = None if row.trump_rank is None else level_in(row.trump_rank, f"{where}.trump_rank")
    if level is None:
        translation.lacks(say("the level of the hand"), hand=number)
    plays = [translation.fit(play, PlayRow, f"{where}.plays[{at}]") for at, play in enumerate(row.plays)]
    times = [None if play.timestamp is None else _milliseconds(play.timestamp, where) for play in plays]
    known = [time for time in times if time is not None]
    if known:
        translation.reads("timestamp", say("the seconds since the first of the hand"))
    seconds = [None if time is None else time - min(known) for time in times]
    finish = _finish(row.finish_order, where)
    return Hand(
        setup=UNSET if level is None else Setup(level=RANKS[level]),
        actions=[
            _action(translation, play, level, f"{where}.plays[{at}]") + _seconds(since)
            for at, (play, since) in enumerate(zip(plays, seconds, strict=True))
        ],
        result=HandResult(finish=finish) if finish else UNSET,
    )


def _finish(text: str | None, where: str) -> list[str | list[str]]:
    """The order of finish, from a text that contains an array of seats."""
    try:
        order = msgspec.json.decode(text or "[]", type=list[SeatNumber])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise misfit(
            f"{where}.finish_order",
            say("{text} is not an order of finish", text=str(text)),
            say("an array of seats, as text"),
        ) from None
    if len(set(order)) < len(order):
        raise misfit(f"{where}.finish_order", say("a seat appears twice"), say("each seat once"))
    return [SEATS[seat] for seat in order]


def _action(translation: Translation, play: PlayRow, level: int | None, where: str) -> str:
    if play.combo_type == "PASS":
        return f"{SEATS[play.seat]} pass"
    if not play.cards:
        raise misfit(where, say("a play without cards"), say("one card or more"))
    cards = [card_in(CARDS, card.rank + card.suit, f"{where}.cards[{at}]") for at, card in enumerate(play.cards)]
    note_silent_wild(translation, cards, level)
    return f"{SEATS[play.seat]} play {' '.join(CARD_TEXTS[card] for card in cards)}"


def _seconds(milliseconds: int | None) -> str:
    return "" if milliseconds is None else f" @{milliseconds // 1000}.{milliseconds % 1000:03d}"


def _result(game: GameRow) -> MatchResult | UnsetType:
    if game.winner is None:
        return UNSET
    team = TEAMS.get(game.winner)
    if team is None:
        raise misfit("winner", say("{text} is not a team", text=game.winner), say("A or B"))
    return MatchResult(winner=[SEATS[team], SEATS[team + 2]])


FORMAT: Final = LogFormat(
    name="arena-games",
    title=say("Arena for playing programs: an array of games"),
    sniff=sniff,
    unit="file",
    read=in_any_encoding(read),
    fields=("room_id", "team_a_level", "team_b_level", "trick_number", "combo_type", "deckIndex"),
)
