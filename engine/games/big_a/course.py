"""A match of Big A from hand to hand: scores, results, totals and the winner."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UnsetType

from engine.findings import Finding
from engine.game import HandOutcome, HandReplay, ScoreLine
from engine.games.big_a.book import Books
from engine.games.big_a.deal import SEATS, read_big_a_deal
from engine.games.big_a.play import BigAHand
from engine.games.big_a.roles import NOBODY
from engine.games.big_a.scoring import Settled, settle
from engine.match import Hand, HandResult, Match, MatchResult, given, setup_of
from engine.results import compare_finish, compare_points, first_places
from engine.roles import compare_roles
from engine.rules import RuleSet
from engine.setup import SetupFacts
from engine.totals import MatchTotals

ROLES: Final = ("declarer", "partner")


class BigAJudge:
    """Big A under one rule set; keeps a book of actions for each table and Big A it has met."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = rules
        self.books: Final = Books()

    def course(self, match: Match) -> "BigACourse":
        """A match to be replayed from its start."""
        return BigACourse(match, self)


class BigACourse:
    """One match as it is replayed."""

    def __init__(self, match: Match, judge: BigAJudge) -> None:
        self.seats: Final = match.seats
        self._rules: Final = judge.rules
        self._books: Final = judge.books
        self._numbers: Final[Mapping[str, int]] = {seat: number for number, seat in enumerate(self.seats)}
        self._totals: Final = MatchTotals(self.seats, "big_a.match", hands=self._rules.number("hands"))
        self.findings: list[Finding] = self._totals.findings

    def open(self, index: int, hand: Hand) -> BigAHand:
        """The hand with its setup and deal read, before the first action."""
        setup = SetupFacts(self.seats, index, setup_of(hand))
        if index == 0:
            setup.read_totals()
            self._totals.begin(setup.totals)
        first = setup.seat("first", given(setup.setup.first))
        deal = None if isinstance(hand.deal, UnsetType) else hand.deal
        dealt = read_big_a_deal(deal, self._numbers, first, hand=index)
        replay = BigAHand(index, self._books.book(self.seats, None), self._books, dealt, self._rules)
        replay.findings += self._totals.remark(index)
        replay.findings += setup.findings
        replay.findings += dealt.findings
        return replay

    def close(self, replay: HandReplay, hand: Hand) -> HandOutcome:
        """What the hand comes to, its recorded result compared."""
        assert isinstance(replay, BigAHand)
        replay.put_in_order()
        recorded = hand.result if isinstance(hand.result, HandResult) else HandResult()
        if replay.void:
            outcome = self._voided()
        elif replay.ended and replay.places_sure is None:
            outcome = self._settled(replay)
        else:
            replay.incomplete()
            outcome = self._unfinished(replay)
        replay.findings += self._compare(replay.index, recorded, outcome)
        return outcome

    def _voided(self) -> HandOutcome:
        """Nothing is scored or counted."""
        return HandOutcome(
            complete=True,
            finish=[],
            roles={},
            scores=dict.fromkeys(self.seats, 0),
            breakdown=[ScoreLine("big_a.drawing", "a void deal: nothing is scored", {})],
        )

    def _settled(self, replay: BigAHand) -> HandOutcome:
        """The scores under all roles that are possible; what they do not agree on is unknown."""
        ways = [
            settle(
                replay.finish,
                declarer,
                partner,
                exposed=replay.big_a.both_shown,
                rules=self._rules,
                seats=self.seats,
            )
            for declarer, partner in replay.possible_roles()
            if NOBODY not in (declarer, partner)
        ]
        points = [_agreed([way.points[seat] for way in ways]) for seat in range(SEATS)]
        self._totals.count(points)
        roles = replay.big_a.roles()
        return HandOutcome(
            complete=True,
            finish=[[self.seats[seat] for seat in place] for place in replay.finish],
            roles=self._names(roles),
            scores=dict(zip(self.seats, points, strict=True)),
            breakdown=self._breakdown(ways),
            undecided=None in points or len(roles) < len(ROLES),
        )

    def _breakdown(self, ways: Sequence[Settled]) -> list[ScoreLine]:
        if len(ways) != 1:
            return []
        (way,) = ways
        return [ScoreLine("big_a.score", way.text, dict(zip(self.seats, way.points, strict=True)))]

    def _unfinished(self, replay: BigAHand) -> HandOutcome:
        """Nothing is scored; where the hand may be over for all that is known, the totals are unknown from here on."""
        undecided = replay.may_be_over()
        if undecided:
            self._totals.count_perhaps()
        finish = [[self.seats[seat] for seat in place] for place in replay.finish][: replay.places_sure]
        return HandOutcome(complete=False, finish=finish, roles=self._names(replay.big_a.roles()), undecided=undecided)

    def _names(self, roles: Mapping[str, int]) -> dict[str, str]:
        return {role: self.seats[seat] for role, seat in roles.items()}

    def _compare(self, hand: int, recorded: HandResult, outcome: HandOutcome) -> list[Finding]:
        findings: list[Finding] = []
        finish = given(recorded.finish)
        if finish is not None:
            assert isinstance(outcome.finish, list)
            known = [[self._numbers[name] for name in place] for place in outcome.finish]
            claimed = finish if outcome.complete else first_places(finish, sum(map(len, known)))
            findings += compare_finish(claimed, known, self.seats, hand=hand, rule="big_a.end")
        scores = given(recorded.scores)
        if scores is not None:
            computed = outcome.scores or dict.fromkeys(self.seats)
            findings += compare_points("scores", scores, computed, hand=hand, rule="big_a.score")
        roles = given(recorded.roles)
        if roles is not None:
            assert isinstance(outcome.roles, dict)
            void = outcome.complete and not outcome.finish
            findings += compare_roles(
                roles, outcome.roles, rules=dict.fromkeys(ROLES, "big_a.roles"), seats=self.seats, hand=hand, void=void
            )
        return findings

    def conclude(self, result: MatchResult | None) -> tuple[dict[str, int | None], list[str] | None, bool]:
        """Totals, winner (None: none yet), and whether either hangs on something unknown."""
        return self._totals.conclude(result)


def _agreed(points: Sequence[int]) -> int | None:
    return points[0] if len(set(points)) == 1 else None
