"""Random legal matches of Big A."""

from typing import Any, Final

from msgspec import UNSET, UnsetType

from engine.record.match import Hand, HandResult, Setup
from tests.playouts.big_a.drawing import SEATS, Drawn, draw
from tests.playouts.big_a.forms import CARDS
from tests.playouts.big_a.hand import PlayedHand
from tests.playouts.big_a.rules import draw_rules, points, resolved
from tests.playouts.game import PlayoutGame, five_seats
from tests.playouts.match_maker import MatchMaker, Table

_MOST_HANDS: Final = 12


class _MatchMaker(MatchMaker[Table]):
    game = "big_a"

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.counted = 0

    def hands(self, most: int) -> list[Hand]:
        before: Any = UNSET
        if self.table.style.midway:
            self.totals = [self.rng.randint(-40, 40) for _ in range(SEATS)]
            before = self.named(self.totals)
        hands: list[Hand] = []
        while len(hands) < most and self.winners() is None:
            hands.append(self._hand(UNSET if hands else before))
        return hands

    def winners(self) -> list[int] | None:
        wanted = self.table.rules["hands"]
        return self.ahead() if wanted and self.counted >= wanted else None

    def _hand(self, totals: Any) -> Hand:
        table, style, seats = self.table, self.table.style, self.table.seats
        table.pen.begin()
        drawn = draw(seats, self.rng, table.pen, style.claims, fair=style.fair)
        actions, finish, scores = drawn.actions, [], [0] * SEATS
        if drawn.declarer is not None:
            played = PlayedHand(table, drawn)
            actions, finish = actions + played.actions, played.finish
            scores = points(finish, drawn.declarer, drawn.partner, drawn.both_shown, table.rules)
            self.counted += 1
        self.score(scores)
        said = self.likely(0.8 + style.setups / 5)
        return Hand(
            setup=Setup(totals=totals, first=seats[drawn.first] if said else UNSET) if said or totals else UNSET,
            deal={seat: self._dealt(cards) for seat, cards in zip(seats, drawn.hands, strict=True)},
            actions=actions,
            result=self._hand_result(drawn, finish, scores),
        )

    def _dealt(self, cards: list[int]) -> str:
        write = self.table.pen.cards
        return f"{write([CARDS[card] for card in cards[:-1]])} | {write([CARDS[cards[-1]]])}"

    def _hand_result(self, drawn: Drawn, finish: list[list[int]], scores: list[int]) -> HandResult | UnsetType:
        likely, share = self.likely, self.table.style.results
        return self.recorded(
            HandResult(
                finish=self._finish_text(finish) if likely(share) else UNSET,
                scores=self.some(self.named(scores)) if likely(share) else UNSET,
                roles=self._roles(drawn) if likely(share) else UNSET,
            )
        )

    def _finish_text(self, finish: list[list[int]]) -> list[str | list[str]]:
        """An order of finish as somebody may write it down, maybe stopping early."""
        places = self.places(finish, apart=False)
        return places[: self.rng.randint(1, len(places))] if places and self.rng.random() < 0.3 else places

    def _roles(self, drawn: Drawn) -> dict[str, str]:
        if drawn.declarer is None:
            return {}
        seats = self.table.seats
        roles = {"declarer": seats[drawn.declarer], "partner": seats[drawn.partner]}
        if drawn.declarer == drawn.partner and self.rng.random() < 0.5:
            del roles["partner"]
        return roles


BIG_A: Final = PlayoutGame(
    name=_MatchMaker.game,
    draw_rules=draw_rules,
    resolved=resolved,
    seats=five_seats,
    most_hands=lambda _rules, _rng: _MOST_HANDS,
    table=Table,
    match_maker=_MatchMaker,
)
