"""A match of Big A from hand to hand: scores, results, totals and the winner."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final

from msgspec import UnsetType

from engine.games.big_a.play import BigAHand, is_over
from engine.games.big_a.reader import DECK, Readers
from engine.games.big_a.roles import MORE, NOBODY, SEATS, Roles, read_big_a_deal
from engine.games.big_a.rules import EXPOSED_RULE, BigARules
from engine.games.big_a.scoring import BigAResult, settle
from engine.record.match import Hand, HandResult, Match, MatchResult, given_value, setup_of
from engine.recorded.basis import Basis, compare_sum, hand_cut_off, recorded_line, unfinished_hand
from engine.recorded.beyond_play import compare_exposed
from engine.recorded.end_of_hand import RecordedEnd
from engine.recorded.results import compare_finish, compare_points
from engine.recorded.roles import compare_roles, known_roles
from engine.recorded.setup import SetupFacts
from engine.recorded.totals import MatchTotals
from engine.replay.game import HandReplay
from engine.replay.outcome import HandOutcome, ScoreLine
from engine.replay.pack import Pack, pack_of
from engine.rulebook.findings import Finding
from engine.rulebook.options import RuleSet
from engine.rulebook.sentences import say

ROLES: Final = ("declarer", "partner")

SETUP_FIELDS: Final = frozenset({"totals", "first"})
"""The facts before a hand that this game reads."""


class BigAJudge:
    """Big A under one rule set.  Keeps a reader of actions for each table and each Big A."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = BigARules.of(rules)
        self.readers: Final = Readers()

    def match_replay(self, match: Match) -> "BigAMatchReplay":
        """The replay of a match, before its first hand."""
        return BigAMatchReplay(match, self)


