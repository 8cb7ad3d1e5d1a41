"""Seeded random matches that are legal by construction, written apart from the code that judges them.

A game is one module (or package) with an object of class ``PlayoutGame``, and one line in ``GAMES``.
The same arguments give the same match, on any machine and under any hash seed.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from engine.record.match import Match
from tests.playouts.bao_huang import BAO_HUANG
from tests.playouts.big_a import BIG_A
from tests.playouts.chinese_poker import CHINESE_POKER
from tests.playouts.game import PlayoutGame
from tests.playouts.guandan import GUANDAN
from tests.playouts.policies import POLICIES, Policy
from tests.playouts.style import FAIR, PLAIN, Style
from tests.playouts.temperaments import TEMPERAMENTS, AtTable, Temperament

__all__ = [
    "FAIR",
    "GAMES",
    "PLAIN",
    "POLICIES",
    "TEMPERAMENTS",
    "AtTable",
    "Policy",
    "Style",
    "Temperament",
    "drawn_rules",
    "generate",
]

GAMES: Final[Mapping[str, PlayoutGame[Any]]] = {game.name: game for game in (GUANDAN, BAO_HUANG, BIG_A, CHINESE_POKER)}


def generate(
    game: str,
    seed: int,
    *,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    hands: int | None = None,
    policy: str | Policy = "uniform",
    style: Style = PLAIN,
) -> Match:
    """A legal match, ready to be written as fupan/1.

    ``options`` differ from ``preset`` (None: the game's default).  The match stops after ``hands`` hands at the
    latest, without that when it is won.  ``policy`` is one of ``POLICIES`` or ``TEMPERAMENTS`` or its name; ``AtTable``
    gives each seat its own.  What the log tells besides the play, and how it is written, is up to ``style``.
    """
    rng = Random(f"{game} {seed}")
    chosen = (POLICIES | TEMPERAMENTS)[policy] if isinstance(policy, str) else policy
    return GAMES[game].play(rng, preset, dict(options or {}), hands, chosen, style)


def drawn_rules(game: str, seed: int) -> tuple[str | None, dict[str, object]]:
    """A preset (None: it is not named) and options, drawn from all that the game has."""
    return GAMES[game].draw_rules(Random(f"rules of {game} {seed}"))
