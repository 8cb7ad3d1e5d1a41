"""Random legal matches of Bao Huang."""

from random import Random
from typing import Any, Final

from msgspec import UNSET, UnsetType

from engine.record.match import Hand, HandResult, Match, MatchInfo, MatchResult, Player, RulesClaim, Setup
from tests.playouts.bao_huang.deal import dealt
from tests.playouts.bao_huang.hand import PlayedHand
from tests.playouts.bao_huang.roles import Roles
from tests.playouts.bao_huang.rules import draw_rules, resolved
from tests.playouts.bao_huang.scores import Settled
from tests.playouts.bao_huang.table import SEATS, Table
from tests.playouts.bao_huang.tribute import pay_tribute
from tests.playouts.policies import Policy
from tests.playouts.style import Pen, Style

_MOST_HANDS: Final = 12
_FIRST_NAMES: Final = ("E", "N", "W", "S", "M")


class BaoHuangPlayouts:
    """Matches of Bao Huang under any rules."""

    name = "bao_huang"

    def draw_rules(self, rng: Random) -> tuple[str | None, dict[str, Any]]:
        """A preset and options that differ from it."""
        return draw_rules(rng)

    def play(
        self,
        rng: Random,
        preset: str | None,
        options: dict[str, Any],
        hands: int | None,
        policy: Policy,
        style: Style,
    ) -> Match:
        """A legal match under some rules; without a bound it ends after a dozen deals at the latest."""
        seats = (*style.seats, "fifth")[:SEATS] if style.seats else _FIRST_NAMES
        table = Table(seats, resolved(preset, options), rng, policy, style, Pen(rng, style))
        return _MatchMaker(table).match(preset, options, _MOST_HANDS if hands is None else hands)


