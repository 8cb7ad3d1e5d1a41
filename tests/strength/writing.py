"""Constants as a part of the module of statistics of a game."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import engine
from engine.replay.strength import Fit
from tests.strength.fitting import Sums


def path_of(game: str) -> Path:
    """The module that has the constants of a game."""
    return Path(engine.__file__).parent / "games" / game / "statistics.py"


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


def written(game: str, known: Fit) -> str:
    """The text of the module with some constants, formatted."""
    path = path_of(game)
    text = path.read_text(encoding="utf-8")
    (found,) = (
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "FITTED"
    )
    lines = text.splitlines(keepends=True)
    lines[found.lineno - 1 : found.end_lineno] = [f"FITTED: Final = {known!r}\n"]
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "-", "--stdin-filename", str(path)],
        input="".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
