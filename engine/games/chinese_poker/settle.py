"""Settlement between every two boards: naturals, surrenders, mis-set hands, rows, scoops, royalties."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Final, NamedTuple

from engine.cards.packed import Card
from engine.games.chinese_poker import reasons
from engine.games.chinese_poker.naturals import Naturals
from engine.games.chinese_poker.ranks import has_broken_group, high_order, low_order, low_strength, row_strength
from engine.games.chinese_poker.reasons import UnitReason, words_of_row
from engine.games.chinese_poker.royalties import RoyaltyTable, cells_by_strength, fits
from engine.games.chinese_poker.rules import ROW_SIZES, ROWS, ChinesePokerRules
from engine.replay.analysis import Rows

ROYALTY_RULE: Final = "chinese_poker.royalties"
_ROWS_RULE: Final = "chinese_poker.rows"
_SCOOP_RULE: Final = "chinese_poker.scoop"
HOME_RUN_RULE: Final = "chinese_poker.home-run"
NO_ROW: Final = -1
"""The strength of cards that are not a row."""

_FRONT, _MIDDLE, _BACK = range(3)


@dataclass(slots=True)
class Board:
    """A hand of a seat at the end: set, surrendered, or claimed as a natural."""

    seat: int
    name: str
    rows: Rows | None = None
    natural: str | None = None
    cards: Sequence[Card] | None = None
    """The cards of a natural, if all are known."""
    surrendered: bool = False
    announced: frozenset[int] = frozenset()
    spoilt: bool = False
    """Whether the rows have a wrong number of cards or the same card twice."""
    strengths: tuple[int, ...] = ()
    misset: bool = False
    cells: tuple[tuple[int, Sequence[str]], ...] = ()
    """The rows that may earn royalties, each with the names of the cells in which it is looked up."""
    royalties: dict[int, int] = field(default_factory=dict)
    """By row, the royalties that can be paid, whichever board wins the row."""


class Pair(NamedTuple):
    """What one board wins from another: units (None if they are not known) and the reasons."""

    units: int | None
    reasons: tuple[UnitReason, ...]
    scoop: int = 0
    """1 if the first board scooped the second by its rows, -1 if the second scooped the first."""
    by_rows: bool = False
    whole: int = 0
    """The units of a scoop that a home run multiplies."""
    won: tuple[int, ...] = ()
    """By row, 1 if the first board wins it, -1 if the second does; empty if rows are not compared."""

    @property
    def lines(self) -> tuple[tuple[str, str, int], ...]:
        """Rule, words and units of the first board, by reason."""
        return tuple((reason.rule, reason.words(), reason.units) for reason in self.reasons)


class Scoring:
    """The settlement of a rule set."""

    def __init__(self, rules: ChinesePokerRules) -> None:
        self.rules: Final = rules
        self.naturals: Final = Naturals(rules)
        self.royalties: Final = RoyaltyTable(rules)

    @property
    def low_middle(self) -> bool:
        """Whether the lowest hand wins the middle."""
        return self.rules.middle == "deuce_to_seven"

    @property
    def _announcing(self) -> bool:
        return self.rules.dealing == "closed" and self.rules.royalty_announced

    def strength(self, row: int, cards: Sequence[Card]) -> int:
        """The strength of a row against the same row of another board; NO_ROW for cards that are not a row."""
        if len(cards) != ROW_SIZES[row] or len(set(cards)) < len(cards):
            return NO_ROW
        if row == _MIDDLE and self.low_middle:
            return low_strength(cards)
        return row_strength(cards, wheel=self.rules.wheel)

    def compared(self, row: int, board: Board) -> int:
        """The value by which a row of a board compares with the same row of another; NO_ROW for cards that are not a
        row.
        """
        strength = board.strengths[row]
        if strength == NO_ROW or self.rules.row_compare == "full":
            return strength
        order = low_order() if row == _MIDDLE and self.low_middle else high_order(self.rules.wheel)
        return order.tops[strength]

    def words(self, row: int, cards: Sequence[Card]) -> str:
        """A row in words."""
        return words_of_row(row, cards, low=row == _MIDDLE and self.low_middle)

    def row_words(self, rows: Rows) -> tuple[str, ...]:
        """Each row of a board in words."""
        return tuple(self.words(row, cards) for row, cards in enumerate(rows))

    def out_of_order(self, strengths: Sequence[int]) -> tuple[int, int] | None:
        """The first two rows that are out of order, the one that should be higher first; None if all are in order."""
        pairs = [(_BACK, _FRONT)] if self.low_middle else [(_MIDDLE, _FRONT), (_BACK, _MIDDLE)]
        return next(((above, below) for above, below in pairs if strengths[above] < strengths[below]), None)

    def lay(self, board: Board, rows: Rows) -> tuple[int, int] | None:
        """Sets the rows of a board and what follows from them.  Returns the rows that are out of order, or None."""
        faulty = self.place(board, rows)
        self.earn(board)
        return faulty

    def place(self, board: Board, rows: Rows, *, fitting: bool = False) -> tuple[int, int] | None:
        """The same without the royalties, which are for ``earn``.

        ``fitting`` says that the rows are known to have the right sizes, and each card once.
        """
        board.rows = rows
        high = high_order(self.rules.wheel)
        orders = high, low_order() if self.low_middle else high, high
        if fitting:
            board.strengths = tuple([order.strength(cards) for order, cards in zip(orders, rows, strict=True)])
        else:
            board.strengths = tuple(self.strength(row, cards) for row, cards in enumerate(rows))
        board.spoilt = not fitting and not fits(rows)
        faulty = None if board.spoilt else self.out_of_order(board.strengths)
        board.misset = board.spoilt or faulty is not None
        if not board.misset:
            board.cells = tuple(
                [
                    (row, names)
                    for row, (order, strength) in enumerate(zip(orders, board.strengths, strict=True))
                    if (names := cells_by_strength(row, order)[strength])
                ]
            )
        return faulty

    def earn(self, board: Board) -> None:
        """Sets the royalties of a board from its rows."""
        board.royalties = self.earned(board)

    def earned(self, board: Board) -> dict[int, int]:
        """By row, the royalties that a board can be paid, whichever board wins the row."""
        return {} if board.rows is None or board.misset or not board.cells else self._payable(board)

    def held_royalties(self, rows: Rows) -> dict[int, int]:
        """By row, the royalties that rows in order have, whether or not they are paid."""
        return {row: points for row, cards in enumerate(rows) if (points := self.royalties.points(row, cards))}

    def undeclared(self, board: Board) -> list[int]:
        """The rows whose royalties are not paid because they were not announced."""
        if not self._announcing or board.misset or board.rows is None:
            return []
        return [row for row in self._kept(board) if row not in board.announced]

    def _payable(self, board: Board) -> dict[int, int]:
        royalties = self._kept(board)
        return (
            {row: points for row, points in royalties.items() if row in board.announced}
            if self._announcing
            else royalties
        )

    def _kept(self, board: Board) -> dict[int, int]:
        """By row, the royalties that a board does not lose by breaking up a group."""
        held = {row: points for row, names in board.cells if (points := self.royalties.of_cells(row, names))}
        if not held or self.rules.royalty_broken:
            return held
        assert board.rows is not None
        lost = has_broken_group(board.rows)
        return {row: points for row, points in held.items() if not lost[row]}

    def _counting(self, board: Board, won: Sequence[int]) -> dict[int, int]:
        """By row, the royalties of a board that count against another board; ``won`` is 1 for the rows that it wins.

        If only the dearest royalty counts and several are equal, it is one in a row that the board wins, if there is
        one, and of those the one farthest back.
        """
        held = board.royalties
        if len(held) < 2 or self.rules.royalty_limit != "one":
            return held
        dearest = max(held, key=lambda row: (held[row], won[row] > 0, row))
        return {dearest: held[dearest]}

    def pair(self, one: Board, other: Board, banker: int | None = None) -> Pair:
        """What one board wins from another, without home runs.  ``banker`` is the seat of the banker, if any."""
        if one.natural is not None or other.natural is not None:
            return self._by_naturals(one, other)
        if one.surrendered or other.surrendered:
            return self._by_surrender(one, other)
        if (one.misset or other.misset) and self.rules.misset == "scooped":
            return self._by_foul(one, other)
        return self._by_rows(one, other, banker)

    def _by_naturals(self, one: Board, other: Board) -> Pair:
        rule = "chinese_poker.naturals"
        won = self._stronger(one, other)
        if won is None:
            return Pair(None, (UnitReason(rule, partial(reasons.unknown_natural, one.natural), 0),))
        if won == 0:
            return Pair(0, (UnitReason(rule, partial(reasons.tied_naturals, one.natural, other.natural), 0),))
        winner = one if won > 0 else other
        assert winner.natural is not None
        points = self.naturals.points[winner.natural]
        words = partial(reasons.stronger_natural, winner.name, winner.natural, points)
        return Pair(won * points, (UnitReason(rule, words, won * points),))

    def _stronger(self, one: Board, other: Board) -> int | None:
        if one.natural is None or other.natural is None:
            return 1 if one.natural is not None else -1
        stronger = self.naturals.compare(one.natural, other.natural)
        if stronger or not self.naturals.by_cards(one.natural):
            return stronger
        if one.cards is None or other.cards is None:
            return None
        mine = self.naturals.key(one.natural, one.cards)
        theirs = self.naturals.key(one.natural, other.cards)
        return (mine > theirs) - (mine < theirs)

    def _by_surrender(self, one: Board, other: Board) -> Pair:
        rule = "chinese_poker.surrender"
        if one.surrendered and other.surrendered:
            return Pair(0, (UnitReason(rule, reasons.both_surrendered, 0),))
        paid = self.rules.surrender
        units = -paid if one.surrendered else paid
        quitter = one if one.surrendered else other
        return Pair(units, (UnitReason(rule, partial(reasons.one_surrendered, quitter.name, paid), units),))

    def _by_foul(self, one: Board, other: Board) -> Pair:
        rule, rules = "chinese_poker.misset", self.rules
        if one.misset and other.misset:
            return Pair(0, (UnitReason(rule, reasons.both_misset, 0),))
        sign = -1 if one.misset else 1
        loser, winner = (one, other) if one.misset else (other, one)
        scoop = rules.row_unit * len(ROWS) + rules.overall + rules.scoop_bonus
        cost = scoop * rules.scoop_multiplier
        unit_reasons = [UnitReason(rule, partial(reasons.one_misset, loser.name, cost), sign * cost)]
        if rules.royalties_against_foul:
            royalties = self._counting(winner, [1] * len(ROWS))
            unit_reasons += [self._royalty(winner, row, points, sign) for row, points in royalties.items()]
        return Pair(sum(reason.units for reason in unit_reasons), tuple(unit_reasons))

    def _by_rows(self, one: Board, other: Board, banker: int | None) -> Pair:
        assert one.rows is not None
        assert other.rows is not None
        rules = self.rules
        unit, low = rules.row_unit, self.low_middle
        unit_reasons: list[UnitReason] = []
        won: list[int] = []
        ties = self._ties(one, other, banker)
        for row in range(len(ROWS)):
            mine, theirs = self.compared(row, one), self.compared(row, other)
            sign = (mine > theirs) - (mine < theirs) or ties
            won.append(sign)
            ours, others = one.rows[row], other.rows[row]
            if sign and mine == theirs:
                words = partial(reasons.row_of_banker, row, (one if sign > 0 else other).name, ours, unit, low=low)
            elif sign > 0:
                words = partial(reasons.row_won, row, one.name, ours, others, unit, low=low)
            elif sign:
                words = partial(reasons.row_won, row, other.name, others, ours, unit, low=low)
            else:
                words = partial(reasons.row_tied, row, ours, low=low)
            unit_reasons.append(UnitReason(_ROWS_RULE, words, sign * unit))
        for sign, winner, loser in ((1, one, other), (-1, other, one)):
            rows_won = won.count(sign)
            if rows_won >= 2 and rules.overall:
                words = partial(reasons.overall, winner.name, rows_won, rules.overall)
                unit_reasons.append(UnitReason("chinese_poker.overall", words, sign * rules.overall))
            if rows_won == len(ROWS) and rules.scoop_bonus:
                words = partial(reasons.scoop_bonus, winner.name, loser.name, rules.scoop_bonus)
                unit_reasons.append(UnitReason(_SCOOP_RULE, words, sign * rules.scoop_bonus))
        scoop = won[0] if abs(sum(won)) == len(ROWS) else 0
        royalties = self._royalties_between(one, other, won)
        base = sum([reason.units for reason in unit_reasons])
        times_royalties = scoop != 0 and bool(royalties) and rules.scoop_multiplies_royalties
        if times_royalties:
            base += sum(reason.units for reason in royalties)
        times = rules.scoop_multiplier if scoop else 1
        if times > 1:
            winner, loser = (one, other) if scoop > 0 else (other, one)
            words = partial(reasons.scoop_multiplied, winner.name, loser.name, times, base * scoop)
            multiplied = UnitReason(_SCOOP_RULE, words, base * (times - 1))
            unit_reasons = (
                [*unit_reasons, *royalties, multiplied] if times_royalties else [*unit_reasons, multiplied, *royalties]
            )
        else:
            unit_reasons += royalties
        return Pair(
            sum([reason.units for reason in unit_reasons]),
            tuple(unit_reasons),
            scoop,
            by_rows=True,
            whole=base * times if scoop else 0,
            won=tuple(won),
        )

    def _royalties_between(self, one: Board, other: Board, won: Sequence[int]) -> list[UnitReason]:
        royalties: list[UnitReason] = []
        ours = self._counting(one, won)
        others = self._counting(other, [-sign for sign in won])
        if not ours and not others:
            return royalties
        rule = self.rules.royalty_rule
        for row in range(len(ROWS)):
            mine, theirs = ours.get(row, 0), others.get(row, 0)
            if rule == "net":
                due = [(one, mine, 1), (other, theirs, -1)]
            elif rule == "cancel" and mine and theirs:
                royalties.append(UnitReason(ROYALTY_RULE, partial(reasons.royalties_cancel, row), 0))
                continue
            else:
                due = [(one, mine, 1)] if won[row] > 0 else [(other, theirs, -1)] if won[row] < 0 else []
            royalties += [self._royalty(board, row, points, sign) for board, points, sign in due if points]
        return royalties

    def _royalty(self, board: Board, row: int, points: int, sign: int) -> UnitReason:
        assert board.rows is not None
        words = partial(reasons.royalty, row, board.name, board.rows[row], points, low=self.low_middle)
        return UnitReason(ROYALTY_RULE, words, sign * points)

    def _ties(self, one: Board, other: Board, banker: int | None) -> int:
        """Who wins equal rows: 1 for the first of two boards, -1 for the second, 0 if nobody does."""
        if self.rules.settle != "banker" or self.rules.banker_ties != "banker" or banker is None:
            return 0
        return (one.seat == banker) - (other.seat == banker)

    def settles(self, one: int, other: int, banker: int | None) -> bool:
        """Whether two seats settle with each other."""
        return one != other and (self.rules.settle != "banker" or banker in (one, other))

    def settle(self, boards: Sequence[Board], seats: int, banker: int | None = None) -> dict[tuple[int, int], Pair]:
        """What every board wins from every board that it settles with, by their numbers, the lower first.

        ``banker`` is the seat of the banker, if there is one.
        """
        for board in boards:
            self.earn(board)
        pairs = {
            (first, second): self.pair(one, other, banker)
            for (first, one), (second, other) in combinations(enumerate(boards), 2)
            if self.settles(one.seat, other.seat, banker)
        }
        scooped = any(pair.scoop for pair in pairs.values())
        if scooped and self.rules.home_run_multiplier > 1 and self._opponents_enough(seats - 1):
            for number, board in enumerate(boards):
                if self.rules.settle == "banker" and board.seat != banker:
                    continue
                self._run_home(number, board, boards, pairs)
        return pairs

    def settled_already(
        self,
        boards: Sequence[Board],
        seats: int,
        pending: Sequence[bool],
        unsure: Container[int],
        banker: int | None = None,
    ) -> dict[tuple[int, int], tuple[int, ...]]:
        """By two seats, the lower first, the units that they can have settled before the hand is over.

        Seats with a pending board and unsure seats are left out.  If a scoop may become part of a home run, there are
        two values: without the home run and with it.
        """
        waiting = {board.seat for board, waits in zip(boards, pending, strict=True) if waits}
        done = [board for board in boards if board.seat not in waiting and board.seat not in unsure]
        for board in done:
            self.earn(board)
        pairs = {
            (one.seat, other.seat): self.pair(one, other, banker)
            for one, other in combinations(done, 2)
            if self.settles(one.seat, other.seat, banker)
        }
        if len(boards) > seats:
            return {}
        times = self.rules.home_run_multiplier
        may_run_home = times > 1 and self._opponents_enough(seats - 1)
        by_pair: dict[tuple[int, int], tuple[int, ...]] = {}
        for key, pair in pairs.items():
            if pair.units is not None:
                winner = key[0] if pair.scoop > 0 else key[1]
                may = may_run_home and (self.rules.settle != "banker" or winner == banker)
                run = may and pair.scoop and all(_scoops(winner, other, pairs[other]) for other in pairs)
                by_pair[key] = (pair.units, pair.units + pair.whole * (times - 1)) if run else (pair.units,)
        return by_pair

    def _opponents_enough(self, opponents: int) -> bool:
        return opponents == 3 if self.rules.home_run_needs == "three" else opponents >= 2

    def _run_home(self, number: int, board: Board, boards: Sequence[Board], pairs: dict[tuple[int, int], Pair]) -> None:
        mine = {key: 1 if key[0] == number else -1 for key in pairs if number in key}
        if not all(pairs[key].by_rows and pairs[key].scoop == sign for key, sign in mine.items()):
            return
        times = self.rules.home_run_multiplier
        for key, sign in mine.items():
            pair = pairs[key]
            more = pair.whole * (times - 1)
            loser = key[1] if sign > 0 else key[0]
            words = partial(reasons.scooped_table, board.name, boards[loser].name, times, sign * pair.whole)
            run = UnitReason(HOME_RUN_RULE, words, more)
            pairs[key] = pair._replace(units=(pair.units or 0) + more, reasons=(*pair.reasons, run), whole=0)


def _scoops(seat: int, key: tuple[int, int], pair: Pair) -> bool:
    """Whether a seat scooped the other of two seats, or is neither of them."""
    return seat not in key or (pair.by_rows and pair.scoop == (1 if seat == key[0] else -1))
