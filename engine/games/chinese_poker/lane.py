"""The compiled lane of Chinese poker: what it takes and gives, and how a match that it found clean is settled."""

from collections.abc import Sequence
from ctypes import Array, Structure, byref, c_int8, c_int32, c_int64
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final

from msgspec import UNSET

from engine.fast.library import Library, ReadText, as_int32
from engine.fast.shared import Shared, numbered
from engine.games.chinese_poker.closed import ClosedHand
from engine.games.chinese_poker.hand import PokerHand
from engine.games.chinese_poker.match_replay import ChinesePokerJudge, ChinesePokerMatchReplay
from engine.games.chinese_poker.naturals import Naturals
from engine.games.chinese_poker.ranks import PokerKind, RowClass
from engine.games.chinese_poker.royalties import RoyaltyTable
from engine.games.chinese_poker.rules import (
    BOARD_CARDS,
    NATURAL_POINTS,
    ROWS,
    RULES,
    ChinesePokerRules,
)
from engine.record.match import Hand, Match, MatchResult, Player
from engine.replay.game import Judge
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import HandCounts
from engine.rulebook.findings import Finding
from engine.rulebook.options import RuleSet

_NONE: Final = -1
_SEATS: Final = 4
_RANKS: Final = range(13)
_FRONT, _LONG = 0, (1, 2)
_NAMES: Final = tuple(NATURAL_POINTS)
_ROYAL_FLUSH: Final = len(PokerKind)
"""What a royal flush is among the cells of a long row, where kinds are."""
_CELLS: Final = 2 * len(_RANKS)
"""The cells of a front: the pairs by rank, then the threes by rank."""


class BoardFacts(Structure):
    """A hand of a seat at the end: set, surrendered, or claimed as a natural."""

    _fields_ = [
        ("at", c_int32),  # the action that set its last card, or claimed the natural; -1: it was not set
        ("announced_at", c_int32),  # the action that announced royalties; -1: none did
        ("columns", c_int32 * len(ROWS)),  # of each announced row in the text of that action; -1: it was not announced
        ("natural", c_int8),  # -1: none was claimed
        ("surrendered", c_int8),
        ("laid", c_int8),
        ("cards", c_int8 * BOARD_CARDS),  # the rows, front first; of a natural, the cards
    ]


