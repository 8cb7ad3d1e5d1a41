"""Settlement between every two boards: naturals, surrenders, mis-set hands, rows, scoops, royalties."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from engine.cards.packed import Card
from engine.games.chinese_poker.broken import broken
from engine.games.chinese_poker.names import natural_name, row_name
from engine.games.chinese_poker.naturals import Naturals, compared, strength
from engine.games.chinese_poker.ranks import low_strength, low_words, row_strength, row_words
from engine.games.chinese_poker.royalties import RoyaltyTable, fits
from engine.games.chinese_poker.rules import ROW_SIZES, ROWS, ChinesePokerRules
from engine.replay.analysis import Rows
from engine.replay.outcome import ScoreLine
from engine.rulebook.sentences import listed, say

ROYALTY_RULE: Final = "chinese_poker.royalties"
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
    royalties: dict[int, int] = field(default_factory=dict)
    """By row, the royalties that can be paid, whichever board wins the row."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What one board wins from another: units (None if they are not known) and the reasons."""

    units: int | None
    lines: tuple[tuple[str, str, int], ...]
    """Rule, words and units of the first board."""
    scoop: int = 0
    """1 if the first board scooped the second by its rows, -1 if the second scooped the first."""
    by_rows: bool = False
    whole: int = 0
    """The units of a scoop that a home run multiplies."""


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

    def words(self, row: int, cards: Sequence[Card]) -> str:
        """A row in words."""
        if len(cards) != ROW_SIZES[row] or len(set(cards)) < len(cards):
            return say("no row")
        return low_words(cards) if row == _MIDDLE and self.low_middle else row_words(cards)

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

    def place(self, board: Board, rows: Rows) -> tuple[int, int] | None:
        """The same without the royalties, which are for ``earn``."""
        board.rows = rows
        board.strengths = tuple(self.strength(row, cards) for row, cards in enumerate(rows))
        board.spoilt = not fits(rows)
        faulty = None if board.spoilt else self.out_of_order(board.strengths)
        board.misset = board.spoilt or faulty is not None
        return faulty

    def earn(self, board: Board) -> None:
        """Sets the royalties of a board from its rows."""
        board.royalties = self.earned(board)

    def earned(self, board: Board) -> dict[int, int]:
        """By row, the royalties that a board can be paid, whichever board wins the row."""
        return {} if board.rows is None or board.misset else self._payable(board)

    def held_royalties(self, rows: Rows) -> dict[int, int]:
        """By row, the royalties that rows in order have, whether or not they are paid."""
        return {row: points for row, cards in enumerate(rows) if (points := self.royalties.points(row, cards))}

    def undeclared(self, board: Board) -> list[int]:
        """The rows whose royalties are not paid because they were not announced."""
        if not self._announcing or board.misset or board.rows is None:
            return []
        return [row for row in self._kept(board.rows) if row not in board.announced]

    def _payable(self, board: Board) -> dict[int, int]:
        assert board.rows is not None
        kept = self._kept(board.rows)
        return {row: points for row, points in kept.items() if row in board.announced} if self._announcing else kept

    def _kept(self, rows: Rows) -> dict[int, int]:
        """By row, the royalties that the board does not lose by breaking up a group."""
        held = self.held_royalties(rows)
        if not held or self.rules.royalty_broken:
            return held
        lost = broken(rows)
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

    def pair(self, one: Board, other: Board) -> Pair:
        """What one board wins from another, without home runs."""
        if one.natural is not None or other.natural is not None:
            return self._by_naturals(one, other)
        if one.surrendered or other.surrendered:
            return self._by_surrender(one, other)
        if (one.misset or other.misset) and self.rules.misset == "scooped":
            return self._by_foul(one, other)
        return self._by_rows(one, other)

    def _by_naturals(self, one: Board, other: Board) -> Pair:
        rule = "chinese_poker.naturals"
        won = self._stronger(one, other)
        if won is None:
            text = say("both hold {natural}, and the cards that decide are unknown", natural=_natural(one))
            return Pair(None, ((rule, text, 0),))
        if won == 0:
            text = say("tie of {one} and {other}: 0", one=_natural(one), other=_natural(other))
            return Pair(0, ((rule, text, 0),))
        winner = one if won > 0 else other
        assert winner.natural is not None
        points = self.naturals.points[winner.natural]
        text = say("{winner} holds {natural}: {points}", winner=winner.name, natural=_natural(winner), points=points)
        return Pair(won * points, ((rule, text, won * points),))

    def _stronger(self, one: Board, other: Board) -> int | None:
        if one.natural is None or other.natural is None:
            return 1 if one.natural is not None else -1
        difference = strength(one.natural) - strength(other.natural)
        if difference or not compared(one.natural):
            return (difference > 0) - (difference < 0)
        if one.cards is None or other.cards is None:
            return None
        mine = self.naturals.key(one.natural, one.cards)
        theirs = self.naturals.key(one.natural, other.cards)
        return (mine > theirs) - (mine < theirs)

    def _by_surrender(self, one: Board, other: Board) -> Pair:
        rule = "chinese_poker.surrender"
        if one.surrendered and other.surrendered:
            return Pair(0, ((rule, say("both surrendered: 0"), 0),))
        units = -self.rules.surrender if one.surrendered else self.rules.surrender
        quitter = one if one.surrendered else other
        text = say("{loser} surrendered and pays {units}", loser=quitter.name, units=self.rules.surrender)
        return Pair(units, ((rule, text, units),))

    def _by_foul(self, one: Board, other: Board) -> Pair:
        rule, rules = "chinese_poker.misset", self.rules
        if one.misset and other.misset:
            return Pair(0, ((rule, say("both hands are mis-set: 0"), 0),))
        sign = -1 if one.misset else 1
        loser, winner = (one, other) if one.misset else (other, one)
        scoop = rules.row_unit * len(ROWS) + rules.overall + rules.scoop_bonus
        cost = scoop * rules.scoop_multiplier
        text = say("{loser} is mis-set and pays for a scoop: {cost}", loser=loser.name, cost=cost)
        lines: list[tuple[str, str, int]] = [(rule, text, sign * cost)]
        if rules.royalties_against_foul:
            royalties = self._counting(winner, [1] * len(ROWS))
            lines += [self._royalty_line(winner, row, points, sign) for row, points in royalties.items()]
        return _added(lines)

    def _by_rows(self, one: Board, other: Board) -> Pair:
        assert one.rows is not None
        assert other.rows is not None
        rules = self.rules
        lines: list[tuple[str, str, int]] = []
        won = []
        for row in range(len(ROWS)):
            mine, theirs = one.strengths[row], other.strengths[row]
            sign = (mine > theirs) - (mine < theirs)
            won.append(sign)
            winner, loser = (one, other) if sign >= 0 else (other, one)
            assert winner.rows is not None
            assert loser.rows is not None
            best = self.words(row, winner.rows[row])
            if sign:
                text = say(
                    "{row}: {winner}'s {best} beats {worse}: {units}",
                    row=row_name(row),
                    winner=winner.name,
                    best=best,
                    worse=self.words(row, loser.rows[row]),
                    units=rules.row_unit,
                )
            else:
                text = say("{row}: tie with {cards}: 0", row=row_name(row), cards=best)
            lines.append(("chinese_poker.rows", text, sign * rules.row_unit))
        for sign, winner in ((1, one), (-1, other)):
            rows_won = won.count(sign)
            if rows_won >= 2 and rules.overall:
                text = say(
                    "{winner} wins {count} rows: {units} overall",
                    winner=winner.name,
                    count=rows_won,
                    units=rules.overall,
                )
                lines.append(("chinese_poker.overall", text, sign * rules.overall))
            if rows_won == len(ROWS) and rules.scoop_bonus:
                text = say(
                    "{winner} scoops {loser}: {units}",
                    winner=winner.name,
                    loser=_loser(winner, one, other).name,
                    units=rules.scoop_bonus,
                )
                lines.append(("chinese_poker.scoop", text, sign * rules.scoop_bonus))
        scoop = won[0] if abs(sum(won)) == len(ROWS) else 0
        royalties = self._royalty_lines(one, other, won)
        base = sum(units for _, _, units in lines)
        times_royalties = scoop != 0 and bool(royalties) and rules.scoop_multiplies_royalties
        if times_royalties:
            base += sum(units for _, _, units in royalties)
        times = rules.scoop_multiplier if scoop else 1
        if times > 1:
            winner = one if scoop > 0 else other
            text = say(
                "{winner} scoops {loser}: {times} times {units}",
                winner=winner.name,
                loser=_loser(winner, one, other).name,
                times=times,
                units=base * scoop,
            )
            multiplied: tuple[str, str, int] = ("chinese_poker.scoop", text, base * (times - 1))
            lines = [*lines, *royalties, multiplied] if times_royalties else [*lines, multiplied, *royalties]
        else:
            lines += royalties
        found = _added(lines)
        return Pair(found.units, found.lines, scoop, by_rows=True, whole=base * times if scoop else 0)

    def _royalty_lines(self, one: Board, other: Board, won: Sequence[int]) -> list[tuple[str, str, int]]:
        lines: list[tuple[str, str, int]] = []
        ours = self._counting(one, won)
        others = self._counting(other, [-sign for sign in won])
        if not ours and not others:
            return []
        rule = self.rules.royalty_rule
        for row in range(len(ROWS)):
            mine, theirs = ours.get(row, 0), others.get(row, 0)
            if rule == "net":
                due = [(one, mine, 1), (other, theirs, -1)]
            elif rule == "cancel" and mine and theirs:
                text = say("{row}: both have royalties, which cancel", row=row_name(row))
                lines.append((ROYALTY_RULE, text, 0))
                continue
            else:
                due = [(one, mine, 1)] if won[row] > 0 else [(other, theirs, -1)] if won[row] < 0 else []
            lines += [self._royalty_line(board, row, points, sign) for board, points, sign in due if points]
        return lines

    def _royalty_line(self, board: Board, row: int, points: int, sign: int) -> tuple[str, str, int]:
        assert board.rows is not None
        text = say(
            "{row}: {seat}'s royalty for {cards}: {points}",
            row=row_name(row),
            seat=board.name,
            cards=self.words(row, board.rows[row]),
            points=points,
        )
        return ROYALTY_RULE, text, sign * points

    def settle(self, boards: Sequence[Board], seats: int) -> dict[tuple[int, int], Pair]:
        """What every board wins from every board of another seat, by their numbers, the lower first."""
        for board in boards:
            self.earn(board)
        pairs = {
            (first, second): self.pair(one, other)
            for (first, one), (second, other) in combinations(enumerate(boards), 2)
            if one.seat != other.seat
        }
        scooped = any(pair.scoop for pair in pairs.values())
        if scooped and self.rules.home_run_multiplier > 1 and self._opponents_enough(seats - 1):
            for number, board in enumerate(boards):
                self._run_home(number, board, boards, pairs)
        return pairs

    def settled_already(
        self, boards: Sequence[Board], seats: int, pending: Sequence[bool], unsure: Container[int]
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
            (one.seat, other.seat): self.pair(one, other)
            for one, other in combinations(done, 2)
            if one.seat != other.seat
        }
        if len(boards) > seats:
            return {}
        times = self.rules.home_run_multiplier
        may_run_home = times > 1 and self._opponents_enough(seats - 1)
        found: dict[tuple[int, int], tuple[int, ...]] = {}
        for key, pair in pairs.items():
            if pair.units is not None:
                winner = key[0] if pair.scoop > 0 else key[1]
                run = may_run_home and pair.scoop and all(_scoops(winner, each, pairs[each]) for each in pairs)
                found[key] = (pair.units, pair.units + pair.whole * (times - 1)) if run else (pair.units,)
        return found

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
            loser = boards[key[1] if sign > 0 else key[0]]
            text = say(
                "{winner} scoops the table, including {loser}: {times} times {units}",
                winner=board.name,
                loser=loser.name,
                times=times,
                units=sign * pair.whole,
            )
            pairs[key] = Pair(
                (pair.units or 0) + more,
                (*pair.lines, (HOME_RUN_RULE, text, more)),
                pair.scoop,
                by_rows=True,
            )


