"""A replay brought back to a point goes on from there as a replay from the deal does."""

from random import Random
from typing import Any, Final

from engine.games import GAMES
from engine.mend.checkpoint import Checkpoint
from engine.mend.trial import Budget, Trial, Walk
from engine.record.match import Match
from tests.engine.mend.breaking import CHECKER, errors_in, record_of
from tests.offenders import for_every
from tests.playouts import generate

PLENTY: Final = 1_000_000_000
CLIMBING: Final = ("guandan", "bao_huang", "big_a")
HANDS: Final = 2


def _trial(match: Match, index: int) -> Trial:
    rules = CHECKER.check(record_of(match)).rules
    assert rules is not None
    return Trial(rules, GAMES[match.game], CHECKER.judge(rules), match, index, Budget(PLENTY, PLENTY))


def _to_the_end(trial: Trial, match_replay: Any, replay: Any, actions: list[str]) -> object:
    replay.run(actions)
    outcome = match_replay.close(replay, trial.hand)
    return outcome, list(replay.findings), match_replay.carried


@for_every("game", sorted(GAMES))
def test_a_hand_goes_on_from_a_point_as_from_the_deal(game: str) -> None:
    match = generate(game, 5, policy="greedy", hands=HANDS)
    rng = Random(game)
    for index, hand in enumerate(match.hands):
        trial = _trial(match, index)
        wanted = _to_the_end(trial, *trial.open_hand(hand), hand.actions)
        match_replay, replay = trial.open_hand(hand)
        for place in range(min(len(hand.actions), 40)):
            point = Checkpoint(match_replay, replay)
            for _ in range(2):
                astray = rng.sample(hand.actions, min(len(hand.actions), 5))
                _to_the_end(trial, match_replay, replay, [*astray, "?", *hand.actions[place:]])
                point.restore()
            assert _to_the_end(trial, match_replay, replay, hand.actions[place:]) == wanted, f"hand {index}, {place}"
            point.restore()
            replay.run(hand.actions[place : place + 1])


@for_every("game", CLIMBING)
def test_every_change_comes_to_the_same_from_a_point_as_from_the_deal(game: str) -> None:
    match = generate(game, 5, policy="greedy", hands=HANDS)
    for index in range(len(match.hands)):
        trial = _trial(match, index)
        course = trial.whole()
        walk, rng = Walk(course), Random(game)
        for place in range(min(len(course.actions), 12)):
            if place:
                walk.step()
            candidates = list(course.surroundings.at(walk.replay, place))
            for candidate in rng.sample(candidates, min(len(candidates), 12)):
                quick = walk.attempt(candidate)
                whole = trial.result(course.changed(candidate))
                assert (quick.first, quick.outcome, quick.rest) == (whole.first, whole.outcome, whole.rest), candidate
                if not walk.can_be_held(candidate):
                    assert whole.first <= trial.count, f"{candidate} is left out, but leaves no error"


def test_what_goes_astray_is_not_clean() -> None:
    match = generate("guandan", 5, policy="greedy", hands=HANDS)
    assert len(match.hands) == HANDS
    assert any(" tribute " in action for action in match.hands[1].actions)
    assert not errors_in(match)
