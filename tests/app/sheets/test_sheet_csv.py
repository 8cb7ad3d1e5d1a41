"""Score sheets as spreadsheets: written, read again, and every bad cell named."""

import csv
import sys
import zipfile
from collections.abc import Sequence
from datetime import datetime
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from msgspec import UNSET
from openpyxl import Workbook

from app.sheets.sheet.columns import Column, column_named, columns_of, proposed_columns
from app.sheets.sheet.grid import MOST_BYTES, MOST_COLUMNS, decoded_text, letters, read_grid
from app.sheets.sheet.reading import BadCells, read_sheet
from app.sheets.sheet.seating import Seating, read_players, usual_seats
from app.sheets.sheet.sheet import RecordedRow, ScoreSheet, SheetRefused, match_of, sheet_of
from app.sheets.sheet.workbook import MOST_UNPACKED
from app.sheets.sheet.writing import left_out, write_sheet
from engine.games import GAMES
from engine.logs import read_logs, write_match
from engine.record.match import HandResult, MatchInfo, MatchResult, Player, Setup
from tests.offenders import for_every

SAMPLES = Path(__file__).parents[3] / "sample_logs"
GUANDAN = read_players("guandan", "Li Wei, Zhao Min, Sun Yue, Qian Lu")


def read_text(text: str, game: str = "guandan", players: Sequence[Player] = GUANDAN) -> ScoreSheet:
    grid = read_grid(text)
    columns = proposed_columns(grid.headers, [line.cells for line in grid.lines], game, Seating(players))
    return read_sheet(grid, columns, game, players)


@st.composite
def results(draw: st.DrawFn, game: str, seats: Sequence[str]) -> HandResult:
    fields: dict[str, Any] = {}
    points = st.integers(-200, 200)

    def some(values: st.SearchStrategy[Any]) -> Any:
        return draw(st.dictionaries(st.sampled_from(seats), values, min_size=1)) if draw(st.booleans()) else UNSET

    if "finish" in GAMES[game].result_fields and draw(st.booleans()):
        order = draw(st.permutations(seats))[: draw(st.integers(1, len(seats)))]
        alone = draw(st.integers(0, len(order)))
        shared = [order[alone]] if len(order) - alone == 1 else [list(order[alone:])] if order[alone:] else []
        fields["finish"] = [*order[:alone], *shared]
    fields["scores"] = some(points)
    if game == "guandan":
        fields["levels"] = some(st.sampled_from("23456789TJQKA"))
    if GAMES[game].roles and draw(st.booleans()):
        first, second = GAMES[game].roles
        fields["roles"] = {first: draw(st.sampled_from(seats)), second: draw(st.sampled_from(seats))}
    if game == "bao_huang" and draw(st.booleans()):
        fields["factor"] = draw(st.integers(1, 16))
    if game == "big_a" and draw(st.booleans()):
        fields["exposed"] = draw(st.booleans())
    if game == "chinese_poker" and draw(st.booleans()):
        pairs = [f"{one}-{other}" for number, one in enumerate(seats) for other in seats[number + 1 :]]
        fields["units"] = draw(st.dictionaries(st.sampled_from(pairs), points, min_size=1))
    return HandResult(**fields)


@st.composite
def sheets(draw: st.DrawFn, game: str) -> ScoreSheet:
    seats = usual_seats(game)[: draw(st.sampled_from(GAMES[game].players))]
    players = tuple(Player(seat=seat, name=f'{seat}, = "{number}"') for number, seat in enumerate(seats))
    count = draw(st.integers(1, 6))
    everyone = st.fixed_dictionaries(dict.fromkeys(seats, st.integers(-500, 500)))
    rows = [
        RecordedRow(
            result=draw(results(game, seats)),
            level=draw(st.sampled_from([None, "2", "T", "A"])) if game == "guandan" else None,
            totals=draw(everyone) if draw(st.booleans()) else {},
            levels={"N": draw(st.sampled_from("23A"))} if game == "guandan" and number and draw(st.booleans()) else {},
        )
        for number in range(count)
    ]
    if all(row.is_empty for row in rows[-1:]):
        rows[-1] = RecordedRow(result=HandResult(scores={seats[0]: 1}))
    before = draw(everyone) if draw(st.booleans()) else {}
    winner = draw(st.lists(st.sampled_from(seats), max_size=2, unique=True))
    ending = MatchResult(winner=winner) if winner else None
    return ScoreSheet(game=game, players=players, rows=tuple(rows), totals=before, ending=ending)


