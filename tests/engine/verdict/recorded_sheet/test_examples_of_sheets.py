"""What follows from a wrong entry, what the actions of a hand state, and which step decides a value: examples."""

import json
from pathlib import Path
from typing import Any

from engine.logs.fupan.reading import read_match
from engine.record.match import Match
from engine.replay.fold import frames
from engine.verdict.check import Checker
from engine.verdict.recorded_sheet.claims import claims_of, claims_wrong
from engine.verdict.recorded_sheet.deciding import at_step, deciding_steps
from engine.verdict.recorded_sheet.entry import RecordedEntry, Standing
from engine.verdict.recorded_sheet.lines import lines_of_hand, lines_of_match
from engine.verdict.recorded_sheet.sheet import Sheet, sheet_of
from engine.verdict.stored_report import StoredReport, as_stored
from tests.offenders import for_every

SAMPLES = Path(__file__).parents[4] / "sample_logs"
Log = dict[str, Any]


def sample(name: str) -> Log:
    loaded: Log = json.loads((SAMPLES / name).read_bytes())
    return loaded


def read(log: Log) -> tuple[Match, StoredReport, Sheet]:
    record = read_match(json.dumps(log).encode(), "log.json")
    assert record.match is not None
    report = as_stored(Checker().check(record))
    return record.match, report, sheet_of(record.match, report)


def claims(log: Log) -> list[RecordedEntry]:
    """What the actions of the last hand state."""
    match, report, _ = read(log)
    checker = Checker()
    last = len(match.hands) - 1
    seen = frames(checker.judge(checker.rules(match)), match, last)
    findings = [each for each in report.findings if each.hand == last]
    found = claims_of(last + 1, match.hands[last].actions, findings, seen)
    wrong = {each.step for each in found if each.standing is Standing.DIFFERS and each.what != "seconds"}
    assert claims_wrong(findings, match.hands[last].actions) == len(wrong)
    return found


def standings(entries: tuple[RecordedEntry, ...], field: str) -> set[str]:
    return {str(each.standing) for each in entries if each.field == field}


def test_scores_that_a_wrong_finish_gives_follow_from_it_and_so_do_the_totals() -> None:
    log = sample("guandan/faults/finish-mismatch.json")
    result = log["hands"][0]["result"]
    winners = result["finish"][:2]
    result["scores"] = dict.fromkeys("ENWS", 0)
    _, report, _ = read(log)
    true = report.hands[0].scores
    match, report, found = read(log)
    roots = {each.field for each in found.entries if each.standing is Standing.DIFFERS}
    assert roots >= {"finish"}
    # The scores that belong to the recorded order of finish, whichever it is.
    alone = dict(log, hands=[dict(log["hands"][0], actions=[], deal={}, result={"finish": result["finish"]})])
    _, other, _ = read(alone)
    assert other.hands[0].scores != true, winners
    result["scores"] = other.hands[0].scores
    log["result"] = {"totals": other.hands[0].scores}
    match, report, found = read(log)
    assert {each.field for each in found.entries if each.standing is Standing.DIFFERS} == {"finish"}
    assert "carried" in standings(found.hands[1], "scores")
    assert "carried" in standings(found.match, "totals")
    line = next(each for each in lines_of_hand(found, match, report, 1) if each.field == "scores")
    assert line.words == "follows from the recorded order of finish"
    assert [key.field for key in line.causes] == ["finish"]
    totals, _ = lines_of_match(found, match, report)
    assert totals.words == "follows from hand 1"


def test_a_total_that_is_right_although_a_score_is_not_says_so() -> None:
    log = sample("guandan/sheets/score-sheet-wrong.json")
    log["result"]["totals"]["E"] -= 1
    *_, found = read(log)
    total = next(each for each in found.match if each.of == "E")
    assert total.words == "follows, but not from what was recorded in hand 3"
    log["hands"][4]["result"]["scores"]["E"] -= 1
    *_, found = read(log)
    total = next(each for each in found.match if each.of == "E")
    assert total.words == "follows; what differs in hands 3 and 5 cancels out"
    assert [each.hand for each in found.entries if each.standing is Standing.DIFFERS] == [3, 5]


def test_a_level_before_a_hand_that_follows_from_a_wrong_one_after_the_hand_before() -> None:
    log = sample("guandan/sheets/score-sheet.json")
    log["hands"][1]["result"]["levels"] = {"E": "6", "N": "4"}
    log["hands"][2]["setup"] = {"levels": {"E": "6", "N": "4"}}
    *_, found = read(log)
    assert [(each.hand, each.when) for each in found.entries if each.standing is Standing.DIFFERS] == [(2, "after")]
    before = next(each for each in found.hands[3] if each.when == "before" and each.of == "E")
    assert before.words == "follows from hand 2"
    assert before.difference == 1


@for_every(
    ("name", "what", "recorded", "derived"),
    [
        ("tribute-wrong-card", "tribute", None, None),
        ("tribute-missing", "tribute", "nothing", None),
        ("return-missing", "return", "nothing", None),
        ("report-wrong", "report", "4", "report 3"),
    ],
)
def test_a_wrong_statement_stands_beside_what_the_rules_give(
    name: str, what: str, recorded: str | None, derived: str | None
) -> None:
    (wrong,) = [each for each in claims(sample(f"guandan/faults/{name}.json")) if each.standing is Standing.DIFFERS]
    assert wrong.what == what
    assert wrong.rule
    assert wrong.computed
    assert recorded in (None, wrong.recorded)
    assert derived in (None, wrong.computed)


def test_a_statement_about_cards_that_nobody_knows_cannot_be_checked() -> None:
    log = sample("guandan/faults/tribute-wrong-card.json")
    assert {each.standing for each in claims(log)} >= {Standing.FOLLOWS, Standing.DIFFERS}
    del log["hands"][-1]["deal"]
    assert {each.standing for each in claims(log) if each.what in ("tribute", "return")} == {Standing.UNKNOWN}


def test_seconds_that_decrease_are_named_each_and_others_counted() -> None:
    log = sample("guandan/faults/report-wrong.json")
    actions = log["hands"][0]["actions"]
    log["hands"][0]["actions"] = [f"{text} @{number}" for number, text in enumerate(actions)]
    (seconds,) = [each for each in claims(log) if each.what == "seconds"]
    assert (seconds.recorded, seconds.standing) == (f"{len(actions)} of {len(actions)} actions", Standing.FOLLOWS)
    log["hands"][0]["actions"][4] = f"{actions[4]} @2"
    (seconds,) = [each for each in claims(log) if each.what == "seconds"]
    assert (seconds.recorded, seconds.step, seconds.standing) == ("@2", 5, Standing.DIFFERS)


def test_the_step_that_decides_a_value() -> None:
    match, report, found = read(sample("bao_huang/faults/role-mismatch.json"))
    checker = Checker()
    steps = deciding_steps(frames(checker.judge(checker.rules(match)), match, 0))
    lines = {line.field: line for line in lines_of_hand(found, match, report, 1)}
    assert steps.end == len(match.hands[0].actions)
    assert [at_step(each, steps, {}).step for each in lines["roles"].entries] == [1, 1]
    assert {at_step(each, steps, {}).step for each in lines["scores"].entries} == {steps.end}
    assert at_step(lines["finish"].entries[0], steps, {}).step == steps.places[-1]
