"""Packed values: each names the dictionary that it needs, and none expands further than it may."""

from hashlib import sha256
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Final

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from app.database.packing import DICTIONARIES, BytesDamaged, Content, newest, packed, packed_for, unpacked
from engine.games import GAMES
from engine.logs import read_logs
from engine.verdict.check import Checker
from tests.made_up_matches import made_up
from tests.offenders import for_every

DIGEST: Final = "cfda2fc7918c8ade985de8f2fa9d95f0561165b739f5b2be6b728f3f6d7e4c94"
"""That of the dictionaries' bytes, in order of their numbers: what is stored needs them as they are."""
SEED: Final = 500_000_000


def test_dictionaries_stay_as_they_are() -> None:
    files = sorted(DICTIONARIES.glob("*.zdict"))
    assert sha256(b"".join(path.read_bytes() for path in files)).hexdigest() == DIGEST
    assert set(newest()) == set(product(GAMES, Content))
    for path in files:
        trained = zstandard.ZstdCompressionDict(path.read_bytes())
        assert str(trained.dict_id()) == path.name.split(".")[0]


@for_every("game", sorted(GAMES))
def test_a_short_match_takes_little_with_the_dictionary_of_its_game(game: str) -> None:
    bare = small = 0
    checker = Checker()
    for seed in range(SEED, SEED + 4):
        raw = made_up(game, seed, 3)
        (record,) = read_logs(BytesIO(raw), "log.json")
        for content, data in ((Content.LOG, raw), (Content.REPORT, checker.check(record).as_json())):
            value = packed_for(game, content, data)
            assert unpacked(value, len(data)) == data
            bare += len(packed(data))
            small += len(value)
    assert small < 0.7 * bare


def test_a_value_without_a_dictionary_is_read_as_it_is() -> None:
    data = b"What an earlier version stored." * 9
    value = packed(data)
    assert zstandard.get_frame_parameters(value).dict_id == 0
    assert unpacked(value, len(data)) == data
    assert packed_for("bridge", Content.LOG, data) == packed_for(None, Content.LOG, data) == value
    assert unpacked(b"", 0) == b""


def test_a_value_that_needs_a_dictionary_that_is_not_there_is_damaged() -> None:
    other = bytearray(min(DICTIONARIES.glob("*.zdict")).read_bytes())
    other[4:8] = (65_000).to_bytes(4, "little")
    value = zstandard.ZstdCompressor(dict_data=zstandard.ZstdCompressionDict(bytes(other))).compress(b"data" * 99)
    with pytest.raises(BytesDamaged, match="there is no dictionary 65000"):
        unpacked(value, 396)


@for_every("known", [True, False])
@for_every("path", [None, *sorted(DICTIONARIES.glob("*.guandan.log.zdict"))])
def test_a_value_does_not_expand_further_than_its_row_says(path: Path | None, known: bool) -> None:
    trained = None if path is None else zstandard.ZstdCompressionDict(path.read_bytes())
    for data in (bytes(10**7), b"\x80" * 10**6 + b"0"):
        value = zstandard.ZstdCompressor(dict_data=trained, write_content_size=known).compress(data)
        with pytest.raises(BytesDamaged, match="restore a copy"):
            unpacked(value, 10**6)


@given(st.lists(st.sampled_from([b"2s ", b'RJ","', b"S pass", "王小明".encode(), b"\x80", b"\xff", b"\0", b"\1"])))
def test_a_log_of_any_bytes_is_the_same_again(parts: list[bytes]) -> None:
    data = b"".join(parts)
    assert unpacked(packed_for("guandan", Content.LOG, data), len(data)) == data


@for_every("cut", [0, 3, 5, 9, 30])
def test_a_value_that_is_cut_off_is_damaged(cut: int) -> None:
    data = bytes(range(256)) * 4
    with pytest.raises(BytesDamaged):
        unpacked(packed_for("guandan", Content.LOG, data)[:cut], len(data))
