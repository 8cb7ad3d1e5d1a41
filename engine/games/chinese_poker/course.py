"""A match of Chinese poker from hand to hand: deals, results, totals and the winner."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UnsetType

from engine.findings import Finding, finding, shown
from engine.game import HandOutcome, HandReplay
from engine.games.chinese_poker.book import Book
from engine.games.chinese_poker.closed import ClosedHand
from engine.games.chinese_poker.codes import UNIT_MISMATCH
from engine.games.chinese_poker.deal import GAME, Knowledge, deal_of
from engine.games.chinese_poker.fantasyland import Fantasyland
from engine.games.chinese_poker.hand import PokerHand
from engine.games.chinese_poker.open_face import OpenFaceHand, cards_of
from engine.games.chinese_poker.rules import BOARD_CARDS
from engine.games.chinese_poker.settle import Scoring, Settlement, best_rows, settled
from engine.games.chinese_poker.setup import SetupReader, pair_of
from engine.match import Hand, HandResult, Match, MatchResult, Number, given, setup_of
from engine.results import bad_result, compare_points
from engine.rules import RuleSet
from engine.totals import MatchTotals


class ChinesePokerJudge:
    """Chinese poker under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = rules
        self.scoring: Final = Scoring(rules)
        self.fantasyland: Final = Fantasyland(rules)

    def course(self, match: Match) -> "ChinesePokerCourse":
        """A match to be replayed from its start."""
        return ChinesePokerCourse(match, self)


