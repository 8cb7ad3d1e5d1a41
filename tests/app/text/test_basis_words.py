"""What the scores of a hand rest on, in words."""

from pathlib import Path

from app.judging.basis_words import basis_words
from engine.logs import read_logs
from engine.record.match import Match
from engine.verdict.check import Checker
from engine.verdict.recorded_sheet.words import listed_hands
from engine.verdict.stored_report import StoredHand, as_stored
from tests.offenders import for_every
from tests.stored_reports import stored_hand

SAMPLES = Path(__file__).parents[3] / "sample_logs"


def judged(name: str) -> tuple[Match, list[StoredHand]]:
    """A sample match and what its report says of its hands."""
    with (SAMPLES / name).open("rb") as stream:
        record = next(iter(read_logs(stream, name)))
    assert record.match is not None
    return record.match, as_stored(Checker().check(record)).hands


@for_every(
    ("name", "hand", "words"),
    [
        ("guandan/sheets/score-sheet.json", 0, "scored from the recorded finish; the play was not recorded"),
        ("chinese_poker/sheets/score-sheet.json", 0, "scored from the recorded units; the play was not recorded"),
        ("big_a/sheets/cut-short.json", 0, "scored from the recorded finish; the log stops before the hand ends"),
        ("big_a/sheets/scores-alone.json", 1, "scores as recorded; the play was not recorded"),
        ("bao_huang/sheets/not-known.json", 1, "not scored: neither the play nor enough of the result was recorded"),
        ("bao_huang/faults/incomplete-hand.json", 0, "not scored: the log stops before the hand ends"),
        ("guandan/sheets/stopped-by-the-clock.json", 1, "cut off by the clock; it counts nothing"),
        ("guandan/sheets/stopped-by-the-clock.json", 0, ""),
    ],
)
def test_the_words_for_each_basis(name: str, hand: int, words: str) -> None:
    match, hands = judged(name)
    assert basis_words(match, hand, hands[hand]) == words


def test_a_report_without_the_field_rests_on_the_play_where_a_hand_is_complete() -> None:
    assert stored_hand({"complete": True}).basis == "play"
    assert stored_hand({"complete": False}).basis is None
    assert stored_hand({"complete": False, "basis": "scores"}).basis == "scores"


@for_every(
    ("numbers", "words"),
    [
        ([4], "hand 4"),
        ([1, 2], "hands 1 and 2"),
        ([1, 2, 3], "hands 1 to 3"),
        ([1, 3], "hands 1 and 3"),
        ([1, 2, 3, 7, 9, 10], "hands 1 to 3, 7, 9 and 10"),
    ],
)
def test_hands_are_listed_in_ranges(numbers: list[int], words: str) -> None:
    assert listed_hands(numbers) == words
