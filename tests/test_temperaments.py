"""The made-up players who think: what they play is legal, and wins against players who do not."""

from collections.abc import Sequence
from random import Random

from msgspec import UnsetType

from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.record.match import Match
from engine.verdict.check import Checker
from engine.verdict.report import Report, Verdict
from tests.offenders import for_every
from tests.playouts import FAIR, GAMES, POLICIES, TEMPERAMENTS, AtTable, Style, drawn_rules, generate
from tests.playouts.policies import Option, Turn
from tests.playouts.temperaments import Temperament


def judged(match: Match) -> Report:
    return Checker().check(read_match(write_match(match), "made up"))


def score_of(match: Match, seats: Sequence[int]) -> int:
    totals = judged(match).replay.totals
    return sum(totals[match.players[seat].seat] or 0 for seat in seats)


@for_every("name", TEMPERAMENTS)
@for_every("game", GAMES)
def test_what_they_play_is_clean(game: str, name: str) -> None:
    for seed in range(2):
        preset, options = drawn_rules(game, seed)
        match = generate(game, seed, preset=preset, options=options, hands=2, policy=name, style=FAIR)
        report = judged(match)
        assert report.verdict is Verdict.CLEAN, (report.findings, preset, options)


@for_every("game", GAMES)
def test_they_can_sit_at_any_table(game: str) -> None:
    match = generate(game, 3, hands=2, policy="bold", style=Style(comments=0.2, reports=1, shuffled=True))
    assert judged(match).verdict is Verdict.CLEAN


@for_every("other", ["greedy", "uniform"])
def test_a_steady_pair_wins_at_guandan(other: str) -> None:
    policy = AtTable((TEMPERAMENTS["steady"], POLICIES[other]) * 2)
    won = lost = 0
    for seed in range(3):
        match = generate("guandan", seed, hands=8, policy=policy, style=FAIR)
        won += score_of(match, (0,))
        lost += score_of(match, (1,))
    assert won >= 3 * lost


@for_every("game", ["bao_huang", "big_a"])
def test_a_steady_seat_goes_out_before_careless_ones(game: str) -> None:
    policy = AtTable((TEMPERAMENTS["steady"], *[POLICIES["greedy"]] * 4))
    places: list[int] = []
    for seed in range(4):
        match = generate(game, seed, hands=8, policy=policy, style=FAIR)
        for hand in judged(match).replay.hands:
            for place, seats in enumerate(hand.finish or (), 1):
                places += [place] * (match.players[0].seat in seats)
    assert sum(places) / len(places) < 2.6


def test_a_steady_seat_sets_its_rows_better() -> None:
    policy = AtTable((TEMPERAMENTS["steady"], *[Temperament(misjudges=1.0)] * 3))
    won = 0
    for seed in range(10):
        match = generate("chinese_poker", seed, hands=6, policy=policy, style=FAIR)
        units = [hand.result.units for hand in match.hands if not isinstance(hand.result, UnsetType)]
        first = match.players[0].seat
        for pairs in units:
            for pair, won_by_first in ({} if isinstance(pairs, UnsetType) else pairs).items():
                one, other = pair.split("-")
                won += won_by_first * ((one == first) - (other == first))
    assert won > 0


@for_every(("nearest", "expected"), [(20, None), (5, "bomb")])
def test_a_bomb_is_kept_while_the_opponents_hold_many_cards(nearest: int, expected: str | None) -> None:
    turn = Turn(
        [Option(size=4, power=300, bomb=True, form="bomb", height=100)],
        leads=False,
        left=[20, nearest, 20, 20],
        friends=frozenset({0, 2}),
        height=50,
        cost_of=lambda: 12,
        cost_after=lambda _play: 14,
    )
    choice = Temperament()(Random(0), turn)
    assert (choice.form if choice else None) == expected


def test_a_partner_who_plays_high_is_left_alone() -> None:
    turn = Turn(
        [Option(size=1, power=15, bomb=False, form="joker", height=95)],
        leads=False,
        partner=True,
        left=[20, 20, 20, 20],
        friends=frozenset({0, 2}),
        height=80,
        cost_of=lambda: 12,
        cost_after=lambda _play: 10,
    )
    assert Temperament()(Random(0), turn) is None
