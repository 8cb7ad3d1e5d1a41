"""A hand as a client of the NJUPT platform noted it: its own cards, and the actions of all seats with their times.

An action is that of the platform's messages, ``[TYPE, KEY, [CARDS]]``, or the Python text of it, which is matched and
never evaluated.  The play to beat, which is noted beside each action, is not read.
"""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from engine.cards.packed import RANKS, parse_rank
from engine.logs.foreign.guandan.njupt import play_text
from engine.logs.foreign.guandan.njupt_messages import NO_PLAY, NjuptPlay
from engine.logs.foreign.guandan.notation import NJUPT_CARDS, SeatNumber, deal_text, level_in
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
from engine.logs.json.times import is_moment
from engine.logs.record import LogRecord
from engine.record.match import Hand, HandResult, Match, MatchInfo, Setup
from engine.rulebook.sentences import say

PLATFORM: Final = Platform("njupt-client", say("NJUPT (a client's notes)"), "njupt")

_HAND: Final = re.compile(rb'"initial_hand"\s*:|"all_players_hands"\s*:')
_ACTIONS: Final = re.compile(rb'"cur_action"\s*:\s*(?:\[|"[\[(]\s*[\'\\](?!\'?Discard))')
_ATOM: Final = r"""(?:'\w*'|"\w*"|None|[0-9]{1,9})"""
_LIST: Final = rf"[\[(]\s*(?:{_ATOM}(?:\s*,\s*{_ATOM})*\s*,?\s*)?[\])]"
_ACTION: Final = re.compile(rf"[\[(]\s*({_ATOM})\s*,\s*({_ATOM})\s*,\s*({_ATOM}|{_LIST})\s*,?\s*[\])]")
_LONGEST: Final = 1_000
"""The most characters of an action, or of a hand, in Python text."""

NotedAction = tuple[str, str | int | None, list[str] | str | None]


class NotedLevels(Struct, frozen=True, rename="camel"):
    """The levels that the client knew."""

    cur_rank: int | str | None = None
    self_rank: int | str | None = None
    oppo_rank: int | str | None = None
    public_info: Any = UNSET


class NotedTurn(Struct, frozen=True):
    """An action of a seat."""

    cur_pos: SeatNumber
    cur_action: NotedAction | str
    timestamp: str | None = None
    greater_pos: Any = UNSET
    greater_action: Any = UNSET
    context: NotedLevels | None = None


class NotedResult(Struct, frozen=True):
    """What the client noted of the end of the hand."""

    order: list[SeatNumber] = []


class ClientNotes(Struct, frozen=True):
    """The record."""

    actions: list[NotedTurn]
    player_id: SeatNumber | None = None
    initial_hand: list[str] = []
    all_players_hands: dict[str, list[str] | str | None] = {}
    game_info: NotedLevels | None = None
    game_id: str | None = None
    start_time: str | None = None
    player_name: str | None = None
    result: NotedResult | None = None
    end_time: Any = UNSET
    duration: Any = UNSET
    my_decisions: Any = UNSET


def sniff(head: bytes) -> bool:
    """Whether a text begins with a record of this format."""
    return (
        head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
        and _HAND.search(head) is not None
        and _ACTIONS.search(head) is not None
    )


def read(raw: bytes, source: str) -> list[LogRecord]:
    """The record of a text."""
    return [read_match(PLATFORM, raw, source, _match)]


def _match(translation: Translation, raw: bytes) -> Match:
    value = decode_json(translation, raw)
    notes = translation.fit(value, ClientNotes, "")
    translation.note_fields(value.get("result"), NotedResult, "result")
    rules = translation.claimed()
    plays = [
        NjuptPlay(cur_pos=turn.cur_pos, cur_action=_action(turn.cur_action, f"actions[{at}].cur_action"))
        for at, turn in enumerate(notes.actions)
    ]
    level = _level(translation, notes, plays)
    deal = _deal(notes)
    missing = [name for name in SEATS if name not in deal]
    if missing:
        translation.lacks(say("the cards dealt to {names}", names=", ".join(missing)))
    translation.lacks(say("the hands before and after this one"))
    translation.lacks(say("tribute"))
    seconds = _seconds(translation, notes.actions)
    actions = [
        play_text(translation, play, level, f"actions[{at}]", (0, at)) + seconds[at] for at, play in enumerate(plays)
    ]
    names = {}
    if notes.player_id is not None and notes.player_name is not None:
        names[notes.player_id] = notes.player_name
    setup = Setup(level=UNSET if level is None else RANKS[level], levels=_levels(notes) or UNSET)
    return Match(
        game=GAME,
        rules=rules,
        match=_info(translation, notes, plays),
        players=players(names),
        hands=[
            Hand(
                setup=UNSET if setup == Setup() else setup,
                deal=deal or UNSET,
                actions=actions,
                result=_result(notes),
            )
        ],
    )


def _info(translation: Translation, notes: ClientNotes, plays: Sequence[NjuptPlay]) -> MatchInfo:
    seats = {play.cur_pos for play in plays}
    return translation.info(
        notes.game_id,
        played_at=UNSET if notes.start_time is None else translation.moment(notes.start_time),
        recorded=[SEATS[seat] for seat in seats] if len(seats) == 1 and seats == {notes.player_id} else UNSET,
    )


