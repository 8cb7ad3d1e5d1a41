"""`fupan verdict` and `fupan verify` print a verdict, and check the hash of a print."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from pypdf import PdfReader

from app.disputes.verdicts.printed_hash import body_hash, code_text
from engine.verdict.proof.form import read_verdict
from tests.square_font import write_font

Run = Callable[..., Result]
Write = Callable[..., str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FUPAN_KEYS", str(tmp_path / "keys"))
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FUPAN_FONT", str(write_font(tmp_path / "squares.ttf")))
    return tmp_path


@pytest.fixture
def log(write: Write, clean: dict[str, Any]) -> str:
    return write("log.json", clean)


@pytest.fixture
def paths(home: Path) -> dict[str, str]:
    return {name: str(home / f"v.{name}") for name in ("json", "html", "pdf")}


def test_a_verdict_is_printed_as_it_is_issued(run: Run, log: str, paths: dict[str, str]) -> None:
    done = run("verdict", log, "--unsigned", "--out", paths["json"], "--html", paths["html"], "--pdf", paths["pdf"])
    assert (done.exit_code, done.output) == (0, "")
    digest = body_hash(read_verdict(Path(paths["json"]).read_bytes()).body)
    html = Path(paths["html"]).read_text()
    assert digest in html
    assert "Player W" in html
    text = PdfReader(BytesIO(Path(paths["pdf"]).read_bytes())).pages[0].extract_text()
    assert digest in text
    assert "Player W" in text


def test_a_stored_match_is_printed_too(run: Run, log: str, paths: dict[str, str]) -> None:
    assert run("import", log).exit_code == 0
    done = run("verdict", "1", "--unsigned", "--out", paths["json"], "--html", paths["html"])
    assert (done.exit_code, done.output) == (0, "")
    assert "Player W" in Path(paths["html"]).read_text()


def test_without_a_font_nothing_is_issued(
    run: Run, log: str, paths: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUPAN_FONT", "/nowhere/font.ttf")
    done = run("verdict", log, "--unsigned", "--out", paths["json"], "--pdf", paths["pdf"])
    assert done.exit_code == 2
    assert "FUPAN_FONT" in done.output
    assert not Path(paths["json"]).exists()


def test_a_verdict_that_was_handed_out_is_printed(run: Run, log: str, paths: dict[str, str]) -> None:
    assert run("verdict", log, "--unsigned", "--out", paths["json"]).exit_code == 0
    assert run("verify", paths["json"], log, "--html", paths["html"], "--pdf", paths["pdf"]).exit_code == 3
    assert "Player W" in Path(paths["html"]).read_text()
    assert Path(paths["pdf"]).read_bytes().startswith(b"%PDF")
    Path(paths["json"]).write_text("{}")
    done = run("verify", paths["json"], "--html", paths["html"])
    assert done.exit_code == 2
    assert "cannot be printed" in done.output


def test_a_print_is_told_from_that_of_another_verdict(run: Run, log: str, paths: dict[str, str]) -> None:
    assert run("verdict", log, "--unsigned", "--out", paths["json"]).exit_code == 0
    digest = body_hash(read_verdict(Path(paths["json"]).read_bytes()).body)
    for text in (digest, digest.upper(), code_text(digest)):
        done = run("verify", paths["json"], log, "--hash", text)
        assert done.exit_code == 3
        assert "the print is of this verdict" in " ".join(done.output.split())
    other = run("verify", paths["json"], log, "--hash", "0" * 64, "--json")
    assert other.exit_code == 1
    checks = json.loads(other.output)["checks"]
    assert (checks["hash"]["outcome"], checks["head"]["outcome"]) == ("failed", "skipped")
    assert "hash" not in json.loads(run("verify", paths["json"], log, "--json").output)["checks"]
    assert run("verify", paths["json"], "--hash", "0123").exit_code == 2
