"""Every recorded entry of a match, the first that does not follow, and those that differ only because of it."""

import copy
import json
from pathlib import Path
from typing import Any

from engine.logs.fupan.reading import read_match
from engine.verdict.check import Checker
from engine.verdict.recorded_sheet.entry import RecordedEntry, Standing
from engine.verdict.recorded_sheet.sheet import Sheet, sheet_of
from engine.verdict.stored_report import as_stored
from tests.offenders import for_every

SAMPLES = Path(__file__).parents[4] / "sample_logs"
Log = dict[str, Any]


def sample(name: str) -> Log:
    loaded: Log = json.loads((SAMPLES / name).read_bytes())
    return loaded


def sheet(log: Log) -> Sheet:
    record = read_match(json.dumps(log).encode(), "log.json")
    assert record.match is not None
    report = as_stored(Checker().check(record))
    return sheet_of(record.match, report)


def standings(entries: tuple[RecordedEntry, ...], what: str) -> dict[str, str]:
    return {entry.of: str(entry.standing) for entry in entries if entry.what == what}


@for_every(
    ("name", "sentence"),
    [
        ("guandan/sheets/score-sheet", "the score of E in hand 3: recorded +1, computed 0."),
        ("guandan/sheets/scores-alone", "the total of N at the end: recorded +5, computed +4."),
        ("bao_huang/sheets/score-sheet", "the score of A in hand 3: recorded −2, computed −3."),
        ("bao_huang/sheets/not-known", "the total of A at the end: recorded +3, computed +2."),
        ("big_a/sheets/cut-short", "the score of A in hand 1: recorded +5, computed +4."),
        ("big_a/sheets/scores-alone", "the sum of the scores in hand 2: recorded +1, expected 0."),
        ("chinese_poker/sheets/score-sheet", "the score of A in hand 3: recorded −5, computed −6."),
    ],
)
def test_the_first_number_that_does_not_follow_is_named(name: str, sentence: str) -> None:
    assert (
        sheet(sample(f"{name}-wrong.json")).sentence == f"The first recorded number that does not follow is {sentence}"
    )
    right = sheet(sample(f"{name}.json"))
    assert right.first_wrong is None
    assert right.sentence == "Every recorded entry that can be checked follows."


@for_every("path", sorted(SAMPLES.rglob("*.json")))
def test_entries_differ_where_the_report_says_so(path: Path) -> None:
    record = read_match(path.read_bytes(), path.name)
    report = Checker().check(record)
    if record.match is None or report.rules is None:
        return
    found = {
        None if entry.hand is None else entry.hand - 1
        for entry in sheet_of(record.match, as_stored(report)).entries
        if entry.standing in (Standing.DIFFERS, Standing.CARRIED)
    }
    results = {each.hand for each in report.findings if each.code.about_result}
    setups = {each.hand for each in report.findings if each.code.id == "setup-mismatch"}
    assert results <= found <= results | setups


def test_what_the_scores_rest_on_is_taken_as_recorded() -> None:
    found = sheet(sample("bao_huang/sheets/score-sheet-wrong.json")).hands[5]
    assert [(entry.label, str(entry.standing)) for entry in found][:4] == [
        ("order of finish", "taken"),
        ("emperor", "taken"),
        ("protector", "taken"),
        ("factor", "taken"),
    ]
    assert set(standings(found, "score").values()) == {"follows"}


def test_counts_say_how_the_entries_compare() -> None:
    found = sheet(sample("guandan/sheets/score-sheet-wrong.json"))
    assert found.counts == (
        "Of 26 entries, 18 follow, 1 does not, 1 differs only because of another, 6 were taken as recorded."
    )


