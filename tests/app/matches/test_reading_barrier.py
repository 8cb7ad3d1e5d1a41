"""A line on which a reader fails is refused and says so; what comes before and after it is read."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.cli.serving import server as serve
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.matches.reprocessing import batches, commit, judge_batch
from app.matches.uploads.refusals import refusal
from engine.logs import LogRecord, read_logs
from engine.logs.fupan import reading as fupan_reading
from engine.logs.input import reading

Log = Callable[..., bytes]
BAD = b'{"format": "fupan/1", "game": "the reader fails here"}'
SAID = "internal error while reading this match (ZeroDivisionError)"


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that fails on one line."""
    parse = fupan_reading.parse

    def fail(text: bytes, **options: Any) -> Any:
        if text == BAD:
            raise ZeroDivisionError("of the reader")
        return parse(text, **options)

    monkeypatch.setattr(fupan_reading, "parse", fail)


@pytest.fixture
def lines(log: Log) -> bytes:
    """Three lines; the reader fails on the second."""
    return b"\n".join([log("a"), BAD, log("b")])


@pytest.mark.usefixtures("failing")
class TestAReaderThatFails:
    def test_without_a_barrier_it_raises(self, lines: bytes) -> None:
        with pytest.raises(ZeroDivisionError):
            list(read_logs(BytesIO(lines), "x.jsonl"))

    def test_the_other_lines_of_an_upload_are_kept(
        self,
        fupan: Installation,
        take: Callable[..., list[IngestResult]],
        lines: bytes,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        kept = take(lines, "x.jsonl")
        assert [(each.source, each.verdict) for each in kept] == [
            ("x.jsonl:1", "clean"),
            ("x.jsonl:2", "unreadable"),
            ("x.jsonl:3", "clean"),
        ]
        assert kept[1].findings[0].message == SAID
        assert "a reader failed on x.jsonl:2" in caplog.text
        assert [each.unread for each in kept] == [False, True, False]
        with fupan.sessions() as session:
            stored = refusal(session, kept[1].id)
        assert stored is not None
        assert stored.raw == BAD
        assert stored.row.reason == f"Internal{SAID.removeprefix('internal')}."

    def test_judging_again_goes_on(
        self, fupan: Installation, take: Callable[..., list[IngestResult]], log: Log, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        take(b"\n".join([log("a"), log("bad"), log("b")]), "x.jsonl")
        read_match = reading.read_match

        def fail(raw: bytes, source: str) -> LogRecord:
            if raw == log("bad"):
                raise ZeroDivisionError("of the reader")
            return read_match(raw, source)

        monkeypatch.setattr(reading, "read_match", fail)
        for module in ("app.matches.saving", "app.judging.judged", "app.matches.outdated", "engine.verdict.report"):
            monkeypatch.setattr(f"{module}.__version__", "99.0")
        (batch,) = batches(fupan.sessions)
        outcomes = judge_batch(batch)
        assert [each.judged.verdict if each.judged else None for each in outcomes] == ["clean", "unreadable", "clean"]
        assert [bool(each.reason) for each in outcomes] == [False, True, False]
        commit(fupan.sessions, outcomes)
        stored = fupan.match(outcomes[1].id)
        assert stored is not None
        assert stored.row.verdict == "unreadable"
        assert fupan.decoded.get(stored) is None

    def test_the_api_answers(self, client: FlaskClient, lines: bytes) -> None:
        answer = client.post("/api/v1/uploads?name=x.jsonl", data=lines)
        assert answer.status_code == 201
        assert [each["verdict"] for each in answer.get_json()["matches"]] == ["clean", "clean"]
        (unread,) = answer.get_json()["refusals"]
        assert (unread["source"], unread["reason"]) == ("x.jsonl:2", f"Internal{SAID.removeprefix('internal')}.")

    def test_the_form_answers(self, client: FlaskClient, lines: bytes) -> None:
        token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/add").get_data(as_text=True))
        assert token
        form = {"csrf_token": token[1], "logs": (BytesIO(lines), "x.jsonl")}
        page = client.post("/add", data=form).get_data(as_text=True)
        assert SAID.removeprefix("internal") in page
        assert client.get("/files/unread/1").status_code == 200

    def test_a_server_takes_files(self, web: Flask, tmp_path: Path, lines: bytes) -> None:
        path = tmp_path / "x.jsonl"
        path.write_bytes(lines)
        assert [each.verdict for each in serve.take(web.extensions["fupan"], [path])] == [
            "clean",
            "unreadable",
            "clean",
        ]


def test_a_text_on_which_the_encodings_fail_does_not_stop_the_next(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_beginning: bytes) -> bool:
        raise ZeroDivisionError

    monkeypatch.setattr(reading, "encoding_of", fail)
    told: list[str] = []
    (record,) = read_logs(BytesIO(log("a")), "x.json", failed=lambda source, _fault: told.append(source))
    assert (record.source, record.match, told) == ("x.json", None, ["x.json"])
    with pytest.raises(ZeroDivisionError):
        list(read_logs(BytesIO(log("a")), "x.json"))


class _Broken(BytesIO):
    def read(self, size: int | None = -1, /) -> bytes:
        if self.tell() > 0:
            raise KeyError("the stream's own")
        return super().read(size)


def test_what_the_stream_raises_is_not_a_fault_of_the_reader(log: Log) -> None:
    with pytest.raises(KeyError):
        list(read_logs(_Broken(log("a") * 40_000), "x.jsonl", failed=lambda *_: None))


def test_half_a_surrogate_pair_holds_nothing_up(take: Callable[..., list[IngestResult]], log: Log) -> None:
    kept = take(b"\n".join([log("a"), b'"\\ud800N"', log("b")]), "x.jsonl")
    assert [each.verdict for each in kept] == ["clean", "unreadable", "clean"]
    assert "half of a surrogate pair" in kept[1].findings[0].message


def test_a_report_that_cannot_be_written_is_a_refusal(
    take: Callable[..., list[IngestResult]], log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    encode = msgspec.json.encode

    def fail(value: Any, **options: Any) -> bytes:
        if isinstance(value, dict) and value.get("verdict") == "clean" and value["log"]["match"] == "b":
            raise UnicodeEncodeError("utf-8", "", 0, 0, "half of a pair")
        return encode(value, **options)

    monkeypatch.setattr("engine.verdict.report.msgspec.json.encode", fail)
    kept = take(b"\n".join(map(log, "abc")), "x.jsonl")
    assert [each.verdict for each in kept] == ["clean", "unreadable", "clean"]
