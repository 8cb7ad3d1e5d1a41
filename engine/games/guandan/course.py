"""A match of Guandan from hand to hand: levels, results, totals and the winner."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UnsetType

from engine.cards import RANKS, parse_rank
from engine.codes import AFTER_MATCH
from engine.findings import Finding, finding, shown
from engine.game import HandOutcome, HandReplay, ScoreLine
from engine.games.guandan.book import DECK, GuandanBook
from engine.games.guandan.codes import LEVEL_MISMATCH
from engine.games.guandan.play import GuandanHand
from engine.games.guandan.scoring import ACE, Standing, higher_team, settle
from engine.games.guandan.setup import SetupReader, complete_finish, expected_level
from engine.games.guandan.tribute import Tribute, debts_after
from engine.holdings import read_deal
from engine.match import Hand, HandResult, Match, MatchResult, given, setup_of
from engine.results import bad_result, compare_finish, compare_points, compare_winner, first_places, read_finish
from engine.rules import RuleSet

HAND_CARDS: Final = 27
_BOOKS_KEPT: Final = 256


class GuandanJudge:
    """Guandan under one rule set; keeps a book of actions for each table and level it has met."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = rules
        self._books: Final[dict[tuple[tuple[str, ...], int | None], GuandanBook]] = {}

    def course(self, match: Match) -> "GuandanCourse":
        """A match to be replayed from its start."""
        return GuandanCourse(match, self)

    def book(self, seats: tuple[str, ...], level: int | None) -> GuandanBook:
        """The book of actions of a table at a level."""
        book = self._books.get((seats, level))
        if book is None:
            if len(self._books) >= _BOOKS_KEPT:
                self._books.clear()
            book = GuandanBook(seats, level, self.rules.flag("joker_pair_in_full_house"))
            self._books[seats, level] = book
        return book


