"""What the settings of the hands of whole matches lost."""

import json
from pathlib import Path

import pytest

from engine.cards.packed import cards_text
from engine.games.chinese_poker.analysis import ANALYSIS
from engine.games.chinese_poker.solver.choices import hand_losses
from engine.logs import read_logs
from engine.logs.fupan.reading import read_match
from engine.record.match import Match
from engine.replay.analysis import Loss
from engine.replay.fold import replay
from engine.verdict.check import Checker
from tests.engine.games.chinese_poker import made_chinese_poker as made
from tests.offenders import for_every
from tests.playouts import drawn_rules, generate
from tests.playouts.mutations import MUTATIONS, mutate
from tests.profiles import examples

SAMPLES = Path(__file__).parents[4] / "sample_logs" / "chinese_poker"


def match_of(log: made.Log) -> Match:
    match = read_match(json.dumps(log).encode(), "made.json").match
    assert match is not None
    return match


def found(match: Match, index: int = 0) -> list[Loss]:
    checker = Checker()
    return hand_losses(checker.judge(checker.rules(match)), match, index)


def test_the_hands_of_the_article() -> None:
    amy, bob = found(match_of(made.match(made.hand(made.sets(A=made.AMY, B=made.BOB)))))
    assert (amy.board, amy.won, amy.best, amy.lost) == ("A", 2, 2, 0)
    assert (bob.board, bob.won, bob.best, bob.lost) == ("B", -2, 2, 4)
    # Three nines and two fives in the back beat her threes, and a flush in the middle her tens.
    assert [cards_text(row) for row in bob.best_rows] == ["As Kd Qc", "Kh Jh 8h 7h 4h", "9s 9h 9d 5d 5c"]


def test_points_are_units_times_stakes() -> None:
    hand = made.hand(made.sets(A=made.AMY, B=made.BOB), stakes={"B-A": 100})
    assert [(loss.won, loss.lost) for loss in found(match_of(made.match(hand)))] == [(200, 0), (-200, 400)]


def test_royalties_that_were_not_announced_count_in_no_arrangement() -> None:
    hand = made.hand(made.sets(A=made.AMY, B=made.BOB))
    paid, announced, none = (
        [(loss.won, loss.best) for loss in found(match_of(made.match(hand, **options)))]
        for options in ({"royalties": "open_face"}, {"royalties": "open_face", "royalty_announced": True}, {})
    )
    assert announced == none != paid


def test_naturals_and_surrenders_have_no_part_in_it() -> None:
    actions = f"B surrender; A set {made.TOP}; C set {made.SECOND}"
    losses = found(match_of(made.match(made.hand(actions), seats="ABC")))
    assert [(loss.board, loss.won) for loss in losses] == [("A", 4), ("C", -4)]


def test_a_mis_set_hand_is_compared_with_the_legal_settings_of_its_cards() -> None:
    top, foul = found(match_of(made.match(made.hand(made.sets(A=made.TOP, B=made.FOUL)))))
    assert (top.won, top.lost) == (4, 0)
    assert foul.won == -4
    assert cards_text(foul.rows[0]) == "7s 7d 2c"
    assert foul.best > -4


def test_hands_that_have_no_losses() -> None:
    both = made.sets(A=made.AMY, B=made.BOB)
    assert found(match_of(made.match(made.hand(both[:1])))) == []
    assert found(match_of(made.match(made.hand(f"B surrender; A set {made.AMY}")))) == []
    assert found(match_of(made.match(made.hand(both), dealing="open_face"))) == []
    with pytest.raises(IndexError):
        found(match_of(made.match(made.hand(both))), 1)
    assert found(generate("guandan", 1, hands=1)) == []


def test_what_was_won_is_what_the_report_says() -> None:
    compared = 0
    for seed in range(examples(60)):
        preset, options = drawn_rules("chinese_poker", seed)
        match = generate("chinese_poker", seed, preset=preset, options={**options, "dealing": "closed"}, hands=3)
        checker = Checker()
        judge = checker.judge(checker.rules(match))
        for index, outcome in enumerate(replay(judge, match).hands):
            losses = ANALYSIS.losses(judge, match, index)
            if outcome.complete and len(losses) == len(match.seats) * judge.rules.hands_each:
                won = dict.fromkeys(match.seats, 0)
                for loss in losses:
                    won[match.seats[loss.seat]] += loss.won
                assert won == outcome.scores
                compared += 1
    assert compared > examples(60)


@for_every("path", sorted(SAMPLES.rglob("*.json*")))
def test_samples_of_any_kind(path: Path) -> None:
    if path.name.endswith(".report.jsonl"):
        return
    with path.open("rb") as stream:
        for record in read_logs(stream, path.name):
            if record.match is not None and Checker().check(record).rules is not None:
                for index in range(min(len(record.match.hands), 6)):
                    for loss in found(record.match, index):
                        cards = [card for row in loss.rows for card in row]
                        assert sorted(cards) == sorted(card for row in loss.best_rows for card in row)


@for_every("name", MUTATIONS)
def test_faulty_logs(name: str) -> None:
    for seed in range(6):
        preset, options = drawn_rules("chinese_poker", seed)
        match = generate("chinese_poker", seed, preset=preset, options={**options, "dealing": "closed"}, hands=1)
        for loss in found(mutate(match, name, seed).match):
            assert isinstance(loss.lost, int)
