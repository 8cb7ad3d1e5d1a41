"""A score sheet as rows, one a hand, and the match that it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Never, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from app.text.language import _
from engine.cards.packed import RANKS, parse_rank
from engine.record import bounds
from engine.record.match import (
    Hand,
    HandResult,
    Match,
    MatchInfo,
    MatchResult,
    Number,
    Player,
    RulesClaim,
    Setup,
    given_value,
    setup_of,
)
from engine.recorded.pairs import pair_of

NOTHING: Final[Mapping[str, Never]] = MappingProxyType({})
Value = TypeVar("Value")
Points = TypeVar("Points", int, Number)
NO_RESULT: Final = HandResult()
_ROW_FIELDS: Final = frozenset({"totals", "level", "levels", "stakes"})
"""Fields of a setup that a sheet holds."""


class SheetRefused(Exception):
    """Why there is no score sheet of something, in words: what was found and what is expected."""


@dataclass(frozen=True, slots=True)
class RecordedRow:
    """What a table wrote down of one hand; every part may be missing."""

    result: HandResult = NO_RESULT
    level: str | None = None
    """The level that the hand was played at."""
    stakes: Mapping[str, int] = field(default_factory=dict)
    totals: Mapping[str, Number] = field(default_factory=dict)
    """The running totals after the hand, by seat."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """The levels before the hand, by any seat of a team; those before the first hand are the sheet's own."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written down."""
        return self == _EMPTY


_EMPTY: Final = RecordedRow()


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A score sheet."""

    game: str
    players: tuple[Player, ...]
    """In order of play."""
    rows: tuple[RecordedRow, ...] = ()
    rules: RulesClaim | None = None
    info: MatchInfo | None = None
    totals: Mapping[str, Number] = field(default_factory=dict)
    """The totals before the first hand, by seat."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """The levels before the first hand, by any seat of a team."""
    ending: MatchResult | None = None
    """What was written down for the whole match, without its totals: those are the totals of the last row."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play."""
        return tuple(player.seat for player in self.players)


def partial_totals(sheet: ScoreSheet) -> int | None:
    """The first row, from 0, whose totals leave a seat out though a row follows it; None if there is none.

    The totals before a hand after the first are of all seats or of none.
    """
    return next(
        (number for number, row in enumerate(sheet.rows[:-1]) if 0 < len(row.totals) < len(sheet.players)),
        None,
    )


def match_of(sheet: ScoreSheet) -> Match:
    """The match that a sheet is, as `fupan/1` has it.

    The totals after a hand go into the setup of the next hand; those after the last hand go into the result of the
    match.  Raises SheetRefused if a row other than the last has totals for some seats only.
    """
    partial = partial_totals(sheet)
    if partial is not None:
        missing = [seat for seat in sheet.seats if seat not in sheet.rows[partial].totals]
        raise SheetRefused(
            _(
                "the totals after hand {number} lack {names}; expected: every player",
                number=partial + 1,
                names=", ".join(missing),
            )
        )
    before = [sheet.totals, *(row.totals for row in sheet.rows)]
    hands = [
        _hand(row, totals, row.levels or (sheet.levels if number == 0 else NOTHING))
        for number, (row, totals) in enumerate(zip(sheet.rows, before, strict=False))
    ]
    ending = sheet.ending or MatchResult()
    if sheet.rows:
        ending = msgspec.structs.replace(ending, totals=_or_unset(sheet.rows[-1].totals))
    return Match(
        game=sheet.game,
        rules=sheet.rules or UNSET,
        match=sheet.info or UNSET,
        players=list(sheet.players),
        hands=hands,
        result=UNSET if ending == MatchResult() else ending,
    )


def _hand(row: RecordedRow, totals: Mapping[str, Number], levels: Mapping[str, str]) -> Hand:
    setup = Setup(
        totals=_or_unset(totals),
        levels=_or_unset(levels),
        level=UNSET if row.level is None else row.level,
        stakes=_or_unset(row.stakes),
    )
    return Hand(
        setup=UNSET if setup == Setup() else setup,
        actions=[],
        result=UNSET if row.result == NO_RESULT else row.result,
    )


def _or_unset(values: Mapping[str, Value]) -> dict[str, Value] | UnsetType:
    return dict(values) if values else UNSET


