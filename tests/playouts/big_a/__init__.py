"""Random legal matches of Big A."""

from random import Random
from typing import Any, Final

from msgspec import UNSET, UnsetType

from engine.record.match import Hand, HandResult, Match, MatchInfo, MatchResult, Player, RulesClaim, Setup
from tests.playouts.big_a.drawing import SEATS, Drawn, draw
from tests.playouts.big_a.forms import CARDS
from tests.playouts.big_a.hand import PlayedHand, Table
from tests.playouts.big_a.rules import draw_rules, points, resolved
from tests.playouts.policies import Policy
from tests.playouts.style import Pen, Style

_MOST_HANDS: Final = 12
_FIRST_NAMES: Final = ("E", "N", "W", "S", "M")


class BigAPlayouts:
    """Matches of Big A under any rules."""

    name = "big_a"

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
        self.counted = 0

    def match(self, preset: str | None, options: dict[str, Any], most: int) -> Match:
        seats, wanted = self.table.seats, self.table.rules["hands"]
        before: Any = UNSET
        if self.table.style.midway:
            self.totals = [self.rng.randint(-40, 40) for _ in range(SEATS)]
            before = dict(zip(seats, self.totals, strict=True))
        hands: list[Hand] = []
        while len(hands) < most and not (wanted and self.counted >= wanted):
            hands.append(self._hand(UNSET if hands else before))
        named = preset is not None or options
        return Match(
            game="big_a",
            rules=RulesClaim(preset=preset or UNSET, options=options or UNSET) if named else UNSET,
            match=self._information(),
            players=[Player(seat=seat, name=f"player {seat}") for seat in seats],
            hands=hands,
            result=self._match_result(over=bool(wanted) and self.counted >= wanted),
        )

    def _hand(self, totals: Any) -> Hand:
        table, style, seats = self.table, self.table.style, self.table.seats
        table.pen.begin()
        drawn = draw(seats, self.rng, table.pen, style.claims)
        actions, finish, scores = drawn.actions, [], [0] * SEATS
        if drawn.declarer is not None:
            played = PlayedHand(table, drawn)
            actions, finish = actions + played.actions, played.finish
            scores = points(finish, drawn.declarer, drawn.partner, drawn.both_shown, table.rules)
            self.counted += 1
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
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
        every = dict(zip(self.table.seats, scores, strict=True))
        result = HandResult(
            finish=self._finish_text(finish) if likely(share) else UNSET,
            scores=self._some(every) if likely(share) else UNSET,
            roles=self._roles(drawn) if likely(share) else UNSET,
        )
        return UNSET if result == HandResult() else result

    def _finish_text(self, finish: list[list[int]]) -> list[str | list[str]]:
        """An order of finish as somebody may write it down: shared places flat or not, maybe stopping early."""
        places: list[str | list[str]] = []
        for place in finish:
            names = [self.table.seats[seat] for seat in place]
            self.rng.shuffle(names)
            if len(names) > 1 and self.rng.random() < 0.5:
                places.append(names)
            else:
                places += names
        return places[: self.rng.randint(1, len(places))] if places and self.rng.random() < 0.3 else places

    def _roles(self, drawn: Drawn) -> dict[str, str]:
        if drawn.declarer is None:
            return {}
        seats = self.table.seats
        roles = {"declarer": seats[drawn.declarer], "partner": seats[drawn.partner]}
        if drawn.declarer == drawn.partner and self.rng.random() < 0.5:
            del roles["partner"]
        return roles

    def _some(self, scores: dict[str, int]) -> dict[str, int]:
        """The points of all, or of those that have any."""
        return scores if self.rng.random() < 0.5 else {seat: score for seat, score in scores.items() if score}

    def _match_result(self, *, over: bool) -> MatchResult | UnsetType:
        likely, share, seats = self.likely, self.table.style.results, self.table.seats
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


BIG_A: Final = BigAPlayouts()
