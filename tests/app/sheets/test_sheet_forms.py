"""How score sheets begin and leave: by a form, from a match, from a spreadsheet, as CSV."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.sheets.sheet import drafts
from engine.games import GAMES
from tests.app.conftest import Page
from tests.app.sheets.sheet_visitor import NAMES, Visitor

Read = Callable[..., Page]
SAMPLES = Path(__file__).parents[3] / "sample_logs"


@pytest.fixture
def visitor(client: FlaskClient) -> Visitor:
    return Visitor(client)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"a_failures": "x"}, "a_failures"),
        ({"rules": "house:Friday"}, "there are no house rules 'Friday'"),
        ({"rules": "nobody"}, "nobody"),
        ({"player-E": "x" * 101}, "101 characters; at most 100"),
        ({"id": "x" * 201}, "201 characters found; at most 200"),
        ({"played": "yesterday"}, "'yesterday' is not a day and an hour"),
    ],
)
def test_a_sheet_that_cannot_be_begun(visitor: Visitor, fields: dict[str, str], reason: str) -> None:
    answer = visitor.begin("guandan", **fields)
    assert answer.status_code == 422
    page = Page(answer)
    assert reason in page.text
    assert page.faults == []


def test_options_and_time_are_kept(visitor: Visitor) -> None:
    visitor.begin("guandan", a_failures="0", hands="8", played="2024-05-01T19:30", offset="+08:00", table="7")
    match = visitor.match()
    assert match["rules"] == {"preset": "tournament", "options": {"a_failures": 0, "hands": 8}}
    assert match["match"] == {"played_at": "2024-05-01T19:30:00+08:00", "table": "7"}


@pytest.mark.parametrize(
    ("fields", "title"),
    [
        ({"played": "2024-05-01T19:30"}, "Score sheet 1, 2024-05-01"),
        ({"id": "Final", "event": "Cup", "played": "2024-05-01T19:30"}, "Final, 2024-05-01"),
        ({"id": "Final of 2024-05-01", "played": "2024-05-01T19:30"}, "Final of 2024-05-01"),
        ({"id": "x" * 200, "played": "2024-05-01T19:30"}, "x" * 63 + "…, 2024-05-01"),
    ],
)
def test_the_match_of_a_sheet_is_called_as_the_sheet_with_its_date(
    visitor: Visitor, read: Read, fields: dict[str, str], title: str
) -> None:
    visitor.begin("guandan", **fields)
    visitor.tap("out E", "out W")
    done = read(visitor.post("done").headers["Location"])
    assert f'<h1 translate="no">{title}</h1>' in done.source


def test_a_sheet_goes_out_as_csv(visitor: Visitor) -> None:
    visitor.begin("guandan")
    visitor.tap("out E", "out W")
    answer = visitor.client.get(visitor.address + "/sheet.csv")
    assert answer.get_data(as_text=True) == "hand,finish\r\n1,E > W\r\n"
    assert answer.headers["Content-Disposition"] == "attachment; filename=sheet-1.csv"


def test_a_sheet_begins_with_a_match(visitor: Visitor, read: Read, put: Callable[..., int]) -> None:
    visitor.begin("guandan")
    number = put((SAMPLES / "guandan/sheets/score-sheet.json").read_bytes())
    token = visitor.token("/sheets/1")
    visitor.address = visitor.client.post(f"/sheets/from/{number}", data={"csrf_token": token}).headers["Location"]
    page = visitor.page()
    assert "Hand 7" in page.text
    assert len(visitor.match()["hands"]) == 6
    assert visitor.client.post("/sheets/from/99", data={"csrf_token": token}).status_code == 404
    played = put((SAMPLES / "guandan/sheets/cut-short.json").read_bytes())
    answer = visitor.client.post(f"/sheets/from/{played}", data={"csrf_token": token})
    assert answer.status_code == 422
    assert "hand 1 has actions" in Page(answer).text


def test_many_hands_are_listed_in_part(visitor: Visitor) -> None:
    visitor.begin("big_a")
    with visitor.client.application.extensions["fupan"].sessions() as session:
        for number in range(31):
            for tap in ("role declarer A", "out A", "next"):
                drafts.tap(session, 1, 3 * number + ("role declarer A", "out A", "next").index(tap), tap)
        session.commit()
    page = visitor.page()
    assert "Show 1 earlier hand" in page.text
    assert len([each for each in page.all("button", name="tap") if str(each["value"]).startswith("edit")]) == 30
    assert "Show" not in visitor.page("?all=1").text


def test_a_sheet_is_pasted(visitor: Visitor) -> None:
    token = visitor.token("/add")
    players = {f"player-{seat}": name for seat, name in NAMES["guandan"].items()}
    form = {"csrf_token": token, "game": "guandan", "rules": "tournament", "id": "Friday"} | players
    text = "No\tLi Wei\tZhao Min\tSun Yue\tS\tWho\n1\t1\t3\t2\t3\tx\n2\t2\t1\t5\t4\ty\n"
    page = Page(visitor.client.post("/add/table", data=form | {"text": text}))
    assert (page.status, page.faults) == (200, [])
    chosen = [each["value"] for each in page.all("option") if "selected" in each]
    assert chosen == ["hand", "place E", "place N", "place W", "place S", ""]
    assert text.strip() in page.source
    columns = {f"column-{number}": str(kind) for number, kind in enumerate(chosen)}
    refused = Page(visitor.client.post("/add/table", data=form | columns | {"text": text, "make": "1"}))
    assert refused.status == 422
    assert "column F ('Who'): choose what it holds" in refused.text
    columns["column-5"] = "ignore"
    refused = Page(visitor.client.post("/add/table", data=form | columns | {"text": text, "make": "1"}))
    assert "1 cell cannot be read: D3 (Sun Yue): found '5', expected a place from 1 to 4" in refused.text
    right = text.replace("\t5\t", "\t3\t")
    answer = visitor.client.post("/add/table", data=form | columns | {"text": right, "make": "1"})
    visitor.address = answer.headers["Location"]
    assert "Friday" in visitor.page().text
    assert [hand["result"]["finish"] for hand in visitor.match()["hands"]] == [
        ["E", "W", ["N", "S"]],
        ["N", "E", "W", "S"],
    ]
    visitor.tap("out E", "out W")
    assert len(visitor.match()["hands"]) == 3


def test_a_table_is_known_in_a_text_and_in_a_file_of_a_spreadsheet(visitor: Visitor) -> None:
    token = {"csrf_token": visitor.token("/add")}
    cells = "finish,score E\nE W,<3>\n"
    asked = Page(visitor.client.post("/add", data=token | {"text": cells}))
    assert "taken for a table of scores" in asked.text
    assert "finish,score E\nE W,&lt;3&gt;" in asked.source
    assert asked.faults == []
    assert [each["value"] for each in asked.all("button", name="game")] == list(GAMES)
    taken = Page(visitor.client.post("/add/table", data=token | {"text": cells, "game": "guandan"}))
    assert "a row of headers, then a row for each hand" in taken.text
    assert taken.faults == []
    assert not taken.all("details", open="open")
    file = (BytesIO("finish,score 李伟\nE W,3\nN S,3\n".encode("gb18030")), "sheet.csv")
    sent = Page(visitor.client.post("/add", data=token | {"logs": file}, content_type="multipart/form-data"))
    assert sent.all("input", name="as")[0]["value"] == "table"
    assert "finish,score 李伟\nE W,3" in sent.source
    form = token | {"game": "guandan", "player-E": "李伟", "rules": "tournament"}
    page = Page(visitor.client.post("/add/table", data=form | {"text": "finish,score 李伟\nE W,3\n"}))
    assert [each["value"] for each in page.all("option") if "selected" in each] == ["finish", "score E"]


def test_what_a_text_was_taken_for_can_be_said_otherwise(visitor: Visitor) -> None:
    token = {"csrf_token": visitor.token("/add")}
    lines = "finish\nE W\n"
    found = Page(visitor.client.post("/add", data=token | {"text": lines}))
    assert "taken for a log" in found.text
    assert [each["value"] for each in found.all("button", name="as")] == ["draft", "table"]
    table = Page(visitor.client.post("/add", data=token | {"text": lines, "as": "table"}))
    assert "taken for a table of scores" in table.text
    assert [each["value"] for each in table.all("button", name="as")] == ["log", "draft"]
    log = Page(visitor.client.post("/add", data=token | {"text": "a,b\n1,2\n2,3\n", "as": "log"}))
    assert "taken for a log" in log.text
    assert "a table with commas between its columns" in log.text


def test_a_table_that_cannot_be_taken(visitor: Visitor) -> None:
    form = {"csrf_token": visitor.token("/add"), "game": "guandan", "rules": "tournament"}
    answer = visitor.client.post("/add/table", data=form | {"text": ""})
    assert answer.status_code == 422
    assert "nothing found; expected: a row of headers" in Page(answer).text
    visitor.client.application.config["MAX_CONTENT_LENGTH"] = 2 * 1024 * 1024
    for address in ("/add/table", "/add"):
        long = visitor.client.post(address, data=form | {"text": "a" * 1_000_001})
        assert long.status_code == 413
        assert "1,000,001 characters; at most 1,000,000" in Page(long).text
    file = (BytesIO(b"a,b\n" + b"1,2\n" * 17_000 + b"\xff\xff"), "damaged.csv")
    sent = visitor.client.post("/add", data=form | {"logs": file}, content_type="multipart/form-data")
    assert "is not text in UTF-8, UTF-16 or GB18030" in Page(sent).text


@pytest.mark.parametrize("address", ["/add", "/sheets/new?game=chinese_poker", "/writing/new?game=big_a"])
def test_pages_are_whole(read: Read, address: str) -> None:
    assert read(address).faults == []


def test_a_sheet_is_begun_from_the_first_page(read: Read, put: Callable[..., int], sample: dict[str, Any]) -> None:
    assert "/add#sheet" in read("/").links
    put(sample)
    assert "/add#sheet" in read("/").links
    assert "/sheets/new?game=guandan" in read("/add").links


def test_unknown_games_are_refused(visitor: Visitor) -> None:
    token = visitor.token("/sheets/new?game=guandan")
    for address in ("/sheets/new", "/add/table", "/writing/new"):
        assert visitor.client.post(address, data={"csrf_token": token, "game": "chess"}).status_code == 400
    assert visitor.client.get("/sheets/new").status_code == 400
