"""Constants as a module of the engine."""

import json
import subprocess
import sys
from pathlib import Path

import engine
from engine.replay.strength import Fitted
from tests.strength.fitting import Sums

_MODULE = '''"""The constants of the strength of a dealt hand, as ``python -m tests.strength {game}``
fits and writes them.
"""

from typing import Final

from engine.replay.strength import Correlation, Decile, Explained, Fitted

FITTED: Final = {fitted}
'''


def path_of(game: str) -> Path:
    """The module of the constants of a game."""
    return Path(engine.__file__).parent / "games" / game / "weights.py"


def sums_path(game: str) -> Path:
    """The sums that the weights of a game follow from."""
    return Path(__file__).parents[1] / "data" / "strength" / f"{game}.json"


def sums_text(sums: Sums) -> str:
    """Sums as they are kept, a row of squares a line."""
    rows = ",\n    ".join(json.dumps(row) for row in sums.squares)
    return f'{{\n  "squares": [\n    {rows}\n  ],\n  "products": {json.dumps(sums.products)}\n}}\n'


def kept_sums(game: str) -> Sums:
    """The sums that are kept."""
    found = json.loads(sums_path(game).read_text(encoding="utf-8"))
    return Sums(tuple(map(tuple, found["squares"])), tuple(found["products"]))


def written(game: str, known: Fitted) -> str:
    """The text of the module of some constants, formatted."""
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "-", "--stdin-filename", str(path_of(game))],
        input=_MODULE.format(game=game, fitted=repr(known)),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
