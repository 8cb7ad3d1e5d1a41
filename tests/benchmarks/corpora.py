"""The logs that the benchmark judges: made up once and kept in the folder for temporary files, and real ones."""

import gzip
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from engine.logs import write_match
from engine.match import Match
from tests import playouts
from tests.playouts import PLAIN, Style, generate

REPO: Final = Path(__file__).parents[2]
SHARED: Final = Path(os.environ.get("FUPAN_SHARED") or REPO.parent / "shared")
_MATCH_SEEDS: Final = 1_000_000
_SHORT: Final = 18


@dataclass(frozen=True)
class Corpus:
    """Some matches as lines of fupan/1."""

    name: str
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
REAL: Final = "njupt"
NAMES: Final = (*RECIPES, REAL)


def corpus(game: str, name: str, hands: int, seed: int, folder: Path | None = None) -> Corpus | None:
    """A corpus of at least so many hands in whole matches (of the real one: all there are); None where it is absent.

    ``folder`` keeps what was made up, for as long as the generator stays as it is.
    """
    if name == REAL:
        path = SHARED / "conformance" / game / "njupt.log.jsonl.gz"
        return counted(name, gzip.decompress(path.read_bytes()).splitlines()) if path.is_file() else None
    kept = (
        folder or Path(tempfile.gettempdir()) / "fupan-benchmark"
    ) / f"{game}-{_version()}-{name}-{seed}-{hands}.jsonl"
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        unfinished = kept.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(b"".join(line + b"\n" for line in _made_up(game, RECIPES[name], hands, seed)))
        unfinished.replace(kept)
    return counted(name, kept.read_bytes().splitlines())


def counted(name: str, lines: list[bytes]) -> Corpus:
    """A corpus of some lines, its hands and actions counted."""
    matches = [msgspec.json.decode(line, type=Match) for line in lines]
    hands = [hand for match in matches for hand in match.hands]
    known = dict.fromkeys(text for hand in hands for text in hand.actions if len(text) <= _SHORT)
    return Corpus(name, tuple(lines), len(hands), sum(len(hand.actions) for hand in hands), known)


def _made_up(game: str, recipe: Recipe, hands: int, seed: int) -> list[bytes]:
    lines: list[bytes] = []
    made = 0
    while made < hands:
        match = generate(game, seed * _MATCH_SEEDS + len(lines), policy=recipe.policy, style=recipe.style)
        made += len(match.hands)
        lines.append(write_match(match))
    return lines


def _version() -> str:
    """A short hash of the generator's own files: other files, other matches."""
    root = Path(playouts.__file__).parent
    digest = sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
