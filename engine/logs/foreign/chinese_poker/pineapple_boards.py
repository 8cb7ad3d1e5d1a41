"""Finished boards of two players of open-face pineapple, one hand on each line, with the result of a scorer."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import UNSET, Struct

from engine.cards.packed import SUITED, card_text, parse_card
from engine.games.chinese_poker import CHINESE_POKER
from engine.logs.foreign.reader import SEATS, Platform, Translation, decode_json, in_any_encoding, misfit, read_match
from engine.logs.formats import LogFormat
from engine.logs.record import LogRecord
from engine.record.match import Hand, HandResult, Match, Player
from engine.rulebook.sentences import say

PLATFORM: Final = Platform(
    "pineapple-boards",
    say("pineapple boards"),
    "pineapple",
    MappingProxyType({"dealing": "closed"}),
    CHINESE_POKER.name,
)

_SNIFF: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"boards"\s*:\s*\[')
_SEATS: Final = SEATS[:2]


class PlayerRows(Struct, frozen=True):
    """The rows of a player."""

    top: list[str]
    middle: list[str]
    bottom: list[str]


class Boards(Struct, frozen=True):
    """The record of a hand."""

    boards: list[PlayerRows]
    raw_score: list[int] | None = None
    busted: Any = UNSET
    royalties: Any = UNSET
    line_results: Any = UNSET
    scoop: Any = UNSET
    source: str | None = None


def sniff(head: bytes) -> bool:
    """Whether a text begins with a record of this format."""
    return _SNIFF.match(head) is not None


def read(raw: bytes, source: str) -> list[LogRecord]:
    """The record of a line."""
    return [read_match(PLATFORM, raw, source, _match)]


def _match(translation: Translation, raw: bytes) -> Match:
    record = translation.fit(decode_json(translation, raw), Boards, "")
    if len(record.boards) != len(_SEATS):
        raise misfit("boards", say("{count} boards", count=len(record.boards)), say("two boards"))
    scores: Mapping[str, int] = {}
    if record.raw_score is not None:
        if len(record.raw_score) != len(_SEATS):
            raise misfit("raw_score", say("{count} scores", count=len(record.raw_score)), say("a score for each board"))
        scores = dict(zip(_SEATS, record.raw_score, strict=True))
    rules = translation.claimed()
    translation.lacks(
        say("how the cards were dealt, placed and discarded, so the boards are read as hands set at once")
    )
    translation.lacks(say("the players' names"))
    return Match(
        game=PLATFORM.game,
        rules=rules,
        match=translation.info(None, note=UNSET if record.source is None else record.source),
        players=[Player(seat=seat) for seat in _SEATS],
        hands=[
            Hand(
                actions=[f"{seat} set {_rows(board)}" for seat, board in zip(_SEATS, record.boards, strict=True)],
                result=HandResult(scores=dict(scores)) if scores else UNSET,
            )
        ],
    )


def _rows(board: PlayerRows) -> str:
    return " / ".join(" ".join(_card(text) for text in row) for row in (board.top, board.middle, board.bottom))


def _card(text: str) -> str:
    card = parse_card(text)
    if card is None or card not in SUITED:
        raise misfit("boards", say("{text} is not a card", text=text), say("a card such as Th"))
    return card_text(card)


FORMAT: Final = LogFormat(
    name="pineapple-boards",
    title=say("Finished boards of open-face pineapple, one hand on each line"),
    sniff=sniff,
    unit="line",
    read=in_any_encoding(read),
    fields=("boards", "top", "middle", "bottom", "raw_score"),
)
