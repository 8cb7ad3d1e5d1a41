"""Random legal matches of Guandan."""

from typing import Any, Final

from msgspec import UNSET, UnsetType

from engine.record.match import Hand, HandResult, Setup
from tests.playouts.game import PlayoutGame, four_seats
from tests.playouts.guandan.forms import CARDS, RANKS
from tests.playouts.guandan.hand import PlayedHand
from tests.playouts.guandan.holding import PlayHolding
from tests.playouts.guandan.progress import ACE, Progress
from tests.playouts.guandan.rules import draw_rules, resolved
from tests.playouts.guandan.tribute import pay_tribute
from tests.playouts.match_maker import MatchMaker, Table

_MOST_HANDS: Final = 100


class _MatchMaker(MatchMaker[Table]):
    game = "guandan"

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.progress = Progress(table.rules)

    def hands(self, most: int) -> list[Hand]:
        style = self.table.style
        start = self._begin_midway() if style.midway else UNSET
        hands: list[Hand] = []
        while len(hands) < most and self.progress.winners is None:
            setup = start if not hands else UNSET
            if setup is UNSET and self.likely(style.setups):
                setup = self._consistent_setup()
            hands.append(self._hand(setup))
        return hands

    def winners(self) -> list[int] | None:
        return None if self.progress.winners is None else self._seats_of(self.progress.winners)

    def ahead(self) -> list[int]:
        return self._seats_of(self.progress.ahead())

    def _seats_of(self, teams: list[int]) -> list[int]:
        return [seat for seat in range(4) if seat % 2 in teams]

    def _begin_midway(self) -> Setup:
        """Puts the match anywhere before its end, and says so."""
        progress, rng = self.progress, self.rng
        top = ACE - 1 if self.table.rules["win_at"] == "reach_a" else ACE
        progress.levels = [rng.choice((rng.randint(0, top), top, top)) for _ in range(2)]
        limit = self.table.rules["a_failures"]
        failures: dict[str, int] = {}
        if limit > 1 and rng.random() < 0.5:
            for team in range(2):
                if progress.levels[team] == ACE and rng.random() < 0.7:
                    progress.failures[team] = rng.randint(0, limit - 1)
                    failures[self._seat_of(team)] = progress.failures[team]
        previous: Any = UNSET
        if rng.random() < 0.7:
            progress.finish = self._drawn_finish()
            progress.setter = progress.finish[0][0] % 2
            progress.level = progress.levels[progress.setter]
            previous = self._finish_text(progress.finish, whole=True)
        else:
            progress.level = rng.choice(progress.levels)
        totals: Any = UNSET
        if rng.random() < 0.3:
            self.totals = [rng.randint(-3, 30) for _ in range(4)]
            totals = self.named(self.totals)
        needed = previous is UNSET or rng.random() < 0.7
        return Setup(
            level=RANKS[progress.level] if needed else UNSET,
            levels=self._levels(),
            previous=previous,
            failures=failures or UNSET,
            totals=totals,
        )

    def _drawn_finish(self) -> list[list[int]]:
        order = self.rng.sample(range(4), 4)
        if (order[0] + order[1]) % 2 == 0:
            return [[order[0]], [order[1]], sorted(order[2:])]
        return [[seat] for seat in order]

    def _consistent_setup(self) -> Setup:
        progress, rng = self.progress, self.rng
        previous = self._finish_text(progress.finish, whole=True) if progress.finish else UNSET
        return Setup(
            level=RANKS[progress.level] if rng.random() < 0.7 else UNSET,
            levels=self._levels() if rng.random() < 0.7 else UNSET,
            previous=previous if rng.random() < 0.5 else UNSET,
        )

    def _seat_of(self, team: int) -> str:
        return self.table.seats[team + 2 * self.rng.randrange(2)]

    def _levels(self) -> dict[str, str]:
        return {self._seat_of(team): RANKS[self.progress.levels[team]] for team in range(2)}

    def _finish_text(self, finish: list[list[int]], *, whole: bool) -> list[str | list[str]]:
        """An order of finish as somebody may write it down, maybe stopping early."""
        places = self.places(finish, apart=True)
        double = len(finish) == 3
        fewest = (2 if double else 3) if whole else 1
        return places[: self.rng.randint(fewest, len(places))] if self.rng.random() < 0.3 else places

    def _hand(self, setup: Setup | UnsetType) -> Hand:
        table, progress, rng = self.table, self.progress, self.rng
        table.pen.begin()
        deck = [*range(54), *range(54)]
        rng.shuffle(deck)
        dealt = [deck[27 * seat : 27 * seat + 27] for seat in range(4)]
        joker_pair = table.rules["joker_pair_in_full_house"]
        holdings = [PlayHolding(cards, progress.level, joker_pair) for cards in dealt]
        actions: list[str] = []
        if progress.finish is not None and table.rules["tribute"] == "standard":
            actions, leader = pay_tribute(
                progress.finish, holdings, table.rules, table.seats, rng, table.pen, table.style
            )
        else:
            leader = rng.randrange(4)
            if self.likely(table.style.setups):
                setup = _with_first(setup, table.seats[leader])
        played = PlayedHand(table, holdings, leader)
        scores = progress.settle(played.finish)
        self.score(scores)
        return Hand(
            setup=setup,
            deal={
                seat: table.pen.cards([CARDS[card] for card in cards])
                for seat, cards in zip(table.seats, dealt, strict=True)
            },
            actions=actions + played.actions,
            result=self._hand_result(played.finish, scores),
        )

    def _hand_result(self, finish: list[list[int]], scores: list[int]) -> HandResult | UnsetType:
        likely, share = self.likely, self.table.style.results
        return self.recorded(
            HandResult(
                finish=self._finish_text(finish, whole=False) if likely(share) else UNSET,
                scores=self.some(self.named(scores)) if likely(share) else UNSET,
                levels=self._levels() if likely(share) else UNSET,
            )
        )


def _with_first(setup: Setup | UnsetType, seat: str) -> Setup:
    if isinstance(setup, UnsetType):
        return Setup(first=seat)
    facts = {name: getattr(setup, name) for name in Setup.__struct_fields__}
    return Setup(**facts | {"first": seat})


GUANDAN: Final = PlayoutGame(
    name=_MatchMaker.game,
    draw_rules=draw_rules,
    resolved=resolved,
    seats=four_seats,
    most_hands=lambda _rules, _rng: _MOST_HANDS,
    table=Table,
    match_maker=_MatchMaker,
)
