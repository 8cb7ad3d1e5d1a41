"""What a game has to give so that matches of it can be made up."""

from random import Random
from typing import Any, Protocol

from engine.record.match import Match
from tests.playouts.policies import Policy
from tests.playouts.style import Style


class PlayoutGame(Protocol):
    """A game of which legal matches can be made up."""

    name: str

    def draw_rules(self, rng: Random) -> tuple[str | None, dict[str, Any]]:
        """A preset (None: none named) and options that differ from it, drawn at random."""

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
