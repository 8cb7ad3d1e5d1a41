"""A match of Chinese poker from hand to hand: deals, results, totals, recorded scores, the winner, and branches."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations, zip_longest
from typing import Any, Final

from msgspec import UnsetType, structs

from engine.cards.holdings import Holdings
from engine.games.chinese_poker.best_row import best_rows
from engine.games.chinese_poker.closed import ClosedHand
from engine.games.chinese_poker.deal import (
    GAME,
    ChinesePokerSetupReader,
    Deal,
    Fantasyland,
    Knowledge,
    RecordedUnits,
    deal_of,
    lines_of,
    scores_of,
)
from engine.games.chinese_poker.hand import PokerHand
from engine.games.chinese_poker.open_face import OpenFaceHand, cards_of
from engine.games.chinese_poker.reader import DECK, ChinesePokerReader
from engine.games.chinese_poker.royalties import row_name
from engine.games.chinese_poker.rules import BOARD_CARDS, ROWS, ChinesePokerRules
from engine.games.chinese_poker.settle import Board, Scoring
from engine.games.chinese_poker.settlement import Between, Settlement, settlement_of
from engine.record.match import Hand, HandResult, Match, MatchResult, Setup, given_value, setup_of
from engine.recorded.basis import Basis, all_scores, compare_sum, hand_cut_off, recorded_line, unfinished_hand
from engine.recorded.results import compare_points
from engine.recorded.totals import MatchTotals
from engine.replay.analysis import Rows
from engine.replay.branch import Branching, Reading, Way
from engine.replay.fold import HandStarts
from engine.replay.game import HandReplay, Judge, MatchReplay
from engine.replay.outcome import HandOutcome, ScoreLine
from engine.replay.pack import Pack, pack_of
from engine.replay.settlement import Account, Ledger, Reason, RowAccount, ShownBoard
from engine.rulebook.findings import Finding
from engine.rulebook.options import RuleSet
from engine.rulebook.sentences import say, say_of


class ChinesePokerJudge:
    """Chinese poker under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = ChinesePokerRules.of(rules)
        self.scoring: Final = Scoring(self.rules)
        self.fantasyland: Final = Fantasyland(self.rules)

    def match_replay(self, match: Match) -> "ChinesePokerMatchReplay":
        """The replay of a match, before its first hand."""
        return ChinesePokerMatchReplay(match, self)