def sheet_of(match: Match) -> ScoreSheet:
    """The score sheet that a match is.

    Parts that say nothing (an empty order of finish) are left out.  Of two seats the first in order of play comes
    first.  Raises SheetRefused if the match holds more than a sheet can: actions, cards, or facts of the setup without
    a column.
    """
    seats = match.seats
    for number, hand in enumerate(match.hands, 1):
        _refuse_play(number, hand)
    rows = [
        RecordedRow(
            result=_result(hand, seats),
            level=_level(given_value(setup_of(hand).level)),
            stakes=in_order(given_value(setup_of(hand).stakes) or {}, seats, 1),
            levels=_levels(setup_of(hand)) if number else NOTHING,
        )
        for number, hand in enumerate(match.hands)
    ]
    ending = match.result if isinstance(match.result, MatchResult) else MatchResult()
    after = [given_value(setup_of(hand).totals) or NOTHING for hand in match.hands[1:]] + [
        given_value(ending.totals) or NOTHING
    ]
    first = setup_of(match.hands[0]) if match.hands else Setup()
    sheet = ScoreSheet(
        game=match.game,
        players=tuple(match.players),
        rows=tuple(replace(row, totals=totals) for row, totals in zip(rows, after, strict=False)),
        rules=given_value(match.rules),
        info=given_value(match.match),
        totals=given_value(first.totals) or NOTHING,
        levels=_levels(first),
        ending=msgspec.structs.replace(ending, totals=UNSET),
    )
    partial = partial_totals(sheet)
    if partial is not None:
        raise SheetRefused(
            _(
                "hand {number}: its totals leave out a seat; expected: all of {names}",
                number=partial + 2,
                names=", ".join(seats),
            )
        )
    return sheet


def _refuse_play(number: int, hand: Hand) -> None:
    if hand.actions:
        raise SheetRefused(_("hand {number} has actions, which a score sheet cannot hold", number=number))
    if given_value(hand.deal):
        raise SheetRefused(_("hand {number} has a deal, which a score sheet cannot hold", number=number))
    for fact, value in msgspec.to_builtins(setup_of(hand)).items():
        if fact not in _ROW_FIELDS and value not in ({}, []):
            raise SheetRefused(
                _(
                    "hand {number} has the setup fact '{fact}', which a score sheet cannot hold",
                    number=number,
                    fact=fact,
                )
            )


def _result(hand: Hand, seats: Sequence[str]) -> HandResult:
    if not isinstance(hand.result, HandResult):
        return NO_RESULT
    fields = {
        name: value for name in hand.result.__struct_fields__ if (value := getattr(hand.result, name)) is not UNSET
    }
    stated = {name: value for name, value in fields.items() if value not in ({}, [])}
    if "finish" in stated:
        stated["finish"] = [_place(place) for place in stated["finish"] if place != []]
    if "units" in stated:
        stated["units"] = in_order(stated["units"], seats, -1)
    if "levels" in stated:
        stated["levels"] = {seat: _level(level) or level for seat, level in stated["levels"].items()}
    return HandResult(**stated)


def in_order(pairs: Mapping[str, Points], seats: Sequence[str], turned: int) -> dict[str, Points]:
    """Values of two seats with the seat first that sits first; ``turned`` is what a value is multiplied by for it."""
    numbers = {seat: number for number, seat in enumerate(seats)}
    by_pair: dict[str, Points] = {}
    for name, value in pairs.items():
        pair = pair_of(name, numbers)
        if pair is None or pair[0] < pair[1]:
            by_pair[name] = value
        else:
            by_pair[f"{seats[pair[1]]}-{seats[pair[0]]}"] = turned * value
    return by_pair if len(by_pair) == len(pairs) else dict(pairs)


def _place(place: str | Sequence[str]) -> str | list[str]:
    if isinstance(place, str):
        return place
    return place[0] if len(place) == 1 else list(place)


def _levels(setup: Setup) -> dict[str, str]:
    return {seat: _level(level) or level for seat, level in (given_value(setup.levels) or {}).items()}


def _level(text: str | None) -> str | None:
    """A level as logs write it; the text itself if it is not a level."""
    rank = None if text is None else parse_rank(text)
    return text if rank is None else RANKS[rank]


MOST_ROWS: Final = bounds.HANDS
"""Hands of one sheet."""
