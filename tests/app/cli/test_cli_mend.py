"""`fupan mend`: the smallest changes of a log that make it right, as text and as JSON."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
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


def test_the_text_says_what_would_make_the_hand_right(run: Run, write: Write, misscored: Log) -> None:
    path = write("a.json", misscored)
    result = run("mend", path)
    assert result.exit_code == 0
    said = " ".join(result.stdout.split())
    assert said == (
        f"{path} One change would make hand 1 right: scores: Player E 3 and Player W 3, not Player E 2 and Player W 2. "
        "With the first change of each hand the verdict is: clean."
    ).replace(" and ", ", ")
    assert "第1局" in run("--lang", "zh-Hans", "mend", path).stdout


def test_a_change_of_a_play_is_said_with_names_and_card_signs(run: Run, write: Write, clean: Log) -> None:
    actions = clean["hands"][0]["actions"]
    assert actions[0] == "E play 2s"
    actions[0] = "E play 2s 2h"
    result = run("mend", "--edits", "1", write("a.json", clean))
    assert "step 1, Player E plays 2♠, not 2♠ 2♥" in " ".join(result.stdout.split())
    text = write("b.txt", run("convert", "--to", "text", write("a.json", clean)).stdout)
    assert "line " in run("mend", "--edits", "1", text).stdout


def test_several_changes_are_listed(run: Run, write: Write, clean: Log) -> None:
    hand = clean["hands"][0]
    hand["actions"] = []
    hand["result"] = {"finish": ["E", "N", "W", "S"], "scores": {"E": 3, "W": 3}}
    said = " ".join(run("mend", write("a.json", clean)).stdout.split())
    assert "changes would make hand 1 right: 1. " in said
    assert "They lead to different scores." in said


def test_what_cannot_be_read_is_said_as_by_check(run: Run, write: Write) -> None:
    path = write("a.json", "{")
    assert run("mend", path).stdout in run("check", path).stdout


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


def test_the_mended_log_is_written_beside_the_log(run: Run, write: Write, misscored: Log, clean: Log) -> None:
    path = write("a.jsonl", misscored, clean)
    before = Path(path).read_bytes()
    target = f"{path}.mended"
    assert run("mend", "--json", "--out", target, path).exit_code == 0
    assert Path(path).read_bytes() == before
    mended, same = (json.loads(line) for line in Path(target).read_text().splitlines())
    assert mended["match"].pop("mended") == {
        "of": sha256(before.splitlines()[0]).hexdigest(),
        "edits": [
            {"hand": 0, "op": "recorded", "path": "scores", "was": {"E": 2, "W": 2}, "now": {"E": 3, "W": 3}},
        ],
    }
    assert mended == same == clean
    assert run("check", target).exit_code == 0


def test_what_was_mended_is_kept_and_judged_by_nothing(run: Run, write: Write, misscored: Log, clean: Log) -> None:
    path = write("a.json", misscored)
    target = f"{path}.mended"
    run("mend", "--out", target, path)
    reports = [json.loads(run("check", "--json", name).stdout) for name in (target, write("b.json", clean))]
    for report in reports:
        del report["log"], report["digest"]
    assert reports[0] == reports[1]
    assert reports[0]["verdict"] == "clean"
    mended = json.loads(Path(target).read_text())
    for form in ("fupan", "text", "text-zh"):
        converted = write("c", run("convert", "--to", form, target).stdout)
        assert json.loads(run("convert", converted).stdout) == mended


def test_a_file_that_is_there_is_not_replaced(run: Run, write: Write, misscored: Log) -> None:
    path = write("a.json", misscored)
    target = write("b.json", misscored)
    before = Path(target).read_bytes()
    result = run("mend", "--out", target, path)
    assert result.exit_code == 2
    assert "b.json" in result.stderr
    assert Path(target).read_bytes() == before
    assert run("mend", "--out", path, path).exit_code == 2


def test_another_mend_of_a_hand_is_taken(run: Run, write: Write, clean: Log) -> None:
    hand = clean["hands"][0]
    hand["actions"] = []
    hand["result"] = {"finish": ["E", "N", "W", "S"], "scores": {"E": 3, "W": 3}}
    path = write("a.json", clean)
    (answer,) = json.loads(run("mend", "--json", path).stdout)["hands"]
    assert len(answer["mends"]) > 1
    for number, mend in enumerate(answer["mends"], 1):
        target = f"{path}.{number}"
        assert run("mend", "--hand", "1", "--take", str(number), "--out", target, path).exit_code == 0
        written = json.loads(Path(target).read_text())
        assert written["match"]["mended"]["edits"] == [{"hand": 0, **edit} for edit in mend["edits"]]
        assert run("check", "--quiet", target).stdout.count("error") == 0, mend
    beyond = f"{path}.beyond"
    assert run("mend", "--hand", "1", "--take", "11", "--out", beyond, path).exit_code == 2
    assert not Path(beyond).exists()


def test_what_is_taken_needs_a_hand_and_a_file(run: Run, write: Write, misscored: Log) -> None:
    path = write("a.json", misscored)
    assert run("mend", "--take", "1", path).exit_code == 2
    assert run("mend", "--take", "1", "--hand", "1", path).exit_code == 2
    assert run("mend", "--take", "1", "--out", f"{path}.new", path).exit_code == 2
    assert run("mend", "--hand", "2", path).exit_code == 2


def test_a_log_that_cannot_be_read_is_not_written(run: Run, write: Write, clean: Log) -> None:
    path = write("a.jsonl", "{", clean)
    assert run("mend", "--out", f"{path}.new", path).exit_code == 2
    (line,) = Path(f"{path}.new").read_text().splitlines()
    assert json.loads(line) == clean


def test_a_hand_alone_is_said_as_among_the_others(run: Run, write: Write, clean: Log) -> None:
    """The hands before it have their first mend, also where only one hand is shown."""
    result = {"finish": ["E", "N", "W", "S"], "scores": {"E": 3, "W": 3}}
    misscored = {"actions": [], "result": result}
    path = write("a.json", clean | {"hands": [misscored, misscored]})
    both = " ".join(run("mend", path).stdout.split())
    second = " ".join(run("mend", "--hand", "2", path).stdout.removeprefix(path).split())
    shown = second.partition(" With the first change")[0]
    assert " in all" in shown
    assert shown in both


def test_the_verdict_is_that_of_the_mend_that_is_taken(run: Run, write: Write, clean: Log) -> None:
    hand = clean["hands"][0]
    hand["actions"] = []
    hand["result"] = {"finish": ["E", "N", "W", "S"], "scores": {"E": 3, "W": 3}}
    path = write("a.json", clean)
    said = " ".join(run("mend", "--hand", "1", "--take", "2", "--out", f"{path}.new", path).stdout.split())
    assert "With change 2 of hand 1 and the first change of each other hand the verdict is:" in said