@pytest.mark.parametrize("game", GAMES)
@drawn(data=st.data())
def test_a_sheet_written_and_read_is_the_same(game: str, data: st.DataObject) -> None:
    sheet = data.draw(sheets(game))
    text = write_sheet(sheet)
    again = read_text(text, game, sheet.players)
    assert again == sheet
    assert write_sheet(again) == text
    match = match_of(sheet)
    (record,) = read_logs(BytesIO(write_match(match)), "sheet.json")
    assert record.match is not None
    assert match_of(sheet_of(record.match)) == match


@for_every("path", sorted(SAMPLES.glob("*/sheets/*.json")))
def test_the_samples_are_held_whole_or_refused_with_the_place(path: Path) -> None:
    with path.open("rb") as stream:
        (record,) = read_logs(stream, path.name)
    assert record.match is not None
    setups = [hand.setup for hand in record.match.hands if hand.setup is not UNSET]
    if any(hand.actions for hand in record.match.hands) or any(setup.previous is not UNSET for setup in setups):
        with pytest.raises(
            SheetRefused, match=r"^hand \d has (actions|the setup fact 'previous'), which a score sheet cannot"
        ):
            sheet_of(record.match)
        return
    sheet = sheet_of(record.match)
    again = read_text(write_sheet(sheet), sheet.game, sheet.players)
    assert (again.rows, again.totals, again.levels) == (sheet.rows, sheet.totals, sheet.levels)
    assert (again.ending or MatchResult()).winner == (sheet.ending or MatchResult()).winner
    assert f"--game {sheet.game}" in left_out(sheet)


def test_what_people_paste() -> None:
    text = "No.\tLi Wei\tzhao min\tSun  Yue\tS\tscore Li Wei\tQian Lu points\n"
    text += "1\t1\t3=\t2nd\t3=\t+3\t−1\n\n2\t2\t1\t4\t3\t\t\n"
    first, second = read_text(text).rows
    assert first.result.finish == ["E", "W", ["N", "S"]]
    assert first.result.scores == {"E": 3, "S": -1}
    assert second.result.finish == ["N", "E", "S", "W"]


@for_every(
    ("cell", "finish"),
    [
        ("E > W > N+S", ["E", "W", ["N", "S"]]),
        ("Li Wei, Sun Yue", ["E", "W"]),
        ("e w n", ["E", "W", "N"]),
        ("Li Wei", ["E"]),
        ("E;N=S", ["E", ["N", "S"]]),
        ("李、王", None),
        ("E > E", None),
        ("E > > W", None),
    ],
)
def test_an_order_of_finish(cell: str, finish: Any) -> None:
    text = f'finish,score E\n"{cell}",\n'
    if finish is None:
        with pytest.raises(
            BadCells, match=r"^A2 \(finish\): found '.*', expected an order of finish such as E > N > W\+S"
        ):
            read_text(text)
    else:
        assert read_text(text).rows[0].result.finish == finish


def test_every_bad_cell_is_named_in_order() -> None:
    text = "hand,E,N,W,S,score E,total N,level\n1,1,4,,x,three,5,2\n3,1,2,3,4,9999999999,,Q\n4,,2,,,1,,14,extra\n"
    with pytest.raises(BadCells) as caught:
        read_text(text)
    assert [str(fault) for fault in caught.value.faults] == [
        "E2 (S): found 'x', expected a place from 1 to 4",
        "F2 (score E): found 'three', expected a whole number",
        "G2 (total N): found '5', expected totals of every player; some have no column",
        "A3 (hand): found '3', expected 2",
        "F3 (score E): found '9999999999', expected a whole number",
        "A4 (hand): found '4', expected 3",
        "C4 (N): found '2', expected 1, so that no place is left out",
        "H4 (level): found '14', expected a level from 2 to A",
        "I4 (no header): found 'extra', expected nothing, since the column has no header",
    ]


def test_roles_factor_and_exposure() -> None:
    five = read_players("bao_huang", "A1=Ann,Bo,Cy,Di,Ed")
    sheet = read_text("emperor,protector,factor,finish\nAnn,alone,x4,Bo Cy\nBo,cy,,\n", "bao_huang", five)
    assert sheet.rows[0].result.roles == {"emperor": "A1", "protector": "A1"}
    assert sheet.rows[0].result.factor == 4
    assert sheet.rows[1].result.roles == {"emperor": "B", "protector": "C"}
    with pytest.raises(BadCells, match=r"B2 \(protector\): found 'alone', expected one of A1, B, C, D, E or a name"):
        read_text("emperor,protector\n,alone\n", "bao_huang", five)
    assert read_text("exposed\nYes\nno\n", "big_a", five).rows[1].result.exposed is False