class ChinesePokerMatchReplay:
    """The replay of one match."""

    def __init__(self, match: Match, judge: ChinesePokerJudge) -> None:
        self.seats: Final = match.seats
        self._judge: Final = judge
        self._rules: Final = judge.rules
        self._numbers: Final[Mapping[str, int]] = {seat: number for number, seat in enumerate(self.seats)}
        self._closed: Final = judge.rules.dealing == "closed"
        self._reader: Final = ChinesePokerReader(
            self._numbers, judge.rules.hands_each, judge.rules.dealing != "open_face"
        )
        self.totals: Final = MatchTotals(self.seats, f"{GAME}.match", target=lambda: self._rules.target)
        self.findings: list[Finding] = self.totals.findings
        self._fantasyland: list[int | None] = [0] * len(self.seats)
        self._after_play = False
        """Whether a hand with actions came before, which decides the seats in fantasyland."""
        self._cut_off: Final = hand_cut_off(match)
        self._stakes: Mapping[tuple[int, int], int] = {}

    @property
    def _best_row(self) -> bool:
        return self._rules.scoring == "best_row"

    def open(self, index: int, hand: Hand) -> PokerHand:
        """The replay of a hand, with its setup and deal read, before the first action."""
        setup = ChinesePokerSetupReader(self.seats, index, setup_of(hand), self._judge.fantasyland, closed=self._closed)
        self.totals.take_over(setup)
        self._stakes = setup.stakes
        fantasyland = setup.fantasyland(self._fantasyland, after_play=self._after_play)
        deal = None if isinstance(hand.deal, UnsetType) else hand.deal
        sizes = self._sizes(deal, fantasyland)
        dealt = deal_of(deal, self.seats, sizes, self._reader.hands_each, hand=index)
        replay = self._opened(index, dealt, setup.dealer, fantasyland, hand.actions)
        replay.findings += self.totals.remark(index)
        replay.findings += dealt.findings
        replay.findings += setup.findings
        return replay

    def _opened(
        self,
        index: int,
        dealt: Deal,
        dealer: int | None,
        fantasyland: Sequence[int | None] = (),
        actions: Sequence[str] = (),
    ) -> PokerHand:
        scoring = self._judge.scoring
        if self._closed:
            known, hidden = tuple(dealt.holdings.known), tuple(dealt.holdings.hidden)
            knowledge = partial(Knowledge.of, known, hidden, self._reader, actions)
            return ClosedHand(index, self._reader, self.seats, scoring, dealt, dealer, knowledge)
        return OpenFaceHand(index, self._reader, self.seats, scoring, dealt, dealer, fantasyland)

    def open_known(self, index: int) -> PokerHand:
        """The replay of a hand that is known to have been played without a fault to its end: its boards are empty."""
        boards = len(self.seats) * self._reader.hands_each
        holdings = Holdings(DECK.cards, [0] * boards, [0] * boards, counted=False)
        return self._opened(index, Deal(holdings, (None,) * boards, []), None)

    def close_known(self, replay: PokerHand, stakes: Mapping[tuple[int, int], int]) -> HandOutcome:
        """Settles such a hand, the next one of the match, and adds its scores to the totals."""
        self._stakes = stakes
        outcome = self._settled(replay, RecordedUnits({}, self._numbers, stakes, hand=replay.index))
        self.totals.tally()
        return outcome

    def _sizes(self, deal: Mapping[str, str] | None, fantasyland: Sequence[int | None]) -> list[int]:
        if self._closed:
            return [BOARD_CARDS] * (len(self.seats) * self._reader.hands_each)
        usual = cards_of(pineapple=self._rules.dealing == "pineapple")
        sizes = []
        for seat, cards in zip(self.seats, fantasyland, strict=True):
            if cards is None:
                dealt = len((deal or {}).get(seat, "").split())
                sizes.append(dealt if dealt in self._judge.fantasyland.sizes else usual)
            else:
                sizes.append(cards or usual)
        return sizes

    def close(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """Settles a hand and adds its scores to the totals."""
        outcome = self.settle(replay, hand)
        self.totals.tally()
        return outcome

    def settle(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """The outcome of a hand.  Compares the recorded result of the hand with it."""
        assert isinstance(replay, PokerHand)
        replay.put_in_order()
        recorded = hand.result if isinstance(hand.result, HandResult) else HandResult()
        self._move_fantasyland(replay, has_actions=bool(hand.actions))
        units = RecordedUnits(given_value(recorded.units) or {}, self._numbers, self._stakes, hand=replay.index)
        if replay.ended and self._banker_known(replay):
            outcome = self._settled(replay, units)
        else:
            outcome = self._unfinished(replay, recorded, units, has_actions=bool(hand.actions))
        scores = given_value(recorded.scores)
        if scores is not None:
            sure = outcome.basis in (Basis.PLAY, Basis.RESULT) and not replay.unsure
            computed = (outcome.scores if sure else None) or dict.fromkeys(self.seats)
            rule = f"{GAME}.best-row" if self._best_row else f"{GAME}.settlement"
            replay.findings += compare_points("scores", scores, computed, hand=replay.index, rule=rule)
        return outcome

    def _settled(self, replay: PokerHand, recorded: RecordedUnits) -> HandOutcome:
        """The outcome of a hand that was played to its end."""
        replay.settlement = settlement = self.settlement(replay)
        self.totals.count(settlement.scores, unsure=bool(replay.unsure))
        replay.findings += recorded.findings
        if not self._best_row and not (self._rules.loss_cap and replay.unsure):
            sure = {
                pair: (won,)
                for pair, won in settlement.units.items()
                if won is not None and not replay.unsure.intersection(pair)
            }
            replay.findings += recorded.mismatch(sure)
        return HandOutcome(
            complete=True,
            basis=Basis.PLAY,
            scores=dict(zip(self.seats, settlement.scores, strict=True)),
            breakdown=settlement.lines,
            units=self._named(settlement.units),
            undecided=bool(replay.unsure) or None in settlement.scores,
        )

    def _unfinished(
        self, replay: PokerHand, recorded: HandResult, units: RecordedUnits, *, has_actions: bool
    ) -> HandOutcome:
        """The outcome of a hand that the log does not show to its end, from its recorded result."""
        outcome = HandOutcome(complete=False, basis=None, units=None, cut_off=replay.index == self._cut_off)
        findings = list(units.findings)
        if not self._best_row:
            findings += units.mismatch(self._settled_already(replay))
        known = None if self._best_row or len(findings) > len(units.findings) else self._known(replay, units)
        scores = all_scores(given_value(recorded.scores), self.seats)
        if outcome.cut_off:
            pass
        elif known is not None:
            outcome.basis = Basis.RESULT
            outcome.units = self._named(known)
            scores = scores_of(known, self._stakes, len(self.seats))
            outcome.breakdown = lines_of(known, self._stakes, self.seats)
        elif scores is not None:
            outcome.basis = Basis.SCORES
            outcome.units = {} if self._best_row else None
            outcome.breakdown = [ScoreLine(*recorded_line(GAME, self.seats, scores))]
            if not self._best_row:
                findings += compare_sum(scores, hand=replay.index, rule=f"{GAME}.recorded")
        if outcome.basis is not None and scores is not None:
            outcome.scores = dict(zip(self.seats, scores, strict=True))
        if not outcome.cut_off:
            self.totals.count(scores if outcome.basis is not None else None)
        replay.findings.append(
            unfinished_hand(
                GAME,
                replay.index,
                basis=outcome.basis,
                has_actions=has_actions,
                left=replay.boards_left() if not replay.ended else say("the banker is not known"),
                cut_off=outcome.cut_off,
            )
        )
        replay.findings += findings
        return outcome

    def _settled_already(self, replay: PokerHand) -> dict[tuple[int, int], tuple[int, ...]]:
        """By two seats, the units that they can have settled, if neither of them still has to set a hand."""
        if self._rules.loss_cap:
            return {}  # What passes between two seats depends on the pairs before them.
        pending = [replay.is_pending(board) for board in replay.boards]
        return self._judge.scoring.settled_already(
            replay.boards, len(self.seats), pending, replay.unsure, replay.banker
        )

    def _banker_known(self, replay: PokerHand) -> bool:
        """Whether it is known which seats settle with each other."""
        return self._best_row or self._rules.settle == "all" or replay.banker is not None

    def _known(self, replay: PokerHand, units: RecordedUnits) -> dict[tuple[int, int], int] | None:
        """The recorded units between every two seats; 0 between two that do not settle and have none recorded."""
        banker, settles, seats = replay.banker, self._judge.scoring.settles, len(self.seats)
        apart = [] if banker is None else [pair for pair in combinations(range(seats), 2) if not settles(*pair, banker)]
        return units.of_every_pair(seats, dict.fromkeys(apart, 0))

    def _named(self, units: Mapping[tuple[int, int], int | None]) -> dict[str, int | None]:
        return {f"{self.seats[one]}-{self.seats[other]}": won for (one, other), won in units.items()}

    def stake(self, one: int, other: int) -> int:
        """Points a unit between two seats, the lower first, in the last hand opened."""
        return self._stakes.get((one, other), 1)

    def settlement(self, replay: PokerHand) -> Settlement:
        """The settlement of the boards of the last hand opened; all are set."""
        if self._best_row:
            return best_rows(self._judge.scoring, replay.boards, self.seats)
        return settlement_of(
            self._judge.scoring,
            replay.boards,
            self.seats,
            self._stakes,
            order=replay.order,
            banker=replay.banker,
        )

    def _move_fantasyland(self, replay: PokerHand, *, has_actions: bool) -> None:
        self._after_play = has_actions
        if not isinstance(replay, OpenFaceHand):
            return
        rules = self._judge.fantasyland
        if not has_actions:
            self._fantasyland = [0] * len(self.seats)
            return
        self._fantasyland = [
            (None if rules.kind != "none" else 0)
            if replay.is_pending(board)
            else rules.after(board, replay.fantasyland[board.seat] or 0)
            for board in replay.boards
        ]

    @property
    def carried(self) -> tuple[Hashable, Hashable]:
        """What the hands so far have left for what follows, and the totals."""
        return (tuple(self._fantasyland), self._after_play, tuple(self._stakes.items())), self.totals.carried

    def carry(self, carried: Any) -> None:
        """Goes on from what ``carried`` was in another replay of the same match."""
        (fantasyland, self._after_play, stakes), totals = carried
        self.totals.carry(totals)
        self._fantasyland, self._stakes = list(fantasyland), dict(stakes)

    def conclude(self, result: MatchResult | None) -> tuple[dict[str, int | None], list[str] | None, bool]:
        """Totals, winner (None: not decided yet), and whether one of them depends on something unknown."""
        return self.totals.conclude(result)


def pack(rules: RuleSet, seats: int) -> Pack:  # noqa: ARG001
    """The deck, and the cards that a seat is dealt at once: in open-face none, because they are drawn."""
    own = ChinesePokerRules.of(rules)
    return pack_of(DECK.cards, BOARD_CARDS * own.hands_each if own.dealing == "closed" else 0)


ROW_RULE: Final = "chinese_poker.rows"
STAKE_RULE: Final = "chinese_poker.settlement"
RECORDED_RULE: Final = "chinese_poker.recorded"


def hand_ledger(judge: Judge, match: Match, index: int, before: MatchReplay | None = None) -> Ledger | None:
    """The settlement of a hand of a match; None for another game, or if it is not known which seat won what from which.

    A hand that the log does not show to its end is settled by its recorded units, if these are enough.

    ``before`` is the match as it stands before the hand; without it, the hands before are replayed, because they decide
    which seats are in fantasyland.  Raises IndexError if the match has no such hand.
    """
    if not 0 <= index < len(match.hands):
        raise IndexError(index)
    if not isinstance(judge, ChinesePokerJudge):
        return None
    match_replay = before or HandStarts(judge, match).before(index)
    assert isinstance(match_replay, ChinesePokerMatchReplay)
    replay = match_replay.open(index, match.hands[index])
    replay.run(match.hands[index].actions)
    if not replay.ended:
        return _recorded(match_replay, replay, match.hands[index])
    settlement = match_replay.settlement(replay)
    accounts = tuple(_account(pair, judge.scoring) for pair in settlement.between)
    shown = tuple(_shown(board, board.rows, judge.scoring) for board in replay.boards if board.rows is not None)
    unsure = tuple(match.seats[seat] for seat in sorted(replay.unsure))
    lines = () if accounts else tuple(settlement.lines)
    rules = (ROW_RULE, STAKE_RULE) if accounts else ("", "")
    return Ledger(shown, accounts, lines, _points(accounts), settlement.scores, unsure, *rules)


def _recorded(match_replay: ChinesePokerMatchReplay, replay: PokerHand, hand: Hand) -> Ledger | None:
    """The settlement by the recorded units; None if these are not enough, or contradict what was settled."""
    outcome = match_replay.close(replay, hand)
    units, scores = outcome.units, outcome.scores
    if outcome.basis is not Basis.RESULT or not isinstance(units, dict) or scores is None:
        return None
    accounts = []
    for one, other in combinations(range(len(match_replay.seats)), 2):
        boards = match_replay.seats[one], match_replay.seats[other]
        won = units["-".join(boards)]
        reasons = () if won is None else (Reason(RECORDED_RULE, say_of("chinese_poker", "as recorded"), won),)
        accounts.append(Account(boards, (one, other), match_replay.stake(one, other), (), reasons, won))
    by_seat = tuple(scores[seat] for seat in match_replay.seats)
    return Ledger((), tuple(accounts), (), _points(accounts), by_seat, (), stake_rule=STAKE_RULE, recorded=True)


def _points(accounts: Iterable[Account]) -> dict[tuple[int, int], int | None]:
    """By two seats, in both orders, the points that the first wins from the second on all their boards."""
    points: dict[tuple[int, int], int | None] = {}
    for account in accounts:
        one, other = account.seats
        before_now, won = points.get((one, other), 0), account.points
        total = None if before_now is None or won is None else before_now + won
        points[one, other], points[other, one] = total, None if total is None else -total
    return points


def _shown(board: Board, rows: Rows, scoring: Scoring) -> ShownBoard:
    return ShownBoard(board.name, board.seat, tuple(zip(rows, scoring.row_words(rows), strict=True)))


def _account(between: Between, scoring: Scoring) -> Account:
    one, other, pair = between.one, between.other, between.pair
    # The lines of rows come first, and there is one for each row or none.
    by_row = [units for rule, _, units in pair.lines if rule == ROW_RULE]
    return Account(
        boards=(one.name, other.name),
        seats=(one.seat, other.seat),
        stake=between.stake,
        rows=_rows(one, other, by_row, scoring),
        reasons=tuple(Reason(rule, text, units) for rule, text, units in pair.lines if rule != ROW_RULE),
        units=pair.units,
    )


def _rows(one: Board, other: Board, by_row: list[int], scoring: Scoring) -> tuple[RowAccount, ...]:
    if one.rows is None or other.rows is None:
        return ()
    return tuple(
        RowAccount(row_name(row), (mine, theirs), (scoring.words(row, mine), scoring.words(row, theirs)), units)
        for row, (mine, theirs, units) in enumerate(zip_longest(one.rows, other.rows, by_row))
    )


_DISCARD: Final = "discard"


def ways(hand: PokerHand, seat: int) -> tuple[Way, ...]:
    """Rows to set at once, of each hand of the seat that is not set, or cards to place."""
    if isinstance(hand, OpenFaceHand):
        if hand.fantasyland[seat] or hand.fantasyland[seat] is None:
            return (Way("set", ROWS),)
        return (Way("place", (*ROWS, _DISCARD) if hand.pineapple and hand.taken[seat] else ROWS),)
    hands_each = hand.reader.hands_each
    return tuple(
        Way("set" + _of_hand(number, hands_each), ROWS)
        for number in range(hands_each)
        if hand.is_pending(hand.boards[seat * hands_each + number])
    )


def _of_hand(number: int, hands_each: int) -> str:
    return f" {number + 1}:" if hands_each > 1 else ""


def acts(hand: PokerHand, seat: int) -> list[str]:
    """Naturals that the hand may be, in or surrender, and the rows whose royalties may be announced."""
    del seat
    if not isinstance(hand, ClosedHand):
        return []
    hands_each = hand.reader.hands_each
    texts = []
    for number in range(hands_each):
        of_hand = _of_hand(number, hands_each)
        texts += [f"natural{of_hand} {name}" for name in hand.scoring.naturals.points]
        texts += [f"{verb}{of_hand}" for verb in ("in", "surrender")]
        texts += [f"royalty{of_hand} {' '.join(rows)}" for rows in _some(ROWS)]
    return texts


def _some(rows: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(rows, count) for count in range(1, len(rows) + 1))


def readings(hand: PokerHand, seat: int, cards: Sequence[str]) -> tuple[Reading, ...]:
    """None: no cards are played on a table."""
    del hand, seat, cards
    return ()


def stated_setup(opened: ChinesePokerMatchReplay, hand: PokerHand, before: Setup) -> Setup:
    """The setup with the seats that begin in fantasyland."""
    if not isinstance(hand, OpenFaceHand) or not any(hand.fantasyland):
        return before
    cards = dict(zip(opened.seats, hand.fantasyland, strict=True))
    return structs.replace(before, fantasyland={seat: count for seat, count in cards.items() if count})


BRANCHING: Final = Branching(ways, acts, readings, stated_setup)
