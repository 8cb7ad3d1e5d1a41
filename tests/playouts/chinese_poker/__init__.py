"""Random legal matches of Chinese poker, dealt closed or placed face up.

Of a style, ``claims`` is how often a natural that is held is claimed.
"""

from random import Random
from typing import Any, Final

from msgspec import UNSET, UnsetType

from engine.record.match import Hand, HandResult, Match, MatchInfo, MatchResult, Player, RulesClaim, Setup
from tests.bruteforce.chinese_poker import fantasyland_cards, settle
from tests.playouts.chinese_poker.closed import ClosedHand
from tests.playouts.chinese_poker.open_face import OpenFaceHand
from tests.playouts.chinese_poker.rules import draw_rules, resolved
from tests.playouts.chinese_poker.table import Played, Table
from tests.playouts.policies import Policy
from tests.playouts.style import Pen, Style

_MOST_HANDS: Final = 60
_SEATS: Final = ("E", "N", "W", "S")
_STAKES: Final = (1, 2, 5, 10, 100, 1_000_000)


class ChinesePokerPlayouts:
    """Matches of Chinese poker under any rules."""

    name = "chinese_poker"

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
        """A legal match under some rules, at a table of two to four; without a target it has a few hands."""
        rules = resolved(preset, options)
        seats = (style.seats or _SEATS)[: _seat_count(rules, rng)]
        table = Table(seats, rules, rng, policy, style, Pen(rng, style))
        if hands is None:
            hands = _MOST_HANDS if rules["target"] else rng.randint(1, 8)
        return _MatchMaker(table).match(preset, options, hands)


def _seat_count(rules: dict[str, Any], rng: Random) -> int:
    """How many sit down: as many as the rules allow and one pack suffices for."""
    most = 4
    if rules["hands_each"] == 2:
        most = 2
    elif rules["dealing"] == "pineapple" or (rules["dealing"], rules["fantasyland"]) == ("open_face", "progressive"):
        most = 3
    return rng.randint(2, most)


class _MatchMaker:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.rng = table.rng
        self.likely = table.pen.likely
        self.count = len(table.seats)
        self.pairs = [(one, other) for one in range(self.count) for other in range(one + 1, self.count)]
        self.totals = [0] * self.count
        self.ready: dict[int, int] = {}
        """The seats in fantasyland, and how many cards they get."""
        self.winners: list[int] | None = None
        self.stakes: dict[tuple[int, int], int] = {}
        if table.rules["scoring"] == "pairs" and self.rng.random() < 0.5:
            self.stakes = {pair: self.rng.choice(_STAKES) for pair in self.pairs if self.rng.random() < 0.6}
        self.dealer: int | None = self.rng.randrange(self.count) if self.rng.random() < 0.8 else None

    def match(self, preset: str | None, options: dict[str, Any], most: int) -> Match:
        totals: Any = self._begin_midway() if self.table.style.midway else UNSET
        hands: list[Hand] = []
        while len(hands) < most and self.winners is None:
            hands.append(self._hand(totals, first=not hands))
            totals = UNSET
        named = preset is not None or options
        return Match(
            game="chinese_poker",
            rules=RulesClaim(preset=preset or UNSET, options=options or UNSET) if named else UNSET,
            match=self._information(),
            players=[Player(seat=seat, name=f"player {seat}") for seat in self.table.seats],
            hands=hands,
            result=self._match_result(),
        )

    def _begin_midway(self) -> dict[str, int] | UnsetType:
        """Puts the match anywhere before its end."""
        rules, rng = self.table.rules, self.rng
        if rules["fantasyland"] != "none" and rules["dealing"] != "closed":
            sizes = (14, 15, 16, 17) if rules["fantasyland"] == "progressive" else (self._usual_ready(),)
            self.ready = {seat: rng.choice(sizes) for seat in range(self.count) if rng.random() < 0.4}
        if rng.random() < 0.4:
            return UNSET
        self.totals = [rng.randint(-9, max(rules["target"] - 1, 0)) for _ in range(self.count)]
        return dict(zip(self.table.seats, self.totals, strict=True))

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
        settled = settle(played.sets, rules, self.stakes)
        self.totals = [total + score for total, score in zip(self.totals, settled.scores, strict=True)]
        if rules["target"] and max(self.totals) >= rules["target"]:
            self.winners = self._ahead()
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

    def _ahead(self) -> list[int]:
        return [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]

    def _hand_result(self, scores: list[int], units: dict[tuple[int, int], int]) -> HandResult | UnsetType:
        likely, share = self.likely, self.table.style.results
        result = HandResult(
            scores=self._some(dict(zip(self.table.seats, scores, strict=True))) if likely(share) else UNSET,
            units=self._some(self._written_units(units)) if likely(share) else UNSET,
        )
        return UNSET if result == HandResult() else result

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

    def _some(self, points: dict[str, int]) -> dict[str, int]:
        """The points of all, or of those that have any."""
        return points if self.rng.random() < 0.5 else {name: won for name, won in points.items() if won}

    def _match_result(self) -> MatchResult | UnsetType:
        likely, share, seats = self.likely, self.table.style.results, self.table.seats
        winners, ended = self.winners, UNSET
        if winners is None and likely(share) and self.rng.random() < 0.5:
            winners, ended = self._ahead(), "time"
        names = [seats[seat] for seat in winners or ()]
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


CHINESE_POKER: Final = ChinesePokerPlayouts()
