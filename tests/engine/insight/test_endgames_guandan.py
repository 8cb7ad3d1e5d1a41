"""The values of endgames of Guandan, against a program that tries everything."""

from random import Random

import pytest
from profiles import PROFILE

from engine.cards.packed import RANKS
from engine.climbing.endgame import course_after
from engine.climbing.round import NOBODY
from engine.games.guandan.combinations import CombinationRules
from engine.games.guandan.endgame import GuandanEndgame
from engine.insight.solver import Solver
from engine.replay.endgame import EMPTY, Position
from tests.bruteforce.endgames import Guandan, State
from tests.engine.insight.staged import guandan_lead, packed

SEATS = "ENWS"
CASES = 300 if PROFILE == "push" else 100_000
MOST_CARDS = 10


def position(state: State, endgame: GuandanEndgame) -> Position:
    return tuple(map(packed, state.hands)), state.turn, NOBODY, EMPTY, course_after(seat % 2 for seat in state.finish)


@pytest.mark.parametrize("part", range(6))
def test_the_solver_finds_what_trying_everything_finds(part: int) -> None:
    rng = Random(f"guandan {part}")
    for case in range(CASES // 6):
        level, joker_pair = rng.choice(RANKS), rng.random() < 0.5
        endgame = GuandanEndgame(SEATS, CombinationRules(RANKS.index(level), joker_pair))
        rules, state = Guandan(level, joker_pair), guandan_lead(rng, level, MOST_CARDS)
        start = position(state, endgame)
        solver = Solver(endgame, table=rng.choice((3, 1000)))
        solver.allow(1_000_000)
        value = endgame.outcomes[solver.value(endgame.reduced(start))]
        assert value == rules.value(state), (case, level, state)
        actions = endgame.actions(start)
        values = sorted(endgame.outcomes[solver.value(endgame.reduced(after))] for _, after in actions)
        assert values == sorted(map(rules.value, rules.after(state))), (case, level, state)
        assert len({text for text, _ in actions}) == len(actions)
