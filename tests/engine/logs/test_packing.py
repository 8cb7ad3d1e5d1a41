"""Unpacking of plain, gzip and zstd streams."""

import gzip
import random
import zlib
from io import BytesIO

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from engine.logs.input.limits import Limits, Meter, TooMuch
from engine.logs.input.packing import PackingFault, pieces_of, unpacked
from tests.offenders import for_every

LINES = b"".join(b'{"line": %d, "noise": "%x"}\n' % (n, random.Random(n).getrandbits(200)) for n in range(2000))


def zstd(data: bytes, **options: object) -> bytes:
    return zstandard.ZstdCompressor(**{"write_checksum": True} | options).compress(data)  # type: ignore[arg-type]


PACK = {"gzip": gzip.compress, "zstd": zstd}
packings = pytest.mark.parametrize("packing", list(PACK))


def unpack(data: bytes, step: int = 1 << 30) -> tuple[bytes, str | None]:
    """What comes of some bytes, given in pieces, and the fault that ends it."""
    pieces = [data[begin : begin + step] for begin in range(0, len(data), step)]
    out: list[bytes] = []
    try:
        out.extend(unpacked(iter(pieces)))
    except PackingFault as fault:
        return b"".join(out), str(fault)
    return b"".join(out), None


@for_every("text", [b"", b"{", b"{}\n", LINES, b"\x1f", b"PK", b"(\xb5/"])
@for_every("step", [1, 7, 1 << 20])
def test_plain(text: bytes, step: int) -> None:
    assert unpack(text, step) == (text, None)


@packings
@pytest.mark.parametrize("step", [1, 1000, 1 << 20])
def test_packed(packing: str, step: int) -> None:
    assert unpack(PACK[packing](LINES), step) == (LINES, None)
    assert unpack(PACK[packing](b""), step) == (b"", None)


@packings
@pytest.mark.parametrize("step", [1, 13, 1 << 20])
def test_several_members_are_read_to_the_end(packing: str, step: int) -> None:
    pack = PACK[packing]
    members = [pack(LINES[:5000]), pack(b""), pack(b"x"), pack(LINES[5000:])]
    assert unpack(b"".join(members), step) == (LINES[:5000] + b"x" + LINES[5000:], None)


def test_very_many_members() -> None:
    assert unpack(gzip.compress(b"ab") * 5000) == (b"ab" * 5000, None)
    assert unpack(zstd(b"ab") * 5000) == (b"ab" * 5000, None)


def test_zstd_without_size_or_checksum_and_with_frames_to_skip() -> None:
    skipped = b"\x5a\x2a\x4d\x18\x03\0\0\0abc"
    frame = zstd(LINES, write_checksum=False, write_content_size=False)
    assert unpack(skipped + frame + skipped) == (LINES, None)


def test_zeros_after_gzip_are_padding() -> None:
    assert unpack(gzip.compress(b"ab") + bytes(600)) == (b"ab", None)
    assert unpack(gzip.compress(b"ab") + bytes(600) + gzip.compress(b"cd") + b"\0", 3) == (b"abcd", None)


@packings
def test_what_follows_a_member_and_is_none_ends_the_stream(packing: str) -> None:
    text, fault = unpack(PACK[packing](LINES) + b"garbage, garbage")
    assert text == LINES
    assert fault is not None
    assert f"the {packing} stream is damaged" in fault


@packings
@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9])
def test_a_stream_that_breaks_off_is_read_as_far_as_it_goes(packing: str, kept: float) -> None:
    packed = PACK[packing](LINES)
    text, fault = unpack(packed[: int(len(packed) * kept)])
    assert fault == f"the {packing} stream is cut off"
    assert LINES.startswith(text)
    if packing == "gzip" or kept > 0.5:
        assert len(text) > len(LINES) * kept * 0.5


@packings
def test_every_cut_of_a_small_stream(packing: str) -> None:
    packed = PACK[packing](b"hello hello hello hello")
    for end in range(5, len(packed)):
        text, fault = unpack(packed[:end])
        assert fault == f"the {packing} stream is cut off", end
        assert b"hello hello hello hello".startswith(text)