def test_units_are_turned_to_the_order_of_play() -> None:
    three = read_players("chinese_poker", "Ann,Bo,Cy")
    row = read_text("units Bo-Ann,units A-C,stake C-A\n2,-1,5\n", "chinese_poker", three).rows[0]
    assert (row.result.units, row.stakes) == ({"A-B": -2, "A-C": -1}, {"A-C": 5})


def test_a_row_0_stands_before_the_first_hand() -> None:
    sheet = read_text("hand,finish,level E,level N,total E,total N,total W,total S\n0,,5,7,3,5,3,5\n1,E W,,,,,,\n")
    assert (dict(sheet.totals), dict(sheet.levels)) == ({"E": 3, "N": 5, "W": 3, "S": 5}, {"E": "5", "N": "7"})
    with pytest.raises(BadCells, match=r"B2 .*nothing but totals and levels before the first hand"):
        read_text("hand,finish\n0,E W\n")


def test_levels_before_a_hand() -> None:
    sheet = read_text("finish,levels before E,level before Zhao Min\nE W,3,\nN S,,\nE N,T,5\n")
    assert dict(sheet.levels) == {"E": "3"}
    assert [dict(row.levels) for row in sheet.rows] == [{}, {}, {"E": "T", "N": "5"}]
    assert [hand.setup for hand in match_of(sheet).hands[:2]] == [Setup(levels={"E": "3"}), UNSET]
    text = "hand,finish,level E,levels before N\n0,,5,\n1,E W,,7\n"
    with pytest.raises(BadCells, match=r"^D3 .*found '7', expected nothing, since the row before the first hand has"):
        read_text(text)


@for_every(
    ("cell", "winner"), [("E+W", ["E", "W"]), ("li wei", ["E"]), ("Sun Yue, E", ["W", "E"]), ("N S", ["N", "S"])]
)
def test_the_winner_is_named_in_the_last_row(cell: str, winner: list[str]) -> None:
    sheet = read_text(f'finish,winner\nE W,\nE W,"{cell}"\n')
    assert sheet.ending == MatchResult(winner=winner)
    assert write_sheet(sheet).splitlines()[-1] == f"2,E > W,{'+'.join(winner)}"
    assert "winner" not in left_out(sheet)


@for_every(
    ("text", "reason"),
    [
        ("finish,winner\nE W,E+W\nE W,\n", "B2 .*expected nothing: the winner of the match is named in the last row"),
        ("finish,winner\nE W,E+E\n", r"B2 .*found 'E\+E', expected who won the match, such as E\+N, each player once"),
        ("finish,winner\nE W,nobody\n", "B2 .*found 'nobody', expected who won the match"),
    ],
)
def test_winners_that_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(BadCells, match=reason):
        read_text(text)


def test_a_winner_that_no_cell_holds_is_named_as_left_out() -> None:
    sheet = ScoreSheet(
        "guandan", GUANDAN, (RecordedRow(HandResult(finish=["E", "W"])),), ending=MatchResult(winner=["Q"])
    )
    assert "winner" not in write_sheet(sheet)
    assert "the recorded end of the match (winner)" in left_out(sheet)


@for_every(
    ("text", "reason"),
    [
        ("", "nothing found; expected: a row of headers"),
        ("weather\nrain\n", "no column holds anything of a hand"),
        ("finish,place E\nE,1\n", "the order of finish is written in several ways"),
        ("头游,place E\nE,1\n", "the order of finish is written in several ways"),
        ("升级,score E\n1,1\n", "the levels gained are in a column of their own and as scores"),
        ('finish\n"E\n', "line 2 is not valid CSV"),
        ("score E" + ",score E" * MOST_COLUMNS + "\n", "columns; a sheet has at most 64"),
        ("finish\n" + "E " * 400 + "\n", "a cell of 799 characters|a cell of 800 characters"),
        ("score E\n" + "1\n" * 2003, "at most so many"),
        ("score E\n" + "1\n" * 2001, "2,001 hands found; a sheet has at most 2,000"),
    ],
)
def test_what_is_no_sheet(text: str, reason: str) -> None:
    with pytest.raises(SheetRefused, match=reason):
        read_text(text)


