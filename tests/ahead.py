"""What the rules pages have and the code does not have yet: ``tests/data/ahead.json``.

A name in it that the code has, or that the page lacks, fails the test that holds the page against the code.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

_FILE = Path(__file__).parent / "data" / "ahead.json"


@dataclass(frozen=True)
class Ahead:
    """The names that the page of a game has and its code lacks."""

    presets: frozenset[str]
    options: frozenset[str]
    values: dict[str, frozenset[str]]
    """By option; values as the page writes them."""

    @classmethod
    def of(cls, game: str) -> "Ahead":
        """What the file says of a game."""
        said = json.loads(_FILE.read_text(encoding="utf-8")).get(game, {})
        values = {option: frozenset(words) for option, words in said.get("values", {}).items()}
        return cls(frozenset(said.get("presets", ())), frozenset(said.get("options", ())), values)


def without_ahead(page: Sequence[str], code: Iterable[str], ahead: Iterable[str]) -> list[str]:
    """The names of a page without those that are ahead, for comparison with the code's.

    Fails for a name that is called ahead and that the code has, or the page lacks.
    """
    ahead = set(ahead)
    assert not ahead & set(code), "tests/data/ahead.json has names that the code has"
    assert not ahead - set(page), "tests/data/ahead.json has names that the page lacks"
    return [name for name in page if name not in ahead]
