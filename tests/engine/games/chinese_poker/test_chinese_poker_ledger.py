"""The settlement of hands as data: it says what the report says, pair by pair."""

import json
from pathlib import Path

import pytest

from engine.games.chinese_poker.match_replay import Ledger, Reason, hand_ledger
from engine.logs import read_logs
from engine.logs.fupan.reading import read_match
from engine.record.match import Match
from engine.verdict.check import Checker
from tests.engine.games.chinese_poker import made_chinese_poker as made
from tests.offenders import for_every
from tests.playouts import generate

SAMPLES = Path(__file__).parents[4] / "sample_logs" / "chinese_poker"


def match_of(log: made.Log) -> Match:
    match = read_match(json.dumps(log).encode(), "made.json").match
    assert match is not None
    return match


def found(match: Match, index: int = 0) -> Ledger | None:
    checker = Checker()
    return hand_ledger(checker.judge(checker.rules(match)), match, index)


@for_every(
    ("preset", "reasons", "units"),
    [("two-four", [("chinese_poker.overall", 1)], 2), ("one-six", [], 1)],
)
def test_the_hands_of_the_article(preset: str, reasons: list[tuple[str, int]], units: int) -> None:
    ledger = found(match_of(made.match(made.hand(made.sets(A=made.AMY, B=made.BOB)), preset=preset)))
    assert ledger is not None
    (account,) = ledger.accounts
    assert [(row.name, row.units) for row in account.rows] == [("front", 1), ("middle", -1), ("back", 1)]
    assert account.rows[1].words == ("pair of tens, queen nine eight", "two pair, nines and fives, four")
    assert [(reason.rule, reason.units) for reason in account.reasons] == reasons
    assert (account.units, account.points) == (units, units)
    assert ledger.points == {(0, 1): units, (1, 0): -units}
    assert ledger.scores == (units, -units)


def test_units_are_multiplied_by_the_stake() -> None:
    ledger = found(match_of(made.match(made.hand(made.sets(A=made.AMY, B=made.BOB), stakes={"B-A": 100}))))
    assert ledger is not None
    (account,) = ledger.accounts
    assert (account.units, account.stake, account.points) == (2, 100, 200)


def test_a_mis_set_hand_shows_its_rows_uncompared() -> None:
    ledger = found(match_of(made.match(made.hand(made.sets(A=made.TOP, B=made.FOUL)))))
    assert ledger is not None
    (account,) = ledger.accounts
    assert [row.units for row in account.rows] == [None, None, None]
    assert account.reasons[0].rule == "chinese_poker.misset"
    assert len(ledger.boards) == 2


def test_a_surrender_shows_no_rows() -> None:
    ledger = found(match_of(made.match(made.hand(f"B surrender; A set {made.AMY}"))))
    assert ledger is not None
    (account,) = ledger.accounts
    assert (account.rows, [reason.rule for reason in account.reasons]) == ((), ["chinese_poker.surrender"])


def test_hands_without_a_settlement() -> None:
    both = made.sets(A=made.AMY, B=made.BOB)
    assert found(match_of(made.match(made.hand(both[:1])))) is None
    assert found(generate("guandan", 1, hands=1)) is None
    for index in (1, -1):
        with pytest.raises(IndexError):
            found(match_of(made.match(made.hand(both))), index)


def test_every_sample_says_what_its_report_says() -> None:
    checker = Checker()
    looked_at = 0
    for path in sorted([*SAMPLES.glob("*.json*"), *SAMPLES.glob("foreign/*.jsonl")]):
        if ".report." in path.name:
            continue
        with path.open("rb") as stream:
            for record in read_logs(stream, path.name):
                report = checker.check(record)
                if record.match is None or report.replay is None:
                    continue
                judge = checker.judge(checker.rules(record.match))
                for index, outcome in enumerate(report.replay.hands):
                    ledger = hand_ledger(judge, record.match, index)
                    if not outcome.complete:
                        assert ledger is None
                        continue
                    assert ledger is not None
                    assert outcome.scores == dict(zip(record.match.seats, ledger.scores, strict=True))
                    check_sums(ledger, len(outcome.breakdown))
                    looked_at += 1
    assert looked_at > 30


def check_sums(ledger: Ledger, lines: int) -> None:
    counted = len(ledger.lines)
    for account in ledger.accounts:
        rows = [row.units for row in account.rows if row.units is not None]
        counted += len(rows) + len(account.reasons)
        if account.units is not None:
            assert sum(rows) + sum(reason.units for reason in account.reasons) == account.units
    assert counted == lines
    for seat, score in enumerate(ledger.scores if ledger.accounts else ()):
        won = [points for (one, _), points in ledger.points.items() if one == seat]
        assert score == (None if None in won else sum(points or 0 for points in won))


def sheet(name: str) -> Match:
    with (SAMPLES / "sheets" / name).open("rb") as stream:
        match = next(iter(read_logs(stream, name))).match
    assert match is not None
    return match


def test_recorded_units_settle_a_hand_whose_play_is_not_known() -> None:
    ledger = found(sheet("score-sheet.json"))
    assert ledger is not None
    assert ledger.recorded
    assert [account.boards for account in ledger.accounts] == [("A", "B"), ("A", "C"), ("B", "C")]
    assert [account.rows for account in ledger.accounts] == [(), (), ()]
    assert [reason for account in ledger.accounts for reason in account.reasons] == [
        Reason("chinese_poker.recorded", "as recorded", units) for units in (2, -4, 1)
    ]
    assert ledger.scores == (-2, -1, 3)
    assert ledger.points[2, 0] == 4


def test_recorded_units_are_multiplied_by_the_stake() -> None:
    log = made.match(made.hand([], stakes={"B-A": 100}) | {"result": {"units": {"A-B": 3}}})
    ledger = found(match_of(log))
    assert ledger is not None
    (account,) = ledger.accounts
    assert (account.units, account.stake, account.points) == (3, 100, 300)
    assert ledger.scores == (300, -300)


def test_a_hand_known_by_its_scores_alone_has_no_settlement() -> None:
    assert found(sheet("scores-alone.json")) is None
    assert found(sheet("not-known.json"), 1) is None
