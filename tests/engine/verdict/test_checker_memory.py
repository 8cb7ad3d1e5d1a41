"""What a checker remembers of the matches that it has judged does not grow with their bytes."""

import tracemalloc

import pytest

from engine.fast.library import library
from engine.games import GAMES
from engine.logs import write_match
from engine.verdict.check import Checker
from tests.playouts import generate

WHITE = 1_000_000


@pytest.mark.skipif(library() is None, reason="the library is not compiled: python -m engine.fast.compiling")
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_white_space_of_a_claim_is_not_remembered(game: str) -> None:
    written, checker = write_match(generate(game, 1, hands=1)), Checker()
    raw = b'{"rules":{%s},' + written[1:]
    assert checker.clean(raw % b"", "once") is not None
    tracemalloc.start()
    try:
        for more in range(8):
            assert checker.clean(raw % (b" " * (WHITE + more)), "padded") is not None
        assert tracemalloc.get_traced_memory()[0] < WHITE
    finally:
        tracemalloc.stop()
