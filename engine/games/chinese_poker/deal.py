"""The deal of a hand: its boards and their cards, fantasyland, the settings of the log, and its units.

A board is one hand of a seat; a seat has two of them in criss-cross, otherwise one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.cards.holdings import DealtCards, Holdings, read_deal
from engine.cards.packed import RANKS, SUITED, UNKNOWN, Card, Holding, unpack
from engine.games.chinese_poker.ranks import PokerKind, row_class, row_kind
from engine.games.chinese_poker.reader import DECK, ChinesePokerReader, ParsedAction, Setting
from engine.games.chinese_poker.royalties import fits
from engine.games.chinese_poker.rules import BOARD_CARDS, UNIT_MISMATCH, ChinesePokerRules
from engine.games.chinese_poker.settle import Board
from engine.record import bounds
from engine.record.match import Number, Setup, given_value
from engine.recorded.pairs import pair_of
from engine.recorded.points import whole_point
from engine.recorded.results import bad_entry, bad_result, bad_value
from engine.recorded.setup import SetupFacts
from engine.replay.outcome import ScoreLine
from engine.rulebook.findings import Finding, finding, shown
from engine.rulebook.sentences import Text, enumerated, say

GAME: Final = "chinese_poker"

_PARTING: Final = "|"


@dataclass(frozen=True)
class Deal:
    """The deal of a hand."""

    holdings: Holdings
    """By board."""
    texts: tuple[str | None, ...]
    """By board, its cards as the log has them; None if it has none."""
    findings: list[Finding]

    @cached_property
    def order(self) -> tuple[tuple[Card, ...] | None, ...]:
        """By board, its cards in the order dealt, with UNKNOWN for unknown cards; None if none of them is known."""
        return tuple(map(_in_order, self.texts))

    def streets(self, board: int, first: int, later: int) -> list[Holding] | None:
        """The cards of a board by the turn for which they are dealt; None if one is unknown or occurs twice.

        ``first`` is the number of cards of the first turn, ``later`` that of each later one.
        """
        text, known = self.texts[board], self.holdings.known[board]
        if text is None or self.holdings.hidden[board] or known & ~DECK.cards:
            return None
        try:
            cards = list(map(DECK.packed.__getitem__, text.split()))
        except KeyError:
            return None
        return [sum(cards[:first]), *(sum(cards[at : at + later]) for at in range(first, len(cards), later))]


def board_names(seats: Sequence[str], hands_each: int) -> tuple[str, ...]:
    """The names of the boards, seat by seat: ``A``, or ``A 1`` and ``A 2`` if each seat has two hands."""
    if hands_each == 1:
        return tuple(seats)
    return tuple(f"{seat} {number + 1}" for seat in seats for number in range(hands_each))


def deal_of(
    texts: Mapping[str, str] | None, seats: Sequence[str], sizes: Sequence[int], hands_each: int, *, hand: int
) -> Deal:
    """The deal of a hand; ``sizes`` are the numbers of cards that the rules give each board."""
    names = board_names(seats, hands_each)
    boards = dict(texts or {})
    if hands_each > 1:
        boards = _parted(boards, seats, hands_each)
    dealt: DealtCards = read_deal(
        boards, {name: number for number, name in enumerate(names)}, sizes, DECK, hand=hand, game=GAME
    )
    return Deal(dealt.holdings, tuple(map(boards.get, names)), dealt.findings)


def _parted(texts: Mapping[str, str], seats: Sequence[str], hands_each: int) -> dict[str, str]:
    """The deal of each board, from that of its seat: thirteen cards, a bar or none, and thirteen more."""
    parted: dict[str, str] = {}
    for seat, text in texts.items():
        if seat not in seats:
            parted[seat] = text
            continue
        first, bar, second = text.partition(_PARTING)
        if not bar:
            words = [word for word in text.split(" ") if word]
            first, second = " ".join(words[:BOARD_CARDS]), " ".join(words[BOARD_CARDS:])
        for number, part in zip(range(hands_each), (first, second), strict=True):
            parted[f"{seat} {number + 1}"] = part
    return parted


def _in_order(text: str | None) -> tuple[Card, ...] | None:
    if text is None:
        return None
    return tuple(DECK.spellings.get(word, UNKNOWN) for word in text.split(" ") if word)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the whole log shows of each board's cards: the known ones, the number of others, and what these may be."""

    known: tuple[frozenset[Card], ...]
    hidden: tuple[int, ...]
    pool: frozenset[Card]

    @classmethod
    def of(
        cls, dealt: Sequence[Holding], hidden_cards: Sequence[int], reader: ChinesePokerReader, actions: Sequence[str]
    ) -> "Knowledge":
        """What a deal, by known cards and numbers of others, shows together with the settings that come later."""
        known = [frozenset(unpack(holding)) for holding in dealt]
        hidden = list(hidden_cards)
        if any(hidden):
            for text in actions:
                read = reader.read(text)
                if isinstance(read, ParsedAction) and isinstance(read.action, Setting) and fits(read.action.rows):
                    board = read.seat * reader.hands_each + read.action.numbers[0]
                    shown = frozenset(read.action.cards)
                    if hidden[board] == BOARD_CARDS - len(known[board]) and known[board] <= shown:
                        known[board], hidden[board] = shown, 0
        pool = frozenset(SUITED).difference(*known)
        unsure = [board for board, count in enumerate(hidden) if count]
        if len(unsure) == 1 and hidden[unsure[0]] == len(pool):
            board = unsure[0]
            known[board], hidden[board], pool = known[board] | pool, 0, frozenset()
        return cls(tuple(known), tuple(hidden), pool)


