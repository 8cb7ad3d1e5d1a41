"""The floors of the application: its rooms, which are the folders directly under ``app/``, and what is within some."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

APP: Final = Path(__file__).parents[1] / "app"
TOP: Final = "."
"""The modules that lie in a folder itself, and not in a folder within it."""
FLOORS: Final[Mapping[str, tuple[set[str], ...]]] = {
    "": (
        {"text"},
        {"database"},
        {"judging", "accounts"},
        {"matches", "drawing", "sheets"},
        {"replay"},
        {"disputes"},
        {"players"},
        {"web"},
        {"cli"},
    ),
    "web": (
        {"http"},
        {"parts"},
        {"matches", "replay", "players", "disputes", "rules", "sheets", "club", "api"},
        {TOP},
    ),
    "cli": (
        {TOP},
        {"exports"},
        {"matches"},
        {"replay", "players", "disputes", "rules", "sheets", "club", "serving"},
    ),
    "matches": (
        {"entries", "followers", "jobs", "list_query", "repacking", "shown_names", "thread_share", "uploads.advice"}
        | {"uploads.copies", "uploads.file_names", "uploads.names", "uploads.places", "uploads.uploads"}
        | {"uploads.used_numbers"},
        {"listing", "uploads.deletion", "uploads.refusals"},
        {"saving", "uploads.redirects"},
        {"access", "store"},
        {"decoded", "ingest", "outdated", "uploads.acts"},
        {"installation", "reprocessing", "uploads.refusals_again"},
        {"trials", "uploading", "uploads.join_split"},
        {"computed.wanted"},
        {"computed.keeping", "computed.results"},
        {"computed.reviews"},
        {"computed.decisions", "computed.event_reviews", "computed.obtaining"},
    ),
}
"""By folder of ``app/``, from the ground up: the folders, or the modules, within it.  Each imports from the floors
below its own, and from no other on its own.
"""
MOST_ARROWS: Final = 52
"""The most pairs of rooms of which one imports from the other."""


def imported(tree: ast.Module) -> Iterator[str]:
    """The modules that a module imports, also within functions and for types alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield from (f"{node.module}.{each.name}" for each in node.names)


def modules_of(folder: str) -> Iterator[tuple[str, Path]]:
    """The modules below a folder, each by its name from there; what makes a folder a package has none."""
    for path in sorted((APP / folder).rglob("*.py")):
        name = ".".join(path.relative_to(APP / folder).with_suffix("").parts)
        if path.stem != "__init__":
            yield name, path
        elif path.parent != APP / folder:
            yield name.removesuffix(".__init__"), path


def on_floors(folder: str, module: str) -> str:
    """What a module below a folder is called on the floors of that: by itself, by its folder, or ``.``."""
    floors = set().union(*FLOORS[folder])
    first, *rest = module.split(".")
    whole = ".".join((first, *rest[:1]))
    if whole in floors:
        return whole
    return first if first in floors or (APP / folder / first).is_dir() else TOP


def arrows(folder: str) -> dict[tuple[str, str], list[str]]:
    """By pair of what is on the floors of a folder, the modules of the first that import from the second."""
    prefix = f"app.{folder}." if folder else "app."
    found: dict[tuple[str, str], list[str]] = {}
    for name, path in modules_of(folder):
        here = on_floors(folder, name)
        for module in imported(ast.parse(path.read_text(encoding="utf-8"))):
            if module.startswith(prefix) and (there := on_floors(folder, module.removeprefix(prefix))) != here:
                found.setdefault((here, there), []).append(name)
    return found


@pytest.mark.parametrize("folder", FLOORS)
def test_everything_has_a_floor(folder: str) -> None:
    within = {on_floors(folder, name) for name, path in modules_of(folder) if path.stem != "__init__"}
    assert within == set().union(*FLOORS[folder])


@pytest.mark.parametrize("folder", FLOORS)
def test_imports_run_only_to_the_floors_below(folder: str) -> None:
    floor = {name: number for number, names in enumerate(FLOORS[folder]) for name in names}
    found = arrows(folder)
    assert {pair: names for pair, names in found.items() if floor[pair[0]] <= floor[pair[1]]} == {}


def test_there_are_few_arrows_between_rooms() -> None:
    assert len(arrows("")) <= MOST_ARROWS


def test_nothing_lies_beside_the_rooms() -> None:
    assert [path.name for path in APP.glob("*.py")] == ["__init__.py"]


def test_the_command_line_and_the_pages_are_ordered_by_the_same_words() -> None:
    words = {"matches", "replay", "sheets", "players", "disputes", "rules", "club"}
    for folder in (APP / "web", APP / "cli", APP.parent / "templates", APP.parent / "static" / "css"):
        assert words <= {path.name for path in folder.iterdir() if path.is_dir()}, folder.name
