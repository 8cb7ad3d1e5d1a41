"""A deal of the MobileGD client as an analysis of its replay quotes it: four hands and the most important plays.

A play is one text: its cards, two letters each (``RR`` is the red joker, ``rr`` the black one), then ``D`` with the
number of the next seat, ``A`` for 1.  The replay does not show the level; ``level_inferred`` is what the analysis
concluded from the order of the hands.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, RANKS, RED_JOKER, Card
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
from engine.record.match import Hand, Match, Setup
from engine.rulebook.sentences import say

PLATFORM: Final = Platform("mobilegd-hands", "MobileGD", "tournament")

DEALT: Final[Mapping[str, Card]] = MappingProxyType({**SUIT_FIRST, "BJ": BLACK_JOKER, "RJ": RED_JOKER})
PLAYED: Final[Mapping[str, Card]] = MappingProxyType({**SUIT_FIRST, "rr": BLACK_JOKER, "RR": RED_JOKER})

NEXT_SEAT: Final[Mapping[str, int]] = MappingProxyType({"D0": 0, "DA": 1, "D2": 2, "D3": 3})
"""By the mark at the end of a play, the next seat."""

_SNIFF: Final = re.compile(rb'"quoted_plays_in_order"\s*:\s*\[')


class HandsRecord(Struct, frozen=True):
    """The record.  Fields that are not read are defined here so that they do not count as unknown."""

    hands: dict[str, list[str]]
    quoted_plays_in_order: list[tuple[SeatNumber, str]]
    level_inferred: str | UnsetType = UNSET
    source: str | UnsetType = UNSET
    note: Any = UNSET
    level_why: Any = UNSET


def sniff(head: bytes) -> bool:
    """Whether a text begins with a record of this format."""
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and _SNIFF.search(head) is not None


def read(raw: bytes, source: str) -> list[LogRecord]:
    """The record of a text."""
    return [read_match(PLATFORM, raw, source, _match)]


def _match(translation: Translation, raw: bytes) -> Match:
    quoted = translation.fit(decode_json(translation, raw), HandsRecord, "")
    rules = translation.claimed()
    level = None
    if isinstance(quoted.level_inferred, str):
        level = level_in(quoted.level_inferred, "level_inferred")
        translation.reads(f"level_inferred {quoted.level_inferred}", say("the level of the hand"))
    else:
        translation.lacks(say("the level of the hand"))
    translation.lacks(say("the plays between those that are quoted"))
    translation.lacks(say("the tribute, or whether the hands are those before it"))
    translation.lacks(say("the players' names"))
    wrong = [seat for seat in quoted.hands if seat not in ("0", "1", "2", "3")]
    if wrong:
        raise misfit("hands", say("{text} is not a seat", text=wrong[0]), say("0 to 3"))
    deal = {SEATS[int(seat)]: deal_text(DEALT, quoted.hands[seat], f"hands.{seat}") for seat in sorted(quoted.hands)}
    actions = [
        _play(translation, seat, text, level, f"quoted_plays_in_order[{number}]")
        for number, (seat, text) in enumerate(quoted.quoted_plays_in_order)
    ]
    setup = UNSET if level is None else Setup(level=RANKS[level])
    return Match(
        game=GAME,
        rules=rules,
        match=translation.info(None, note=quoted.source) if quoted.source else UNSET,
        players=players(),
        hands=[Hand(setup=setup, deal=deal or UNSET, actions=actions)],
    )


def _play(translation: Translation, seat: int, text: str, level: int | None, where: str) -> str:
    tokens = [text[place : place + 2] for place in range(0, len(text), 2)]
    if not tokens or tokens[-1] not in NEXT_SEAT:
        raise misfit(where, say("{text} does not end in the next seat", text=text), say("cards, then D0, DA, D2 or D3"))
    if len(tokens) < 2:
        raise misfit(where, say("{text} has no card", text=text), say("cards, then D0, DA, D2 or D3"))
    translation.reads(say("the mark that ends a play, such as D2 or DA,"), say("the next seat, not a card"))
    cards = cards_in(PLAYED, tokens[:-1], where)
    for token, reading in (("RR", "RJ"), ("rr", "BJ")):
        if token in tokens:
            translation.reads(token, reading)
    note_silent_wild(translation, cards, level)
    return f"{SEATS[seat]} play {' '.join(CARD_TEXTS[card] for card in cards)}"


FORMAT: Final = LogFormat(
    name="mobilegd-hands",
    title=say("MobileGD: four hands and quoted plays"),
    sniff=sniff,
    unit="file",
    read=in_any_encoding(read),
    fields=("hands", "tribute_attr", "quoted_plays_in_order", "level_inferred"),
)
