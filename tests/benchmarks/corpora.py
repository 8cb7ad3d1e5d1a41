"""The logs that the benchmark judges: made up once and kept in the folder for temporary files, and real ones."""

import gzip
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from engine.logs import read_logs, write_match
from engine.logs.foreign.guandan.njupt import read_wrapped
from engine.logs.fupan.reading import read_match
from engine.logs.record import LogRecord
from engine.record.match import Match
from engine.verdict.check import Checker
from tests import playouts
from tests.as_written import as_written
from tests.golden import SAMPLES, samples
from tests.platform_messages import as_messages, made_up
from tests.playouts import PLAIN, Style, generate

REPO: Final = Path(__file__).parents[2]
SHARED: Final = Path(os.environ.get("FUPAN_SHARED") or REPO.parent / "shared")
_MATCH_SEEDS: Final = 1_000_000
_SHORT: Final = 18


class Told(msgspec.Struct, rename="camel"):
    """A message of the NJUPT platform, decoded field by field."""

    type: str
    stage: str
    seat: int | None = None
    my_pos: int | None = None
    hand_cards: list[str] = []
    cur_rank: str | int | None = None
    self_rank: str | int | None = None
    oppo_rank: str | int | None = None
    cur_pos: int | None = None
    cur_action: tuple[str, str, str | list[str]] | None = None
    greater_pos: int | None = None
    greater_action: tuple[str, str, str | list[str]] | None = None
    result: list[tuple[int, int, str]] = []
    anti_pos: list[int] = []
    order: list[int] = []
    rest_cards: list[tuple[int, list[str]]] = []
    victory_num: list[int] = []


class ToldMatch(msgspec.Struct):
    """A match as the platform's messages."""

    messages: list[Told]


@dataclass(frozen=True)
class Notation:
    """How the matches of a corpus are written."""

    decode: Callable[[bytes], object]
    """Decodes a line into typed structs and does nothing else."""
    read: Callable[[bytes], LogRecord]
    """Reads a line as Fupan does."""


FUPAN: Final = Notation(msgspec.json.Decoder(Match).decode, lambda line: read_match(line, "benchmark"))
MESSAGES: Final = Notation(msgspec.json.Decoder(ToldMatch).decode, lambda line: read_wrapped(line, "benchmark")[0])


@dataclass(frozen=True)
class Corpus:
    """Some matches, one a line."""

    name: str
    notation: Notation
    lines: tuple[bytes, ...]
    hands: int
    actions: int
    known: Mapping[str, object]
    """The texts of actions that a judge remembers: short ones, which come again."""


@dataclass(frozen=True)
class Recipe:
    """How a corpus of made-up matches is made."""

    policy: str
    style: Style
    text: str


RECIPES: Final[Mapping[str, Recipe]] = {
    "verbose": Recipe("patient", PLAIN, "very long hands of few cards at a time, every pass written"),
    "uniform": Recipe("uniform", PLAIN, "long hands, every pass written, the cards of a play sorted"),
    "shuffled": Recipe("uniform", Style(shuffled=True), "the same, the cards of a play in any order"),
    "timed": Recipe("uniform", Style(seconds=True, shuffled=True, reports=1), "the same with seconds and reports"),
    "greedy": Recipe("greedy", PLAIN, "short hands, long combinations"),
}
TOLD: Final = "messages"
"""Long hands as the messages of a platform."""
REAL: Final = "njupt"
"""Real matches of that platform in fupan/1."""
REAL_TOLD: Final = "platform"
"""The same as the platform told them."""
NAMES: Final = (*RECIPES, TOLD, REAL, REAL_TOLD)
AS_WRITTEN: Final = "as-written"
"""Samples and conformance logs with comments, unknown fields, spaces and capitals, many of them faulty."""


def corpus(game: str, name: str, hands: int, seed: int, folder: Path | None = None) -> Corpus | None:
    """A corpus of at least so many hands in whole matches (of real ones: all there are); None where it is absent.

    ``folder`` keeps what was made up, for as long as the generator stays as it is.
    """
    if name == REAL:
        return _real(name, FUPAN, [SHARED / "conformance" / game / "njupt.log.jsonl.gz"])
    if name == REAL_TOLD:
        return _real(name, MESSAGES, sorted((SHARED / "peers" / game / "njupt").glob("*.jsonl.gz")))
    if name == AS_WRITTEN:
        return counted(name, FUPAN, list(_as_written(game, seed)))
    if name == TOLD and game != "guandan":
        return None
    kept = (
        folder or Path(tempfile.gettempdir()) / "fupan-benchmark"
    ) / f"{game}-{_version()}-{name}-{seed}-{hands}.jsonl"
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        unfinished = kept.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(b"".join(line + b"\n" for line in _lines(game, name, hands, seed)))
        unfinished.replace(kept)
    return counted(name, MESSAGES if name == TOLD else FUPAN, kept.read_bytes().splitlines())


def counted(name: str, notation: Notation, lines: list[bytes]) -> Corpus:
    """A corpus of some lines, its hands and actions counted."""
    matches = [notation.read(line).match for line in lines]
    hands = [hand for match in matches if match is not None for hand in match.hands]
    known = dict.fromkeys(text for hand in hands for text in hand.actions if len(text) <= _SHORT)
    return Corpus(name, notation, tuple(lines), len(hands), sum(len(hand.actions) for hand in hands), known)


def _real(name: str, notation: Notation, paths: Sequence[Path]) -> Corpus | None:
    lines = [line for path in paths if path.is_file() for line in gzip.decompress(path.read_bytes()).splitlines()]
    return counted(name, notation, lines) if lines else None


def _lines(game: str, name: str, hands: int, seed: int) -> Iterator[bytes]:
    made = 0
    for number in count(seed * _MATCH_SEEDS):
        if made >= hands:
            return
        if name == TOLD:
            match = made_up(number)
            yield as_messages(match, number)
        else:
            recipe = RECIPES[name]
            match = generate(game, number, policy=recipe.policy, style=recipe.style)
            yield write_match(match)
        made += len(match.hands)


def _as_written(game: str, seed: int) -> Iterator[bytes]:
    """The readable matches of a game among the samples, foreign ones converted, and the conformance logs."""
    checker = Checker(pure=True)
    number = seed * _MATCH_SEEDS
    for path in (*samples(SAMPLES / game), *sorted((SHARED / "conformance" / game).glob("*.log.jsonl.gz"))):
        with path.open("rb") as stream:
            records = list(read_logs(stream, path.name))
        for record in records:
            if record.match is None or record.match.game != game:
                continue
            number += 1
            line = as_written(json.loads(write_match(record.match)), Random(number))
            again = FUPAN.read(line)
            if again.match is not None and checker.check(again).rules is not None:
                yield line


def _version() -> str:
    """A short hash of the generator's own files: other files, other matches."""
    root = Path(playouts.__file__).parent
    digest = sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
