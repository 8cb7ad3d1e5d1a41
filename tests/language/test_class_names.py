"""A class name is the name of one thing in `app/` and of one thing in `engine/`."""

import ast
from collections import defaultdict
from pathlib import Path

from tests.offenders import for_every

ROOT = Path(__file__).parents[2]


@for_every("top", ["app", "engine"])
def test_a_class_name_names_one_thing(top: str) -> None:
    defined: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / top).rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                defined[node.name].append(str(path.relative_to(ROOT)))
    assert defined
    assert {name: paths for name, paths in defined.items() if len(paths) > 1} == {}
