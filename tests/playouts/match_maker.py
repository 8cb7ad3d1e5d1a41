"""What the made-up matches of all games have in common: their table, and how a log records what they come to."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import UNSET, UnsetType

from engine.record.match import Hand, HandResult, Match, MatchInfo, MatchResult, Player, RulesClaim
from tests.playouts.policies import Policy
from tests.playouts.style import Pen, Style


@dataclass(frozen=True)
class Table:
    """The seats in order of play, and how their match is played and written."""

    seats: tuple[str, ...]
    rules: dict[str, Any]
    rng: Random
    policy: Policy
    style: Style
    pen: Pen


T = TypeVar("T", bound=Table)


class MatchMaker(ABC, Generic[T]):
    """Makes up one match; a game makes up its hands and says who has won."""

    game: ClassVar[str]

    def __init__(self, table: T) -> None:
        self.table = table
        self.rng = table.rng
        self.likely = table.pen.likely
        self.totals = [0] * len(table.seats)

    @abstractmethod
    def hands(self, most: int) -> list[Hand]:
        """The hands of the match, ``most`` of them at the most."""

    @abstractmethod
    def winners(self) -> list[int] | None:
        """The seats that have won; None while the match is not over."""

    def ahead(self) -> list[int]:
        """The seats that win if the match ends now."""
        return [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]

    def match(self, preset: str | None, options: dict[str, Any], most: int) -> Match:
        """The match, under rules that it names as ``preset`` and ``options``."""
        hands = self.hands(most)
        named = preset is not None or options
        return Match(
            game=self.game,
            rules=RulesClaim(preset=preset or UNSET, options=options or UNSET) if named else UNSET,
            match=self._information(),
            players=[Player(seat=seat, name=f"player {seat}") for seat in self.table.seats],
            hands=hands,
            result=self._match_result(),
        )

    def _information(self) -> MatchInfo | UnsetType:
        if not self.table.style.information:
            return UNSET
        number = self.rng.randrange(10**6)
        return MatchInfo(id=f"made-up-{number}", played_at="2024-05-01T19:30:00+08:00", event="杯", note="made up")

    def _match_result(self) -> MatchResult | UnsetType:
        likely, share, seats = self.likely, self.table.style.results, self.table.seats
        winners, ended = self.winners(), UNSET
        if winners is None and likely(share) and self.rng.random() < 0.5:
            winners, ended = self.ahead(), "time"
        names = [seats[seat] for seat in winners or ()]
        result = MatchResult(
            ended=ended,
            totals=self.named(self.totals) if likely(share) else UNSET,
            winner=names if names and likely(share) else UNSET,
        )
        return UNSET if result == MatchResult() else result

    def score(self, scores: Iterable[int]) -> None:
        """Adds the scores of a hand to the totals."""
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]

    def named(self, points: Sequence[int]) -> dict[str, int]:
        """Points by seat."""
        return dict(zip(self.table.seats, points, strict=True))

    def some(self, points: dict[str, int]) -> dict[str, int]:
        """The points of all, or of those that have any."""
        return points if self.rng.random() < 0.5 else {name: score for name, score in points.items() if score}

    def places(self, finish: Sequence[Sequence[int]], *, apart: bool) -> list[str | list[str]]:
        """An order of finish as somebody may write it down: shared places flat or not.

        ``apart``: whether a place may also be written as a list for each of its seats.
        """
        rng = self.rng
        places: list[str | list[str]] = []
        for place in finish:
            names = [self.table.seats[seat] for seat in place]
            rng.shuffle(names)
            if len(names) > 1 and rng.random() < 0.5:
                places.append(names)
            elif apart and rng.random() < 0.2:
                places += [[name] for name in names]
            else:
                places += names
        return places

    @staticmethod
    def recorded(result: HandResult) -> HandResult | UnsetType:
        """A hand's result as a match has it: nothing if it has no part."""
        return UNSET if result == HandResult() else result