class ChinesePokerHandFacts(Structure):
    """A hand that was played to its end, and whether the engine may have a notice about it."""

    _fields_ = [("boards", BoardFacts * _SEATS), ("stakes", c_int32 * (_SEATS * (_SEATS - 1) // 2)), ("noted", c_int32)]


class ChinesePokerMatchFacts(Structure):
    """What a match began with, and whether the table stopped by the clock."""

    _fields_ = [("begun", c_int64 * _SEATS), ("timed", c_int32)]


class CleanPoker:
    """A match that the lane found clean."""

    def __init__(
        self,
        text: ReadText,
        rules: RuleSet,
        whole: ChinesePokerMatchFacts,
        hands: Sequence[ChinesePokerHandFacts],
        *,
        counting: bool,
    ) -> None:
        self._text: Final = text
        self._rules: Final = rules
        self._whole: Final = whole
        self._hands: Final = hands
        self._counting: Final = counting
        self._replays: Final[dict[int, PokerHand]] = {}

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play."""
        return self._text.seats

    def findings(self, judge: Judge) -> list[Finding]:
        """The notices: mis-set hands, and royalties that were not announced or not held."""
        del judge
        noted = (index for index, hand in enumerate(self._hands) if hand.noted)
        return [finding for index in noted for finding in self._laid(index).findings]

    def counts(self) -> list[HandCounts | None] | None:
        """What statistics count of each hand; None if it was not asked for."""
        if not self._counting:
            return None
        from engine.games.chinese_poker.statistics import count

        outcomes = self._settled[0]
        return [count(self._laid(index), Hand(actions=[]), outcome) for index, outcome in enumerate(outcomes)]

    def passes_able(self) -> None:
        """None: nobody passes."""

    def strengths(self) -> None:
        """None: the strength is counted later, together with the best settings, which take a replay."""

    def settle(self, judge: Judge) -> tuple[list[HandOutcome], dict[str, int | None], list[str] | None]:
        """The outcome of each hand, the totals and the winner, settled as a match that is replayed."""
        del judge
        return self._settled

    @cached_property
    def _match(self) -> ChinesePokerMatchReplay:
        match = Match(game="chinese_poker", players=[Player(seat) for seat in self.seats], hands=[])
        return ChinesePokerJudge(self._rules).match_replay(match)

    @cached_property
    def _settled(self) -> tuple[list[HandOutcome], dict[str, int | None], list[str] | None]:
        match = self._match
        match.totals.begin(self._whole.begun[: len(self.seats)])
        pairs = list(combinations(range(len(self.seats)), 2))
        outcomes = [
            match.close_known(self._laid(index), dict(zip(pairs, hand.stakes, strict=False)))
            for index, hand in enumerate(self._hands)
        ]
        totals, winner, _ = match.conclude(MatchResult(ended="time" if self._whole.timed else UNSET))
        return outcomes, totals, winner

    def _laid(self, index: int) -> PokerHand:
        """A hand with all that was set, claimed and surrendered in it."""
        replay = self._replays.get(index)
        if replay is None:
            replay = self._replays[index] = self._match.open_known(index)
            for number, own in zip(range(len(replay.boards)), self._hands[index].boards, strict=False):
                _lay(replay, number, own)
            replay.put_in_order()
        return replay


def _lay(replay: PokerHand, number: int, own: BoardFacts) -> None:
    board = replay.boards[number]
    board.surrendered = bool(own.surrendered)
    if own.natural != _NONE:
        board.natural, board.cards = _NAMES[own.natural], sorted(own.cards)
    elif own.laid:
        if own.announced_at != _NONE:
            assert isinstance(replay, ClosedHand)
            columns = sorted((column, row) for row, column in enumerate(own.columns) if column != _NONE)
            replay.announce(number, own.announced_at, [(row, column) for column, row in columns])
        replay.done = own.at
        replay.lay_known(number, own.cards[:])


@lru_cache(maxsize=64)
def _numbers(rules: RuleSet) -> "Array[c_int32] | None":
    """``struct rules`` for a rule set: the options, and what those of royalties and naturals come to."""
    typed = ChinesePokerRules.of(rules)
    royalties, naturals = RoyaltyTable(typed), Naturals(typed).points
    fronts = [RowClass(kind, (rank,)) for kind in (PokerKind.PAIR, PokerKind.THREE) for rank in _RANKS]
    rows = [RowClass(kind, (0,)) for kind in PokerKind] + [RowClass(PokerKind.STRAIGHT_FLUSH, (_RANKS[-1],))]
    numbers = [*RULES.numbers_of(rules), *(royalties.of_class(_FRONT, class_of_row) for class_of_row in fronts)]
    for row in _LONG:
        cells = [royalties.of_class(row, class_of_row) for class_of_row in rows]
        numbers += [*cells, *[0] * (_CELLS - len(cells))]
    return as_int32([*numbers, *(naturals.get(name, 0) for name in _NAMES)])


@dataclass(frozen=True)
class PokerLane:
    """How the compiled lane is called."""

    function: str = "fupan_chinese_poker"
    """Its function in the library."""

    @property
    def shared(self) -> Shared:
        """What the lane shares with its C sources."""
        return Shared(
            structs=(BoardFacts, ChinesePokerHandFacts, ChinesePokerMatchFacts),
            names={
                "SEATS": _SEATS,
                "BOARD_CARDS": BOARD_CARDS,
                "CELLS": _CELLS,
                **{kind.name: kind.value for kind in PokerKind},
                "FIRST_THREE": len(_RANKS),
                "ROYAL_FLUSH": _ROYAL_FLUSH,
                **numbered(*ROWS, "rows"),
                **numbered(*_NAMES, "naturals"),
            },
            texts={"ROW_NAMES": ROWS, "NATURAL_NAMES": _NAMES},
            rules=(("cells", c_int32 * _CELLS * len(ROWS)), ("points", c_int32 * len(_NAMES))),
        )

    def __call__(self, library: Library, text: ReadText, rules: RuleSet, *, counting: bool = False) -> CleanPoker | int:
        """The match, if it is clean under some rules; else the number of the reason why it is left to the engine.

        With ``counting`` it has what statistics count.
        """
        numbers = _numbers(rules)
        if numbers is None:
            return library.OPTION_UNKNOWN
        hands = (ChinesePokerHandFacts * text.text.hands)()
        whole = ChinesePokerMatchFacts()
        reason = library.judge(self.function)(
            text.raw, len(text.raw), byref(text.text), text.hands, numbers, hands, byref(whole)
        )
        return int(reason) or CleanPoker(text, rules, whole, hands, counting=counting)


lane: Final = PokerLane()
"""The lane of the game."""
