"""What the score of a hand of Chinese poker rests on: the rows set or placed, claims, surrenders, stakes."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from msgspec import UnsetType

from engine.cards.packed import cards_text, rank_of
from engine.games.chinese_poker.hand import PokerHand
from engine.games.chinese_poker.match_replay import ChinesePokerMatchReplay
from engine.games.chinese_poker.open_face import OpenFaceHand
from engine.games.chinese_poker.ranks import has_broken_group
from engine.games.chinese_poker.royalties import natural_name, row_name
from engine.games.chinese_poker.rules import ROWS, ChinesePokerRules
from engine.games.chinese_poker.settle import HOME_RUN_RULE, ROYALTY_RULE, Board
from engine.games.chinese_poker.settlement import CAP_RULE, Between
from engine.recorded.basis import Basis
from engine.replay.game import Evidence, HandReplay, ScoreGrounds
from engine.replay.grounds import Fact, GroundedLine, Mark, Origin, follows, shown_by, written_down
from engine.replay.outcome import ScoreLine
from engine.rulebook.sentences import enumerated, say

_SET, _NATURAL, _SURRENDERED, _ANNOUNCED, _LAID = "set", "natural", "surrendered", "announced", "laid"
_MIDDLE: Final = ROWS.index("middle")
_WHEEL: Final = frozenset({0, 1, 2, 3, 12})
"""The ranks of A-2-3-4-5."""


def marks(replay: HandReplay) -> Iterator[Mark]:
    """Which boards are set, claimed or surrendered, which royalties are announced, and which cards are placed."""
    assert isinstance(replay, PokerHand)
    for number, board in enumerate(replay.boards):
        if board.rows is not None:
            yield _SET, number
        if board.natural is not None:
            yield _NATURAL, number
        if board.surrendered:
            yield _SURRENDERED, number
        for row in sorted(board.announced):
            yield _ANNOUNCED, number, row
    if isinstance(replay, OpenFaceHand):
        for seat, rows in enumerate(replay.laid):
            for row, cards in enumerate(rows):
                for place in range(len(cards)):
                    yield _LAID, seat, row, place


def lines(evidence: Evidence) -> list[GroundedLine]:
    """The lines of the settlement, in order."""
    assert isinstance(evidence.replay, PokerHand)
    outcome, settlement = evidence.outcome, evidence.replay.settlement
    if outcome.basis is Basis.RESULT:
        return list(_recorded(evidence, outcome.breakdown))
    if settlement is None:
        return []
    shown = _Shown(evidence, evidence.replay)
    if not settlement.between:
        return list(_best_rows(shown, outcome.breakdown))
    reasons = [reason for between in settlement.between for reason in _Reasons(shown, between).grounds()]
    return [
        GroundedLine(line, facts, options) for line, (facts, options) in zip(outcome.breakdown, reasons, strict=True)
    ]


Ground = tuple[tuple[Fact, ...], tuple[str, ...]]
"""The facts and the options of a line."""


def _recorded(evidence: Evidence, breakdown: Sequence[ScoreLine]) -> Iterator[GroundedLine]:
    seats = evidence.match.seats
    for line, (one, other) in zip(breakdown, combinations(range(len(seats)), 2), strict=True):
        name = f"{seats[one]}-{seats[other]}"
        units = None if isinstance(evidence.outcome.units, UnsetType) else (evidence.outcome.units or {}).get(name)
        text = say("{units} units recorded for {pair}", units=str(units), pair=name)
        facts = (written_down("units", text), *_stake(evidence, one, other))
        yield GroundedLine(line, facts, ("scoring",))


def _stake(evidence: Evidence, one: int, other: int) -> Iterator[Fact]:
    replay = evidence.opened
    assert isinstance(replay, ChinesePokerMatchReplay)
    stake, seats = replay.stake(one, other), evidence.match.seats
    if stake != 1:
        text = say("{one} and {other} play for {stake} points a unit", one=seats[one], other=seats[other], stake=stake)
        yield Fact("stake", text, Origin.SETUP)


def _best_rows(shown: "_Shown", breakdown: Sequence[ScoreLine]) -> Iterator[GroundedLine]:
    boards = range(len(shown.replay.boards))
    for number, line in enumerate(breakdown):
        rows = (number,) if number < len(ROWS) else range(len(ROWS))
        winner = [board for board in boards if shown.seat(board) in line.points]
        facts = shown.rows(boards if number < len(ROWS) else winner, rows)
        options = ("scoring", *(("middle",) if number == _MIDDLE else ()), *shown.wheel(boards, rows))
        yield GroundedLine(line, facts, options)


class _Shown:
    """The facts about the boards of one hand.  Boards are named by number."""

    def __init__(self, evidence: Evidence, replay: PokerHand) -> None:
        self.evidence: Final = evidence
        self.replay: Final = replay
        self.rules: Final = ChinesePokerRules.of(evidence.rules)

    def seat(self, number: int) -> str:
        """The seat of a board."""
        return self.evidence.match.seats[self.replay.boards[number].seat]

    def number(self, board: Board) -> int:
        """The number of a board."""
        return next(number for number, other in enumerate(self.replay.boards) if other is board)

    def rows(self, boards: Sequence[int], rows: Sequence[int]) -> tuple[Fact, ...]:
        """The actions that set, or placed, some rows of some boards."""
        return tuple(fact for number in boards for fact in self._rows(number, rows))

    def _rows(self, number: int, rows: Sequence[int]) -> Iterator[Fact]:
        board, name = self.replay.boards[number], self.replay.boards[number].name
        if board.rows is None:
            return
        if isinstance(self.replay, OpenFaceHand):
            yield from self._placed(self.replay, number, rows)
            return
        scoring = self.replay.scoring
        words = [say("{row} {cards}", row=row_name(row), cards=scoring.words(row, board.rows[row])) for row in rows]
        text = say("{seat} sets {rows}", seat=name, rows=enumerated(words))
        yield shown_by("set", text, self.evidence.seen[_SET, number], self.seat(number))

    def _placed(self, replay: OpenFaceHand, number: int, rows: Sequence[int]) -> Iterator[Fact]:
        by_action: dict[int, list[str]] = {}
        for row in rows:
            by_place: dict[int, list[int]] = {}
            for place, card in enumerate(replay.laid[number][row]):
                by_place.setdefault(self.evidence.seen[_LAID, number, row, place], []).append(card)
            for action, cards in by_place.items():
                placed = say("{cards} in the {row}", cards=cards_text(cards), row=row_name(row))
                by_action.setdefault(action, []).append(placed)
        for action, words in sorted(by_action.items()):
            _, verb = self.evidence.acted(action)
            named = {"seat": replay.boards[number].name, "rows": enumerated(words)}
            text = say("{seat} sets {rows}", **named) if verb == "set" else say("{seat} places {rows}", **named)
            yield shown_by("placed", text, action, self.seat(number))

    def claimed(self, number: int) -> Iterator[Fact]:
        """The natural that a board claimed."""
        board, action = self.replay.boards[number], self.evidence.seen.get((_NATURAL, number))
        if action is not None:
            named = {"seat": board.name, "natural": natural_name(board.natural or "")}
            if board.seat in self.replay.unsure:
                text = say("{seat} claims {natural}; the log does not give the cards", **named)
            else:
                text = say("{seat} claims {natural}", **named)
            yield shown_by("natural", text, action, self.seat(number))

    def surrendered(self, number: int) -> Iterator[Fact]:
        """The surrender of a board."""
        action = self.evidence.seen.get((_SURRENDERED, number))
        if action is not None:
            text = say("{seat} surrenders", seat=self.replay.boards[number].name)
            yield shown_by("surrendered", text, action, self.seat(number))

    def announced(self, number: int, row: int) -> Iterator[Fact]:
        """The announcement of a royalty."""
        action = self.evidence.seen.get((_ANNOUNCED, number, row))
        if action is not None:
            name = self.replay.boards[number].name
            text = say("{seat} announces a royalty in the {row}", seat=name, row=row_name(row))
            yield shown_by("announced", text, action, self.seat(number))

    def misset(self, number: int) -> Iterator[Fact]:
        """The mis-set rows of a board, and which are out of order."""
        board = self.replay.boards[number]
        if board.misset and board.rows is not None:
            yield from self._rows(number, range(len(ROWS)))
            faulty = None if board.spoilt else self.replay.scoring.out_of_order(board.strengths)
            if faulty is None:
                text = say("{seat} does not have rows of 3, 5 and 5 cards: mis-set", seat=board.name)
            else:
                above, below = map(row_name, faulty)
                text = say("{seat} has a {below} above its {above}: mis-set", seat=board.name, below=below, above=above)
            yield follows("misset", text, self.seat(number))

    def wheel(self, boards: Sequence[int], rows: Sequence[int]) -> tuple[str, ...]:
        """The option about A-2-3-4-5, if some rows have it."""
        for number in boards:
            laid = self.replay.boards[number].rows
            if laid is not None and any({rank_of(card) for card in laid[row]} == _WHEEL for row in rows):
                return ("wheel",)
        return ()


class _Reasons:
    """What each line between two boards rests on, in their order."""

    def __init__(self, shown: _Shown, between: Between) -> None:
        self._shown: Final = shown
        self._between: Final = between
        self._boards: Final = shown.number(between.one), shown.number(between.other)
        self._row = -1
        self._scoops: Final = iter(
            [
                *(["scoop_bonus"] if shown.rules.scoop_bonus else []),
                *(["scoop_multiplier"] if shown.rules.scoop_multiplier > 1 else []),
            ]
        )

    def grounds(self) -> Iterator[Ground]:
        """The facts and options of each line; stakes govern all of them, as does a banker who settles alone."""
        stakes = tuple(_stake(self._shown.evidence, self._between.one.seat, self._between.other.seat))
        banker = ("settle",) if self._shown.rules.settle == "banker" else ()
        for rule, text, units in self._between.pair.lines:
            facts, options = self._of(rule, text, units)
            yield (*facts, *stakes), (*options, *(name for name in banker if name not in options))

    def _of(self, rule: str, text: str, units: int) -> Ground:
        topic = rule.partition(".")[2]
        every = range(len(ROWS))
        if topic == "rows":
            return self._of_row()
        if rule == ROYALTY_RULE:
            return self._of_royalty(ROWS.index(text.partition(":")[0]), units)
        if topic == "naturals":
            return self._of_natural()
        if topic == "surrender":
            return tuple(fact for number in self._boards for fact in self._shown.surrendered(number)), ("surrender",)
        if topic == "misset":
            facts = tuple(fact for number in self._boards for fact in self._shown.misset(number))
            cost = ("row_unit", "overall", "scoop_bonus", "scoop_multiplier") if units else ()
            return facts, ("misset", *cost, "middle", *self._shown.wheel(self._boards, every))
        if rule == HOME_RUN_RULE:
            boards = range(len(self._shown.replay.boards))
            return self._shown.rows(boards, every), ("home_run_multiplier", "home_run_needs", *self._with_royalties())
        if rule == CAP_RULE:
            return (), ("loss_cap", "settle")
        options: tuple[str, ...] = ("overall",)
        if topic == "scoop":
            option = next(self._scoops, "scoop_multiplier")
            options = (option, *(self._with_royalties() if option == "scoop_multiplier" else ()))
        return self._shown.rows(self._boards, every), options

    def _of_row(self) -> Ground:
        rules = self._shown.rules
        self._row += 1
        options = ["row_unit", *(["row_compare"] if rules.row_compare != "full" else [])]
        if rules.settle == "banker":
            options.append("banker_ties")
        if self._row == _MIDDLE:
            options.append("middle")
        if self._between.one.misset or self._between.other.misset:
            options.append("misset")
        return self._shown.rows(self._boards, (self._row,)), (*options, *self._shown.wheel(self._boards, (self._row,)))

    def _of_royalty(self, row: int, units: int) -> Ground:
        rules = self._shown.rules
        one, other = self._boards
        owners = (one, other) if units == 0 else (one,) if units > 0 else (other,)
        fouled = self._between.one.misset or self._between.other.misset
        seen = owners if rules.royalty_rule == "net" or fouled else self._boards
        facts = [*self._shown.rows(seen, (row,))]
        for owner in owners:
            facts += self._shown.announced(owner, row) if rules.royalty_announced else ()
        boards = [self._shown.replay.boards[owner] for owner in owners]
        several = any(len(self._held(board)) > 1 for board in boards)
        splits = any(board.rows is not None and any(has_broken_group(board.rows)) for board in boards)
        options = (
            "royalties",
            "royalty_rule",
            "royalty_value",
            *(("royalty_table",) if rules.royalty_table else ()),
            *(("royalty_announced",) if rules.dealing == "closed" else ()),
            *(("royalty_limit",) if several else ()),
            *(("royalty_broken",) if splits else ()),
            *(("royalties_against_foul",) if fouled else ()),
            *(("middle",) if row == _MIDDLE else ()),
        )
        return tuple(facts), options

    def _held(self, board: Board) -> dict[int, int]:
        return {} if board.rows is None else self._shown.replay.scoring.held_royalties(board.rows)

    def _with_royalties(self) -> tuple[str, ...]:
        """The option about royalties of a scoop, if there are any."""
        paid = any(reason.rule == ROYALTY_RULE for reason in self._between.pair.reasons)
        return ("scoop_multiplies_royalties",) if paid else ()

    def _of_natural(self) -> Ground:
        boards = self._between.one, self._between.other
        named = {board.natural for board in boards if board.natural is not None}
        options = (
            "naturals",
            *(("natural_table",) if named & set(self._shown.rules.natural_table) else ()),
            *(("natural_qka",) if "three_straights" in named else ()),
            *(("all_high_first",) if named == {"all_low", "all_high"} else ()),
            *(("flushes_first",) if named == {"three_straights", "three_flushes"} else ()),
            *(("naturals_meet",) if all(board.natural is not None for board in boards) else ()),
        )
        return tuple(fact for number in self._boards for fact in self._shown.claimed(number)), options


GROUNDS: Final = ScoreGrounds(marks, lines)