def test_a_wrong_score_is_carried_into_later_totals_until_they_are_right() -> None:
    log = sample("guandan/sheets/score-sheet-wrong.json")
    log["hands"][4]["setup"] = {"totals": {"E": 6, "N": 5, "W": 5, "S": 5}}
    log["result"]["totals"]["E"] = 7
    found = sheet(log)
    before = [entry for entry in found.hands[5] if entry.when == "before"]
    assert [(entry.of, str(entry.standing)) for entry in before] == [
        ("E", "carried"),
        ("N", "follows"),
        ("W", "follows"),
        ("S", "follows"),
    ]
    assert before[0].words == "follows from hand 3"
    assert before[0].place == "total of E before hand 5"
    # From there on the totals are as the table states them, with the wrong point in them.
    assert set(standings(found.match, "total").values()) == {"follows"}


def test_a_total_that_differs_by_another_amount_is_wrong_itself() -> None:
    log = sample("guandan/sheets/score-sheet-wrong.json")
    log["result"]["totals"]["E"] = 8
    assert standings(sheet(log).match, "total")["E"] == "differs"


def test_a_winner_that_the_wrong_totals_give_is_carried() -> None:
    log = sample("chinese_poker/sheets/score-sheet-wrong.json")
    log["result"]["ended"] = "time"
    log["hands"][2]["result"]["scores"]["A"] = 30
    totals = log["result"]["totals"]
    totals["A"] += 35
    assert max(totals, key=totals.__getitem__) == "A"
    log["result"]["winner"] = ["A"]
    found = sheet(log).match
    assert (found[-1].what, found[-1].words) == ("winner", "follows from hand 3")
    other = copy.deepcopy(log)
    other["result"]["winner"] = [min(totals, key=totals.__getitem__)]
    assert str(sheet(other).match[-1].standing) == "differs"


def test_levels_that_are_off_by_as_much_as_before_are_carried() -> None:
    log = sample("guandan/sheets/score-sheet.json")
    log["hands"][1]["result"]["levels"] = {"E": "6", "N": "4"}
    log["hands"][3]["result"]["levels"] = {"W": "8", "S": "7"}
    found = sheet(log)
    assert standings(found.hands[2], "level") == {"E": "differs", "N": "follows"}
    assert standings(found.hands[4], "level") == {"W": "carried", "S": "follows"}
    assert found.sentence == (
        "The first recorded number that does not follow is the level of E after hand 2: recorded 6, computed 5."
    )


def test_totals_after_an_unknown_hand_are_taken_as_recorded_once_stated() -> None:
    found = sheet(sample("bao_huang/sheets/not-known.json"))
    assert set(standings(found.hands[3], "total").values()) == {"taken"}
    log = sample("bao_huang/sheets/not-known.json")
    del log["hands"][2]["setup"]
    unstated = sheet(log)
    assert set(standings(unstated.match, "total").values()) == {"unknown"}
    assert "5 cannot be checked" in unstated.counts


def test_a_field_that_the_game_does_not_have_is_no_entry() -> None:
    log = sample("guandan/sheets/score-sheet.json")
    log["hands"][0]["result"]["roles"] = {"emperor": "E"}
    assert not standings(sheet(log).hands[1], "emperor")


def test_units_that_the_settled_rows_contradict_differ() -> None:
    log = sample("chinese_poker/sheets/cut-short.json")
    log["hands"][0]["result"]["units"]["B-C"] += 1
    found = sheet(log)
    assert standings(found.hands[1], "units")["B-C"] == "differs"
    assert found.sentence.startswith("The first recorded number that does not follow is the units of B-C in hand 1")


def test_an_entry_that_is_not_a_number_is_named_as_an_entry() -> None:
    log = sample("big_a/sheets/cut-short.json")
    log["hands"][0]["result"]["finish"] = ["B", "A"]
    assert sheet(log).sentence == (
        "The first recorded entry that does not follow is the order of finish in hand 1: recorded B, A; computed A."
    )


def test_a_match_without_recorded_results_has_no_entries() -> None:
    log = sample("guandan/sheets/stopped-by-the-clock.json")
    del log["result"], log["hands"][0]["result"]
    assert sheet(log).entries == ()
