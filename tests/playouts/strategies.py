"""Made-up matches as Hypothesis strategies, legal ones and ones with a fault in them.

``matches``, ``mutants`` and ``maybe_faulty`` are of Guandan; ``matches_of`` and ``mutants_of`` of any game.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engine.match import Match
from tests.playouts import Style, drawn_rules, generate
from tests.playouts.guandan.rules import PRESETS, VALUES
from tests.playouts.mutations import MUTATIONS, Mutant, mutate
from tests.playouts.style import SEATS


def few(examples: int) -> settings:
    """So many examples, times FUPAN_EXAMPLES where the environment has it."""
    many = examples * int(os.environ.get("FUPAN_EXAMPLES", "1"))
    return settings(max_examples=many, suppress_health_check=[HealthCheck.too_slow])


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
)
policies = st.sampled_from(("uniform", "greedy", "mixed"))


@st.composite
def matches(draw: st.DrawFn, most_hands: int = 4, **fixed: Any) -> Match:
    """A legal match; ``fixed`` are fields of its style, or ``options`` that are not drawn."""
    style, chosen = draw(styles), draw(options)
    forced = fixed.pop("options", {})
    return generate(
        "guandan",
        draw(seeds),
        preset=draw(presets),
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


@st.composite
def matches_of(draw: st.DrawFn, game: str, most_hands: int = 3, **fixed: Any) -> Match:
    """A legal match of a game under rules drawn from all that it has; ``fixed`` are fields of its style."""
    preset, chosen = drawn_rules(game, draw(seeds))
    return generate(
        game,
        draw(seeds),
        preset=preset,
        options=chosen,
        hands=draw(st.integers(1, most_hands)),
        policy=draw(policies),
        style=replace(draw(styles), **fixed),
    )


@st.composite
def mutants_of(draw: st.DrawFn, game: str, kinds: Sequence[str] = MUTATIONS, **fixed: Any) -> Mutant:
    """A legal match of a game with one fault in it."""
    return mutate(draw(matches_of(game, **fixed)), draw(st.sampled_from(kinds)), draw(seeds))
