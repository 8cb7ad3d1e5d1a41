"""Random legal matches of Bao Huang."""

from typing import Any, Final

from msgspec import UNSET, UnsetType

from engine.record.match import Hand, HandResult, Setup
from tests.playouts.bao_huang.deal import dealt
from tests.playouts.bao_huang.hand import PlayedHand
from tests.playouts.bao_huang.roles import Roles
from tests.playouts.bao_huang.rules import draw_rules, resolved
from tests.playouts.bao_huang.scores import Settled
from tests.playouts.bao_huang.table import SEATS, Table
from tests.playouts.bao_huang.tribute import pay_tribute
from tests.playouts.game import PlayoutGame, five_seats
from tests.playouts.match_maker import MatchMaker

_MOST_HANDS: Final = 12


class _MatchMaker(MatchMaker[Table]):
    game = "bao_huang"

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.before: Settled | None = None
        """The hand that decides about tribute."""
        self.roles_before: dict[str, str] = {}
        self.counted = 0
        self.first: int | None = None
        """Who takes the first card again, after a void deal."""

    def hands(self, most: int) -> list[Hand]:
        hands: list[Hand] = []
        setup = self._begin_midway() if self.table.style.midway else {}
        while len(hands) < most and not self._over():
            if hands:
                setup = {"previous": self._previous()} if self.before and self.likely(self.table.style.setups) else {}
            hands.append(self._hand(setup))
        return hands

    def winners(self) -> list[int] | None:
        return self.ahead() if self._over() else None

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
            setup["totals"] = self.named(self.totals)
        return setup

    def _previous(self) -> dict[str, Any]:
        assert self.before is not None
        return {"finish": self._finish_text(self.before.finish), **self.roles_before}

    def _finish_text(self, finish: Any, *, whole: bool = True) -> list[str | list[str]]:
        """An order of finish as somebody may write it down, maybe stopping early."""
        places = self.places(finish, apart=True)
        return places if whole or self.rng.random() < 0.7 else places[: self.rng.randint(1, len(places))]

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
        self.before = Settled(played.finish, roles.emperor, roles.protector, self.table.rules, roles.declared)
        self.roles_before = {
            "emperor": self.table.seats[roles.emperor],
            "protector": self.table.seats[roles.protector],
        }
        self.counted += 1
        scores = self.before.scores(roles.declared)
        self.score(scores)
        likely, share = self.likely, self.table.style.results
        return self.recorded(
            HandResult(
                finish=self._finish_text(played.finish, whole=False) if likely(share) else UNSET,
                scores=self.some(self.named(scores)) if likely(share) else UNSET,
                roles=roles.as_recorded(self.rng) if likely(share) else UNSET,
            )
        )

    def _void_result(self) -> HandResult | UnsetType:
        if not self.likely(self.table.style.results):
            return UNSET
        return HandResult(finish=[], scores=self.some(self.named([0] * SEATS)))


BAO_HUANG: Final = PlayoutGame(
    name=_MatchMaker.game,
    draw_rules=draw_rules,
    resolved=resolved,
    seats=five_seats,
    most_hands=lambda _rules, _rng: _MOST_HANDS,
    table=Table,
    match_maker=_MatchMaker,
)
