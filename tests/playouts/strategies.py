"""Made-up matches as Hypothesis strategies, legal ones and ones with a fault in them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from engine.record.match import Match
from tests.playouts import GAMES, Style, drawn_rules, generate
from tests.playouts.guandan.rules import PRESETS, VALUES
from tests.playouts.mutations import MUTATIONS, Mutant, mutate
from tests.playouts.style import SEATS
from tests.profiles import tried


def few(examples: int) -> settings:
    """The settings of a property of made-up matches with so many examples, as many as the profile tries of them."""
    return tried(examples)


seeds = st.integers(0, 2**40)
presets = st.sampled_from((None, *PRESETS))
options = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in VALUES.items()})
shares = st.sampled_from((0, 0.5, 1))
styles = st.builds(
    Style,
    comments=st.sampled_from((0, 0.2)),
    seconds=st.booleans(),
    reports=shares,
    results=shares,
    claims=shares,
    receivers=shares,
    setups=shares,
    midway=st.booleans(),
    spelling=st.booleans(),
    shuffled=st.booleans(),
    information=st.booleans(),
    seats=st.sampled_from(SEATS),
    bare=shares,
)
policies = st.sampled_from(("uniform", "greedy", "mixed"))
climbing_games = st.sampled_from(sorted({*GAMES} - {"chinese_poker"}))


@st.composite
def matches(draw: st.DrawFn, most_hands: int = 4, game: str | None = None, **fixed: Any) -> Match:
    """A legal match, of any climbing game if none is named; ``fixed`` are fields of its style, or ``options``."""
    game = draw(climbing_games) if game is None else game
    style, forced = draw(styles), fixed.pop("options", {})
    preset, chosen = (draw(presets), draw(options)) if game == "guandan" else drawn_rules(game, draw(seeds))
    return generate(
        game,
        draw(seeds),
        preset=preset,
        options=chosen | forced,
        hands=draw(st.integers(1, most_hands)),
        policy=draw(policies),
        style=replace(style, **fixed),
    )


@st.composite
def mutants(draw: st.DrawFn, kinds: Sequence[str] = MUTATIONS, **fixed: Any) -> Mutant:
    """A legal match with one fault in it."""
    return mutate(draw(matches(most_hands=3, **fixed)), draw(st.sampled_from(kinds)), draw(seeds))


def maybe_faulty() -> st.SearchStrategy[Match]:
    """A match that is legal, or has one fault."""
    return st.one_of(matches(most_hands=3), mutants().map(lambda mutant: mutant.match))


def matches_of(game: str, most_hands: int = 3, **fixed: Any) -> st.SearchStrategy[Match]:
    """A legal match of a game; ``fixed`` are fields of its style."""
    return matches(most_hands, game, **fixed)


def mutants_of(game: str, kinds: Sequence[str] = MUTATIONS, **fixed: Any) -> st.SearchStrategy[Mutant]:
    """A legal match of a game with one fault in it."""
    return mutants(kinds, game=game, **fixed)
