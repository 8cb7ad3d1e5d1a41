"""`fupan mend`: the smallest changes of a log that make it right, as text and as JSON."""

import json
from collections.abc import Callable
from typing import Any

from click.testing import Result

Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]


def test_one_line_of_json_for_each_match(run: Run, write: Write, clean: Log, misscored: Log) -> None:
    path = write("logs.jsonl", clean, misscored)
    result = run("mend", "--json", path)
    assert result.exit_code == 0
    right, wrong = map(json.loads, result.stdout.splitlines())
    assert right["mend"] == wrong["mend"] == "fupan-mend/1"
    assert right["hands"] == []
    (hand,) = wrong["hands"]
    assert (hand["hand"], hand["errors"], hand["complete"], hand["follows"], hand["partly"]) == (0, 1, True, None, None)
    assert hand["mends"][0] == {
        "edits": [{"op": "recorded", "path": "scores", "was": {"E": 2, "W": 2}, "now": {"E": 3, "W": 3}}],
        "basis": "play",
        "scores": {"E": 3, "N": 0, "W": 3, "S": 0},
        "findings": [],
    }
    assert wrong["verdict"] == "clean"


def test_one_match_of_the_input(run: Run, write: Write, clean: Log, misscored: Log) -> None:
    path = write("logs.jsonl", clean, misscored)
    (line,) = run("mend", "--json", "--match", "2", path).stdout.splitlines()
    assert json.loads(line)["hands"]
    assert run("mend", "--match", "3", path).exit_code == 2


def test_the_text_names_the_hand_and_the_change(run: Run, write: Write, misscored: Log) -> None:
    path = write("a.json", misscored)
    result = run("mend", path)
    assert result.exit_code == 0
    first, second, third = result.stdout.splitlines()[:3]
    assert path in first
    assert second == "hand 1: 1 mend"
    assert third.strip() == "recorded scores {'E': 2, 'W': 2} → {'E': 3, 'W': 3}"


def test_two_runs_give_the_same_bytes(run: Run, write: Write, misscored: Log, clean: Log) -> None:
    path = write("a.jsonl", misscored, clean)
    assert run("mend", "--json", path).stdout_bytes == run("mend", "--json", path).stdout_bytes


def test_an_unreadable_log(run: Run, write: Write, clean: Log) -> None:
    result = run("mend", "--json", write("a.json", "{", clean))
    assert result.exit_code == 2
    answer = json.loads(result.stdout.splitlines()[0])
    assert answer["hands"] is None
    assert answer["verdict"] == "unreadable"


def test_rules_that_do_not_exist(run: Run, write: Write, clean: Log) -> None:
    result = run("mend", "--json", write("a.json", clean | {"rules": {"preset": "nowhere"}}))
    assert result.exit_code == 2
    answer = json.loads(result.stdout)
    assert answer["hands"] is None
    assert answer["verdict"] == "unreadable"


def test_a_log_without_errors(run: Run, write: Write, clean: Log) -> None:
    result = run("mend", "--json", write("a.json", clean))
    assert result.exit_code == 0
    assert json.loads(result.stdout)["hands"] == []


def test_a_hand_that_no_change_makes_right(run: Run, write: Write, clean: Log) -> None:
    hand = clean["hands"][0]
    hand["actions"] = [*hand["actions"][:2], "E play", *hand["actions"][2:6], "N play", *hand["actions"][6:]]
    result = run("mend", "--json", "--edits", "1", write("a.json", clean))
    assert result.exit_code == 1
    (answer,) = json.loads(result.stdout)["hands"]
    assert answer["mends"] == []
    assert answer["partly"]["edits"] == [{"op": "remove", "action": 2, "was": "E play"}]


def test_a_hand_without_a_deal(run: Run, write: Write, clean: Log) -> None:
    hand = clean["hands"][0]
    del hand["deal"]
    hand["actions"][1:2] = []
    result = run("mend", "--json", write("a.json", clean))
    assert result.exit_code == 0
    (answer,) = json.loads(result.stdout)["hands"]
    assert {"op": "insert", "action": 1, "now": "N pass"} in [mend["edits"][0] for mend in answer["mends"]]
