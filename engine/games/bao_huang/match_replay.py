"""A match of Bao Huang from hand to hand: tribute owed, results, totals and the winner."""

from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec import UnsetType

from engine.cards.holdings import read_deal
from engine.cards.suitless import LooseHoldings
from engine.climbing.deal_sizes import DealSizes
from engine.games.bao_huang.combinations import ORDER, BaoHuangCombinationRules, OpenCombinationRules
from engine.games.bao_huang.play import BaoHuangHand
from engine.games.bao_huang.reader import BaoHuangReader, deck_of
from engine.games.bao_huang.roles import BaoHuangSetupReader, BaoHuangStanding, Owed, Previous
from engine.games.bao_huang.rules import FACTOR_RULE, BaoHuangRules
from engine.games.bao_huang.scoring import (
    DeclarationEffect,
    Finish,
    Roles,
    by_declarations,
    by_recorded_factor,
    declaration_decides,
    is_over,
    settle,
)
from engine.games.bao_huang.tribute import BaoHuangTribute, debts_after, possible_debts
from engine.memo import BoundedMemo
from engine.record.match import Hand, HandResult, Match, MatchResult, given_value, setup_of
from engine.recorded.basis import Basis, compare_sum, hand_cut_off, recorded_line, unfinished_hand
from engine.recorded.beyond_play import compare_factor, recorded_factor
from engine.recorded.end_of_hand import RecordedEnd
from engine.recorded.results import compare_finish, compare_points
from engine.recorded.roles import compare_roles, known_roles
from engine.recorded.totals import MatchTotals
from engine.replay.dues import Dues
from engine.replay.game import HandReplay
from engine.replay.outcome import HandOutcome, ScoreLine
from engine.replay.pack import Pack, pack_of
from engine.rulebook.findings import Finding
from engine.rulebook.options import RuleSet
from engine.rulebook.sentences import say

ROLES: Final[Mapping[str, str]] = MappingProxyType({"emperor": "bao_huang.emperor", "protector": "bao_huang.protector"})
"""By role, the rule that assigns it."""
_READERS_KEPT: Final = 32
_SMALL_DECK_LOWEST: Final = ORDER.index("6")