def _scoops(seat: int, key: tuple[int, int], pair: Pair) -> bool:
    """Whether a seat scooped the other of two seats, or is neither of them."""
    return seat not in key or (pair.by_rows and pair.scoop == (1 if seat == key[0] else -1))


def _natural(board: Board) -> str:
    return natural_name(board.natural or "")


def _loser(winner: Board, one: Board, other: Board) -> Board:
    return other if winner is one else one


def _added(lines: Sequence[tuple[str, str, int]]) -> Pair:
    return Pair(sum(units for _, _, units in lines), tuple(lines))


@dataclass(frozen=True, slots=True)
class Between:
    """What was settled between two boards, and the points a unit."""

    one: Board
    other: Board
    stake: int
    pair: Pair


@dataclass(frozen=True, slots=True)
class Settlement:
    """The settlement of a hand: units between every two seats, points of each seat, and the reasons."""

    units: Mapping[tuple[int, int], int | None]
    scores: tuple[int | None, ...]
    lines: tuple[ScoreLine, ...]
    between: tuple[Between, ...] = ()
    """By two boards, in the order of the lines; empty if the best row of the table scores."""


def settled(
    scoring: Scoring, boards: Sequence[Board], seats: Sequence[str], stakes: Mapping[tuple[int, int], int]
) -> Settlement:
    """The settlement of a hand between every two seats; ``stakes`` are by seats, the lower number first."""
    pairs = scoring.settle(boards, len(seats))
    units: dict[tuple[int, int], int | None] = {}
    scores: list[int | None] = [0] * len(seats)
    lines: list[ScoreLine] = []
    settlements: list[Between] = []
    for one, other in combinations(range(len(seats)), 2):
        stake = stakes.get((one, other), 1)
        between = [
            Between(boards[first], boards[second], stake, pair)
            for (first, second), pair in pairs.items()
            if (boards[first].seat, boards[second].seat) == (one, other)
        ]
        settlements += between
        total: int | None = 0
        for each in between:
            pair = each.pair
            total = None if total is None or pair.units is None else total + pair.units
            lines += [
                ScoreLine(rule, _between(each, text), {seats[one]: won * stake, seats[other]: -won * stake})
                for rule, text, won in pair.lines
            ]
        units[one, other] = total
        for seat, sign in ((one, 1), (other, -1)):
            score = scores[seat]
            scores[seat] = None if total is None or score is None else score + sign * total * stake
    return Settlement(units, tuple(scores), tuple(lines), tuple(settlements))


