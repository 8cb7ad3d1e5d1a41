"""Judges that note which options they read."""

from collections.abc import Mapping
from typing import Final

from engine.games import GAMES
from engine.replay.game import Judge
from engine.rulebook.options import OptionValue
from engine.rulebook.watching import Notes, Watch
from engine.verdict.decisions import DecisionNode, keys_of

_MOST: Final = 64


class Judges:
    """The judges of a game under watched rules, each for all rule sets that agree on what was read to make it.

    They may be used for one match after another, not for several at the same time.
    """

    def __init__(self, game: str) -> None:
        self._game: Final = GAMES[game]
        self.watch: Final = Watch(self._game.rules)
        self._made: DecisionNode[tuple[Judge, Notes]] = DecisionNode()
        self._count = 0

    def judge(self, values: Mapping[str, OptionValue]) -> tuple[Judge, Notes]:
        """A judge for the values of all options, and the options that it depends on."""
        known = self._made.found(keys_of(values))
        if known is None:
            if self._count == _MOST:
                self._made, self._count = DecisionNode(), 0
            known = self.watch.during(values, lambda: self._game.judge(self.watch.rules))
            self._made.learn(known[1], known)
            self._count += 1
        return known