class BaoHuangJudge:
    """Bao Huang under one rule set.  Keeps a reader of actions for each table."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = BaoHuangRules.of(rules)
        self.deck: Final = deck_of(self.rules.deck, bare=self.rules.protector != "triplet")
        lowest = self._lowest()
        self._combinations: Final = (
            BaoHuangCombinationRules(self.rules.joker_rule, lowest)
            if rules.fixed
            else OpenCombinationRules(self.rules, lowest)
        )
        self._readers: Final[BoundedMemo[tuple[str, ...], BaoHuangReader]] = BoundedMemo(_READERS_KEPT)

    def match_replay(self, match: Match) -> "BaoHuangMatchReplay":
        """The replay of a match, before its first hand."""
        return BaoHuangMatchReplay(match, self)

    def reader(self, seats: tuple[str, ...]) -> BaoHuangReader:
        """The reader of actions of a table."""
        return self._readers.get(seats) or self._readers.keep(
            seats, BaoHuangReader(seats, self.deck, self._combinations)
        )

    def _lowest(self) -> int | None:
        """The place of the rank that is played last; None if there is no such rank."""
        if not self.rules.lowest_last:
            return None
        return _SMALL_DECK_LOWEST if self.rules.deck != 216 else 0


class BaoHuangMatchReplay:
    """The replay of one match."""

    def __init__(self, match: Match, judge: BaoHuangJudge) -> None:
        self.seats: Final = match.seats
        self._listed: Final = match.listed
        self.standing: Final = BaoHuangStanding()
        self._judge: Final = judge
        self._rules: Final = judge.rules
        self._numbers: Final[Mapping[str, int]] = {seat: number for number, seat in enumerate(self.seats)}
        self.totals: Final = MatchTotals(
            self.seats, "bao_huang.match", target=lambda: self._rules.target, hands=lambda: self._rules.hands
        )
        self._last: Final = len(match.hands) - 1
        self._cut_off: Final = hand_cut_off(match)
        self.findings: list[Finding] = self.totals.findings

    def open(self, index: int, hand: Hand) -> BaoHuangHand:
        """The replay of a hand, with its setup and deal read, before the first action."""
        setup = BaoHuangSetupReader(self.standing, self.seats, index, setup_of(hand))
        setup.read_totals()
        self.totals.take_over(setup)
        setup.read()
        self.standing.first = None
        deal = {} if isinstance(hand.deal, UnsetType) else hand.deal
        shown = [len(deal[seat].split()) if setup.first is None and seat in deal else None for seat in self.seats]
        sizes = DealSizes.of(self._rules.deck, setup.first, shown)
        dealt = read_deal(
            deal,
            self._numbers,
            sizes.cards,
            self._judge.deck,
            hand=index,
            game="bao_huang",
            unsure=sizes.unsure,
            holdings=LooseHoldings,
        )
        replay = BaoHuangHand(
            index,
            self._judge.reader(self.seats),
            dealt.holdings,
            self._rules,
            BaoHuangTribute(*self._owed_now()),
            sizes.firsts[0] if len(sizes.firsts) == 1 else None,
            dealt.unsized,
        )
        if self._listed is not None and hand.actions:
            replay.list_seats(self._listed, [self._numbers[seat] for seat in deal if seat in self._numbers])
        replay.findings.extend(self.totals.remark(index))
        replay.findings.extend(setup.findings)
        replay.findings.extend(dealt.findings)
        return replay

    def _owed_now(self) -> Owed:
        """The debts at the beginning of a hand, whose setup may have changed them."""
        if self.standing.owed is None:
            self.standing.owed = self._owed()
        return self.standing.owed

    def _owed(self) -> Owed:
        """The debts after the hand before, and whether they are known."""
        previous = self.standing.previous
        if previous is None or not self._rules.tribute:
            return None, True
        if previous.finish is None or previous.roles is None:
            return None, False
        if self.standing.sure:
            solo = previous.solo
            if solo is None and declaration_decides(previous.finish, previous.roles, self._rules):
                return None, False
            return debts_after(previous.finish, previous.roles, self._rules, solo=bool(solo)), True
        if previous.roles.alone and self._rules.alone_win == "by_declaration":
            return None, False
        possible = possible_debts(previous.finish, previous.roles, self._rules, len(self.seats))
        known = len(possible) == 1
        return possible[0] if known else None, known

    def close(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """Settles a hand and adds its scores to the totals."""
        outcome = self.settle(replay, hand)
        self.totals.tally()
        return outcome

    def settle(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """The outcome of a hand.  Compares the recorded result of the hand with it."""
        assert isinstance(replay, BaoHuangHand)
        replay.table.put_in_order()
        recorded = hand.result if isinstance(hand.result, HandResult) else HandResult()
        if replay.declarations.void:
            outcome = self._voided(replay.declarations.first)
        elif replay.ended:
            possible, roles = replay.roles.possible(), replay.roles
            outcome = self._settled(replay.finish, possible, replay.declarations.declared, dict(roles.named()))
            known = possible[0] if len(possible) == 1 else roles
            places = [list(place) for place in replay.finish]
            self.standing.previous = Previous(
                places, known.emperor, known.protector, "solo" in replay.declarations.declared
            )
            self.standing.sure = True
        else:
            outcome = self._unfinished(replay, hand, recorded)
        if outcome.complete and (finish := given_value(recorded.finish)) is not None:
            replay.findings.extend(
                compare_finish(finish, replay.finish, self.seats, hand=replay.index, rule="bao_huang.end")
            )
        followed = bool(hand.actions) and replay.listed is None
        replay.findings.extend(self._compare(replay, recorded, outcome, has_actions=followed))
        self.standing.owed = None if replay.index == self._last else self._owed()
        return outcome

    def close_played(self, finish: Finish, roles: Roles, declared: Sequence[str]) -> HandOutcome:
        """The outcome of a hand that is known to have been played without a fault to an order of finish.

        It is the next one of the match.  Adds its scores to the totals.
        """
        seats = (self.seats[roles.emperor], self.seats[roles.protector])
        outcome = self._settled(finish, [roles], declared, dict(zip(ROLES, seats, strict=True)))
        self.totals.tally()
        return outcome

    def close_void(self) -> HandOutcome:
        """The outcome of the next hand of the match if its deal is known to be void."""
        return self._voided(None)

    def _voided(self, first: int | None) -> HandOutcome:
        """The outcome of a void deal: no scores, and the hand does not count.

        The next hand has the same first seat and owes the same tribute.
        """
        self.standing.first = first
        return HandOutcome(
            complete=True,
            basis=Basis.PLAY,
            finish=[],
            roles={},
            scores=dict.fromkeys(self.seats, 0),
            breakdown=[ScoreLine("bao_huang.protector", say("void deal: no score"), {})],
        )

    def _settled(
        self, finish: Finish, possible: Sequence[Roles], declared: Sequence[str], certain: dict[str, str]
    ) -> HandOutcome:
        """The outcome of a hand that was played to its end.  If the possible roles give different scores, these are
        unknown.  ``certain`` are the roles that are known.
        """
        effect = by_declarations(declared, self._rules)
        results = [settle(finish, roles, effect, self._rules, self.seats) for roles in possible]
        scores: list[int | None] = [
            results[0][0][seat] if results and len({hand_scores[seat] for hand_scores, _ in results}) == 1 else None
            for seat in range(len(self.seats))
        ]
        lines = results[0][1] if len(results) == 1 else []
        self.totals.count(scores)
        return HandOutcome(
            complete=True,
            basis=Basis.PLAY,
            finish=self._named(finish),
            roles=certain,
            scores=dict(zip(self.seats, scores, strict=True)),
            breakdown=lines,
            undecided=None in scores or len(possible) != 1,
        )

    def _unfinished(self, replay: BaoHuangHand, hand: Hand, recorded: HandResult) -> HandOutcome:
        """The outcome of a hand that the log does not show to its end, from its recorded result."""
        end = RecordedEnd("bao_huang", recorded, replay.finish, self.seats, replay.index)
        outcome = HandOutcome(
            complete=False,
            basis=None,
            finish=self._named(replay.finish),
            roles=dict(replay.roles.named()),
            cut_off=replay.index == self._cut_off,
        )
        shown = {"emperor": replay.roles.emperor, "protector": replay.roles.find_protector()}
        by_play = {role: seat for role, seat in shown.items() if seat is not None}
        known = known_roles(by_play, given_value(recorded.roles) or {}, self._numbers, *ROLES)
        roles = None if known is None else Roles(*known)
        finish = None if roles is None else end.finish(lambda out: is_over(out, roles, len(self.seats)))
        if outcome.cut_off:
            pass
        elif roles is not None and finish is not None and not self._unsure(replay, hand, finish, roles):
            self._score_by_result(outcome, finish, roles, self._declared(replay, hand, recorded, roles))
        elif end.scores is not None:
            self.totals.count(end.scores)
            self.standing.previous, self.standing.sure = Previous(None, None, None), False
            outcome.basis = Basis.SCORES
            outcome.scores = dict(zip(self.seats, end.scores, strict=True))
            outcome.breakdown = [ScoreLine(*recorded_line("bao_huang", self.seats, end.scores))]
            if self._rules.scoring == "2-1-0":
                end.findings.extend(compare_sum(end.scores, hand=replay.index, rule="bao_huang.recorded"))
        else:
            self.totals.count(None)
            self.standing.previous, self.standing.sure = (
                Previous(end.places, *(known or (replay.roles.emperor, None))),
                False,
            )
        if replay.listed is None:
            replay.findings.append(
                unfinished_hand(
                    "bao_huang",
                    replay.index,
                    basis=outcome.basis,
                    has_actions=bool(hand.actions),
                    left=replay.table.cards_left(),
                    cut_off=outcome.cut_off,
                )
            )
        replay.findings.extend(end.findings)
        return outcome

    def _unsure(self, replay: BaoHuangHand, hand: Hand, finish: Finish, roles: Roles) -> bool:
        """Whether who won depends on a declaration that the log does not have."""
        seen = bool(hand.actions) and replay.listed is None
        return not seen and declaration_decides(finish, roles, self._rules)

    def _score_by_result(
        self, outcome: HandOutcome, finish: list[list[int]], roles: Roles, declared: DeclarationEffect
    ) -> None:
        scores, lines = settle(finish, roles, declared, self._rules, self.seats)
        self.totals.count(scores)
        self.standing.previous, self.standing.sure = (
            Previous(finish, roles.emperor, roles.protector, declared.solo),
            True,
        )
        outcome.basis = Basis.RESULT
        outcome.finish = self._named(finish)
        outcome.roles = {"emperor": self.seats[roles.emperor], "protector": self.seats[roles.protector]}
        outcome.scores = dict(zip(self.seats, scores, strict=True))
        outcome.breakdown = lines

    def _declared(self, replay: BaoHuangHand, hand: Hand, recorded: HandResult, roles: Roles) -> DeclarationEffect:
        if hand.actions and replay.listed is None:
            return by_declarations(replay.declarations.declared, self._rules)
        return by_recorded_factor(recorded_factor(recorded) or 1, roles, self._rules)

    def _named(self, finish: Finish) -> list[list[str]]:
        return [[self.seats[seat] for seat in place] for place in finish]

    def _compare(
        self, replay: BaoHuangHand, recorded: HandResult, outcome: HandOutcome, *, has_actions: bool
    ) -> list[Finding]:
        """The findings about recorded scores, factor and roles."""
        hand = replay.index
        findings: list[Finding] = []
        scores = given_value(recorded.scores)
        if scores is not None:
            computed = (None if outcome.basis is Basis.SCORES else outcome.scores) or dict.fromkeys(self.seats)
            rule = "bao_huang.winner" if self._rules.scoring == "win_loss" else "bao_huang.teams"
            findings += compare_points("scores", scores, computed, hand=hand, rule=rule)
        factor = by_declarations(replay.declarations.declared, self._rules).product if has_actions else None
        findings += compare_factor(recorded, factor, hand=hand, rule=FACTOR_RULE)
        roles = given_value(recorded.roles)
        if roles is not None:
            findings += compare_roles(
                roles,
                {} if replay.declarations.void else dict(replay.roles.named()),
                rules=ROLES,
                seats=self.seats,
                hand=hand,
                void=replay.declarations.void,
            )
        return findings

    @property
    def carried(self) -> tuple[Hashable, Hashable]:
        """What the hands so far have left for what follows, and the totals."""
        return self.standing.carried, self.totals.carried

    def carry(self, carried: Any) -> None:
        """Goes on from what ``carried`` was in another replay of the same match."""
        standing, totals = carried
        self.standing.carry(standing)
        self.totals.carry(totals)

    def conclude(self, result: MatchResult | None) -> tuple[dict[str, int | None], list[str] | None, bool]:
        """Totals, winner (None: not decided yet), and whether one of them depends on something unknown."""
        totals, winner, undecided = self.totals.conclude(result)
        return totals, winner, undecided or self._listed is not None


def dues(replay: HandReplay) -> Dues | None:
    """The tribute that is due at the beginning of a hand; None if it is not known."""
    assert isinstance(replay, BaoHuangHand)
    tribute = replay.exchange.tribute
    if not tribute.known:
        return None
    if tribute.debts is None:
        return Dues({}, {})
    givers, takers = (
        {replay.table.seats[seat]: cards for seat, cards in counts.items()}
        for counts in (tribute.debts.givers, tribute.debts.takers)
    )
    return Dues(givers, takers)


def pack(rules: RuleSet, seats: int) -> Pack:
    """The deck of a rule set, without suits where they do not matter, and the most cards that a seat is dealt."""
    own = BaoHuangRules.of(rules)
    deck = deck_of(own.deck, bare=own.protector != "triplet")
    return pack_of(deck.cards if deck.suitless is None else deck.suitless, -(-own.deck // seats))
