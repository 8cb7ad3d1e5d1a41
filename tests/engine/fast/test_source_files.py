"""The C sources of the lane form floors: no file needs one that needs it."""

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from engine.fast.library import FOLDER

COMMENT = re.compile(r"/\*.*?\*/|\"[^\"\n]*\"", re.DOTALL)
INCLUDED = re.compile(r'^#include "(\w+\.h)"', re.MULTILINE)
DECLARED = re.compile(r"^(?!static|typedef)\w[\w ]*[ *](\w+)\([^;{}]*\);", re.MULTILINE)
DEFINED = re.compile(r"^(static )?\w[\w ]*[ *](\w+)\([^;{}]*\) \{", re.MULTILINE)


def defined(text: str) -> tuple[set[str], set[str]]:
    """The functions that a file gives to others, and those that it keeps."""
    found = DEFINED.findall(COMMENT.sub(" ", text))
    return {name for static, name in found if not static}, {name for static, name in found if static}


def includes(path: Path, seen: set[Path]) -> set[Path]:
    """The headers that a file includes, and those that these include."""
    for name in INCLUDED.findall(path.read_text(encoding="utf-8")):
        header = path.with_name(name)
        if header.exists() and header not in seen:
            seen.add(header)
            includes(header, seen)
    return seen


def needs(folder: Path) -> dict[str, set[str]]:
    """By C file, the others whose functions it calls or whose header it includes."""
    paths = sorted(folder.glob("*.c"))
    texts = {path.stem: COMMENT.sub(" ", path.read_text(encoding="utf-8")) for path in paths}
    owner = {name: stem for stem, text in texts.items() for name in defined(text)[0]}
    assert len(owner) > len(texts)
    found = {}
    for path in paths:
        others = owner.keys() - defined(texts[path.stem])[1]
        called = {owner[name] for name in re.findall(r"\b(\w+)\(", texts[path.stem]) if name in others}
        headers = {header.stem for header in includes(path, set())} & texts.keys()
        found[path.stem] = (called | headers) - {path.stem}
    return found


def circle(needed: dict[str, set[str]]) -> list[str]:
    """Files that need one another in a circle; none if there is no circle."""
    try:
        TopologicalSorter(needed).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_c_file_needs_one_that_needs_it() -> None:
    assert not circle(needs(FOLDER))


def test_a_circle_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.h").write_text("int one(void);\n")
    (tmp_path / "one.c").write_text('#include "one.h"\nint one(void) {\n    return other() + third();\n}\n')
    (tmp_path / "other.c").write_text('#include "one.h"\nint other(void) {\n    return 1;\n}\nint third(void) {\n}\n')
    assert sorted(set(circle(needs(tmp_path)))) == ["one", "other"]


def test_a_header_declares_what_the_file_of_its_name_defines() -> None:
    """Or what several files give one another, where there is no file of its name."""
    for path in FOLDER.glob("*.c"):
        given, _ = defined(path.read_text(encoding="utf-8"))
        header = path.with_suffix(".h")
        declared = COMMENT.sub(" ", header.read_text(encoding="utf-8")) if header.exists() else ""
        assert set(DECLARED.findall(declared)) <= given, path.name
