"""`fupan show`: a step of a hand on a terminal."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from app.cli.replay.frame_text import frame_blocks
from app.cli.replay.show import findings_at
from app.cli.tables import block_lines
from app.text.frame_terms import fact_value
from app.text.terminal import Style, width
from engine.replay.frames import Frame, SeatFrame, TablePlay
from engine.rulebook.codes import DECK_MISMATCH, INCOMPLETE_HAND, SCORE_MISMATCH
from engine.rulebook.findings import finding

Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]
Start = Callable[..., "subprocess.Popen[bytes]"]
SAMPLES = Path(__file__).parents[3] / "sample_logs"


def test_the_deal_shows_every_hand(run: Run, write: Write, clean: Log) -> None:
    path = write("a.jsonl", clean)
    result = run("show", path, "--hand", "1", "--step", "0")
    lines = result.stdout.splitlines()
    assert lines[0] == f"{path}:1: guandan, rules tournament"
    assert lines[1].startswith(f"hand 1, step 0 of {len(clean['hands'][0]['actions'])} (")
    for seat in "ENWS":
        assert any(line[2:].startswith(f"{seat} Player {seat}") and "27 cards" in line for line in lines)
    assert result.stdout.count("♥") == 26
    assert max(map(width, lines[1:])) <= 80
    assert result.exit_code == 0


def test_a_step_shows_the_table_the_turn_and_its_findings(run: Run, write: Write, illegal: Log) -> None:
    path = write("a.jsonl", illegal)
    result = run("show", path, "--step", "10")
    lines = result.stdout.splitlines()
    assert "action: N play 3s" in lines
    assert any(line.startswith("not allowed: 3♠ by Player N") for line in lines)
    assert any(line.startswith("to beat: ") and " by Player E" in line for line in lines)
    assert "turn: Player W" in lines
    assert sum(line.startswith("> ") for line in lines) == 1
    assert any(line.startswith("> W Player W") for line in lines)
    assert any(line.startswith("error[does-not-beat]: ") for line in lines)
    assert "error[" not in run("show", path, "--step", "9").stdout
    assert "error[" not in run("show", path, "--step", "11").stdout


def test_the_end_shows_who_finished_and_what_was_written_down_wrong(run: Run, write: Write, misscored: Log) -> None:
    steps = len(misscored["hands"][0]["actions"])
    result = run("show", write("a.jsonl", misscored), "--step", str(steps))
    assert "the hand is over" in result.stdout
    assert "order of finish: Player E, Player W" in result.stdout
    assert "error[score-mismatch]" in result.stdout


def test_letters_where_the_encoding_has_no_suits(start: Start, write: Write, clean: Log) -> None:
    out, err = start("show", write("a.jsonl", clean), environment={"PYTHONIOENCODING": "ascii"}).communicate()
    assert err == b""
    assert b" 3h" in out
    assert max(map(len, out.decode("ascii").splitlines()[1:])) <= 80


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--hand", "2"], "there is no hand 2: the match has 1 hand"),
        (["--step", "9999"], "there is no step 9999: the last step of hand 1 is "),
        (["--match", "3"], "there is no match 3: "),
        (["--hand", "0"], "'--hand'"),
        (["--step", "-1"], "'--step'"),
        (["--rules", "nowhere"], "no game has a preset 'nowhere'"),
    ],
)
def test_what_is_not_there_is_said(run: Run, write: Write, clean: Log, arguments: list[str], said: str) -> None:
    result = run("show", write("a.jsonl", clean), *arguments)
    assert said in result.stderr
    assert (result.stdout, result.exit_code) == ("", 2)


def test_a_match_that_cannot_be_read_shows_why(run: Run, write: Write, clean: Log) -> None:
    path = write("a.jsonl", clean, '{"format": "fupan/1"}')
    result = run("show", path, "--match", "2")
    assert "error[malformed]" in result.stdout
    assert result.exit_code == 2
    assert "no such file" in run("show", path + "x").stderr


def test_any_step_of_a_hand_can_be_shown(run: Run, write: Write, illegal: Log) -> None:
    path = write("a.jsonl", illegal)
    for step in range(0, len(illegal["hands"][0]["actions"]) + 1, 17):
        result = run("show", path, "--step", str(step))
        assert result.exit_code == 0, result.output
        assert f"step {step} of " in result.stdout


def test_findings_without_an_action_stand_at_the_deal_or_at_the_end() -> None:
    deal = finding(DECK_MISMATCH, "r", hand=1)
    action = finding(DECK_MISMATCH, "r", hand=1, action=4)
    unfinished = finding(INCOMPLETE_HAND, "r", hand=1)
    wrong = finding(SCORE_MISMATCH, "r", hand=1)
    elsewhere = finding(DECK_MISMATCH, "r", hand=0)
    everything = [elsewhere, deal, action, unfinished, wrong]
    assert list(findings_at(everything, 1, 0, 9)) == [deal]
    assert list(findings_at(everything, 1, 5, 9)) == [action]
    assert list(findings_at(everything, 1, 9, 9)) == [unfinished, wrong]
    assert list(findings_at(everything, 1, 0, 0)) == [deal, unfinished, wrong]


def test_hostile_texts_of_a_frame_do_nothing() -> None:
    hostile = "\x1b[2J赵\u202e" + "x" * 5_000
    seat = SeatFrame(seat=hostile, count=1, cards=("9h",), hidden=2, public=("RJ",), place=None, did=hostile)
    frame = Frame(
        hand=0,
        step=1,
        steps=1,
        stage="play",
        action=hostile,
        seats=(seat,),
        table=TablePlay(seat=hostile, cards=("9h",), reading=hostile, step=1),
        turn=hostile,
        finish=((hostile,),),
        facts=((hostile, hostile),),
    )
    text = "\n".join(block_lines(frame_blocks(frame, {hostile: hostile}), Style()))
    assert not set(text) & set("\x1b\u202e")
    assert "9♥ ?? ??" in text


def test_numbers_of_cards_that_the_log_leaves_open_are_the_most_there_can_be(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.txt"
    path.write_text("遊戲：保皇\n規則：日照\n玩家：甲，乙，丙，丁，戊\n第1局\n甲 出 7 7 7\n乙 過\n", encoding="utf-8")
    text = run("show", str(path), "--step", "2").stdout
    assert "at most 31 cards" in text
    assert "?? × at most 34" in text
    assert not [line for line in text.splitlines() if {"31", "33", "34"} & set(line.split()) and "at most" not in line]


def test_no_back_is_written_for_a_card_that_a_seat_perhaps_gave_away(run: Run, write: Write) -> None:
    setup = {"level": "5", "previous": ["E", "N", "W", "S"]}
    dealt = "2s 2h 2d 2c 3h 3d 3c 4s 4h 4d 4c 6s 6h 6d 6c 7s 7h 7d 7c 8s 8h 8d 8c 9s 9h 9d 9c"
    hand = {"setup": setup, "deal": {"E": dealt}, "actions": ["S tribute Ah", "S play 3s"]}
    log = {"format": "fupan/1", "game": "guandan", "players": [{"seat": seat} for seat in "ENWS"], "hands": [hand]}
    lines = run("show", write("a.jsonl", log), "--step", "2").stdout.splitlines()
    seen = next(number for number, line in enumerate(lines) if "at most 28 cards" in line)
    assert "??" not in lines[seen + 1]
    assert any("at most 26 cards" in line for line in lines)


def test_json_of_check_counts_from_0_and_show_from_1(run: Run, write: Write, illegal: Log) -> None:
    path = write("a.jsonl", illegal)
    found = json.loads(run("check", "--json", path).stdout)["findings"][0]
    result = run("show", path, "--hand", str(found["hand"] + 1), "--step", str(found["action"] + 1))
    assert f"error[{found['code']}]" in result.stdout
    assert os.linesep.join(["", f"action: {illegal['hands'][0]['actions'][found['action']]}", ""]) in result.stdout


class TestViews:
    """`--view`: the table as somebody at it saw it."""

    def test_a_seat_sees_its_own_hand(self, run: Run, write: Write, clean: Log) -> None:
        result = run("show", write("a.jsonl", clean), "--view", "N", "--step", "1")
        lines = result.stdout.splitlines()
        assert lines[1].endswith(", as Player N saw it")
        assert sum(line == "    ?? × 27" for line in lines) == 2
        assert "    ?? × 26" in lines
        assert result.stdout.count("♠") == 15
        assert result.exit_code == 0

    def test_the_table_sees_what_all_have_seen(self, run: Run, write: Write, clean: Log) -> None:
        result = run("show", write("a.jsonl", clean), "--view", "table")
        assert ", as the table saw it" in result.stdout
        assert result.stdout.count("    ?? × 27\n") == 4
        assert not set("♠♥♦♣") & set(result.stdout)

    def test_findings_are_told_with_all_hands(self, run: Run, write: Write, illegal: Log) -> None:
        path = write("a.jsonl", illegal)
        result = run("show", path, "--step", "10", "--view", "W")
        assert "error[" not in result.stdout
        assert result.stdout.endswith("\n\n1 finding here: --view all shows it\n")
        assert run("show", path, "--step", "10", "--view", "all").stdout == run("show", path, "--step", "10").stdout

    @pytest.mark.parametrize("view", ["", "X", "n", "\x1b[2J" * 99])
    def test_a_view_that_there_is_not(self, run: Run, write: Write, clean: Log, view: str) -> None:
        result = run("show", write("a.jsonl", clean), "--view", view)
        assert result.exit_code == 2
        assert "there are: all, table, E, N, W, S" in result.stderr
        assert "\x1b" not in result.stderr
        assert len(result.stderr) < 300


def test_the_last_step_of_a_hand_of_chinese_poker_says_what_its_settings_lost(run: Run) -> None:
    result = run("show", str(SAMPLES / "chinese_poker" / "amy-and-bob.jsonl"), "--step", "2")
    lines = result.stdout.splitlines()
    told = lines[lines.index("what the arrangements lost, in points") + 1 :]
    assert told == [
        "  Amy Amy  won +2, the best would win +2: lost 0",
        "  Bob Bob  won −2, the best would win +2: lost 4",
        "    A♠ K♦ Q♣ / K♥ J♥ 8♥ 7♥ 4♥ / 9♠ 9♥ 9♦ 5♦ 5♣",
    ]
    assert "lost" not in run("show", str(SAMPLES / "chinese_poker" / "amy-and-bob.jsonl"), "--step", "1").stdout
    assert "arrangements" not in run("show", str(SAMPLES / "guandan" / "two-hands.json"), "--step", "1").stdout


def test_what_was_lost_in_letters(start: Start) -> None:
    path = str(SAMPLES / "chinese_poker" / "amy-and-bob.jsonl")
    out, _ = start("show", path, "--step", "2", environment={"PYTHONIOENCODING": "ascii"}).communicate()
    assert b"  Bob Bob  won -2, the best would win +2: lost 4" in out
    assert b"9s 9h 9d 5d 5c" in out


def test_rows_fill_up_as_they_are_laid(run: Run) -> None:
    sample = str(SAMPLES / "chinese_poker" / "open-face.json")
    lines = run("show", sample, "--step", "20").stdout.splitlines()
    assert "    front     Q♦ __ __  queen high" in lines
    assert "    middle    8♥ K♣ 8♦ __ __  pair of eights, king" in lines
    assert lines[2] == "dealer Lin Mei; street 6/9"
    assert any(line.startswith("known to be gone: 2♥ 2♦") for line in lines)
    assert "    back      J♠ 9♦ J♦ 4♣ J♥  three jacks, nine four" in lines
    both = str(SAMPLES / "chinese_poker" / "criss-cross.json")
    lines = run("show", both, "--hand", "2", "--step", "2").stdout.splitlines()
    assert "    1 front   2♠ 4♠ 6♣  six high, four two" in lines
    assert "    2 back    __ __ __ __ __" in lines
    assert any(line.endswith("26 cards; 2: surrendered") for line in lines)


def test_the_emperor_alone_is_named_once(run: Run) -> None:
    lines = run("show", str(SAMPLES / "bao_huang" / "alone.json"), "--step", "4").stdout.splitlines()
    assert lines[2] == "declared Wang Hongmei solo; emperor Wang Hongmei, alone"


def test_cards_face_down_stand_apart(run: Run) -> None:
    sample = str(SAMPLES / "big_a" / "captures.json")
    lines = run("show", sample).stdout.splitlines()
    assert "    face down: Q♣" in lines
    for view in ("B", "table"):
        lines = run("show", sample, "--view", view).stdout.splitlines()
        assert lines.count("    face down: ??") == 5
    lines = run("show", sample, "--step", "2").stdout.splitlines()
    assert lines[2] == "Big A A♥; declarer Li Wei; partner Zhao Min"
    assert not any("face down" in line for line in lines)


def test_a_seat_that_has_set_and_one_that_is_foul(run: Run) -> None:
    lines = run("show", str(SAMPLES / "chinese_poker" / "faults" / "foul.json"), "--step", "2").stdout.splitlines()
    assert "  A Lin Mei   set" in lines
    assert "  B Chen Hao  set; foul" in lines


def test_a_level_is_a_rank_though_a_seat_has_its_letter() -> None:
    names = {"A": "Li Wei", "2": "Zhao Min"}
    assert fact_value("level", "A", names) == "A"
    assert fact_value("declarer", "A", names) == "Li Wei"
    assert fact_value("declined", "2", names) == "2", "a number may be a count"
