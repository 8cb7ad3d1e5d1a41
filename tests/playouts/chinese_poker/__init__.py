"""Random legal matches of Chinese poker, dealt closed or placed face up.

Of a style, ``claims`` is how often a natural that is held is claimed.
"""

from random import Random
from typing import Any, Final

from msgspec import UNSET, UnsetType

from engine.record.match import Hand, HandResult, Setup
from tests.bruteforce.chinese_poker import fantasyland_cards, settle
from tests.playouts.chinese_poker.closed import ClosedHand
from tests.playouts.chinese_poker.open_face import OpenFaceHand
from tests.playouts.chinese_poker.rules import draw_rules, resolved
from tests.playouts.chinese_poker.table import Played, Table
from tests.playouts.game import PlayoutGame
from tests.playouts.match_maker import MatchMaker
from tests.playouts.style import Style

_MOST_HANDS: Final = 60
_SEATS: Final = ("E", "N", "W", "S")
_STAKES: Final = (1, 2, 5, 10, 100, 1_000_000)


def _seats(rules: dict[str, Any], style: Style, rng: Random) -> tuple[str, ...]:
    """Two to four seats: as many at the most as the rules allow and one pack suffices for."""
    most = 4
    if rules["hands_each"] == 2:
        most = 2
    elif rules["dealing"] == "pineapple":
        most = 3
    return (style.seats or _SEATS)[: rng.randint(2, most)]


def _most_hands(rules: dict[str, Any], rng: Random) -> int:
    """As many as it takes to reach the target; without a target, a few."""
    return _MOST_HANDS if rules["target"] else rng.randint(1, 8)


class _MatchMaker(MatchMaker[Table]):
    game = "chinese_poker"

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.count = len(table.seats)
        self.pairs = [(one, other) for one in range(self.count) for other in range(one + 1, self.count)]
        self.ready: dict[int, int] = {}
        """The seats in fantasyland, and how many cards they get."""
        self.won: list[int] | None = None
        self.stakes: dict[tuple[int, int], int] = {}
        if table.rules["scoring"] == "pairs" and not table.style.fair and self.rng.random() < 0.5:
            self.stakes = {pair: self.rng.choice(_STAKES) for pair in self.pairs if self.rng.random() < 0.6}
        banker = table.rules["settle"] == "banker" and table.rules["scoring"] == "pairs"
        self.dealer: int | None = self.rng.randrange(self.count) if banker or self.rng.random() < 0.8 else None

    def hands(self, most: int) -> list[Hand]:
        totals: Any = self._begin_midway() if self.table.style.midway else UNSET
        hands: list[Hand] = []
        while len(hands) < most and self.won is None:
            hands.append(self._hand(totals, first=not hands))
            totals = UNSET
        return hands

    def winners(self) -> list[int] | None:
        return self.won

    def _begin_midway(self) -> dict[str, int] | UnsetType:
        """Puts the match anywhere before its end."""
        rules, rng = self.table.rules, self.rng
        if rules["fantasyland"] != "none" and rules["dealing"] != "closed":
            progressive = rules["fantasyland"] == "progressive" and rules["dealing"] == "pineapple"
            sizes = (14, 15, 16, 17) if progressive else (self._usual_ready(),)
            self.ready = {seat: rng.choice(sizes) for seat in range(self.count) if rng.random() < 0.4}
        if rng.random() < 0.4:
            return UNSET
        self.totals = [rng.randint(-9, max(rules["target"] - 1, 0)) for _ in range(self.count)]
        return self.named(self.totals)

    def _usual_ready(self) -> int:
        return 13 if self.table.rules["dealing"] == "open_face" else 14

    def _setup(self, totals: dict[str, int] | UnsetType, *, first: bool) -> Setup | UnsetType:
        seats, rng = self.table.seats, self.rng
        ready: Any = {seats[seat]: cards for seat, cards in self.ready.items()}
        told = ready if (first and ready) or (ready and self.likely(self.table.style.setups)) else UNSET
        stakes: Any = {}
        for pair in rng.sample(list(self.stakes), len(self.stakes)):
            one, other = rng.sample(pair, 2)
            stakes[f"{seats[one]}-{seats[other]}"] = self.stakes[pair]
        setup = Setup(
            totals=totals,
            dealer=UNSET if self.dealer is None else seats[self.dealer],
            stakes=stakes or UNSET,
            fantasyland=told,
        )
        return UNSET if setup == Setup() else setup

    def _hand(self, totals: dict[str, int] | UnsetType, *, first: bool) -> Hand:
        table, rules = self.table, self.table.rules
        table.pen.begin()
        setup = self._setup(totals, first=first)
        opener = 0 if self.dealer is None else (self.dealer + 1) % self.count
        if rules["dealing"] == "closed":
            played = ClosedHand(table, opener).play()
        else:
            played = OpenFaceHand(table, opener, self.ready).play()
            self.ready = self._next_ready(played)
        settled = settle(played.sets, rules, self.stakes, self.dealer)
        self.score(settled.scores)
        if rules["target"] and max(self.totals) >= rules["target"]:
            self.won = self.ahead()
        if self.dealer is not None:
            self.dealer = (self.dealer + 1) % self.count
        return Hand(
            setup=setup,
            deal=played.deal,
            actions=played.actions,
            result=self._hand_result(settled.scores, settled.units),
        )

    def _next_ready(self, played: Played) -> dict[int, int]:
        ready: dict[int, int] = {}
        for seat, (hand,) in enumerate(played.sets):
            assert hand.rows is not None
            cards = fantasyland_cards(hand.rows, self.ready.get(seat), self.table.rules)
            if cards is not None:
                ready[seat] = cards
        return ready

    def _hand_result(self, scores: list[int], units: dict[tuple[int, int], int]) -> HandResult | UnsetType:
        likely, share = self.likely, self.table.style.results
        return self.recorded(
            HandResult(
                scores=self.some(self.named(scores)) if likely(share) else UNSET,
                units=self.some(self._written_units(units)) if likely(share) else UNSET,
            )
        )

    def _written_units(self, units: dict[tuple[int, int], int]) -> dict[str, int]:
        """Units by pairs, either seat first."""
        seats = self.table.seats
        written: dict[str, int] = {}
        for (one, other), won in units.items():
            if self.rng.random() < 0.5:
                written[f"{seats[one]}-{seats[other]}"] = won
            else:
                written[f"{seats[other]}-{seats[one]}"] = -won
        return written


CHINESE_POKER: Final = PlayoutGame(
    name=_MatchMaker.game,
    draw_rules=draw_rules,
    resolved=resolved,
    seats=_seats,
    most_hands=_most_hands,
    table=Table,
    match_maker=_MatchMaker,
)
