"""The styles of a component stay with it: its classes carry its name, and no other template or script has them.

Style sheets are shared, or belong to a component.  A class that two subjects have belongs into a shared sheet.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.offenders import for_every

REPO = Path(__file__).parents[3]
SHEETS = REPO / "static" / "css"

SHARED = {"colours", "base", "parts", "faces", "cards", "pages", "tables", "narrow"}
"""The sheets whose classes every page may have."""
ALONE = {"disputes/printed"}
"""Sheets of a file that loads no other sheet: their classes meet no others."""
FOREIGN = re.compile(
    r"js-plotly-plot|plotly|svg-container|main-svg|draglayer|crisp|user-select-none|cursor-\w+|nsewdrag"
)
"""Classes that the library of the charts writes."""
STATE = re.compile(r"(is|has)-[\w-]+")
"""What an element is now, beside its class."""


@dataclass(frozen=True)
class Component:
    """Sheets with the names that their classes begin with, and the files that have these classes."""

    names: tuple[str, ...]
    sheets: tuple[str, ...]
    files: tuple[str, ...]
    around: tuple[str, ...] = ()
    """The names of components that lie in this one, and that it may lay out."""


TABLE = ("templates/macros/scene.html", "templates/macros/cards.html", "templates/macros/findings.html")
REPLAY = (*TABLE, "templates/macros/", "templates/replay/", "static/js/replay/", "static/js/offline.js", "app/web/")
COMPONENTS = (
    Component(
        ("felt",),
        ("replay/felt", "replay/fans", "replay/rows", "replay/ending", "replay/suits"),
        REPLAY,
        ("replay",),
    ),
    Component(("replay",), ("replay/replay", "replay/embedded"), REPLAY, ("felt", "note", "score")),
    Component(
        ("review",),
        ("replay/review",),
        (
            "templates/replay/review.html",
            "templates/replay/step_review.html",
            "templates/macros/coach.html",
            "app/web/replay/step_review.py",
            "static/js/replay/",
        ),
        ("replay", "felt"),
    ),
    Component(("exercise",), ("replay/exercise",), ("templates/replay/exercise",), ("felt",)),
    Component(("share",), ("replay/share",), ("templates/replay/share.html",)),
    Component(("scored",), ("replay/scored",), ("templates/replay/scored.html",)),
    Component(("legal",), ("replay/plays",), ("templates/replay/plays.html",), ("replay",)),
    Component(
        ("note", "study"),
        ("replay/notes",),
        (*REPLAY, "templates/macros/parts.html"),
        ("replay", "felt", "table-drawing"),
    ),
    Component(
        ("what-if", "pick", "would"),
        ("replay/what_if",),
        ("templates/replay/what_if/", "templates/macros/what_if.html", "static/js/replay/what_if.js"),
        ("replay", "felt"),
    ),
    Component(
        ("hall", "present"),
        ("replay/hall",),
        ("templates/replay/presentations/", "static/js/replay/"),
        ("felt", "replay"),
    ),
    Component(
        ("chart", "shape"),
        ("charts",),
        (
            "templates/macros/chart.html",
            "templates/macros/shape.html",
            "templates/replay/",
            "static/js/charts.js",
            "static/js/replay/",
        ),
    ),
    Component(
        ("td", "table-drawing", "drawing-symbols"), ("drawings",), ("app/drawing/", "templates/macros/notes.html")
    ),
    Component(("help",), ("help",), ("templates/help/", "templates/macros/parts.html")),
    Component(
        ("offline",),
        ("offline",),
        (
            "templates/offline.html",
            "templates/replay/kept_match.html",
            "static/js/offline",
            "static/js/replay/kept_match.js",
        ),
        ("replay",),
    ),
    Component(
        ("match", "paper"),
        ("matches/match",),
        ("templates/matches/match.html", "templates/macros/score_sheet.html"),
        ("chart",),
    ),
    Component(
        ("score",),
        ("matches/score",),
        (
            "templates/matches/score/",
            "templates/macros/score.html",
            "templates/macros/values.html",
            "templates/macros/steps.html",
            "static/js/replay/tricks.js",
        ),
    ),
    Component(
        ("upload",),
        ("matches/uploads",),
        ("templates/matches/uploads/", "templates/sheets/add.html", "static/js/matches/"),
    ),
    Component(
        ("compare",),
        ("matches/compare_records",),
        ("templates/matches/compare_records.html", "templates/disputes/evidence.html"),
    ),
    Component(("dispute", "erase"), ("disputes/disputes",), ("templates/disputes/", "templates/macros/disputes.html")),
    Component(("club",), ("club/club",), ("templates/club/", "templates/base.html")),
    Component(("verify",), ("disputes/verify",), ("templates/disputes/", "static/js/disputes/verify.js")),
    Component(("search",), ("players/hands",), ("templates/players/hand_search.html",)),
    Component(("people",), ("players/people",), ("templates/players/", "templates/macros/figures.html"), ("chart",)),
    Component(("strength",), ("players/strength",), ("templates/players/strength.html",)),
    Component(
        ("arrange", "losses"),
        ("rules/arrange",),
        ("templates/rules/arrange.html", "templates/macros/losses.html", "static/js/rules/arrange.js"),
    ),
    Component(("book",), ("rules/book",), ("templates/rules/book/",)),
    Component(("sheet",), ("sheets/sheets",), ("templates/sheets/", "static/js/sheets/")),
    Component(("typed",), ("sheets/typed_logs",), ("templates/sheets/",)),
    Component(("writing",), ("sheets/writing",), ("templates/sheets/", "static/js/sheets/")),
)

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
ADDRESS = re.compile(r"url\([^)]*\)")
PRELUDE = re.compile(r"([^{};]+)\{")
CLASS = re.compile(r"\.([A-Za-z_][\w-]*)")
JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
QUOTED = re.compile(r"'([^'\n]*)'|\"([^\"\n]*)\"|`([^`]*)`")
ATTRIBUTE = re.compile(r"(?<![\w-])class=\\?[\"']")
MAIN = re.compile(r"\{% block main_class %\}([^{]*)")
ADDED = re.compile(r"(?:classList\.\w+\(|className = |class: )([^;\n]*)")
WORD = re.compile(r"[A-Za-z_][\w-]*")
OPEN = re.compile(r"([A-Za-z_][\w-]*-)\0")


def sheets() -> list[str]:
    """The names of all style sheets."""
    return [path.relative_to(SHEETS).with_suffix("").as_posix() for path in sorted(SHEETS.rglob("*.css"))]


@cache
def styled(sheet: str) -> frozenset[str]:
    """The classes that the selectors of a sheet name."""
    text = ADDRESS.sub("", COMMENT.sub("", (SHEETS / f"{sheet}.css").read_text("utf-8")))
    found = {name for each in PRELUDE.findall(text) if not each.strip().startswith("@") for name in CLASS.findall(each)}
    return frozenset(name for name in found if not FOREIGN.fullmatch(name))


@cache
def everywhere() -> frozenset[str]:
    """The classes of the shared sheets."""
    return frozenset().union(*(styled(sheet) for sheet in SHARED))


def carries(name: str, names: tuple[str, ...]) -> bool:
    """Whether a class has one of the names, or begins with it."""
    return any(name == each or name.startswith(f"{each}-") for each in names)


def attributes(text: str) -> Iterator[str]:
    """The value of each class attribute of a template, with what is between Jinja's braces as a zero byte.

    The strings in the braces come by themselves.
    """
    for found in ATTRIBUTE.finditer(text):
        quote, start = found[0][-1], found.end()
        at = start
        while at < len(text) and text[at] != quote:
            jinja = JINJA.match(text, at)
            at = jinja.end() if jinja else at + 1
        value = text[start:at].rstrip("\\")
        yield re.sub(r"(?<!-)\0", " ", JINJA.sub("\0", value))
        for each in JINJA.findall(value):
            yield from (re.sub(r"%\w|\{\}", "\0", "".join(part)) for part in QUOTED.findall(each))
    yield from MAIN.findall(text)


def selectors(text: str) -> Iterator[str]:
    """The classes that selectors in the strings of a script or of Python name, and those that a script sets."""
    for found in QUOTED.findall(text):
        each = "".join(found)
        if re.search(r"(^|[\s>+~(,\]])\.[a-z]", each) and not re.search(r"[!?;/]|\. ", each):
            yield from CLASS.findall(each)
    yield from given_by(text)


def given_by(text: str) -> Iterator[str]:
    """The classes that a script gives to elements."""
    for each in ADDED.findall(text):
        yield from (word for part in QUOTED.findall(each) for word in WORD.findall("".join(part)))


def asked_for(text: str) -> Iterator[str]:
    """The classes that a script looks for."""
    for each in re.findall(r"(?:querySelector(?:All)?|closest|matches)\(([^)]*)", text):
        yield from (
            name
            for found in QUOTED.findall(each)
            for name in CLASS.findall(re.sub(r"\$\{[^}]*\}?", "", "".join(found)))
        )


@cache
def occurring() -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """By file: the classes it has, and the beginnings of those that it makes from a value."""
    found = {}
    for path in (
        *(REPO / "templates").rglob("*.html"),
        *(REPO / "static/js").rglob("*.js"),
        *(REPO / "app").rglob("*.py"),
    ):
        text = path.read_text("utf-8")
        values = list(attributes(text))
        whole = {word for each in values for word in each.split() if WORD.fullmatch(word)}
        open_ended = {each for value in values for each in OPEN.findall(value)}
        if path.suffix != ".html":
            whole |= set(selectors(text))
        found[path.relative_to(REPO).as_posix()] = frozenset(whole), frozenset(open_ended)
    return found


@cache
def said() -> tuple[frozenset[str], frozenset[str]]:
    """Every word in a string of templates, scripts and Python code, and the beginnings of those that end in a value."""
    words, open_ended = set[str](), set[str]()
    for name, (whole, begun) in occurring().items():
        words |= whole
        open_ended |= begun
        text = (REPO / name).read_text("utf-8")
        if name.endswith(".py"):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    words |= set(WORD.findall(node.value))
                    open_ended |= set(re.findall(r"([A-Za-z_][\w-]*-)$", node.value))
        else:
            for found in QUOTED.findall(text):
                words |= set(WORD.findall("".join(found)))
                open_ended |= set(re.findall(r"([A-Za-z_][\w-]*-)(?:\$\{|%|$)", "".join(found)))
    return frozenset(words), frozenset(open_ended)


def test_every_sheet_is_shared_or_of_one_component() -> None:
    owned = [sheet for component in COMPONENTS for sheet in component.sheets]
    assert sorted([*owned, *SHARED, *ALONE]) == sheets()
    names = [name for component in COMPONENTS for name in component.names]
    assert len(names) == len(set(names))


@for_every("component", COMPONENTS)
def test_the_classes_of_a_component_carry_its_name(component: Component) -> None:
    known = everywhere()
    wrong = {
        f"{sheet}: {name}"
        for sheet in component.sheets
        for name in styled(sheet)
        if name not in known and not STATE.fullmatch(name) and not carries(name, (*component.names, *component.around))
    }
    assert sorted(wrong) == []


@for_every("component", COMPONENTS)
def test_the_classes_of_a_component_are_in_its_files_alone(component: Component) -> None:
    known = everywhere()
    wrong = {
        f"{file}: {name}"
        for file, (whole, _) in occurring().items()
        if not file.startswith(component.files)
        for name in whole
        if name not in known and carries(name, component.names)
    }
    assert sorted(wrong) == []


def test_every_class_that_is_styled_occurs() -> None:
    words, open_ended = said()
    wrong = {
        f"{sheet}: {name}"
        for sheet in sheets()
        for name in styled(sheet)
        if name not in words and not any(name.startswith(each) for each in open_ended)
    }
    assert sorted(wrong) == []


def test_a_script_looks_for_classes_that_occur() -> None:
    texts = "".join(path.read_text("utf-8") for path in (REPO / "templates").rglob("*.html"))
    scripts = {path.name: path.read_text("utf-8") for path in (REPO / "static/js").rglob("*.js")}
    occurs = {name for text in scripts.values() for name in given_by(text)}
    occurs |= {word for found in QUOTED.findall(texts) for word in WORD.findall("".join(found))}
    wrong = {
        f"{script}: {name}"
        for script, text in scripts.items()
        for name in asked_for(text)
        if name not in occurs and not FOREIGN.fullmatch(name)
    }
    assert sorted(wrong) == []


def test_every_class_is_styled_or_asked_for() -> None:
    """A script, a test or the code asks for a class that has no style."""
    has_style = {name for sheet in sheets() for name in styled(sheet)}
    askers = [*(REPO / "static/js").rglob("*.js"), *(REPO / "app").rglob("*.py"), *(REPO / "tests").rglob("*.py")]
    asked = {word for path in askers for word in WORD.findall(path.read_text("utf-8"))}
    wrong = {
        f"{file}: {name}"
        for file, (whole, _) in occurring().items()
        if file.endswith(".html")
        for name in whole
        if name not in has_style and name not in asked and not STATE.fullmatch(name)
    }
    assert sorted(wrong) == []