@packings
def test_a_wrong_checksum_costs_nothing_before_it(packing: str) -> None:
    packed = bytearray(PACK[packing](LINES))
    packed[-5 if packing == "gzip" else -1] ^= 1
    text, fault = unpack(bytes(packed))
    assert text == LINES
    assert fault is not None
    assert "is damaged" in fault


def test_a_fault_in_the_middle_costs_what_comes_after() -> None:
    deflate = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = deflate.compress(LINES) + deflate.flush(zlib.Z_FULL_FLUSH)
    text, fault = unpack(packed + b"\xff" * 50)
    assert text == LINES
    assert fault is not None
    assert "the gzip stream is damaged" in fault
    frames = zstd(LINES[:60000]), bytearray(zstd(LINES[60000:]))
    frames[1][6:40] = b"\xff" * 34
    text, fault = unpack(b"".join(frames))
    assert text == LINES[:60000]
    assert fault is not None
    assert "the zstd stream is damaged" in fault


@packings
@pytest.mark.parametrize("inner", [*PACK, "zip"])
def test_packed_twice(packing: str, inner: str) -> None:
    inside = b"PK\x03\x04 and so on" if inner == "zip" else PACK[inner](LINES)
    assert unpack(PACK[packing](inside)) == (b"", f"the content of the {packing} stream is compressed again")


def test_a_zip_is_none_of_these() -> None:
    assert unpack(b"PK\x03\x04 and so on") == (b"", "the zip contains another zip")


@packings
def test_a_bomb_comes_in_small_pieces(packing: str) -> None:
    size = 200_000_000
    if packing == "gzip":
        deflate = zlib.compressobj(9, zlib.DEFLATED, 31)
        packed = b"".join(deflate.compress(bytes(1_000_000)) for _ in range(size // 1_000_000)) + deflate.flush()
    else:
        packed = zstd(bytes(size))
    seen = largest = 0
    for piece in unpacked(pieces_of(BytesIO(packed))):
        seen += len(piece)
        largest = max(largest, len(piece))
    assert seen == size
    assert largest <= 16 * 1024 * 1024


@packings
def test_a_bomb_is_stopped_by_the_limit(packing: str) -> None:
    meter = Meter(Limits(1_000_000))
    packed = PACK[packing](bytes(50_000_000))
    pieces: list[bytes] = []
    with pytest.raises(TooMuch) as stopped:
        pieces.extend(meter.counted(unpacked(pieces_of(BytesIO(packed)))))
    assert stopped.value.limit == 1_000_000
    assert meter.exceeded
    assert sum(len(piece) for piece in pieces) <= 1_000_000


def test_the_limit_itself_is_within_it() -> None:
    assert b"".join(Meter(Limits(10)).counted([b"12345", b"67890"])) == b"1234567890"
    with pytest.raises(TooMuch):
        list(Meter(Limits(9)).counted([b"12345", b"67890"]))
    assert len(b"".join(Meter(Limits()).counted([bytes(1000)]))) == 1000


def test_a_limit_counts_over_all_members() -> None:
    meter = Meter(Limits(10))
    assert b"".join(meter.counted([b"123456"])) == b"123456"
    with pytest.raises(TooMuch):
        list(meter.counted([b"12345"]))


@given(st.sampled_from([b"", b"\x1f\x8b", b"\x1f\x8b\x08\0", b"\x28\xb5\x2f\xfd", b"\x50\x2a\x4d\x18"]), st.binary())
def test_any_bytes_are_unpacked_or_refused(begin: bytes, rest: bytes) -> None:
    unpack(begin + rest, 5)


@given(st.sampled_from(list(PACK)), st.integers(0), st.integers(1, 255))
def test_any_change_is_unpacked_or_refused(packing: str, place: int, change: int) -> None:
    packed = bytearray(PACK[packing](LINES[:3000]))
    packed[place % len(packed)] ^= change
    unpack(bytes(packed), 50)