def _action(noted: NotedAction | str, where: str) -> NotedAction:
    """An action; from its Python text if it is one.  Raises Refused for any other text."""
    if not isinstance(noted, str):
        return noted
    parts = _ACTION.fullmatch(noted) if len(noted) <= _LONGEST else None
    if parts is None:
        raise misfit(where, say("{text} is not a play", text=noted), "['Pair', 'A', ['CA', 'DA']]")
    cards = parts[3]
    return (_atom(parts[1]), _atom(parts[2]), _atoms(cards) if cards[0] in "[(" else _atom(cards))


def _atom(text: str) -> str:
    return text[1:-1] if text[0] in "'\"" else text


def _atoms(text: str) -> list[str]:
    return [_atom(atom) for atom in re.findall(_ATOM, text)]


def _deal(notes: ClientNotes) -> dict[str, str]:
    hands = {}
    if notes.player_id is not None and notes.initial_hand:
        hands[SEATS[notes.player_id]] = deal_text(NJUPT_CARDS, notes.initial_hand, "initial_hand")
    for name, cards in sorted(notes.all_players_hands.items()):
        where = f"all_players_hands.{name}"
        if name not in ("0", "1", "2", "3"):
            raise misfit("all_players_hands", say("{text} is not a seat", text=name), say("0 to 3"))
        if isinstance(cards, str):
            if len(cards) > _LONGEST or not re.fullmatch(_LIST, cards):
                raise misfit(where, say("{text} is not a card of this format", text=cards), say("a card"))
            cards = _atoms(cards)
        if cards:
            hands.setdefault(SEATS[int(name)], deal_text(NJUPT_CARDS, cards, where))
    return {seat: hands[seat] for seat in SEATS if seat in hands}


def _levels(notes: ClientNotes) -> dict[str, str]:
    info = notes.game_info
    if info is None or notes.player_id is None:
        return {}
    ranks = {notes.player_id % 2: info.self_rank, 1 - notes.player_id % 2: info.oppo_rank}
    return {SEATS[team]: RANKS[level_in(rank, "game_info")] for team in range(2) if (rank := ranks[team]) is not None}


def _level(translation: Translation, notes: ClientNotes, plays: Sequence[NjuptPlay]) -> int | None:
    """The level that the notes state; else the only one that the plays fit, with a notice; else None."""
    told = (notes.game_info, *(turn.context for turn in notes.actions))
    ranks = [info.cur_rank for info in told if info is not None and info.cur_rank is not None]
    fitting = _fitting_levels(plays)
    if ranks:
        level = level_in(ranks[0], "curRank")
        if any(level_in(rank, "curRank") != level for rank in ranks):
            translation.keeps(say("the level of the hand"), say("some actions have another"))
        if level not in fitting:
            others = ", ".join(RANKS[other] for other in fitting) or say("no level")
            translation.keeps(
                say("the level {level}", level=RANKS[level]), say("the plays fit {levels}", levels=others), hand=0
            )
        return level
    if len(fitting) == 1:
        translation.reads(say("the only level that the plays fit, {level},", level=RANKS[fitting[0]]), say("the level"))
        return fitting[0]
    translation.lacks(say("the level of the hand and the meaning of wild cards"))
    return None


def _fitting_levels(plays: Sequence[NjuptPlay]) -> list[int]:
    """The levels at which every single beats the single before it."""
    followed = []
    last: tuple[int, int] | None = None
    for play in plays:
        kind, key, _ = play.cur_action
        if kind == NO_PLAY:
            continue
        rank = {"B": 14, "R": 15}.get(str(key), parse_rank(str(key))) if kind == "Single" else None
        if last is not None and rank is not None and last[0] != play.cur_pos:
            followed.append((last[1], rank))
        last = None if rank is None else (play.cur_pos, rank)
    return [
        level
        for level in range(len(RANKS))
        if all(_lifted(one, level) < _lifted(other, level) for one, other in followed)
    ]


def _lifted(rank: int, level: int) -> int:
    return 13 if rank == level else rank


def _seconds(translation: Translation, turns: Sequence[NotedTurn]) -> list[str]:
    """For each action, the seconds since the first as an action writes them; empty where times are missing or wrong."""
    none = [""] * len(turns)
    texts = [turn.timestamp for turn in turns]
    if not texts or any(text is None or "T" not in text or not is_moment(text) for text in texts):
        return none
    try:
        moments = [datetime.fromisoformat(text) for text in texts if text is not None]
        since = [round((moment - moments[0]).total_seconds() * 1000) for moment in moments]
    except (TypeError, ValueError):
        return none
    if since != sorted(since):
        translation.lacks(say("when each action was made: its times go back"))
        return none
    return [f" @{count // 1000}.{count % 1000:03d}" for count in since]


def _result(notes: ClientNotes) -> HandResult | UnsetType:
    order = [] if notes.result is None else notes.result.order
    if len(set(order)) < len(order):
        raise misfit("result.order", say("a seat appears twice"), say("each seat once"))
    if not order:
        return UNSET
    finish: list[str | list[str]] = [SEATS[seat] for seat in order]
    if len(order) == 4 and (order[0] - order[1]) % 2 == 0:
        finish[2:] = [sorted(SEATS[seat] for seat in order[2:])]
    return HandResult(finish=finish)


FORMAT: Final = LogFormat(
    name="njupt-client",
    title=say("NJUPT platform: a client's notes of a hand, with its own cards and the times"),
    sniff=sniff,
    unit="file",
    read=in_any_encoding(read),
    fields=("player_id", "initial_hand", "game_info", "cur_pos", "cur_action", "player_name"),
)
