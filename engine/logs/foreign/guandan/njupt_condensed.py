"""A hand as one client of the NJUPT platform recorded it: its own cards, and the actions of all seats.

The actions are those of the platform's messages, ``[seat, [TYPE, KEY, [CARDS]]]``.
"""

import re
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from engine.cards.packed import RANKS
from engine.logs.foreign.guandan.njupt import play_text
from engine.logs.foreign.guandan.njupt_client import fitting_levels
from engine.logs.foreign.guandan.njupt_messages import NjuptPlay
from engine.logs.foreign.guandan.notation import NJUPT_CARDS, SeatNumber, deal_text, level_in
from engine.logs.foreign.reader import (
    GAME,
    SEATS,
    Platform,
    Translation,
    decode_json,
    in_any_encoding,
    players,
    read_match,
)
from engine.logs.formats import LogFormat
from engine.logs.record import LogRecord
from engine.record.match import Hand, Match, Setup
from engine.rulebook.sentences import say

PLATFORM: Final = Platform("njupt-condensed", say("NJUPT (one client's notes)"), "njupt")

_SNIFF: Final = re.compile(rb'"initial_hand"\s*:\s*\[')
_ACTIONS: Final = re.compile(rb'"actions"\s*:\s*\[\s*\[\s*[0-3]\s*,')

Action = tuple[SeatNumber, tuple[str, str | int | None, list[str] | str | None]]


class GameInfo(Struct, frozen=True, rename="camel"):
    """The levels that the client knew."""

    cur_rank: int | str | UnsetType = UNSET
    self_rank: int | str | UnsetType = UNSET
    oppo_rank: int | str | UnsetType = UNSET


class CondensedRecord(Struct, frozen=True, rename={"remark": "_note"}):
    """The record."""

    player_id: SeatNumber
    actions: list[Action]
    initial_hand: list[str] | UnsetType = UNSET
    game_info: GameInfo | UnsetType = UNSET
    game_id: str | UnsetType = UNSET
    player_name: str | UnsetType = UNSET
    remark: Any = UNSET


def sniff(head: bytes) -> bool:
    """Whether a text begins with a record of this format."""
    return (
        head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
        and _SNIFF.search(head) is not None
        and _ACTIONS.search(head) is not None
    )


def read(raw: bytes, source: str) -> list[LogRecord]:
    """The record of a text."""
    return [read_match(PLATFORM, raw, source, _match)]


def _match(translation: Translation, raw: bytes) -> Match:
    value = decode_json(translation, raw)
    notes = translation.fit(value, CondensedRecord, "")
    translation.note_fields(value.get("game_info"), GameInfo, "game_info")
    rules = translation.claimed()
    info = notes.game_info or GameInfo()
    level = None if isinstance(info.cur_rank, UnsetType) else level_in(info.cur_rank, "game_info.curRank")
    levels = {
        SEATS[team]: RANKS[level_in(rank, "game_info")]
        for team, rank in sorted(((notes.player_id % 2, info.self_rank), (1 - notes.player_id % 2, info.oppo_rank)))
        if not isinstance(rank, UnsetType)
    }
    seat = SEATS[notes.player_id]
    deal = (
        {}
        if isinstance(notes.initial_hand, UnsetType)
        else {seat: deal_text(NJUPT_CARDS, notes.initial_hand, "initial_hand")}
    )
    translation.lacks(say("the cards dealt to {names}", names=", ".join(other for other in SEATS if other not in deal)))
    translation.lacks(say("the hands before and after this one, and how it ended"))
    if level is None:
        translation.lacks(say("the level of the hand and the meaning of wild cards"))
    plays = [NjuptPlay(cur_pos=actor, cur_action=action) for actor, action in notes.actions]
    actions = [play_text(translation, play, level, f"actions[{at}]", (0, at)) for at, play in enumerate(plays)]
    fitting = fitting_levels(plays)
    if level is not None and level not in fitting:
        others = ", ".join(RANKS[other] for other in fitting) or say("no level")
        translation.keeps(
            say("the level {level}", level=RANKS[level]), say("the plays fit {levels}", levels=others), hand=0
        )
    setup = Setup(level=UNSET if level is None else RANKS[level], levels=levels or UNSET)
    return Match(
        game=GAME,
        rules=rules,
        match=translation.info(notes.game_id) if isinstance(notes.game_id, str) else UNSET,
        players=players({notes.player_id: notes.player_name} if isinstance(notes.player_name, str) else {}),
        hands=[Hand(setup=UNSET if setup == Setup() else setup, deal=deal or UNSET, actions=actions)],
    )


FORMAT: Final = LogFormat(
    name="njupt-condensed",
    title=say("NJUPT platform: one client's notes of a hand"),
    sniff=sniff,
    unit="file",
    read=in_any_encoding(read),
    fields=("player_id", "initial_hand", "game_info", "selfRank", "oppoRank", "actions"),
)
