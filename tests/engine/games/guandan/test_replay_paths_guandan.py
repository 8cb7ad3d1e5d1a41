"""The replay of a match does not hang on how it is called, nor on what was judged before it."""

from collections.abc import Iterator, Sequence
from random import Random
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from engine.climbing import reader as climbing_reader
from engine.climbing.hand import ClimbingHand
from engine.games.guandan.play import Reports
from engine.record.match import Match
from engine.verdict.check import Checker
from tests.offenders import for_every
from tests.playouts import Style, generate
from tests.playouts.digests import lines, run
from tests.playouts.judging import every_frame, judged
from tests.playouts.strategies import few, maybe_faulty, seeds
from tests.profiles import cases


def run_slowly(hand: ClimbingHand, actions: Sequence[str]) -> None:
    """A replay that has no quick way: each action goes through the methods that know all the rules."""
    for text in actions:
        read = hand.reader.entries.get(text)
        hand.act(text, hand.read(text, text) if read is None else read)
        hand.table.done += 1


@few(150)
@given(match=maybe_faulty())
def test_the_quick_way_does_what_the_slow_one_does(match: Match) -> None:
    quick = judged(match)
    quick_frames = every_frame(match, len(match.hands) - 1)
    with patch.object(ClimbingHand, "run", run_slowly):
        slow = judged(match)
        slow_frames = every_frame(match, len(match.hands) - 1)
    assert slow.findings == quick.findings
    assert slow.replay == quick.replay
    assert slow.as_json() == quick.as_json()
    assert slow_frames == quick_frames


def pieces(actions: Sequence[str], rng: Random) -> Iterator[Sequence[str]]:
    place = 0
    while place < len(actions):
        length = rng.choice((0, 1, 1, 2, 5))
        yield actions[place : place + length]
        place += length


@few(100)
@given(match=maybe_faulty(), seed=seeds)
def test_actions_may_come_in_any_pieces(match: Match, seed: int) -> None:
    rng = Random(seed)
    at_once = ClimbingHand.run

    def in_pieces(hand: ClimbingHand, actions: Sequence[str]) -> None:
        for piece in pieces(actions, rng):
            at_once(hand, piece)

    whole = judged(match)
    with patch.object(ClimbingHand, "run", in_pieces):
        parts = judged(match)
    assert parts.findings == whole.findings
    assert parts.as_json() == whole.as_json()


@few(60)
@given(before=st.lists(maybe_faulty(), min_size=1, max_size=3), match=maybe_faulty())
def test_what_was_judged_before_changes_nothing(before: list[Match], match: Match) -> None:
    checker = Checker()
    for each in before:
        judged(each, checker)
    assert judged(match, checker).as_json() == judged(match).as_json()
    assert judged(match, checker).as_json() == judged(match).as_json()


@few(25)
@given(match=maybe_faulty(), kept=st.integers(0, 6))
def test_a_small_memory_changes_nothing(match: Match, kept: int) -> None:
    expected = judged(match).as_json()
    with patch.object(climbing_reader, "_ENTRIES_KEPT", kept):
        assert judged(match).as_json() == expected


@for_every("hash_seed", cases(["1", "4321"], ["4321"]))
def test_reports_do_not_hang_on_the_hash_seed(hash_seed: str) -> None:
    assert run(hash_seed) == lines()


@few(150)
@given(seed=seeds, kept=st.sampled_from((0.2, 0.8, 1.0)), moved=st.integers(0, 2), spaced=st.booleans())
def test_counts_that_are_easily_seen_to_be_said_in_time_are(seed: int, kept: float, moved: int, spaced: bool) -> None:
    rng = Random(seed)
    match = generate("guandan", seed, hands=1, policy="mixed", style=Style(reports=1, seconds=rng.random() < 0.3))
    for hand in match.hands:
        actions = [action for action in hand.actions if " report " not in action or rng.random() < kept]
        reports = [place for place, action in enumerate(actions) if " report " in action]
        for place in rng.sample(reports, min(moved, len(reports))):
            name = actions[place].split()[0]
            after = (later for later in range(place + 1, len(actions)) if actions[later].split()[0] == name)
            actions.insert(next(after, place), actions.pop(place))
        hand.actions[:] = [" " + action if spaced and rng.random() < 0.5 else action for action in actions]
    easily = judged(match)
    with patch.object(Reports, "in_time", return_value=False):
        assert judged(match).as_json() == easily.as_json()