class GuandanCourse:
    """One match as it is replayed."""

    def __init__(self, match: Match, judge: GuandanJudge) -> None:
        self.findings: list[Finding] = []
        self.seats: Final = match.seats
        self.standing: Final = Standing()
        self.totals: Final[list[int | None]] = [0, 0, 0, 0]
        self._judge: Final = judge
        self._rules: Final = judge.rules
        self._numbers: Final[Mapping[str, int]] = {seat: number for number, seat in enumerate(self.seats)}
        self._completed = 0
        self._winner: list[int] | None = None
        self._winner_undecided = False
        self._over = False
        self._noticed = False

    def open(self, index: int, hand: Hand) -> GuandanHand:
        """The hand with its setup and deal read, before the first action."""
        level, first, findings = self._setup(index, hand)
        deal = None if isinstance(hand.deal, UnsetType) else hand.deal
        dealt = read_deal(deal, self._numbers, [HAND_CARDS] * 4, DECK, hand=index, game="guandan")
        book = self._judge.book(self.seats, level)
        replay = GuandanHand(index, book, dealt.holdings, self._rules, self._tribute(level), first)
        if self._over and not self._noticed:
            self._noticed = True
            replay.findings.append(finding(AFTER_MATCH, "guandan.match", hand=index))
        replay.findings += dealt.findings
        replay.findings += findings
        return replay

    def _setup(self, index: int, hand: Hand) -> tuple[int | None, int | None, Sequence[Finding]]:
        """The level of a hand, who leads if that is stated, and what is wrong with what is."""
        if index and isinstance(hand.setup, UnsetType):
            return expected_level(self.standing), None, ()
        setup = SetupReader(self.standing, self.seats, index, setup_of(hand), over=self._over)
        setup.read()
        if index == 0:
            for seat, points in setup.totals.items():
                self.totals[seat] = points
        return setup.level, setup.first, setup.findings

    def _tribute(self, level: int | None) -> Tribute:
        standing = self.standing
        if self._rules.text("tribute") == "none":
            return Tribute(self._rules, level, None, known=True)
        if standing.previous is None:
            return Tribute(self._rules, level, None, known=standing.previous_known)
        return Tribute(self._rules, level, debts_after(standing.previous), known=True)

    def close(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """What the hand comes to, its recorded result compared."""
        assert isinstance(replay, GuandanHand)
        replay.missing_reports(hand.actions)
        replay.put_in_order()
        recorded = hand.result if isinstance(hand.result, HandResult) else HandResult()
        if not replay.ended:
            replay.incomplete()
        outcome = self._settled(replay) if replay.ended else self._unfinished(replay, recorded)
        replay.findings += self._compare(replay, recorded, outcome)
        return outcome

    def _settled(self, replay: GuandanHand) -> HandOutcome:
        settled = settle(self.standing, replay.finish, replay.level, self._rules, self.seats)
        scores: list[int | None] = [0, 0, 0, 0]
        scores[settled.team] = scores[settled.team + 2] = settled.gained
        points = {self.seats[seat]: settled.gained or 0 for seat in (settled.team, settled.team + 2)}
        breakdown = [ScoreLine("guandan.promotion", settled.text, points if settled.gained is not None else {})]
        if settled.fall:
            breakdown.append(ScoreLine("guandan.failures", settled.fall, {}))
        undecided = settled.undecided and not self._over
        if not self._over:
            self._count(scores, [settled.team] if settled.won else None, undecided=settled.undecided)
        return HandOutcome(
            complete=True,
            finish=[[self.seats[seat] for seat in place] for place in replay.finish],
            scores=dict(zip(self.seats, scores, strict=True)),
            breakdown=breakdown,
            levels=self._levels(),
            undecided=undecided or settled.gained is None,
        )

    def _count(self, scores: list[int | None], winners: list[int] | None, *, undecided: bool) -> None:
        for seat, score in enumerate(scores):
            total = self.totals[seat]
            self.totals[seat] = None if score is None or total is None else total + score
        self._completed += 1
        self._winner_undecided = self._winner_undecided or undecided
        if winners is not None:
            self._over, self._winner = True, winners
        elif self._completed == self._rules.number("hands"):
            self._over = True
            self._decide_by_level()

    def _decide_by_level(self) -> None:
        self._winner = higher_team(self.standing)
        self._winner_undecided = self._winner is None

    def _levels(self) -> dict[str, str | None]:
        return {
            self.seats[team]: None if level is None else RANKS[level] for team, level in enumerate(self.standing.levels)
        }

    def _unfinished(self, replay: GuandanHand, recorded: HandResult) -> HandOutcome:
        """Nothing is scored; the table's own record says how it went on, as far as it does."""
        standing = self.standing
        places = read_finish(given(recorded.finish) or [], self._numbers)
        finish = complete_finish(places) if isinstance(places, list) else None
        if finish is not None:
            settle(standing, finish, replay.level, self._rules, self.seats)
        else:
            first = [*replay.finish, *(places if isinstance(places, list) else [])][:1]
            setter = standing.setter
            if replay.level == ACE and setter is not None:
                standing.failures[setter] = None
            standing.setter = first[0][0] % 2 if first and first[0] else None
            standing.setter_known = standing.setter is not None
            standing.previous, standing.previous_known = None, False
            standing.levels[:] = [None, None]
        standing.recorded = True
        for name, text in (given(recorded.levels) or {}).items():
            level = parse_rank(text)
            if name in self._numbers and level is not None:
                standing.levels[self._numbers[name] % 2] = level
        return HandOutcome(
            complete=False,
            finish=[[self.seats[seat] for seat in place] for place in replay.finish],
            levels=None,
        )

    def _compare(self, replay: GuandanHand, recorded: HandResult, outcome: HandOutcome) -> list[Finding]:
        hand = replay.index
        findings: list[Finding] = []
        finish = given(recorded.finish)
        if finish is not None:
            known = sum(map(len, replay.finish))
            claimed = finish if outcome.complete else first_places(finish, known)
            findings += compare_finish(claimed, replay.finish, self.seats, hand=hand, rule="guandan.end")
        scores = given(recorded.scores)
        if scores is not None:
            computed = outcome.scores or dict.fromkeys(self.seats)
            findings += compare_points("scores", scores, computed, hand=hand, rule="guandan.promotion")
        levels = given(recorded.levels)
        if levels is not None and levels != outcome.levels:
            findings += self._compare_levels(levels, hand, complete=outcome.complete)
        return findings

    def _compare_levels(self, recorded: Mapping[str, str], hand: int, *, complete: bool) -> list[Finding]:
        findings: list[Finding] = []
        wrong: dict[str, str] = {}
        for name, text in recorded.items():
            seat, level = self._numbers.get(name), parse_rank(text)
            if seat is None or level is None:
                reason = f"{shown(name)} {shown(text)}"
                findings.append(bad_result("levels", reason, "a level from 2 to A for a seat of each team", hand=hand))
                continue
            computed = self.standing.levels[seat % 2]
            if complete and computed not in (None, level):
                assert computed is not None
                wrong[f"{name} {RANKS[level]}"] = f"{name} {RANKS[computed]}"
        if wrong:
            findings.append(
                finding(
                    LEVEL_MISMATCH,
                    "guandan.promotion",
                    hand=hand,
                    field="levels",
                    recorded=", ".join(wrong),
                    computed=", ".join(wrong.values()),
                )
            )
        return findings

    def conclude(self, result: MatchResult | None) -> tuple[dict[str, int | None], list[str] | None, bool]:
        """Totals, winner (None: none yet), and whether either hangs on something unknown."""
        recorded = result or MatchResult()
        if given(recorded.ended) == "time" and not self._over:
            self._decide_by_level()
        totals = dict(zip(self.seats, self.totals, strict=True))
        winner = None
        if self._winner is not None:
            winner = [seat for number, seat in enumerate(self.seats) if number % 2 in self._winner]
        undecided = self._winner is None and self._winner_undecided
        points = given(recorded.totals)
        if points is not None:
            self.findings += compare_points("totals", points, totals, hand=None, rule="guandan.match")
        names = given(recorded.winner)
        if names is not None and not undecided:
            self.findings += compare_winner(names, winner, self.seats, "guandan.match")
        return totals, winner, undecided or None in self.totals
