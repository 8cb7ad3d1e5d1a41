"""Score sheets in the database, on each kind of it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from app.database.opening import transact
from app.matches.installation import Installation
from app.sheets.sheet import drafts
from app.sheets.sheet.drafts import SheetChanged, SheetDraft
from app.sheets.sheet.seating import read_players
from app.sheets.sheet.sheet import RecordedRow, ScoreSheet, SheetRefused, match_of
from app.sheets.sheet.standing import judged_sheet
from app.sheets.sheet.taps import filling_after
from engine.record.match import HandResult

SHEET = ScoreSheet("guandan", read_players("guandan", "李伟,Zhao Min,Sun\0Yue,Qian Lu"))


def begin(fupan: Installation, sheet: ScoreSheet = SHEET) -> int:
    return transact(fupan.sessions, lambda session: drafts.add(session, sheet))


def tap(fupan: Installation, identity: int, version: int, text: str) -> SheetDraft:
    return transact(fupan.sessions, lambda session: drafts.tap(session, identity, version, text))


def find(fupan: Installation, identity: int) -> SheetDraft:
    with fupan.sessions() as session:
        found = drafts.find(session, identity)
    assert found is not None
    return found


def test_a_sheet_is_kept_tap_by_tap(fupan: Installation) -> None:
    identity = begin(fupan)
    for version, text in enumerate(("out E", "out W", "next", "out N")):
        said = tap(fupan, identity, version, text)
        kept = find(fupan, identity)
        assert (kept.version, kept.taps, kept.filling) == (version + 1, version + 1, said.filling)
    assert kept.filling.sheet.players == SHEET.players
    assert [row.result.finish for row in kept.filling.sheet.rows] == [["E", "W"], ["N"]]
    undone = tap(fupan, identity, 4, "undo")
    assert (undone.version, undone.taps, undone.filling.row.is_empty) == (5, 3, True)
    again = tap(fupan, identity, 5, "out S")
    assert again.filling == find(fupan, identity).filling


def test_what_is_refused_changes_nothing(fupan: Installation) -> None:
    identity = begin(fupan)
    for text in ("undo", "out X", "next", "fly"):
        with pytest.raises(SheetRefused):
            tap(fupan, identity, 0, text)
    with pytest.raises(SheetChanged):
        tap(fupan, identity, 1, "out E")
    with pytest.raises(SheetChanged):
        tap(fupan, identity + 1, 0, "out E")
    assert (find(fupan, identity).version, find(fupan, identity).taps) == (0, 0)


def test_of_writers_at_the_same_time_one_is_let_through(fupan: Installation) -> None:
    identity = begin(fupan)

    def write(seat: str) -> bool:
        try:
            tap(fupan, identity, 0, f"out {seat}")
        except SheetChanged:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(write, "ENWS")) == [False, False, False, True]
    assert find(fupan, identity).taps == 1


def test_a_sheet_that_is_a_match_is_changed_no_more(fupan: Installation, log: object) -> None:
    identity = begin(fupan)
    with pytest.raises(SheetChanged):
        transact(fupan.sessions, lambda session: drafts.drop(session, identity, 7))
    transact(fupan.sessions, lambda session: drafts.drop(session, identity, 0))
    with fupan.sessions() as session:
        assert drafts.find(session, identity) is None
        assert drafts.find(session, 2**40) is None
        assert drafts.recent(session) == ([], [])


def test_the_sheets_changed_last_come_first(fupan: Installation) -> None:
    first, second = begin(fupan), begin(fupan)
    tap(fupan, first, 0, "out E")
    with fupan.sessions() as session:
        assert [draft.id for draft in drafts.recent(session)[0]] == [first, second]


def test_rows_that_were_there_are_gone_on_with(fupan: Installation) -> None:
    rows = (RecordedRow(result=HandResult(finish=["E", "W"])), RecordedRow(result=HandResult(finish=["N", "S"])))
    identity = begin(fupan, ScoreSheet("guandan", SHEET.players, rows))
    draft = tap(fupan, identity, 0, "out S")
    assert draft.filling.at == 2
    standing = judged_sheet(draft.filling, fupan.checker)
    assert (standing.now.level, standing.after) == ("5", None)
    assert standing.report.totals == {"E": 3, "N": 3, "W": 3, "S": 3}
    assert len(standing.outcomes) == 2


def test_a_hand_left_unscored_counts_once_it_is_left() -> None:
    filling = filling_after(SHEET, ["out E", "next", "out N"])
    assert len(match_of(filling.kept).hands) == 2
    filling = filling_after(SHEET, ["out E", "next", "out N", "edit 1"])
    assert filling.at == 0