def _between(between: Between, line: str) -> str:
    """A reason with the boards that it is between."""
    one, other, stake = between.one.name, between.other.name, between.stake
    if stake > 1:
        return say("{one}-{other} {line}, at {stake} points a unit", one=one, other=other, line=line, stake=stake)
    return say("{one}-{other} {line}", one=one, other=other, line=line)


def best_rows(scoring: Scoring, boards: Sequence[Board], seats: Sequence[str]) -> Settlement:
    """The points of a hand that is played for the best row of the table."""
    points = [0] * len(seats)
    taken: list[Board | None] = []
    lines: list[ScoreLine] = []
    for row in range(len(ROWS)):
        best = max(board.strengths[row] for board in boards)
        top = [board for board in boards if board.strengths[row] == best]
        rows = top[0].rows
        assert rows is not None
        name, words = row_name(row), scoring.words(row, rows[row])
        winner = top[0] if len(top) == 1 and best != NO_ROW else None
        taken.append(winner)
        if winner is None:
            shared = listed([board.name for board in top])
            text = say("{row}: {seats} tie with {cards}: no point", row=name, seats=shared, cards=words)
            lines.append(ScoreLine("chinese_poker.best-row", text, {}))
        else:
            points[winner.seat] += 1
            text = say("{row}: {winner} has the best row ({cards})", row=name, winner=winner.name, cards=words)
            lines.append(ScoreLine("chinese_poker.best-row", text, {seats[winner.seat]: 1}))
    sweeper = taken[0]
    if sweeper is not None and len(seats) == 4 and all(board is sweeper for board in taken):
        points[sweeper.seat] += 1
        text = say("{winner} wins all three rows", winner=sweeper.name)
        lines.append(ScoreLine("chinese_poker.best-row", text, {seats[sweeper.seat]: 1}))
    return Settlement({}, tuple(points), tuple(lines))
