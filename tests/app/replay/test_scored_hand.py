"""The page of a hand that is known by its result alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.app.conftest import Page
from tests.app.replay.reviewed import short_match

SAMPLES = Path(__file__).parents[3] / "sample_logs"


@pytest.mark.parametrize(
    ("name", "number", "language", "words"),
    [
        ("guandan/sheets/score-sheet.json", 1, "en", ["1st Li Wei", "+3", "Level 2 → 5"]),
        ("guandan/sheets/score-sheet.json", 1, "zh-Hans", ["头游 Li Wei", "双下", "打 2 → 5"]),
        ("big_a/sheets/score-sheet.json", 2, "en", ["1st", "Total"]),
        ("chinese_poker/sheets/score-sheet.json", 1, "en", ["wins", "of", "Total"]),
        ("guandan/sheets/score-sheet-wrong.json", 3, "en", ["Findings", "recorded"]),
        ("guandan/sheets/not-known.json", 2, "en", ["There is no table to replay: not scored"]),
    ],
)
def test_it_shows_places_scores_and_levels_and_no_table(
    read: Callable[..., Page], put: Callable[..., int], name: str, number: int, language: str, words: list[str]
) -> None:
    match = put((SAMPLES / name).read_bytes())
    page = read(f"/matches/{match}/hands/{number}?lang={language}")
    assert [each for each in words if each not in page.text] == []
    assert not [each for each in ("felt", "controls", "scrubber", "holding") if f'class="{each}' in page.source]
    assert page.all("ol", class_="scored-cards")


def test_it_says_why_it_is_not_reviewed_and_leads_to_the_review_of_hands_with_play(
    read: Callable[..., Page], put: Callable[..., int]
) -> None:
    sheet = put((SAMPLES / "guandan/sheets/score-sheet.json").read_bytes())
    page = read(f"/matches/{sheet}/hands/1")
    assert "Not reviewed, because the play of its last cards is not recorded, or not that of all seats." in page.text
    assert "/help/review" in page.links
    assert f"/matches/{sheet}/review" not in page.links
    played = short_match()
    assert isinstance(played["hands"], list)
    played["hands"].append({"result": {"finish": ["P0", "P2", "P1", "P3"]}, "actions": []})
    match = put(played)
    page = read(f"/matches/{match}/hands/2")
    assert "Not reviewed, because" in page.text
    assert f"/matches/{match}/review" in page.links
    tried = read(f"/matches/{match}/hands/2?rules=intro")
    assert "Not reviewed, because" not in tried.text
    assert not any("/review" in link for link in tried.links)