class ChinesePokerCourse:
    """One match as it is replayed."""

    def __init__(self, match: Match, judge: ChinesePokerJudge) -> None:
        self.seats: Final = match.seats
        self._judge: Final = judge
        self._rules: Final = judge.rules
        self._numbers: Final[Mapping[str, int]] = {seat: number for number, seat in enumerate(self.seats)}
        self._closed: Final = judge.rules.text("dealing") == "closed"
        self._best_row: Final = judge.rules.text("scoring") == "best_row"
        self._book: Final = Book(
            self._numbers, judge.rules.number("hands_each"), judge.rules.text("dealing") != "open_face"
        )
        self._totals: Final = MatchTotals(self.seats, f"{GAME}.match", target=judge.rules.number("target"))
        self.findings: list[Finding] = self._totals.findings
        self._fantasyland: list[int | None] = [0] * len(self.seats)
        self._stakes: Mapping[tuple[int, int], int] = {}

    def open(self, index: int, hand: Hand) -> PokerHand:
        """The hand with its setup and deal read, before the first action."""
        setup = SetupReader(self.seats, index, setup_of(hand), self._judge.fantasyland, closed=self._closed)
        if index == 0:
            self._totals.begin(setup.totals)
        self._stakes = setup.stakes
        fantasyland = setup.fantasyland(self._fantasyland)
        deal = None if isinstance(hand.deal, UnsetType) else hand.deal
        sizes = self._sizes(deal, fantasyland)
        dealt = deal_of(deal, self.seats, sizes, self._book.hands_each, hand=index)
        scoring = self._judge.scoring
        replay: PokerHand
        if self._closed:
            knowledge = Knowledge.of(dealt, self._book, hand.actions)
            replay = ClosedHand(index, self._book, self.seats, scoring, dealt, setup.dealer, knowledge)
        else:
            replay = OpenFaceHand(index, self._book, self.seats, scoring, dealt, setup.dealer, fantasyland)
        replay.findings += self._totals.remark(index)
        replay.findings += dealt.findings
        replay.findings += setup.findings
        return replay

    def _sizes(self, deal: Mapping[str, str] | None, fantasyland: Sequence[int | None]) -> list[int]:
        if self._closed:
            return [BOARD_CARDS] * (len(self.seats) * self._book.hands_each)
        usual = cards_of(pineapple=self._rules.text("dealing") == "pineapple")
        sizes = []
        for seat, cards in zip(self.seats, fantasyland, strict=True):
            if cards is None:
                dealt = len((deal or {}).get(seat, "").split())
                sizes.append(dealt if dealt in self._judge.fantasyland.sizes else usual)
            else:
                sizes.append(cards or usual)
        return sizes

    def close(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """What the hand comes to, its recorded result compared."""
        assert isinstance(replay, PokerHand)
        replay.put_in_order()
        recorded = hand.result if isinstance(hand.result, HandResult) else HandResult()
        self._move_fantasyland(replay)
        if not replay.ended:
            replay.incomplete()
            replay.findings += self._compare(replay, recorded, None)
            return HandOutcome(complete=False, units=None)
        settlement = self.settlement(replay)
        self._totals.count(settlement.scores, unsure=bool(replay.unsure))
        replay.findings += self._compare(replay, recorded, settlement)
        return HandOutcome(
            complete=True,
            scores=dict(zip(self.seats, settlement.scores, strict=True)),
            breakdown=list(settlement.lines),
            units={f"{self.seats[one]}-{self.seats[other]}": won for (one, other), won in settlement.units.items()},
            undecided=bool(replay.unsure) or None in settlement.scores,
        )

    def settlement(self, replay: PokerHand) -> Settlement:
        """What the boards of the hand opened last come to; all of them are set."""
        if self._best_row:
            return best_rows(self._judge.scoring, replay.boards, self.seats)
        return settled(self._judge.scoring, replay.boards, self.seats, self._stakes)

    def _move_fantasyland(self, replay: PokerHand) -> None:
        if not isinstance(replay, OpenFaceHand):
            return
        rules = self._judge.fantasyland
        self._fantasyland = [
            (None if rules.kind != "none" else 0)
            if replay.is_pending(board)
            else rules.after(board, replay.fantasyland[board.seat] or 0)
            for board in replay.boards
        ]

    def _compare(self, replay: PokerHand, recorded: HandResult, settlement: Settlement | None) -> list[Finding]:
        hand = replay.index
        findings: list[Finding] = []
        scores = given(recorded.scores)
        if scores is not None:
            sure = settlement is not None and not replay.unsure
            computed = settlement.scores if settlement is not None and sure else (None,) * len(self.seats)
            rule = f"{GAME}.best-row" if self._best_row else f"{GAME}.settlement"
            findings += compare_points(
                "scores", scores, dict(zip(self.seats, computed, strict=True)), hand=hand, rule=rule
            )
        units = given(recorded.units)
        if units is not None:
            findings += self._compare_units(units, replay, settlement)
        return findings

    def _compare_units(
        self, recorded: Mapping[str, Number], replay: PokerHand, settlement: Settlement | None
    ) -> list[Finding]:
        findings: list[Finding] = []
        wrong: dict[str, str] = {}
        for text, units in recorded.items():
            pair = pair_of(text, self._numbers)
            if pair is None:
                findings.append(
                    bad_result(
                        "units", f"{shown(text)} names no two seats", "two seats, such as A-B", hand=replay.index
                    )
                )
                continue
            if settlement is None or replay.unsure.intersection(pair):
                continue
            one, other = pair
            won = 0 if self._best_row else settlement.units[min(pair), max(pair)]
            if won is None:
                continue
            won = won if one < other else -won
            if units != won:
                wrong[f"{text} {shown(units)}"] = f"{text} {won}"
        if wrong:
            findings.append(
                finding(
                    UNIT_MISMATCH,
                    f"{GAME}.settlement",
                    hand=replay.index,
                    field="units",
                    recorded=shown(", ".join(wrong)),
                    computed=", ".join(wrong.values()),
                )
            )
        return findings

    def conclude(self, result: MatchResult | None) -> tuple[dict[str, int | None], list[str] | None, bool]:
        """Totals, winner (None: none yet), and whether either hangs on something unknown."""
        return self._totals.conclude(result)
