"""A text taken by lines or as a whole, however its pieces come."""

import hashlib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.logs.input.encodings import UTF_8, UTF_16_BE, UTF_16_LE, Encoding
from engine.logs.input.packing import PackingFault
from engine.logs.input.text import InputText, Unit
from engine.record import bounds
from tests.offenders import for_every


def in_pieces(data: bytes, step: int) -> Iterator[bytes]:
    return (data[begin : begin + step] for begin in range(0, len(data), step))


def expected_lines(data: bytes) -> list[Unit]:
    units = []
    offset = 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            raw = line.removesuffix(b"\r")
            units.append(Unit(raw, number, offset, len(raw)))
        offset += len(line) + 1
    return units


@given(st.lists(st.sampled_from([b"a", b"bc", b"\n", b"\r", b"\r\n", b" "])), st.integers(1, 9), st.integers(0, 9))
def test_lines_do_not_depend_on_the_pieces(parts: list[bytes], step: int, size: int) -> None:
    data = b"".join(parts)
    text = InputText(in_pieces(data, step))
    assert text.beginning(size) == data[:size]
    assert text.first_line() == next((line for line in data.split(b"\n") if line.strip()), data.split(b"\n")[-1])
    assert list(text.lines()) == expected_lines(data)
    whole = InputText(in_pieces(data, step))
    whole.first_line()
    assert whole.whole() == Unit(data, 1, 0, len(data))


@given(
    st.lists(st.sampled_from(["a", "bc\n", "\n", " ", "\r\n", "ਊ"])),
    st.integers(1, 9),
    st.integers(1, 9),
    st.integers(1, 4),
    st.sampled_from([UTF_8, UTF_16_LE, UTF_16_BE]),
)
def test_spans_have_all_lines(parts: list[str], step: int, size: int, most: int, encoding: Encoding) -> None:
    data = "".join(parts).encode(encoding.codec)
    lines = list(InputText(in_pieces(data, step)).lines(encoding))
    end = 0
    for span in InputText(in_pieces(data, step)).spans(encoding, size, most):
        assert span.offset >= end
        end = span.offset + span.size
        found = list(InputText(iter([data[span.offset : end]])).lines(encoding, span.number, span.offset))
        assert found == lines[: span.lines]
        del lines[: span.lines]
        assert 0 < span.lines <= most
    assert lines == []


@pytest.mark.parametrize("encoding", [UTF_8, UTF_16_LE, UTF_16_BE])
def test_blank_lines_are_counted_and_not_divided(encoding: Encoding, monkeypatch: pytest.MonkeyPatch) -> None:
    divided = [0]
    line_ends = Encoding.line_ends

    def counted(self: Encoding, text: bytes) -> Iterator[int]:
        for end in line_ends(self, text):
            divided[0] += 1
            yield end

    monkeypatch.setattr(Encoding, "line_ends", counted)
    blank = " \r\n\n" * 200_000
    data = f"a\n{blank}b{blank}".encode(encoding.codec)
    step = 1 << 16
    found = list(InputText(in_pieces(data, step)).lines(encoding))
    assert [(each.number, each.size) for each in found] == [(1, encoding.width), (400_002, 2 * encoding.width)]
    assert found[1].offset == data.index("b".encode(encoding.codec))
    assert divided[0] < 3 * step
    divided[0] = 0
    (*_, last) = InputText(in_pieces(data, step)).spans(encoding, 1_000_000, 1_000)
    assert last.number <= 400_002 < last.number + 1_000
    assert divided[0] < 4 * step
    divided[0] = 0
    text = InputText(in_pieces(blank.encode(encoding.codec), step))
    assert encoding.is_blank(text.first_line(encoding))
    assert divided[0] == 0


def test_blank_lines_over_the_bound_count() -> None:
    blank = b" " * (bounds.MATCH_BYTES + 1)
    text = InputText(in_pieces(b"\n" + blank + b"\n \n" + blank, 1 << 16))
    assert [each.lines for each in text.spans(UTF_8, 1, 1)] == [1, 1]


@for_every("step", [1 << 16, 1 << 30])
def test_a_line_over_the_bound_between_others(step: int) -> None:
    line = b"x" * (bounds.MATCH_BYTES + 1)
    text = InputText(in_pieces(b"a\r\n" + line + b"\r\nb", step))
    hashed = hashlib.sha256(line).hexdigest()
    assert list(text.lines()) == [
        Unit(b"a", 1, 0, 1),
        Unit(b"", 2, 3, len(line), hashed),
        Unit(b"b", 3, 3 + len(line) + 2, 1),
    ]


def test_a_first_line_without_end_is_cut() -> None:
    text = InputText(b"x" * 65536 for _ in range(1000))
    assert bounds.MATCH_BYTES < len(text.first_line()) <= bounds.MATCH_BYTES + 65536
    assert text.whole().size == 65_536_000


def test_the_line_in_which_a_text_breaks_off_is_left_out() -> None:
    def pieces() -> Iterator[bytes]:
        yield b"a\nb\nc"
        raise PackingFault("broken")

    text = InputText(pieces())
    assert text.beginning(100) == b"a\nb\nc"
    assert isinstance(text.fault, PackingFault)
    assert [unit.raw for unit in text.lines()] == [b"a", b"b"]
    assert InputText(pieces()).whole().raw == b"a\nb\nc"