class _MatchMaker:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.rng = table.rng
        self.likely = table.pen.likely
        self.totals = [0] * SEATS
        self.before: Settled | None = None
        """The hand that decides about tribute."""
        self.roles_before: dict[str, str] = {}
        self.counted = 0
        self.first: int | None = None
        """Who takes the first card again, after a void deal."""

    def match(self, preset: str | None, options: dict[str, Any], most: int) -> Match:
        table = self.table
        hands: list[Hand] = []
        setup = self._begin_midway() if table.style.midway else {}
        while len(hands) < most and not self._over():
            if hands:
                setup = {"previous": self._previous()} if self.before and self.likely(table.style.setups) else {}
            hands.append(self._hand(setup))
        named = preset is not None or options
        return Match(
            game="bao_huang",
            rules=RulesClaim(preset=preset or UNSET, options=options or UNSET) if named else UNSET,
            match=self._information(),
            players=[Player(seat=seat, name=f"player {seat}") for seat in table.seats],
            hands=hands,
            result=self._match_result(),
        )

    def _over(self) -> bool:
        rules = self.table.rules
        reached = rules["target"] and self.counted and max(self.totals) >= rules["target"]
        return bool(reached or (rules["hands"] and self.counted >= rules["hands"]))

    def _begin_midway(self) -> dict[str, Any]:
        """Puts the match anywhere before its end, and says so."""
        rng, rules = self.rng, self.table.rules
        order = rng.sample(range(SEATS), SEATS)
        emperor, protector = rng.randrange(SEATS), rng.randrange(SEATS)
        finish: list[list[int]] = []
        left = list(order)
        while len({seat in (emperor, protector) for seat in left}) == 2:
            finish.append([left.pop(0)])
        finish.append(sorted(left))
        self.before = Settled(finish, emperor, protector, rules)
        seats = self.table.seats
        self.roles_before = {"emperor": seats[emperor], "protector": seats[protector]}
        setup: dict[str, Any] = {"previous": self._previous()}
        if rng.random() < 0.5:
            top = rules["target"] - 1 if rules["target"] else 30
            self.totals = [rng.randint(-30, top) for _ in range(SEATS)]
            setup["totals"] = dict(zip(seats, self.totals, strict=True))
        return setup

    def _previous(self) -> dict[str, Any]:
        assert self.before is not None
        return {"finish": self._finish_text(self.before.finish), **self.roles_before}

    def _finish_text(self, finish: Any, *, whole: bool = True) -> list[str | list[str]]:
        """An order of finish as somebody may write it down: shared places flat or not, maybe stopping early."""
        rng, seats = self.rng, self.table.seats
        places: list[str | list[str]] = []
        for place in finish:
            names = [seats[seat] for seat in place]
            rng.shuffle(names)
            if len(names) > 1 and rng.random() < 0.5:
                places.append(names)
            elif rng.random() < 0.2:
                places += [[name] for name in names]
            else:
                places += names
        return places if whole or rng.random() < 0.7 else places[: rng.randint(1, len(places))]

    def _hand(self, facts: dict[str, Any]) -> Hand:
        table, rng = self.table, self.rng
        table.pen.begin()
        first = rng.randrange(SEATS) if self.first is None else self.first
        said = self.first is None and self.likely(0.8)
        hands = dealt(table, first)
        deal = {seat: table.cards(cards) for seat, cards in zip(table.seats, hands, strict=True)}
        actions = [] if self.before is None else pay_tribute(table, hands, self.before)
        roles = Roles(table, hands, first)
        actions += roles.actions
        result: HandResult | UnsetType
        if roles.emperor is None:
            self.first = first
            result = self._void_result()
        else:
            self.first = None
            played = PlayedHand(table, hands, roles)
            actions += played.actions
            result = self._settle(played, roles)
        if said:
            facts = facts | {"first": table.seats[first]}
        return Hand(setup=Setup(**facts) if facts else UNSET, deal=deal, actions=actions, result=result)

    def _settle(self, played: PlayedHand, roles: Roles) -> HandResult | UnsetType:
        assert roles.emperor is not None
        self.before = Settled(played.finish, roles.emperor, roles.protector, self.table.rules)
        self.roles_before = {
            "emperor": self.table.seats[roles.emperor],
            "protector": self.table.seats[roles.protector],
        }
        self.counted += 1
        scores = self.before.scores(roles.declared)
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        likely, share = self.likely, self.table.style.results
        result = HandResult(
            finish=self._finish_text(played.finish, whole=False) if likely(share) else UNSET,
            scores=self._some(scores) if likely(share) else UNSET,
            roles=roles.as_recorded(self.rng) if likely(share) else UNSET,
        )
        return UNSET if result == HandResult() else result

    def _void_result(self) -> HandResult | UnsetType:
        if not self.likely(self.table.style.results):
            return UNSET
        return HandResult(finish=[], scores=self._some([0] * SEATS))

    def _some(self, scores: list[int]) -> dict[str, int]:
        """The points of all, or of those that have any."""
        every = dict(zip(self.table.seats, scores, strict=True))
        return every if self.rng.random() < 0.5 else {seat: score for seat, score in every.items() if score}

    def _match_result(self) -> MatchResult | UnsetType:
        likely, share, seats = self.likely, self.table.style.results, self.table.seats
        over = self._over()
        ended = UNSET
        if not over and likely(share) and self.rng.random() < 0.5:
            over, ended = True, "time"
        names = [seat for seat, total in zip(seats, self.totals, strict=True) if over and total == max(self.totals)]
        result = MatchResult(
            ended=ended,
            totals=dict(zip(seats, self.totals, strict=True)) if likely(share) else UNSET,
            winner=names if names and likely(share) else UNSET,
        )
        return UNSET if result == MatchResult() else result

    def _information(self) -> MatchInfo | UnsetType:
        if not self.table.style.information:
            return UNSET
        number = self.rng.randrange(10**6)
        return MatchInfo(id=f"made-up-{number}", played_at="2024-05-01T19:30:00+08:00", event="杯", note="made up")


BAO_HUANG: Final = BaoHuangPlayouts()
