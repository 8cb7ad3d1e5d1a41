"""A replay of the MobileGD client as a faulty converter wrote it: the plays of one seat.

The converter wrote the mark of the next seat (``D`` and its number, ``A`` for 1) as the last card of every play, and
the jokers, which are two letters in the replay, as one: ``R``.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from engine.cards.packed import CARD_TEXTS, RANKS, RED_JOKER, Card
from engine.logs.foreign.guandan.notation import SUIT_FIRST, SeatNumber, cards_in, deal_text, level_in, note_silent_wild
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

PLATFORM: Final = Platform("mobilegd-converted", say("MobileGD (converted)"), "tournament")

CARDS: Final[Mapping[str, Card]] = MappingProxyType({**SUIT_FIRST, "R": RED_JOKER})

NEXT_SEAT: Final = frozenset({"D0", "DA", "D2", "D3"})
"""The marks at the end of a play, of the next seat."""

_SNIFF: Final = re.compile(rb'"cur_action"\s*:\s*"\[\s*\'Discard')
_PLAY: Final = re.compile(r"\['Discard', 'Discard', \[((?:'\w+'(?:, )?)*)\]\]")
_TOKEN: Final = re.compile(r"'(\w+)'")


class ConvertedHand(Struct, frozen=True, rename={"cur_rank": "curRank"}):
    """The converter's information about the hand."""

    cur_rank: int | str | UnsetType = UNSET
    all_ranks: dict[str, SeatNumber] | UnsetType = UNSET
    rank: int | UnsetType = UNSET
    game_result: Any = UNSET
    rank_name: Any = UNSET


class ConvertedRecord(Struct, frozen=True, rename={"meta": "_conversion_meta"}):
    """The record."""

    player_id: SeatNumber
    initial_hand: list[str]
    actions: list["Act"]
    game_info: ConvertedHand
    all_players_hands: dict[str, list[str]] = {}
    meta: Any = UNSET


class Act(Struct, frozen=True):
    """A play: the seat, and a list in the notation of another programming language."""

    cur_pos: SeatNumber
    cur_action: str


def sniff(head: bytes) -> bool:
    """Whether a text begins with a record of this format."""
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and _SNIFF.search(head) is not None


def read(raw: bytes, source: str) -> list[LogRecord]:
    """The record of a text."""
    return [read_match(PLATFORM, raw, source, _match)]


def _match(translation: Translation, raw: bytes) -> Match:
    value = decode_json(translation, raw)
    converted = translation.fit(value, ConvertedRecord, "")
    translation.note_fields(value["game_info"], ConvertedHand, "game_info")
    rules = translation.claimed()
    level = None
    if not isinstance(converted.game_info.cur_rank, UnsetType):
        level = level_in(converted.game_info.cur_rank, "game_info.curRank")
    else:
        translation.lacks(say("the level of the hand"))
    translation.lacks(say("the passes, and the plays of the other seats"))
    translation.lacks(say("the players' names"))
    seat = converted.player_id
    deal = {SEATS[seat]: deal_text(CARDS, converted.initial_hand, "initial_hand")}
    for name, cards in sorted(converted.all_players_hands.items()):
        if cards and name in ("0", "1", "2", "3"):
            deal.setdefault(SEATS[int(name)], deal_text(CARDS, cards, f"all_players_hands.{name}"))
    missing = [name for name in SEATS if name not in deal]
    if missing:
        translation.lacks(say("the cards dealt to {names}", names=", ".join(missing)))
    if "R" in converted.initial_hand:
        translation.reads("R", say("RJ (the replay's RR, cut to one letter)"))
    actions = [_play(translation, act, level, f"actions[{number}]") for number, act in enumerate(converted.actions)]
    finish = _finish(translation, converted.game_info, seat)
    return Match(
        game=GAME,
        rules=rules,
        players=players(),
        hands=[
            Hand(
                setup=UNSET if level is None else Setup(level=RANKS[level]),
                deal=deal,
                actions=actions,
                result=HandResult(finish=finish) if finish else UNSET,
            )
        ],
    )


def _play(translation: Translation, act: Act, level: int | None, where: str) -> str:
    text_match = _PLAY.fullmatch(act.cur_action)
    if text_match is None:
        raise misfit(
            f"{where}.cur_action",
            say("{text} is not a play", text=act.cur_action),
            "['Discard', 'Discard', ['C4', 'DA']]",
        )
    tokens = _TOKEN.findall(text_match[1])
    if tokens and tokens[-1] in NEXT_SEAT:
        tokens.pop()
        translation.reads(say("the last card of a play, such as D2 or DA,"), say("the next seat, not a card"))
    else:
        translation.keeps(say("the last card of a play"), say("this client ends every play with D0, DA, D2 or D3"))
    if not tokens:
        raise misfit(
            f"{where}.cur_action",
            say("{text} has no card", text=act.cur_action),
            say("cards, then D0, DA, D2 or D3"),
        )
    cards = cards_in(CARDS, tokens, f"{where}.cur_action")
    note_silent_wild(translation, cards, level)
    return f"{SEATS[act.cur_pos]} play {' '.join(CARD_TEXTS[card] for card in cards)}"


def _finish(translation: Translation, info: ConvertedHand, seat: int) -> list[str | list[str]]:
    """The part of the order of finish that is known: ``all_ranks`` gives the seats of places, ``rank`` the player's
    place.
    """
    places: dict[int, int] = {}
    for place, other in (info.all_ranks or {}).items():
        if place not in ("1", "2", "3", "4"):
            raise misfit("game_info.all_ranks", say("{text} is not a place", text=place), say("1 to 4"))
        places[int(place)] = other
    if places:
        translation.reads("all_ranks", say("the seat that took each place"))
    if isinstance(info.rank, int) and 1 <= info.rank <= 4 and places.setdefault(info.rank, seat) != seat:
        translation.keeps("all_ranks", say("the log gives the player place {place}", place=info.rank))
    finish: list[str | list[str]] = []
    for number in range(1, 5):
        if number not in places or SEATS[places[number]] in finish:
            break
        finish.append(SEATS[places[number]])
    return finish


FORMAT: Final = LogFormat(
    name="mobilegd-converted",
    title=say("MobileGD: one seat's plays, as a faulty converter wrote them"),
    sniff=sniff,
    unit="file",
    read=in_any_encoding(read),
    fields=("player_id", "initial_hand", "all_players_hands", "game_info", "game_result", "cur_action"),
)