class BigAMatchReplay:
    """The replay of one match."""

    def __init__(self, match: Match, judge: BigAJudge) -> None:
        self.seats: Final = match.seats
        self._listed: Final = match.listed
        self._rules: Final = judge.rules
        self._readers: Final = judge.readers
        self._numbers: Final[Mapping[str, int]] = {seat: number for number, seat in enumerate(self.seats)}
        self.totals: Final = MatchTotals(self.seats, "big_a.match", hands=lambda: self._rules.hands)
        self._cut_off: Final = hand_cut_off(match)
        self.findings: list[Finding] = self.totals.findings

    def open(self, index: int, hand: Hand) -> BigAHand:
        """The replay of a hand, with its setup and deal read, before the first action."""
        setup = SetupFacts(self.seats, index, setup_of(hand))
        setup.read_totals()
        self.totals.take_over(setup)
        first = setup.seat("first", given_value(setup.setup.first))
        deal = None if isinstance(hand.deal, UnsetType) else hand.deal
        dealt = read_big_a_deal(deal, self._numbers, first, hand=index)
        replay = BigAHand(index, self._readers.reader(self.seats, None), self._readers, dealt, self._rules)
        if self._listed is not None and hand.actions:
            replay.list_seats(self._listed, [self._numbers[seat] for seat in deal or {} if seat in self._numbers])
        replay.findings.extend(self.totals.remark(index))
        replay.findings.extend(setup.findings)
        replay.findings.extend(dealt.findings)
        return replay

    def close(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """Settles a hand and adds its scores to the totals."""
        outcome = self.settle(replay, hand)
        self.totals.tally()
        return outcome

    def settle(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """The outcome of a hand.  Compares the recorded result of the hand with it."""
        assert isinstance(replay, BigAHand)
        replay.table.put_in_order()
        recorded = hand.result if isinstance(hand.result, HandResult) else HandResult()
        if replay.drawing.void:
            outcome = self._voided()
        elif replay.ended and replay.places_sure is None:
            roles = [roles for roles in replay.possible_roles() if NOBODY not in roles]
            outcome = self._settled(replay.finish, roles, exposed=replay.big_a.both_shown, certain=replay.big_a.roles())
        else:
            outcome = self._unfinished(replay, hand, recorded)
        if outcome.complete and (finish := given_value(recorded.finish)) is not None:
            replay.findings.extend(
                compare_finish(finish, replay.finish, self.seats, hand=replay.index, rule="big_a.end")
            )
        exposed = replay.big_a.both_shown if hand.actions and replay.listed is None else None
        replay.findings.extend(self._compare(replay, recorded, outcome, exposed=exposed))
        return outcome

    def close_played(
        self, finish: Sequence[Sequence[int]], declarer: int, partner: int, *, exposed: bool
    ) -> HandOutcome:
        """The outcome of a hand that is known to have been played without a fault to an order of finish.

        It is the next one of the match.  Adds its scores to the totals.
        """
        roles = (declarer, partner)
        outcome = self._settled(finish, [roles], exposed=exposed, certain=dict(zip(ROLES, roles, strict=True)))
        self.totals.tally()
        return outcome

    def close_void(self) -> HandOutcome:
        """The outcome of the next hand of the match if its deal is known to be void."""
        return self._voided()

    def _voided(self) -> HandOutcome:
        """The outcome of a void deal: no scores, and the hand does not count."""
        return HandOutcome(
            complete=True,
            basis=Basis.PLAY,
            finish=[],
            roles={},
            scores=dict.fromkeys(self.seats, 0),
            breakdown=[ScoreLine("big_a.drawing", say("void deal: no score"), {})],
        )

    def _settled(
        self, finish: Sequence[Sequence[int]], possible: Sequence[Roles], *, exposed: bool, certain: Mapping[str, int]
    ) -> HandOutcome:
        """The outcome of a hand that was played to its end.  If the possible roles give different scores, these are
        unknown.
        """
        ways = [settle(finish, *roles, exposed=exposed, rules=self._rules, seats=self.seats) for roles in possible]
        points = [_agreed([way.points[seat] for way in ways]) for seat in range(SEATS)]
        self.totals.count(points)
        return HandOutcome(
            complete=True,
            basis=Basis.PLAY,
            finish=self._named(finish),
            roles=self._names(certain),
            scores=dict(zip(self.seats, points, strict=True)),
            breakdown=[self._line(ways[0])] if len(ways) == 1 else [],
            undecided=None in points or len(certain) < len(ROLES),
        )

    def _line(self, way: BigAResult) -> ScoreLine:
        return ScoreLine("big_a.score", way.text, dict(zip(self.seats, way.points, strict=True)))

    def _unfinished(self, replay: BigAHand, hand: Hand, recorded: HandResult) -> HandOutcome:
        """The outcome of a hand that the log does not show to its end, from its recorded result."""
        played = replay.finish[: replay.places_sure]
        end = RecordedEnd("big_a", recorded, played, self.seats, replay.index)
        outcome = HandOutcome(
            complete=False,
            basis=None,
            finish=self._named(played),
            roles=self._names(replay.big_a.roles()),
            cut_off=replay.index == self._cut_off,
        )
        roles = known_roles(replay.big_a.roles(), given_value(recorded.roles) or {}, self._numbers, *ROLES)
        finish = None if roles is None else end.finish(lambda out: is_over(roles, out))
        if outcome.cut_off:
            pass
        elif roles is not None and finish is not None:
            followed = hand.actions and replay.listed is None
            exposed = replay.big_a.both_shown if followed else given_value(recorded.exposed) is True
            way = settle(finish, *roles, exposed=exposed, rules=self._rules, seats=self.seats)
            self.totals.count(way.points)
            outcome.basis = Basis.RESULT
            outcome.finish = self._named(finish)
            outcome.roles = self._names(dict(zip(ROLES, roles, strict=True)))
            outcome.scores = dict(zip(self.seats, way.points, strict=True))
            outcome.breakdown = [self._line(way)]
        elif end.scores is not None:
            self.totals.count(end.scores)
            outcome.basis = Basis.SCORES
            outcome.scores = dict(zip(self.seats, end.scores, strict=True))
            outcome.breakdown = [ScoreLine(*recorded_line("big_a", self.seats, end.scores))]
            if self._rules.four_five != "printed":
                end.findings.extend(compare_sum(end.scores, hand=replay.index, rule="big_a.recorded"))
        else:
            self.totals.count(None)
        if replay.listed is None:
            replay.findings.append(
                unfinished_hand(
                    "big_a",
                    replay.index,
                    basis=outcome.basis,
                    has_actions=bool(hand.actions),
                    left=replay.table.cards_left(),
                    cut_off=outcome.cut_off,
                )
            )
        replay.findings.extend(end.findings)
        return outcome

    def _names(self, roles: Mapping[str, int]) -> dict[str, str]:
        return {role: self.seats[seat] for role, seat in roles.items()}

    def _named(self, finish: Sequence[Sequence[int]]) -> list[list[str]]:
        return [[self.seats[seat] for seat in place] for place in finish]

    def _compare(
        self, replay: BigAHand, recorded: HandResult, outcome: HandOutcome, *, exposed: bool | None
    ) -> list[Finding]:
        """The findings about recorded scores, exposure and roles."""
        hand = replay.index
        findings: list[Finding] = []
        scores = given_value(recorded.scores)
        if scores is not None:
            computed = (None if outcome.basis is Basis.SCORES else outcome.scores) or dict.fromkeys(self.seats)
            findings += compare_points("scores", scores, computed, hand=hand, rule="big_a.score")
        findings += compare_exposed(recorded, exposed, hand=hand, rule=EXPOSED_RULE)
        roles = given_value(recorded.roles)
        if roles is not None:
            computed_roles = {} if replay.drawing.void else self._names(replay.big_a.roles())
            rules = dict.fromkeys(ROLES, "big_a.roles")
            findings += compare_roles(
                roles, computed_roles, rules=rules, seats=self.seats, hand=hand, void=replay.drawing.void
            )
        return findings

    @property
    def carried(self) -> tuple[Hashable, Hashable]:
        """What the hands so far have left for what follows, and the totals."""
        return None, self.totals.carried

    def carry(self, carried: Any) -> None:
        """Goes on from what ``carried`` was in another replay of the same match."""
        _, totals = carried
        self.totals.carry(totals)

    def conclude(self, result: MatchResult | None) -> tuple[dict[str, int | None], list[str] | None, bool]:
        """Totals, winner (None: not decided yet), and whether one of them depends on something unknown."""
        totals, winner, undecided = self.totals.conclude(result)
        return totals, winner, undecided or self._listed is not None


def _agreed(points: Sequence[int]) -> int | None:
    return points[0] if len(set(points)) == 1 else None


def pack(rules: RuleSet, seats: int) -> Pack:  # noqa: ARG001
    """The deck, and the most cards that a seat draws."""
    return pack_of(DECK.cards, MORE)
