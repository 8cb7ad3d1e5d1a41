"""What a game has to give so that matches of it can be made up."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Generic

from engine.record.match import Match
from tests.playouts.match_maker import MatchMaker, T
from tests.playouts.policies import Policy
from tests.playouts.style import Pen, Style


@dataclass(frozen=True)
class PlayoutGame(Generic[T]):
    """A game of which legal matches can be made up."""

    name: str
    draw_rules: Callable[[Random], tuple[str | None, dict[str, Any]]]
    """A preset (None: none named) and options that differ from it, drawn at random."""
    resolved: Callable[[str | None, dict[str, Any]], dict[str, Any]]
    """Every option under a preset with some changed."""
    seats: Callable[[dict[str, Any], Style, Random], tuple[str, ...]]
    """The names of the seats of a match, in order of play."""
    most_hands: Callable[[dict[str, Any], Random], int]
    """How many hands a match has at the most that has no other bound."""
    table: Callable[..., T]
    match_maker: Callable[[T], MatchMaker[T]]

    def play(
        self,
        rng: Random,
        preset: str | None,
        options: dict[str, Any],
        hands: int | None,
        policy: Policy,
        style: Style,
    ) -> Match:
        """A legal match under some rules; ``hands`` bounds it, None: it goes on until it is won."""
        rules = self.resolved(preset, options)
        table = self.table(self.seats(rules, style, rng), rules, rng, policy, style, Pen(rng, style))
        most = self.most_hands(rules, rng) if hands is None else hands
        return self.match_maker(table).match(preset, options, most)


def four_seats(_rules: dict[str, Any], style: Style, _rng: Random) -> tuple[str, ...]:
    """The four seats that a style names."""
    return style.seats or ("E", "N", "W", "S")


def five_seats(_rules: dict[str, Any], style: Style, _rng: Random) -> tuple[str, ...]:
    """The four seats that a style names and a fifth one."""
    return (*style.seats, "fifth")[:5] if style.seats else ("E", "N", "W", "S", "M")
