"""The rooms of the application: the folders directly under ``app/``, each on a floor."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

APP: Final = Path(__file__).parents[1] / "app"
FLOORS: Final = (
    {"text"},
    {"database"},
    {"judging", "accounts"},
    {"matches", "drawing", "sheets"},
    {"replay"},
    {"disputes"},
    {"players"},
    {"web"},
    {"cli"},
)
"""From the ground up.  A room imports from the floors below it."""
MOST_ARROWS: Final = 52
"""The most pairs of rooms of which one imports from the other."""


def room_of(module: str) -> str:
    """The room of a module: the name after ``app``."""
    return module.split(".")[1]


def imported(tree: ast.Module) -> Iterator[str]:
    """The modules that a module imports, also within functions and for types alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield from (f"{node.module}.{each.name}" for each in node.names)


def arrows() -> dict[tuple[str, str], list[str]]:
    """By pair of rooms, the modules of the first that import from the second."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in sorted(APP.rglob("*.py")):
        place = path.relative_to(APP)
        if len(place.parts) == 1:
            continue
        for module in imported(ast.parse(path.read_text(encoding="utf-8"))):
            if module.startswith("app.") and room_of(module) != place.parts[0]:
                found.setdefault((place.parts[0], room_of(module)), []).append(str(place))
    return found


def test_every_room_has_a_floor_and_nothing_lies_beside_them() -> None:
    folders = {path.parent.relative_to(APP).parts[0] for path in APP.rglob("*.py") if path.parent != APP}
    assert folders == set().union(*FLOORS)
    assert [path.name for path in APP.glob("*.py")] == ["__init__.py"]


def test_rooms_import_only_from_the_floors_below() -> None:
    floor = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
    found = arrows()
    assert {pair: modules for pair, modules in found.items() if floor[pair[0]] <= floor[pair[1]]} == {}
    assert len(found) <= MOST_ARROWS


def test_the_command_line_and_the_pages_are_ordered_by_the_same_words() -> None:
    words = {"matches", "replay", "sheets", "players", "disputes", "rules", "club"}
    for folder in (APP / "web", APP / "cli", APP.parent / "templates", APP.parent / "static" / "css"):
        assert words <= {path.name for path in folder.iterdir() if path.is_dir()}, folder.name