_QUEEN: Final = RANKS.index("Q")
_PINEAPPLE_CARDS: Final = BOARD_CARDS + 1
_PAIRS: Final[Mapping[int, int]] = MappingProxyType({_QUEEN: 14, _QUEEN + 1: 15, _QUEEN + 2: 16})
_THREE_CARDS: Final = 17

CARDS_KNOWN: Final = range(BOARD_CARDS, _THREE_CARDS + 1)
"""The numbers of cards that a seat in fantasyland can be dealt under any rules."""


class Fantasyland:
    """The fantasyland of a rule set."""

    def __init__(self, rules: ChinesePokerRules) -> None:
        self._rules: Final = rules

    @property
    def kind(self) -> str:
        """The option of that name; in open-face ``progressive`` is read as ``standard``, whose cards the pack has."""
        kind = self._rules.fantasyland
        return "standard" if kind == "progressive" and self._rules.dealing == "open_face" else kind

    @property
    def _cards(self) -> int:
        return _PINEAPPLE_CARDS if self._rules.dealing == "pineapple" else BOARD_CARDS

    @property
    def sizes(self) -> range:
        """The numbers of cards that a seat in fantasyland can be dealt."""
        if self.kind == "progressive":
            return range(_PAIRS[_QUEEN], _THREE_CARDS + 1)
        return range(self._cards, self._cards + 1)

    @property
    def _full_house_stays(self) -> bool:
        return self._rules.fantasyland_stay == "full_house" and self._rules.middle == "high"

    def after(self, board: Board, cards: int) -> int:
        """The number of cards with which a seat begins the next hand in fantasyland, 0 if it does not.

        ``cards`` is the number with which it was in fantasyland in this hand, 0 if it was not.
        """
        if board.misset or board.rows is None or self.kind == "none":
            return 0
        front, middle, back = board.rows
        if cards:
            stays = row_kind(front) is PokerKind.THREE or row_kind(back) >= PokerKind.FOUR
            stays = stays or (self._full_house_stays and row_kind(middle) >= PokerKind.FULL_HOUSE)
            return (_PAIRS[_QUEEN] if self.kind == "progressive" else cards) if stays else 0
        kind, ranks = row_class(front)
        if kind is not PokerKind.THREE and (kind is not PokerKind.PAIR or ranks[0] < _QUEEN):
            return 0
        if self.kind == "standard":
            return self._cards
        return _THREE_CARDS if kind is PokerKind.THREE else _PAIRS[ranks[0]]


SETUP_FIELDS: Final = frozenset({"totals", "dealer", "fantasyland", "stakes"})
"""The facts before a hand that this game reads."""

MOST_STAKE: Final = 1_000_000


def bad_pair(text: str) -> Text:
    """The words for a text that does not name two seats."""
    return say("'{text}' does not name two seats", text=shown(text))


class ChinesePokerSetupReader(SetupFacts):
    """Reads the setup of one hand, and reports its faults."""

    def __init__(
        self, seats: Sequence[str], hand: int, setup: Setup, fantasyland: Fantasyland, *, closed: bool
    ) -> None:
        """``closed`` says whether the hand is dealt closed, so that there is no fantasyland."""
        super().__init__(seats, hand, setup)
        self.stakes: Final[dict[tuple[int, int], int]] = {}
        self._rules: Final = fantasyland
        self._closed: Final = closed
        self.read_totals()
        self.dealer: Final = self.seat("dealer", given_value(setup.dealer))
        self._read_stakes()

    def _read_stakes(self) -> None:
        for text, stake in (given_value(self.setup.stakes) or {}).items():
            pair = pair_of(text, self.numbers)
            if pair is None or not 1 <= stake <= MOST_STAKE:
                wanted = say("two seats and a whole number from 1 to {most}", most=f"{MOST_STAKE:,}")
                self.malformed("stakes", bad_pair(text) if pair is None else bad_value(text, stake), wanted)
                continue
            between = (min(pair), max(pair))
            if self.stakes.setdefault(between, stake) != stake:
                reason = say("{pair} has two stakes", pair=shown(text))
                self.malformed("stakes", reason, say("one stake for each two seats"))

    def fantasyland(self, expected: Sequence[int | None], *, after_play: bool) -> list[int | None]:
        """By seat, the number of cards with which it begins the hand in fantasyland: 0 if it does not, None if it is
        unknown.

        ``expected`` is what follows from the hand before.  ``after_play`` says whether that hand was played, so that it
        can contradict the setup.
        """
        stated = given_value(self.setup.fantasyland)
        if stated is None:
            return list(expected)
        if self._closed:
            if stated:
                reason = say("a hand that is dealt closed has no fantasyland")
                self.malformed("fantasyland", reason, say("no such field"))
            return list(expected)
        cards_of: list[int | None] = [0] * len(self.seats)
        for name, cards in stated.items():
            seat = self.numbers.get(name)
            if seat is None or cards not in CARDS_KNOWN:
                wanted = say("{least} to {most} cards for a seat", least=CARDS_KNOWN[0], most=CARDS_KNOWN[-1])
                self.malformed("fantasyland", bad_entry(name, cards, self.numbers), wanted)
            else:
                cards_of[seat] = cards
        if self._rules.kind == "none" or after_play:
            fitting = all(mine is None or mine == theirs for mine, theirs in zip(expected, cards_of, strict=True))
        else:
            fitting = all(cards == 0 or cards in self._rules.sizes for cards in cards_of)
        if not fitting:
            computed = self._words(expected) if after_play else say("nobody, or the cards that the rules give")
            self.mismatch(f"{GAME}.fantasyland", "fantasyland", self._words(cards_of), computed)
        return cards_of

    def _words(self, cards: Sequence[int | None]) -> str:
        listed = [
            f"{seat} {'?' if count is None else count}"
            for seat, count in zip(self.seats, cards, strict=True)
            if count != 0
        ]
        return enumerated(listed) or say("nobody")


