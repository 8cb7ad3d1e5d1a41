"""The values of endgames, against a program that tries everything, and what the rules say of sides."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest

from engine.cards.packed import RANKS, parse_card
from engine.climbing.endgame import NOTE, ClimbingEndgame, course_after
from engine.climbing.round import NOBODY
from engine.fast.library import library
from engine.games import GAMES
from engine.games.bao_huang.combinations import ORDER, BaoHuangCombinationRules
from engine.games.bao_huang.legal import BaoHuangEndgame
from engine.games.bao_huang.rules import BaoHuangRules
from engine.games.bao_huang.scoring import Roles
from engine.games.big_a.legal import BigAEndgame
from engine.games.big_a.rules import BigARules
from engine.games.guandan.combinations import GuandanCombinationRules
from engine.games.guandan.legal import GuandanEndgame
from engine.insight.compiled import CompiledSolver
from engine.insight.solver import OutOfNodesError, Solver
from engine.replay.endgame import EMPTY, Position
from tests.bruteforce.endgames import BaoHuang, BigA, Guandan, Rules, State
from tests.engine.insight.staged import bao_huang_lead, big_a_lead, big_a_to_capture, guandan_lead, packed
from tests.offenders import for_every
from tests.playouts.bao_huang.scores import Settled
from tests.playouts.big_a.rules import points
from tests.profiles import PROFILE

CASES = {"guandan": 668, "bao_huang": 400, "big_a": 400}
"""Leads of each game that the push profile tries."""
MANY = 100_000
"""Those that the long profile tries."""
LARGER = 40 if PROFILE == "push" else 10_000
PARTS = 2 if PROFILE == "push" else 6
MOST = 10

Case = tuple[ClimbingEndgame, Rules, State, int]
"""An endgame, the same by brute force, a lead, and what the game has noted before."""


def of_guandan(rng: Random) -> Case:
    level, joker_pair = rng.choice(RANKS), rng.random() < 0.5
    endgame = GuandanEndgame("ENWS", GuandanCombinationRules(RANKS.index(level), joker_pair))
    return endgame, Guandan(level, joker_pair), guandan_lead(rng, level, MOST), 0


def of_bao_huang(rng: Random) -> Case:
    preset = rng.choice(list(GAMES["bao_huang"].rules.presets))
    drawn = {"joker_rule": rng.choice(("every_card", "jokers_only"))}
    rules = GAMES["bao_huang"].rules.resolve(preset, drawn)
    lowest = rng.choice(("", *ORDER))
    roles = Roles(rng.randrange(5), rng.randrange(5))
    declared = rng.choice(([], ["solo"] if roles.alone else ["protector"]))
    combinations = BaoHuangCombinationRules(drawn["joker_rule"], ORDER.index(lowest) if lowest else None)
    endgame = BaoHuangEndgame("ABCDE", BaoHuangRules.of(rules), combinations, roles, declared)

    def worth(finish: Sequence[Sequence[int]]) -> Sequence[int]:
        return Settled(finish, roles.emperor, roles.protector, dict(rules.options)).scores(set(declared))

    brute = BaoHuang({*roles.side}, drawn["joker_rule"], lowest, worth)
    return endgame, brute, bao_huang_lead(rng, MOST, brute.sides), 0


def of_big_a(rng: Random) -> Case:
    drawn = {
        "four_five": rng.choice(("zero_sum", "printed")),
        "lead_after_out": rng.choice(("skip_team", "skip_partner")),
    }
    rules = GAMES["big_a"].rules.resolve("catsatcards", drawn)
    declarer = rng.randrange(5)
    partner = declarer if rng.random() < 0.4 else rng.randrange(5)
    exposed, known = rng.random() < 0.3, rng.random() < 0.5
    big = "A" + rng.choice("shdc")
    endgame = BigAEndgame("ABCDE", BigARules.of(rules), parse_card(big) or 0, (declarer, partner), exposed=exposed)

    def worth(finish: Sequence[Sequence[int]]) -> Sequence[int]:
        return points(finish, declarer, partner, exposed, dict(rules.options))

    brute = BigA(declarer, partner, big, drawn["lead_after_out"] == "skip_team", worth)
    captured = declarer != partner and rng.random() < 0.5
    state = big_a_to_capture(rng, big, (declarer, partner)) if captured else big_a_lead(rng, MOST, big, brute.sides)
    return endgame, brute, replace(state, seen=(known, 0, 0)), int(known)


CASES_OF = {"guandan": of_guandan, "bao_huang": of_bao_huang, "big_a": of_big_a}


def solvers(endgame: ClimbingEndgame, table: int) -> list[Solver]:
    """The solver of the engine, and the compiled one if there is a library."""
    found = library()
    return [Solver(endgame, table=table), *([] if found is None else [CompiledSolver(endgame, found, table=table)])]


@for_every("part", range(PARTS))
@for_every("game", CASES_OF)
def test_the_solvers_find_what_trying_everything_finds(game: str, part: int) -> None:
    rng = Random(f"{game} {part}")
    for case in range((CASES[game] if PROFILE == "push" else MANY) // PARTS):
        endgame, brute, state, note = CASES_OF[game](rng)
        start = position_of(endgame, state, note)
        both = solvers(endgame, rng.choice((3, 1000)))
        for solver in both:
            solver.allow(1_000_000)
            value = endgame.outcomes[solver.value(endgame.reduced(start))]
            assert value == brute.value(state), (case, state)
            actions = endgame.actions(start)
            values = {endgame.outcomes[solver.value(endgame.reduced(after))] for _, after in actions}
            assert values == set(map(brute.value, brute.after(state))), (case, state)
            assert len({text for text, _ in actions}) == len(actions)
        assert len({solver.nodes for solver in both}) == 1, (case, state)


def position_of(endgame: ClimbingEndgame, state: State, note: int) -> Position:
    course = course_after(endgame.kinds[seat] for seat in state.finish) + note * NOTE
    return tuple(map(packed, state.hands)), state.turn, NOBODY, EMPTY, course


@pytest.mark.parametrize("game", CASES_OF)
def test_the_solvers_take_the_same_nodes_and_end_at_the_same_one(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.engine.insight.test_endgames.MOST", 15)
    rng, ended = Random(game), 0
    for case in range(LARGER):
        endgame, _, state, note = CASES_OF[game](rng)
        start = endgame.reduced(position_of(endgame, state, note))
        table, nodes = rng.choice((1, 40, 100_000)), rng.choice((20, 2_000))
        found: set[tuple[int | None, int]] = set()
        for solver in solvers(endgame, table):
            solver.allow(nodes)
            try:
                value = solver.value(start)
            except OutOfNodesError:
                found.add((None, solver.nodes))
                ended += 1
            else:
                found.add((value, solver.nodes))
        assert len(found) == 1, (case, state)
    assert 0 < ended < 2 * LARGER


@pytest.mark.parametrize("most_bytes", [1, 1_000_000])
def test_a_search_that_has_forgotten_takes_as_many_nodes_as_a_new_one(
    most_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.engine.insight.test_endgames.MOST", 13)
    monkeypatch.setattr("engine.insight.compiled._MOST_BYTES", most_bytes)
    rng = Random(most_bytes)
    for _ in range(20):
        endgame, _, state, note = of_bao_huang(rng)
        start = endgame.reduced(position_of(endgame, state, note))
        for solver in solvers(endgame, 2_000):
            solver.allow(1_000_000)
            value, nodes = solver.value(start), solver.nodes
            solver.forget()
            assert solver.value(start) == value
            assert solver.nodes == 2 * nodes


def test_an_error_in_the_plays_ends_the_compiled_search(monkeypatch: pytest.MonkeyPatch) -> None:
    endgame, _, state, note = of_guandan(Random(1))
    start = endgame.reduced(position_of(endgame, state, note))

    def fail(*_: object) -> Sequence[tuple[int, int]]:
        raise ZeroDivisionError

    for solver in solvers(endgame, 10)[1:]:
        monkeypatch.setattr(endgame, "plays", fail)
        monkeypatch.setattr(endgame, "sets", fail)
        solver.allow(100)
        with pytest.raises(ZeroDivisionError):
            solver.value(start)


def test_a_game_with_endgames_is_tried() -> None:
    assert {name for name, game in GAMES.items() if game.endgames is not None} == CASES_OF.keys()


@for_every("game", CASES_OF)
def test_the_scores_of_a_side_rise_and_fall_together(game: str) -> None:
    """In every order of finish under many rules: so a hand is a game of two sides.

    But for the opponents of Big A, who score 2 in two ways if the table has the printed error.
    """
    rng = Random(game)
    for _ in range(60):
        endgame = CASES_OF[game](rng)[0]
        sides = endgame.sides
        ends = {endgame.scores(finish) for finish in finishes(sides)}
        for one, other in combinations(sorted(ends), 2):
            signs = [(new > old) - (new < old) for old, new in zip(one, other, strict=True)]
            (ours,), theirs = ({sign for sign, own in zip(signs, sides, strict=True) if own == side} for side in (0, 1))
            as_printed = game == "big_a" and theirs == {0} and 2 in one
            assert theirs == {-ours} or as_printed
        assert {*endgame.outcomes} == ends


def finishes(sides: Sequence[int]) -> Iterator[list[list[int]]]:
    """Every order of finish; the hand is over when a side is out."""
    for order in permutations(range(len(sides))):
        out = next(
            place
            for place in range(1, len(order) + 1)
            if any(side not in {sides[seat] for seat in order[place:]} for side in sides)
        )
        yield [[seat] for seat in order[:out]] + ([sorted(order[out:])] if order[out:] else [])
