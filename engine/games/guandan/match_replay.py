"""A match of Guandan from hand to hand: levels, results, totals and the winner."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final

from msgspec import UnsetType, structs

from engine.cards.holdings import read_deal
from engine.cards.packed import RANKS
from engine.games.guandan.combinations import GuandanCombinationRules
from engine.games.guandan.ending import MatchEnding
from engine.games.guandan.hand_setup import GuandanSetupReader, expected_level
from engine.games.guandan.play import GuandanHand
from engine.games.guandan.reader import DECK, GuandanReader
from engine.games.guandan.rules import GuandanRules
from engine.games.guandan.scoring import (
    GuandanStanding,
    can_promote,
    compare_levels,
    forget,
    is_over,
    levels_of,
    move_by_scores,
    settle,
)
from engine.games.guandan.suitless import GuandanHoldings
from engine.games.guandan.tribute import GuandanTribute, debts_after
from engine.memo import BoundedMemo
from engine.record.match import Hand, HandResult, Match, MatchResult, given_value, setup_of
from engine.recorded.basis import Basis, hand_cut_off, recorded_line, unfinished_hand
from engine.recorded.end_of_hand import RecordedEnd
from engine.recorded.results import compare_finish, compare_points, compare_winner
from engine.recorded.totals import Totals
from engine.replay.dues import Dues
from engine.replay.game import HandReplay
from engine.replay.outcome import HandOutcome, ScoreLine
from engine.replay.pack import Pack, pack_of
from engine.rulebook.codes import AFTER_MATCH
from engine.rulebook.findings import Finding, finding
from engine.rulebook.options import RuleSet

HAND_CARDS: Final = 27
_READERS_KEPT: Final = 32


class GuandanJudge:
    """Guandan under one rule set.  Keeps a reader of actions for each table and level."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = GuandanRules.of(rules)
        self._readers: Final[BoundedMemo[tuple[tuple[str, ...], GuandanCombinationRules], GuandanReader]] = BoundedMemo(
            _READERS_KEPT
        )

    def match_replay(self, match: Match) -> "GuandanMatchReplay":
        """The replay of a match, before its first hand."""
        return GuandanMatchReplay(match, self)

    def reader(self, seats: tuple[str, ...], level: int | None) -> GuandanReader:
        """The reader of actions of a table at a level."""
        rules = GuandanCombinationRules.of(level, self.rules)
        return self._readers.get((seats, rules)) or self._readers.keep((seats, rules), GuandanReader(seats, rules))