Pair = tuple[int, int]
"""Two seats by number, the lower first."""

_WANTED: Final = say("whole numbers from -{most} to {most}, also multiplied by the stake", most=f"{bounds.POINTS:,}")


class UnitEntry(NamedTuple):
    """One recorded entry: its name, its seats, and what the first seat wins from the other."""

    name: str
    pair: Pair
    units: int
    sign: int
    """-1 if the entry names the higher seat first, otherwise 1."""


class RecordedUnits:
    """The recorded units of a hand, and the findings about those that cannot be read."""

    def __init__(
        self, recorded: Mapping[str, Number], numbers: Mapping[str, int], stakes: Mapping[Pair, int], *, hand: int
    ) -> None:
        self.findings: Final[list[Finding]] = []
        self._entries: Final[list[UnitEntry]] = []
        self._hand: Final = hand
        for text, value in recorded.items():
            pair, units = pair_of(text, numbers), whole_point(value)
            if pair is None:
                self._refuse(bad_pair(text), say("two seats, such as A-B"))
                continue
            ordered = (min(pair), max(pair))
            if units is None or (ordered in stakes and whole_point(units * stakes[ordered]) is None):
                self._refuse(bad_value(text, value), _WANTED)
                continue
            sign = 1 if pair == ordered else -1
            self._entries.append(UnitEntry(text, ordered, units * sign, sign))

    def _refuse(self, reason: str, wanted: str) -> None:
        self.findings.append(bad_result("units", reason, wanted, hand=self._hand))

    def of_every_pair(self, seats: int, settled: Mapping[Pair, int] | None = None) -> dict[Pair, int] | None:
        """The units between every two seats; None if a pair is missing, or recorded with two values.

        ``settled`` has the units of pairs that need not be recorded.
        """
        units: dict[Pair, int] = {}
        for entry in self._entries:
            if units.setdefault(entry.pair, entry.units) != entry.units:
                return None
        units = {**(settled or {}), **units}
        pairs = list(combinations(range(seats), 2))
        return {pair: units[pair] for pair in pairs} if all(pair in units for pair in pairs) else None

    def mismatch(self, possible: Mapping[Pair, Sequence[int]]) -> list[Finding]:
        """The findings about units of pairs that were settled; ``possible`` has the values that these can have."""
        wrong: dict[str, str] = {}
        for name, pair, units, sign in self._entries:
            choices = possible.get(pair, (units,))
            if units not in choices:
                wrong[f"{name} {units * sign}"] = f"{name} {choices[0] * sign}"
        if not wrong:
            return []
        return [
            finding(
                UNIT_MISMATCH,
                f"{GAME}.settlement",
                hand=self._hand,
                field=say("units"),
                recorded=shown(", ".join(wrong)),
                computed=", ".join(wrong.values()),
            )
        ]


def scores_of(units: Mapping[Pair, int], stakes: Mapping[Pair, int], seats: int) -> list[int]:
    """The points of each seat: its units against every other seat, times the stake between the two."""
    scores = [0] * seats
    for (one, other), won in units.items():
        points = won * stakes.get((one, other), 1)
        scores[one] += points
        scores[other] -= points
    return scores


def lines_of(units: Mapping[Pair, int], stakes: Mapping[Pair, int], seats: Sequence[str]) -> list[ScoreLine]:
    """A score line for every two seats."""
    lines = []
    for (one, other), won in units.items():
        stake = stakes.get((one, other), 1)
        names = {"one": seats[one], "other": seats[other]}
        if stake > 1:
            text = say("{one}-{other}: {units} as recorded, at {stake} points a unit", **names, units=won, stake=stake)
        else:
            text = say("{one}-{other}: {units} as recorded", **names, units=won)
        lines.append(ScoreLine(f"{GAME}.recorded", text, {seats[one]: won * stake, seats[other]: -won * stake}))
    return lines
