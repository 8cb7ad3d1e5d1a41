"""Random legal matches of Guandan."""

from random import Random
from typing import Any, Final

from msgspec import UNSET, UnsetType

from engine.record.match import Hand, HandResult, Match, MatchInfo, MatchResult, Player, RulesClaim, Setup
from tests.playouts.guandan.forms import CARDS, RANKS
from tests.playouts.guandan.hand import PlayedHand, Table
from tests.playouts.guandan.holding import PlayHolding
from tests.playouts.guandan.progress import ACE, Progress
from tests.playouts.guandan.rules import draw_rules, resolved
from tests.playouts.guandan.tribute import pay_tribute
from tests.playouts.policies import Policy
from tests.playouts.style import Pen, Style

_MOST_HANDS: Final = 100
_SEATS: Final = ("E", "N", "W", "S")


class GuandanPlayouts:
    """Matches of Guandan under any rules."""

    name = "guandan"

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
        """A legal match under some rules."""
        table = Table(style.seats or _SEATS, resolved(preset, options), rng, policy, style, Pen(rng, style))
        return _MatchMaker(table).match(preset, options, _MOST_HANDS if hands is None else hands)


class _MatchMaker:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.rng = table.rng
        self.likely = table.pen.likely
        self.progress = Progress(table.rules)
        self.totals = [0, 0, 0, 0]

    def match(self, preset: str | None, options: dict[str, Any], most: int) -> Match:
        progress, style = self.progress, self.table.style
        start = self._begin_midway() if style.midway else UNSET
        hands: list[Hand] = []
        while len(hands) < most and progress.winners is None:
            setup = start if not hands else UNSET
            if setup is UNSET and self.likely(style.setups):
                setup = self._consistent_setup()
            hands.append(self._hand(setup))
        named = preset is not None or options
        return Match(
            game="guandan",
            rules=RulesClaim(preset=preset or UNSET, options=options or UNSET) if named else UNSET,
            match=self._information(),
            players=[Player(seat=seat, name=f"player {seat}") for seat in self.table.seats],
            hands=hands,
            result=self._match_result(),
        )

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
            totals = dict(zip(self.table.seats, self.totals, strict=True))
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
        double = len(finish) == 3
        fewest = (2 if double else 3) if whole else 1
        return places[: rng.randint(fewest, len(places))] if rng.random() < 0.3 else places

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
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
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
        likely, share, seats = self.likely, self.table.style.results, self.table.seats
        every = dict(zip(seats, scores, strict=True))
        result = HandResult(
            finish=self._finish_text(finish, whole=False) if likely(share) else UNSET,
            scores=self._some(every) if likely(share) else UNSET,
            levels=self._levels() if likely(share) else UNSET,
        )
        return UNSET if result == HandResult() else result

    def _some(self, points: dict[str, int]) -> dict[str, int]:
        """The points of all, or of those that have any."""
        return points if self.rng.random() < 0.5 else {seat: score for seat, score in points.items() if score}

    def _match_result(self) -> MatchResult | UnsetType:
        likely, share, seats = self.likely, self.table.style.results, self.table.seats
        winners = self.progress.winners
        ended = UNSET
        if winners is None and likely(share) and self.rng.random() < 0.5:
            winners, ended = self.progress.ahead(), "time"
        names = [seat for number, seat in enumerate(seats) if winners is not None and number % 2 in winners]
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


def _with_first(setup: Setup | UnsetType, seat: str) -> Setup:
    if isinstance(setup, UnsetType):
        return Setup(first=seat)
    facts = {name: getattr(setup, name) for name in Setup.__struct_fields__}
    return Setup(**facts | {"first": seat})


GUANDAN: Final = GuandanPlayouts()
