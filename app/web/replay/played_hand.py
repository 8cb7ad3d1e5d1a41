"""Protocol of a replayed hand, stored or from a file."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.record.match import Match
from engine.replay.game import Judge
from engine.replay.views import View


class PlayedHand(Protocol):
    """A hand of a match, with who looks at it."""

    @property
    def match(self) -> Match:
        """The match."""

    @property
    def judge(self) -> Judge:
        """The judge under the rules that it is shown under."""

    @property
    def number(self) -> int:
        """The number of the hand, from 1."""

    @property
    def view(self) -> View:
        """Who looks at it."""

    @property
    def actions(self) -> Sequence[str]:
        """The actions, as the log has them."""

    @property
    def names(self) -> Mapping[str, str]:
        """The players' names by seat."""
