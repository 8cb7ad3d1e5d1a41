"""How `fupan check` shows a finding: what it underlines of an action, its line, its player, and plain text."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.golden import SAMPLES

REPO = Path(__file__).parents[3]
Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]


@pytest.mark.parametrize(
    ("sample", "place", "action", "marked"),
    [
        ("guandan/faults/not-a-combination.json", 1, "N play Jc 5s", "Jc 5s"),
        ("guandan/faults/not-a-combination.json", 1, "N play Jc  5s 4s @3.5", "Jc  5s 4s"),
        ("guandan/faults/does-not-beat.json", 0, "E play Jh Jh # Jh Jh", "Jh"),
        ("guandan/faults/card-not-held.json", 1, "N play Qs 5s 5s", "Qs"),
        ("guandan/faults/card-not-held.json", 1, "N play 5s 5s 5s", "5s"),
        ("big_a/faults/does-not-beat.json", 5, "E capture 4s 4s 4h", "4s 4s 4h"),
        ("bao_huang/faults/not-a-combination.json", 10, "A play Ac 6s", "Ac 6s"),
        ("bao_huang/faults/tribute-not-due.json", 2, "E tribute 8s 8s", "8s"),
    ],
)
def test_an_illegal_play_is_marked_as_a_whole_and_a_card_alone(
    run: Run, write: Write, sample: str, place: int, action: str, marked: str
) -> None:
    log = json.loads((REPO / "sample_logs" / sample).read_bytes())
    log["hands"][0]["actions"][place] = action
    lines = run("check", write("a.jsonl", log)).stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if line.endswith(f"│ {action}"))
    carets = lines[at + 1]
    begin = carets.index("^")
    assert carets[begin:] == "^" * len(marked)
    assert lines[at][begin:].startswith(marked)


def test_a_finding_of_a_typed_log_names_the_line_and_the_player(run: Run) -> None:
    typed = (SAMPLES / "text" / "guandan-en.txt").read_text(encoding="utf-8").splitlines()
    assert typed[17] == "N passes"
    typed[17] = "N plays 10s 10d"
    lines = run("check", "-", given="\n".join(typed)).stdout.splitlines()
    assert lines[0] == "error[card-not-held]: Zhao Min does not hold 10♠ 10♦"
    assert lines[1].strip() == "--> -, hand 1, line 18, seat N (Zhao Min)"
    assert lines[3] == "18 │ N play Ts Td"


def test_plain_text_has_letters_for_the_signs_of_cards(run: Run) -> None:
    sample = str(SAMPLES / "guandan" / "faults" / "card-not-held.json")
    assert "does not hold Q♠" in run("check", sample).stdout
    plain = run("--plain", "check", sample).stdout
    assert plain.isascii()
    assert "Zhao Min does not hold Qs" in plain
    assert run("check", "--plain", sample).stdout == plain
    assert "does not hold Q♠" in run("check", sample).stdout, "it is asked for in one run"