class GuandanMatchReplay:
    """The replay of one match."""

    def __init__(self, match: Match, judge: GuandanJudge) -> None:
        self.findings: list[Finding] = []
        self.seats: Final = match.seats
        self._listed: Final = match.listed
        self.standing: Final = GuandanStanding()
        self.totals: Final = Totals(match.seats, "guandan.match")
        self._cut_off: Final = hand_cut_off(match)
        self._judge: Final = judge
        self._rules: Final = judge.rules
        self._numbers: Final[Mapping[str, int]] = {seat: number for number, seat in enumerate(self.seats)}
        self._levels_of_last: dict[str, str] | None = None
        """The recorded levels after a hand that cannot be scored; they count like the setup of the next hand."""
        self._ending: Final = MatchEnding(judge.rules, timed=_stopped_by_clock(match.result))
        self._extra = False
        """Whether the hand being played is the extra hand that decides a tie."""
        self._noticed = False

    def open(self, index: int, hand: Hand) -> GuandanHand:
        """The replay of a hand, with its setup and deal read, before the first action."""
        level, first, findings = self._setup(index, hand)
        deal = None if isinstance(hand.deal, UnsetType) else hand.deal
        dealt = read_deal(
            deal, self._numbers, [HAND_CARDS] * 4, DECK, hand=index, game="guandan", holdings=GuandanHoldings
        )
        assert isinstance(dealt.holdings, GuandanHoldings)
        reader = self._judge.reader(self.seats, level)
        replay = GuandanHand(index, reader, dealt.holdings, self._rules, self._tribute(level), first)
        if self._listed is not None and hand.actions:
            replay.list_seats(self._listed, [self._numbers[seat] for seat in deal or {} if seat in self._numbers], hand)
        replay.setter = self.standing.setter if self.standing.setter_known else None
        if self._ending.over and not self._noticed:
            self._noticed = True
            replay.findings.append(finding(AFTER_MATCH, "guandan.match", hand=index))
        replay.findings.extend(dealt.findings)
        replay.findings.extend(findings)
        return replay

    def _setup(self, index: int, hand: Hand) -> tuple[int | None, int | None, Sequence[Finding]]:
        """The level of a hand, the leader if the setup names one, and the findings about the setup."""
        levels_of_last, self._levels_of_last = self._levels_of_last, None
        self._extra = False
        if index and levels_of_last is None and isinstance(hand.setup, UnsetType) and not self._ending.awaits_extra:
            return expected_level(self.standing), None, ()
        stated = setup_of(hand)
        if levels_of_last is not None and isinstance(stated.levels, UnsetType):
            stated = structs.replace(stated, levels=levels_of_last)
        setup = GuandanSetupReader(self.standing, self.seats, index, stated, self._ending)
        setup.read()
        self._extra = setup.extra
        if self._extra and self._ending.extra_level() is not None:
            self.standing.setter, self.standing.setter_known = None, True
        if not self._ending.over:
            self.totals.take_over(setup)
            if setup.states_all_levels:
                self._ending.undecided = False
        return setup.level, setup.first, setup.findings

    def _tribute(self, level: int | None) -> GuandanTribute:
        standing = self.standing
        if standing.previous is None and standing.previous_known:
            return GuandanTribute(self._rules, level, None, known=True)
        if self._rules.tribute == "none":
            return GuandanTribute(self._rules, level, None, known=True)
        if standing.previous is None:
            return GuandanTribute(self._rules, level, None, known=False)
        return GuandanTribute(self._rules, level, debts_after(standing.previous), known=True)

    def close(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """Settles a hand and adds its scores to the totals."""
        outcome = self.settle(replay, hand)
        self.totals.tally()
        return outcome

    def settle(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """The outcome of a hand.  Compares the recorded result of the hand with it."""
        assert isinstance(replay, GuandanHand)
        replay.judge_missing_reports(hand.actions)
        replay.table.put_in_order()
        recorded = hand.result if isinstance(hand.result, HandResult) else HandResult()
        if replay.ended:
            outcome, replay.winner = self._settled(replay.finish, replay.level, Basis.PLAY)
            replay.findings.extend(self._compare(replay, recorded, outcome))
        else:
            outcome = self._unfinished(replay, hand, recorded)
        return outcome

    def close_played(self, finish: Sequence[Sequence[int]], level: int) -> HandOutcome:
        """The outcome of a hand that is known to have been played without a fault to an order of finish.

        It is the next one of the match.  Adds its scores to the totals.
        """
        outcome, _ = self._settled(finish, level, Basis.PLAY)
        self.totals.tally()
        return outcome

    def _settled(
        self, finish: Sequence[Sequence[int]], level: int | None, basis: Basis
    ) -> tuple[HandOutcome, int | None]:
        """The outcome of a hand with a known order of finish, and the team that wins the match by it, if one does."""
        settled = settle(self.standing, finish, level, self._rules, self.seats)
        scores: list[int] | None = None
        points: dict[str, int] = {}
        if settled.gained is not None:
            scores = [settled.gained if seat % 2 == settled.team else 0 for seat in range(len(self.seats))]
            points = {self.seats[seat]: settled.gained for seat in (settled.team, settled.team + 2)}
        breakdown = [ScoreLine("guandan.promotion", settled.text, points)]
        if settled.fall:
            breakdown.append(ScoreLine("guandan.failures", settled.fall, {}))
        undecided = settled.undecided and not self._ending.over
        self._count(scores, settled.team, settled.team if settled.won else None, undecided=settled.undecided)
        outcome = HandOutcome(
            complete=basis is Basis.PLAY,
            basis=basis,
            finish=self._named(finish),
            scores=None if scores is None else dict(zip(self.seats, scores, strict=True)),
            breakdown=breakdown,
            levels=None if scores is None else self._levels(),
            undecided=undecided or scores is None,
        )
        return outcome, settled.team if settled.won else None

    def _unfinished(self, replay: GuandanHand, hand: Hand, recorded: HandResult) -> HandOutcome:
        """The outcome of a hand that the log does not show to its end, from its recorded result."""
        if replay.listed is None:
            replay.exchange.stop()
        end = RecordedEnd("guandan", recorded, replay.finish, self.seats, replay.index)
        finish = end.finish(is_over)
        stated = given_value(recorded.levels)
        levels = levels_of(stated or {}, self.seats)
        cut_off = replay.index == self._cut_off
        if cut_off:
            outcome = HandOutcome(complete=False, basis=None, finish=self._named(replay.finish), levels=None)
            outcome.cut_off = True
        elif finish is not None and can_promote(self.standing, finish, replay.level):
            outcome, replay.winner = self._settled(finish, replay.level, Basis.RESULT)
        elif end.scores is not None:
            won = move_by_scores(self.standing, end.scores, levels, replay.level, self._rules)
            self._count(end.scores, self.standing.setter, won, undecided=None in self.standing.levels)
            outcome = HandOutcome(
                complete=False,
                basis=Basis.SCORES,
                finish=self._named(replay.finish),
                scores=dict(zip(self.seats, end.scores, strict=True)),
                breakdown=[ScoreLine(*recorded_line("guandan", self.seats, end.scores))],
                levels=self._levels(),
            )
        else:
            forget(self.standing, finish, levels)
            self._levels_of_last = None if levels is None else stated
            self._count(None, None, None, undecided=True)
            outcome = HandOutcome(complete=False, basis=None, finish=self._named(replay.finish), levels=None)
        if replay.listed is None:
            replay.findings.append(
                unfinished_hand(
                    "guandan",
                    replay.index,
                    basis=outcome.basis,
                    has_actions=bool(hand.actions),
                    left=replay.table.cards_left(),
                    cut_off=cut_off,
                )
            )
        replay.findings.extend(end.findings)
        replay.findings.extend(self._compare_points(recorded, outcome, replay.index))
        return outcome

    def _count(self, scores: Sequence[int] | None, won: int | None, winner: int | None, *, undecided: bool) -> None:
        """Counts a hand that a team won, and by which a team wins the match, if one does."""
        if self._ending.over:
            return
        self.totals.count(scores)
        self._ending.count(
            self.standing, known=scores is not None, won=won, winner=winner, undecided=undecided, extra=self._extra
        )

    def _levels(self) -> dict[str, str | None] | None:
        if self.standing.levels == [None, None]:
            return None
        return {
            self.seats[team]: None if level is None else RANKS[level] for team, level in enumerate(self.standing.levels)
        }

    def _named(self, finish: Sequence[Sequence[int]]) -> list[list[str]]:
        return [[self.seats[seat] for seat in place] for place in finish]

    def _compare(self, replay: GuandanHand, recorded: HandResult, outcome: HandOutcome) -> list[Finding]:
        finish = given_value(recorded.finish)
        findings: list[Finding] = []
        if finish is not None:
            findings += compare_finish(finish, replay.finish, self.seats, hand=replay.index, rule="guandan.end")
        return findings + self._compare_points(recorded, outcome, replay.index)

    def _compare_points(self, recorded: HandResult, outcome: HandOutcome, hand: int) -> list[Finding]:
        """The findings about recorded scores and levels; only those that the outcome does not rest on are compared."""
        derived = outcome.basis in (Basis.PLAY, Basis.RESULT)
        findings: list[Finding] = []
        scores = given_value(recorded.scores)
        if scores is not None:
            computed = (outcome.scores if derived else None) or dict.fromkeys(self.seats)
            findings += compare_points("scores", scores, computed, hand=hand, rule="guandan.promotion")
        levels = given_value(recorded.levels)
        if levels is not None and levels != outcome.levels:
            known = self.standing.levels if derived else (None, None)
            findings += compare_levels(levels, known, self.seats, hand=hand)
        return findings

    @property
    def carried(self) -> tuple[Hashable, Hashable]:
        """What the hands so far have left for what follows, and the totals."""
        levels = None if self._levels_of_last is None else tuple(self._levels_of_last.items())
        of_match = self._ending.carried, self._noticed
        return (self.standing.carried, levels, of_match), self.totals.carried

    def carry(self, carried: Any) -> None:
        """Goes on from what ``carried`` was in another replay of the same match."""
        (standing, levels, of_match), totals = carried
        ending, self._noticed = of_match
        self._ending.carry(ending)
        self.standing.carry(standing)
        self.totals.carry(totals)
        self._levels_of_last = None if levels is None else dict(levels)

    def conclude(self, result: MatchResult | None) -> tuple[dict[str, int | None], list[str] | None, bool]:
        """Totals, winner (None: not decided yet), and whether one of them depends on something unknown."""
        recorded = result or MatchResult()
        missing = self._ending.conclude(self.standing, timed=given_value(recorded.ended) == "time")
        totals = self.totals.named()
        winner = None
        if self._ending.winner is not None:
            winner = [seat for number, seat in enumerate(self.seats) if number % 2 in self._ending.winner]
        undecided = self._ending.winner is None and self._ending.undecided
        points = given_value(recorded.totals)
        if points is not None:
            self.findings += compare_points("totals", points, totals, hand=None, rule="guandan.match")
        names = given_value(recorded.winner)
        if names is not None:
            self.findings += compare_winner(
                names, winner, self.seats, "guandan.match", known=bool(missing) or not undecided
            )
        self.findings += missing
        return totals, winner, undecided or self.totals.points is None or self._listed is not None


def _stopped_by_clock(result: object) -> bool:
    return isinstance(result, MatchResult) and given_value(result.ended) == "time"


def dues(replay: HandReplay) -> Dues | None:
    """The tribute that is due at the beginning of a hand; None if it is not known."""
    assert isinstance(replay, GuandanHand)
    tribute = replay.exchange.tribute
    if not tribute.known:
        return None
    if tribute.debts is None:
        return Dues({}, {})
    payers, receivers = tribute.debts.payers, tribute.debts.receivers
    return Dues({replay.table.seats[seat]: 1 for seat in payers}, {replay.table.seats[seat]: 1 for seat in receivers})


def pack(rules: RuleSet, seats: int) -> Pack:  # noqa: ARG001
    """The deck, and the cards that a seat is dealt."""
    return pack_of(DECK.cards, HAND_CARDS)
