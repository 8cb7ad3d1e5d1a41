"""`fupan arrange`: the best ways to set thirteen cards."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from app.cli.rules.arrange import answer_lines
from app.judging.arranging import LONGEST
from app.text.terminal import Style, width
from engine.games.chinese_poker.rules import RULES

Run = Callable[..., Result]

DEAL = "As Ah Kd Kc Qs Jd Ts 9h 8h 5c 5d 3s 2h"
AMY = "6h 6d 4c / Th Td 9c Qd 8d / 3c 3h 3d 2c 2d"
NET = ("--option", "royalty_rule=net")
LAST = "4s 4h 4d / 7s 7d 8c 6s 2s / 9d 9s 6c Jc Jh"


def told(run: Run, *arguments: str) -> dict[str, Any]:
    result = run("arrange", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("\n") == 1
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def cards_in(setting: dict[str, Any]) -> set[str]:
    rows = [setting[name].split() for name in ("front", "middle", "back")]
    assert [len(row) for row in rows] == [3, 5, 5]
    return {card for row in rows for card in row}


def test_the_best_against_given_rows(run: Run) -> None:
    answer = told(run, DEAL, "--against", AMY, "--rules", "one-six")
    assert (answer["arrangements"], answer["legal"], answer["different"]) == (72_072, 20_474, 5_876)
    assert answer["rules"]["preset"] == "one-six"
    assert answer["against"] == {"rows": [AMY]}
    assert len(answer["choices"]) == 10
    assert all(cards_in(choice) == set(DEAL.split()) for choice in answer["choices"])
    points = [choice["points"] for choice in answer["choices"]]
    assert points == sorted(points, reverse=True)
    assert points[0] == sum(line["points"] for line in answer["breakdown"]) == 1
    assert points.count(1) == answer["equal"] == 5
    assert {line["opponent"] for line in answer["breakdown"]} == {"opponent 1"}
    assert {line["rule"] for line in answer["breakdown"]} == {"chinese_poker.rows"}
    assert answer["choices"][0]["words"]["back"] == "straight, queen high"


def test_the_best_against_opponents_who_are_dealt_cards(run: Run) -> None:
    answer = told(run, DEAL, "--deals", "60", "--opponents", "2", "--seed", "5", "--top", "4")
    assert answer["against"] == {"opponents": 2, "deals": 60, "seed": 5}
    best, *others = answer["choices"]
    assert len(others) == 3
    for choice in answer["choices"]:
        thousandths = round(float(choice["mean"]) * 1000)
        assert abs(thousandths - 1000 * choice["points"] / 60) <= 0.5
        assert float(choice["error"]) > 0
        assert float(choice["behind"]) == pytest.approx((best["points"] - choice["points"]) / 60, abs=0.0005)
    assert (best["behind"], best["behind_error"]) == ("0.000", "0.000")
    assert answer["surrender"] == -6
    assert "equal" not in answer
    assert "breakdown" not in answer


def test_the_same_seed_gives_the_same_bytes() -> None:
    def once(seed: str, hashes: str) -> bytes:
        command = "from app.cli import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", command, "arrange", DEAL, "--deals", "40", "--seed", seed],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": hashes, "PYTHONPATH": ":".join(sys.path), "LC_ALL": "C.UTF-8"},
        )
        return done.stdout

    assert once("3", "1") == once("3", "2")
    assert once("3", "1") != once("4", "1")


def test_the_answer_as_text(run: Run) -> None:
    lines = run("arrange", *DEAL.split(), "--deals", "30", "--top", "2").stdout.splitlines()
    assert lines[0] == "A♠ A♥ K♦ K♣ Q♠ J♦ 10♠ 9♥ 8♥ 5♣ 5♦ 3♠ 2♥"
    assert lines[1:4] == [
        "rules: chinese_poker two-four",
        "arrangements: 72,072, of them legal 20,474, different in play 5,876",
        "surrender: −3",
    ]
    text = " ".join(" ".join(lines).split())
    assert "1 opponent, 30 deals from the seed 1" in text
    assert " 2 +" in text
    assert "behind 0." in text
    assert max(map(width, lines)) <= 80


def test_the_settlement_of_the_best_as_text(run: Run) -> None:
    text = " ".join(run("arrange", DEAL, "--against", AMY, "--against", LAST, "--top", "1").stdout.split())
    assert "opponent 1: 6♥ 6♦ 4♣ / 10♥ 10♦ 9♣ Q♦ 8♦ / 3♣ 3♥ 3♦ 2♣ 2♦" in text
    # The other's middle is lower than its front.
    assert "+4 opponent 2, opponent 2 is mis-set and pays for a scoop: 4" in text
    assert "How the first is settled: +1 opponent 1, front: this hand's pair of kings" in text


def test_points_for_the_best_row_have_no_opponent(run: Run) -> None:
    answer = told(run, DEAL, "--against", AMY, "--rules", "eleven")
    assert {line["opponent"] for line in answer["breakdown"]} == {""}
    assert sum(line["points"] for line in answer["breakdown"]) == answer["choices"][0]["points"] == 2
    assert "The best in points" in run("arrange", DEAL, "--against", AMY, "--rules", "eleven").stdout


def test_options_change_what_is_best(run: Run) -> None:
    low = told(run, DEAL, "--against", AMY, "--option", "middle=deuce_to_seven", "--option", "surrender=0")
    assert low["rules"]["options"]["middle"] == "deuce_to_seven"
    assert low["surrender"] is None
    assert low["legal"] > 20_474
    table = told(run, DEAL, "--against", AMY, "--option", 'royalty_table={"back": {"straight": 50}}', *NET)
    assert table["choices"][0]["points"] > 50


@pytest.mark.parametrize("preset", [preset for preset in RULES.presets if preset != "fujian_banker"])
def test_every_preset_has_a_best_setting(run: Run, preset: str) -> None:
    dealt = told(run, DEAL, "--rules", preset, "--deals", "4")
    assert dealt["choices"]
    assert told(run, DEAL, "--rules", preset, "--against", AMY)["choices"]


def test_a_preset_without_best_settings_says_why(run: Run) -> None:
    answer = run("arrange", DEAL, "--rules", "fujian_banker")
    assert answer.exit_code == 2
    assert "no best arrangement is known where a banker settles" in answer.stderr


def test_naturals_are_named(run: Run) -> None:
    dragon = "2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As"
    answer = told(run, dragon, "--deals", "2")
    assert answer["naturals"] == {"dragon": 36, "three_straights": 3}
    assert "natural: dragon, 36 from each opponent" in run("arrange", dragon, "--deals", "2").stdout


def test_a_hand_that_is_better_given_up(run: Run) -> None:
    output = run("arrange", "As Kh Qc Jc Jh Th 8c 7c 6h 6s 5d 3h 2s", "--deals", "60", "--option", "surrender=1").stdout
    assert "Surrendering, at −1, loses less than any of them on average." in output
    assert "Surrendering, at" not in run("arrange", DEAL, "--deals", "60", "--option", "surrender=1").stdout


def test_ascii_terminals_get_ascii(run: Run) -> None:
    from app.judging.arranging import HandToSet, answer, hand_of, rules_of

    found = answer(HandToSet(hand_of(DEAL), rules_of(None, []), deals=20, shown=40))
    lines = list(answer_lines(found, Style(encoding="ascii", symbols=False, width=60)))
    assert all(line.isascii() for line in lines)
    assert max(map(len, lines)) <= 60
    assert any("+-" in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([DEAL[:-3]], "a hand is 13 cards, and there are 12 cards"),
        ([DEAL + " 4c"], "a hand is 13 cards, and there are 14 cards"),
        (["As"], "a hand is 13 cards, and there is 1 card"),
        ([" "], "a hand is 13 cards, and there are no cards"),
        ([DEAL.replace("Ah", "As")], "As is in the hand twice; there is one of each card"),
        ([DEAL.replace("Ah", "1h")], "'1h' in the hand is not a card; a card is a rank of 23456789TJQKA and a suit"),
        ([DEAL.replace("Ah", "RJ")], "'RJ' in the hand is a joker, and Chinese poker has none"),
        ([DEAL.replace("Ah", "??")], "'??' in the hand is a card that is not known"),
        ([DEAL.replace("Ah", "A")], "'A' in the hand is a card without a suit"),
        ([DEAL.replace("Ah", "\x1b[31m")], "not a card"),
        (["As " * LONGEST], f"the hand: a text of {3 * LONGEST:,} characters; at most {LONGEST} are read"),
        ([DEAL, "--against", AMY.replace("3c", "As")], "As is in the hand and in the rows of opponent 1"),
        ([DEAL, "--against", AMY, "--against", AMY], "6h is in the rows of opponent 1 and in the rows of opponent 2"),
        ([DEAL, "--against", AMY.replace("/", "")], "3, 5 and 5 cards, and the numbers of cards found are 13"),
        ([DEAL, "--against", AMY.replace(" 2d", "")], "and the numbers of cards found are 3, 5, 4"),
        ([DEAL, "--against", ""], "and the numbers of cards found are none"),
        ([DEAL, "--against", AMY.replace("6h", "Xh")], "'Xh' in the rows of opponent 1 is not a card"),
        ([DEAL, "--against", AMY, "--seed", "4"], "--seed is for opponents who are dealt cards"),
        ([DEAL, "--rules", "five-five"], "chinese poker has no preset 'five-five'; expected: one of two-four, one-six"),
        ([DEAL, "--rules", "tournament"], "chinese poker has no preset 'tournament'"),
        ([DEAL, "--option", "wheel=third"], "'third' is not a valid value for wheel (lowest, second)"),
        ([DEAL, "--option", "wheels=second"], "no option 'wheels'; did you mean 'wheel'? Expected: one of scoring"),
        ([DEAL, "--option", "wheel"], "'wheel' is not a change of an option; write NAME=VALUE"),
        ([DEAL, "--option", "wheel=second", "--option", "wheel=second"], "the option 'wheel' is given twice"),
        (
            [DEAL, "--option", "hands_each=2", "--option", "dealing=pineapple"],
            "two hands each are not played open-face",
        ),
        ([DEAL, "--opponents", "4"], "opponents: 4 found, and 1 to 3 expected"),
        ([DEAL, "--opponents", "3", "--rules", "pineapple"], "opponents: 3 found, and 1 to 2 expected"),
        ([DEAL, "--opponents", "0"], "opponents: 0 found"),
        ([DEAL, "--deals", "1"], "deals: 1 found, and 2 to 20,000 expected"),
        ([DEAL, "--deals", "20001"], "deals: 20,001 found"),
        ([DEAL, "--seed", "-1"], "the seed: -1 found"),
        ([DEAL, "--top", "0"], "arrangements shown: 0 found, and 1 to 100 expected"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(run: Run, arguments: list[str], said: str) -> None:
    result = run("arrange", *arguments)
    assert said in result.stderr
    assert result.stderr.startswith("fupan: ")
    assert result.stderr.count("\n") == 1
    assert "\x1b" not in result.stderr
    assert result.stdout == ""
    assert result.exit_code == 2


@pytest.mark.parametrize("arguments", [[], [DEAL, "--seed", "x"], [DEAL, "--deals"], [DEAL, "--bottom", "3"]])
def test_wrong_usage(run: Run, arguments: list[str]) -> None:
    result = run("arrange", *arguments)
    assert result.exit_code == 2
    assert "Error: " in result.stderr