def test_encodings() -> None:
    text = "finish,score 李\nE,3\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "gb18030"):
        assert read_grid(decoded_text(text.encode(encoding))).headers == ("finish", "score 李")
    with pytest.raises(SheetRefused, match="is not text in"):
        decoded_text(b"a\xff\xff\xff")
    with pytest.raises(SheetRefused, match="a sheet has at most"):
        decoded_text(b"a" * (MOST_BYTES + 1))


def test_columns_are_found_by_seat_or_name() -> None:
    seating = Seating(GUANDAN)
    for header, column in {
        "Score Li Wei": Column("score", ("E",)),
        "zhao min total": Column("total", ("N",)),
        "running total S": Column("total", ("S",)),
        "Order of finish": Column("finish"),
        "Level": Column("level"),
        "level n": Column("level", ("N",)),
        "ignore": Column("ignore"),
        "emperor": None,
        "score": None,
        "units E-N": None,
    }.items():
        assert column_named(header, "guandan", seating) == column, header
    for game in GAMES:
        players = read_players(game, ",".join("VWXYZ"[: GAMES[game].players[-1]]))
        for column in columns_of(game, [each.seat for each in players]):
            assert column_named(column.name, game, Seating(players)) == column
    assert [letters(number) for number in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


def test_a_name_that_two_players_have_names_nobody() -> None:
    players = read_players("guandan", "Li,Li,Sun,Qian")
    assert Seating(players).find("li") is None
    assert Seating(players).find("e") == "E"


@for_every(
    ("text", "reason"),
    [
        ("a,b,c", "3 players found; Guandan has 4"),
        ("E=a,N=b,E=c,S=d", "the seat E is given to two players"),
        ("E=a,N=b,W W=c,S=d", "'W W' found for a seat"),
        ("a,b,c," + "d" * 101, "has 101 characters; at most 100"),
    ],
)
def test_players_that_cannot_be_seated(text: str, reason: str) -> None:
    with pytest.raises(SheetRefused, match=reason):
        read_players("guandan", text)


def test_totals_before_the_last_hand_are_of_everybody() -> None:
    sheet = ScoreSheet("guandan", GUANDAN, (RecordedRow(totals={"E": 3}), RecordedRow(totals={"E": 5})))
    with pytest.raises(SheetRefused, match="the totals after hand 1 lack N, W, S"):
        match_of(sheet)


CLUB = "局,级牌,头游,二游,三游,末游,升级\n1,2,张三,王五,李四,赵六,3\n2,5,李四,张三,赵六,王五,升2级\n"
CLUB_PLAYERS = read_players("guandan", "张三,李四,王五,赵六")


def test_a_sheet_with_a_column_for_each_place_is_read() -> None:
    sheet = read_text(CLUB, "guandan", CLUB_PLAYERS)
    assert [row.result.finish for row in sheet.rows] == [["E", "W", ["N", "S"]], ["N", "E", "S", "W"]]
    assert [row.result.scores for row in sheet.rows] == [
        {"E": 3, "N": 0, "W": 3, "S": 0},
        {"E": 0, "N": 2, "W": 0, "S": 2},
    ]
    assert [row.level for row in sheet.rows] == ["2", "5"]


@for_every(
    "text",
    [
        CLUB.translate(str.maketrans("级头游张", "級頭遊张")),
        CLUB.replace(",", ";"),
        "\ufeff" + CLUB.replace(",", "\t"),
        "sep=;\n" + CLUB.replace(",", ";"),
        CLUB.replace("局,级牌,头游,二游,三游,末游,升级", "第几局,打几,第一名,第2名,3rd,Fourth place,levels gained"),
        CLUB.replace("局,级牌,头游,二游,三游,末游,升级", "Hand No.,LEVEL,上游,second,３rd place,下游,升几级"),
    ],
)
def test_other_spellings_of_the_same_sheet_read_the_same(text: str) -> None:
    assert read_text(text, "guandan", CLUB_PLAYERS) == read_text(CLUB, "guandan", CLUB_PLAYERS)


@for_every(
    ("header", "column"),
    [
        ("得分 张三", Column("score", ("E",))),
        ("张三得分", Column("score", ("E",))),
        ("王五：總分", Column("total", ("W",))),
        ("名次李四", Column("place", ("N",))),
        ("名次", Column("finish")),
        ("E级", Column("level", ("E",))),
        ("胜方", Column("winner")),
        ("比赛日期", Column("date")),
        ("胜率", None),
        ("张三李四", None),
    ],
)
def test_headers_in_chinese(header: str, column: Column | None) -> None:
    assert column_named(header, "guandan", Seating(CLUB_PLAYERS)) == column


def test_headers_of_bao_huang_in_chinese() -> None:
    players = read_players("bao_huang", "甲,乙,丙,丁,戊")
    text = "局,皇帝,保子,倍数,头客,二客,三客,二拉,大拉\n1,甲,乙,2,甲,乙,丙,丁,戊\n"
    (row,) = read_text(text, "bao_huang", players).rows
    assert row.result.roles == {"emperor": "A", "protector": "B"}
    assert (row.result.factor, row.result.finish) == (2, ["A", "B", "C", "D", "E"])


@for_every(
    ("text", "reason"),
    [
        ("头游,二游\nE,Q\n", r"B2 \(二游\): found 'Q', expected one of E, N, W, S"),
        ("头游,二游\nE,E\n", r"B2 \(二游\): found 'E', expected a player who has no other place in this row"),
        ("头游,二游,三游\nE,,N\n", r"C2 \(三游\): found 'N', expected nothing, since '二游' is empty"),
        ("头游,升级\n,3\n", r"B2 \(升级\): found '3', expected nothing, since the row does not say who finished first"),
        ("头游,升级\nE,many\n", r"B2 \(升级\): found 'many', expected a number of levels"),
        ("日期,头游\nMonday,E\n", r"A2 \(日期\): found 'Monday', expected a date, such as"),
        ("日期,头游\n2024/5/1,E\n2024/5/2,N\n", r"A3 \(日期\): found '2024/5/2', expected 2024-05-01, as in"),
    ],
)
def test_what_cells_of_these_columns_cannot_hold(text: str, reason: str) -> None:
    with pytest.raises(BadCells, match=reason):
        read_text(text)


def test_the_date_of_a_column_is_the_date_of_the_match() -> None:
    sheet = read_text("日期,头游\n2024年5月1日,E\n,N\n")
    assert sheet.info == MatchInfo(played_at="2024-05-01")


def workbook_of(text: str) -> bytes:
    """A workbook whose first sheet has the cells of a CSV, numbers and dates as such."""
    workbook = Workbook()
    for line in csv.reader(StringIO(text)):
        workbook.active.append([int(cell) if cell.isdecimal() else cell for cell in line])
    workbook.create_sheet("other").append(["weather"])
    output = BytesIO()
    workbook.save(output)
    return output.getvalue()


def test_a_workbook_reads_as_its_first_sheet() -> None:
    assert read_text(decoded_text(workbook_of(CLUB)), "guandan", CLUB_PLAYERS) == read_text(
        CLUB, "guandan", CLUB_PLAYERS
    )


def test_dates_and_numbers_of_a_workbook_are_texts() -> None:
    workbook = Workbook()
    workbook.active.append([datetime(2024, 5, 1), datetime(2024, 5, 1, 19, 30), 3.0, 2.5, True, None, "E"])
    output = BytesIO()
    workbook.save(output)
    assert decoded_text(output.getvalue()) == "2024-05-01,2024-05-01T19:30:00,3,2.5,yes,,E\r\n"


def test_a_workbook_that_unpacks_to_too_much_is_refused() -> None:
    output = BytesIO(workbook_of(CLUB))
    with zipfile.ZipFile(output, "a", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/media/picture.bin", bytes(MOST_UNPACKED))
    with pytest.raises(SheetRefused, match="bytes when unpacked; at most 16,777,216 are read"):
        decoded_text(output.getvalue())


def test_a_damaged_workbook_is_refused() -> None:
    output = BytesIO()
    with zipfile.ZipFile(output, "w") as parts:
        parts.writestr("xl/workbook.xml", "<!DOCTYPE x [<!ENTITY a 'b'>]><workbook>")
    with pytest.raises(SheetRefused, match="the workbook cannot be read"):
        decoded_text(output.getvalue())


def test_without_the_extra_a_workbook_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(SheetRefused, match=r"installed with 'fupan\[xlsx\]'; save it as CSV"):
        decoded_text(workbook_of(CLUB))
