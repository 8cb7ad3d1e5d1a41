"""A match of Big A from hand to hand: scores, results, totals and the winner."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UnsetType

from engine.codes import AFTER_MATCH, MALFORMED
from engine.findings import Finding, finding, shown
from engine.game import HandOutcome, HandReplay, ScoreLine
from engine.games.big_a.book import Books
from engine.games.big_a.deal import SEATS, read_big_a_deal
from engine.games.big_a.play import BigAHand
from engine.games.big_a.roles import NOBODY
from engine.games.big_a.scoring import Settled, settle
from engine.match import Hand, HandResult, Match, MatchResult, Setup, given, setup_of
from engine.results import bad_result, compare_finish, compare_points, compare_winner, first_places, whole
from engine.role_codes import ROLE_MISMATCH
from engine.rules import RuleSet

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
        self.findings: list[Finding] = []
        self.seats: Final = match.seats
        self.totals: Final[list[int | None]] = [0] * SEATS
        self._rules: Final = judge.rules
        self._books: Final = judge.books
        self._numbers: Final[Mapping[str, int]] = {seat: number for number, seat in enumerate(self.seats)}
        self._completed = 0
        self._perhaps_completed = 0
        """Hands of which nobody can tell whether they came to their end."""
        self._over = False
        self._noticed = False

    def open(self, index: int, hand: Hand) -> BigAHand:
        """The hand with its setup and deal read, before the first action."""
        findings: list[Finding] = []
        first = self._read_setup(index, setup_of(hand), findings)
        deal = None if isinstance(hand.deal, UnsetType) else hand.deal
        dealt = read_big_a_deal(deal, self._numbers, first, hand=index)
        replay = BigAHand(index, self._books.book(self.seats, None), self._books, dealt, self._rules)
        if self._over and not self._noticed:
            self._noticed = True
            replay.findings.append(finding(AFTER_MATCH, "big_a.match", hand=index))
        replay.findings += findings
        replay.findings += dealt.findings
        return replay

    def _read_setup(self, index: int, setup: Setup, findings: list[Finding]) -> int | None:
        """Who drew the first card, None where it is not said; of a log's first hand the totals before it, too."""
        totals = {} if index else given(setup.totals) or {}
        for name, points in totals.items():
            number = whole(points)
            if name in self._numbers and number is not None:
                self.totals[self._numbers[name]] = number
            else:
                recorded = f"{shown(name)} {shown(points)}"
                findings.append(_bad_setup(index, "totals", recorded, "a whole number for each seat"))
        name = given(setup.first)
        if name is not None and name not in self._numbers:
            reason = f"no seat {shown(name)} at this table"
            findings.append(_bad_setup(index, "first", reason, f"one of {', '.join(self.seats)}"))
        return None if name is None else self._numbers.get(name)

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
        if not self._over:
            self._count(points)
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
        if undecided and not self._over:
            self._perhaps_completed += 1
            self.totals[:] = [None] * SEATS
        finish = [[self.seats[seat] for seat in place] for place in replay.finish][: replay.places_sure]
        return HandOutcome(complete=False, finish=finish, roles=self._names(replay.big_a.roles()), undecided=undecided)

    def _names(self, roles: Mapping[str, int]) -> dict[str, str]:
        return {role: self.seats[seat] for role, seat in roles.items()}

    def _count(self, points: Sequence[int | None]) -> None:
        for seat, score in enumerate(points):
            total = self.totals[seat]
            self.totals[seat] = None if score is None or total is None else total + score
        self._completed += 1
        self._over = self._completed == self._rules.number("hands")

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
            findings += self._compare_roles(hand, roles, outcome.roles, void=outcome.complete and not outcome.finish)
        return findings

    def _compare_roles(
        self, hand: int, recorded: Mapping[str, str], computed: Mapping[str, str], *, void: bool
    ) -> list[Finding]:
        findings: list[Finding] = []
        wrong: list[str] = []
        for role, name in recorded.items():
            if role not in ROLES or name not in self._numbers:
                reason = f"{shown(role)} {shown(name)}"
                findings.append(bad_result("roles", reason, "declarer and partner, each a seat", hand=hand))
            elif void or computed.get(role, name) != name:
                wrong.append(f"{role} {name}")
        if wrong:
            was = ", ".join(f"{role} {name}" for role, name in computed.items()) or "no roles: the deal is void"
            findings.append(
                finding(ROLE_MISMATCH, "big_a.roles", hand=hand, field="roles", recorded=", ".join(wrong), computed=was)
            )
        return findings

    def conclude(self, result: MatchResult | None) -> tuple[dict[str, int | None], list[str] | None, bool]:
        """Totals, winner (None: none yet), and whether either hangs on something unknown."""
        recorded = result or MatchResult()
        over = self._over or given(recorded.ended) == "time"
        perhaps_over = over or self._completed + self._perhaps_completed >= self._rules.number("hands") > 0
        totals = dict(zip(self.seats, self.totals, strict=True))
        unknown = None in self.totals
        winner = None
        if over and not unknown:
            highest = max(total for total in self.totals if total is not None)
            winner = [seat for seat, total in totals.items() if total == highest]
        points = given(recorded.totals)
        if points is not None:
            self.findings += compare_points("totals", points, totals, hand=None, rule="big_a.match")
        names = given(recorded.winner)
        if names is not None and not (perhaps_over and unknown):
            self.findings += compare_winner(names, winner, self.seats, "big_a.match")
        return totals, winner, unknown


def _agreed(points: Sequence[int]) -> int | None:
    return points[0] if len(set(points)) == 1 else None


def _bad_setup(hand: int, field: str, reason: str, wanted: str) -> Finding:
    return finding(MALFORMED, "log.setup", hand=hand, variant="setup", field=field, reason=reason, wanted=wanted)
