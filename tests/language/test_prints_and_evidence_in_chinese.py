"""Prints of verdicts, drawings and what was found of evidence, in the language of the reader."""

import json
from pathlib import Path

import pytest

from app.disputes.cases.evidence import check_evidence
from app.disputes.prints.html import html_of
from app.disputes.prints.sheet import sheet_of
from app.drawing.table.labels import labels_now
from app.drawing.table.measure import lines
from app.text.language import DEFAULT, LANGUAGES, Language, said, speaking
from app.text.language.keeping import text_kept
from app.text.places import place_words
from engine.logs import read_logs
from engine.verdict.check import Checker
from engine.verdict.proof.building import build
from engine.verdict.proof.form import VerdictFile

SAMPLE = Path(__file__).parents[2] / "static" / "samples" / "spring-cup.json"


@pytest.fixture(scope="module")
def verdict() -> VerdictFile:
    """The verdict on a sample."""
    with SAMPLE.open("rb") as stream:
        (record,) = read_logs(stream, SAMPLE.name)
    report = Checker().check(record)
    body = build(record, 0, report, identity="cup-1", issued_at="2026-05-01T18:00:00Z", issuer="Li", dispute=None)
    return VerdictFile(body=body, signatures=[])


def test_a_print_is_in_the_language_of_the_reader_and_names_the_same_hash(verdict: VerdictFile) -> None:
    raw = verdict.as_bytes()
    pages = {}
    for language in LANGUAGES:
        with speaking(language):
            sheet = sheet_of(verdict)
            pages[language] = html_of(sheet)
        assert sheet.digest in pages[language]
        assert f'<html lang="{language}">' in pages[language]
    assert "裁定书" in pages[Language.SIMPLIFIED]
    assert "裁定書" in pages[Language.TRADITIONAL]
    assert "Signatures" in pages[DEFAULT]
    assert "Signatures" not in pages[Language.SIMPLIFIED]
    assert verdict.as_bytes() == raw


def test_what_was_found_of_evidence_is_kept_so_that_it_can_be_said_in_any_language() -> None:
    checked = check_evidence(SAMPLE.read_bytes(), SAMPLE.name, None)
    kept = json.dumps(checked.said.made(), ensure_ascii=False)
    assert text_kept(kept) == checked.said == "A log with one match."
    with speaking(Language.SIMPLIFIED):
        assert said(text_kept(kept)) == "一份牌谱，内有1场对局。"


def test_what_earlier_versions_found_of_evidence_remains_as_they_wrote_it() -> None:
    with speaking(Language.SIMPLIFIED):
        assert said(text_kept("A log with one match.")) == "A log with one match."


def test_the_words_of_drawings_are_in_the_language_of_the_reader() -> None:
    with speaking(Language.SIMPLIFIED):
        labels = labels_now()
        assert (labels.passed, place_words(1, 0)) == ("不要", "第1名出完")
        assert (place_words(1, 0, "guandan"), place_words(3, 5, "guandan", last=True)) == ("头游", "末游，剩5张")
    assert place_words(1, 0, "guandan") == "out, 1st"


def test_no_line_begins_with_a_mark_that_closes() -> None:
    assert lines("一二三四，五六七八。", 10, 40, 3) == ["一二三", "四，五六", "七八。"]
