"""Text that is safe to print, and its width."""

import unicodedata
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.text.terminal import Style, first_columns, last_columns, plain_text, style_of, width, wrapped
from tests.offenders import for_every

UTF8 = Style()
ASCII = Style("ascii", False, 80, False)


@given(st.text(st.characters(exclude_categories=())), st.sampled_from(["utf-8", "ascii", "gbk", "latin-1"]))
def test_a_safe_text_is_printable_in_its_encoding(text: str, encoding: str) -> None:
    safe = Style(encoding).safe(text)
    assert not {unicodedata.category(character) for character in safe} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert safe.removesuffix("…").encode(encoding).decode(encoding) == safe.removesuffix("…")


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=400))
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert UTF8.safe(text) == text
    assert ASCII.safe(text) == text


def test_a_terminal_shows_colours_unless_text_is_to_be_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert (style_of(Terminal()).colour, style_of(Terminal()).symbols) == (True, True)
    with plain_text():
        assert (style_of(Terminal()).colour, style_of(Terminal()).symbols) == (False, False)


def test_without_signs_cards_have_the_letters_of_logs() -> None:
    assert ASCII.safe("Li Wei plays 10♥ 9♣ and loses −3") == "Li Wei plays Th 9c and loses -3"
    assert UTF8.safe("10♥ −3") == "10♥ −3"


def test_a_long_text_is_cut() -> None:
    assert UTF8.safe("x" * 1000, 10) == "x" * 10 + "…"
    assert ASCII.safe("x" * 1000, 10) == "x" * 10 + "..."


@for_every(("text", "columns"), [("abc", 3), ("赵敏", 4), ("e\u0301", 1), ("♠", 1), ("", 0)])
def test_width_counts_columns(text: str, columns: int) -> None:
    assert width(text) == columns


@given(st.text("ab赵敏♠"), st.integers(0, 20))
def test_cutting_to_columns_never_takes_more_than_there_are(text: str, columns: int) -> None:
    first, last = first_columns(text, columns), last_columns(text, columns)
    assert text.startswith(first)
    assert text.endswith(last)
    assert width(first) <= columns
    assert width(last) <= columns
    assert first == text or width(first) >= columns - 1


@given(st.lists(st.text("ab赵", min_size=1, max_size=6)), st.integers(12, 30))
def test_wrapping_keeps_every_word_in_order(words: list[str], columns: int) -> None:
    lines = list(wrapped(words, columns))
    assert " ".join(lines).split(" ") == (words or [""])
    assert all(width(line) <= columns for line in lines)


@for_every(
    ("card", "symbols", "letters"),
    [
        ("9h", "9♥", "9h"),
        ("Ts", "10♠", "Ts"),
        ("RJ", "RJ", "RJ"),
        ("BJ*", "BJ*", "BJ*"),
        ("7", "7", "7"),
        ("??", "??", "??"),
        ("2h=9s", "2♥=9s", "2h=9s"),
    ],
)
def test_cards_have_symbols_where_there_are_any(card: str, symbols: str, letters: str) -> None:
    assert UTF8.card(card) == symbols
    assert ASCII.card(card) == letters
    assert ("\x1b[31m" in Style(colour=True).card(card)) == (card in ("9h", "RJ", "2h=9s"))
