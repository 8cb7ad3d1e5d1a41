"""How many dictionaries of the application have values of any type."""

import re
from pathlib import Path

APP = Path(__file__).parents[1] / "app"
MOST = 22
"""Each is where a library or a row of the database has values of its own types."""
_UNTYPED = re.compile(r"\b(?:Mapping|dict)\[str, Any\]")


def test_few_dictionaries_have_values_of_any_type() -> None:
    found = {path.name: len(_UNTYPED.findall(path.read_text("utf-8"))) for path in APP.rglob("*.py")}
    assert sum(found.values()) <= MOST, {name: count for name, count in found.items() if count}
