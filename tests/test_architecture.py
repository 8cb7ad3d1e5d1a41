"""What has to stay true of the tree, whoever changes it."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass, replace
from fnmatch import fnmatch
from functools import cache
from importlib import import_module
from pathlib import Path

from app.text.catalogue import all_codes, all_rules
from engine.games import GAMES
from engine.record.match import Setup
from engine.record.verbs import NOTHING, VERBS
from engine.replay.game import Game
from engine.rulebook.findings import Code
from tests.offenders import for_every
from tests.playouts import generate

REPO = Path(__file__).parents[1]
SAMPLES = REPO / "sample_logs"
LONGEST_FILE = 500

TOP_LEVEL = frozenset(
    {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "app",
        "engine",
        "templates",
        "static",
        "tests",
        "sample_logs",
    }
)
"""Besides files whose names begin with a dot."""

ENGINE_IMPORTS = frozenset(
    {
        "abc",
        "array",
        "bisect",
        "codecs",
        "collections",
        "contextlib",
        "copy",
        "csv",
        "dataclasses",
        "datetime",
        "decimal",
        "difflib",
        "engine",
        "enum",
        "fractions",
        "functools",
        "gzip",
        "hashlib",
        "heapq",
        "io",
        "itertools",
        "json",
        "lzma",
        "math",
        "msgspec",
        "numpy",
        "operator",
        "pickletools",
        "re",
        "string",
        "struct",
        "textwrap",
        "types",
        "typing",
        "unicodedata",
        "weakref",
        "zipfile",
        "zlib",
        "zstandard",
    }
)
"""What is as pure as its use: no files by name, network, clock, chance, environment, processes."""

FLOORS = (
    "version",
    "memo",
    "imported",
    "fast",
    "rulebook",
    "record",
    "cards",
    "recorded",
    "replay",
    "climbing",
    "games",
    "logs",
    "statistics",
    "verdict",
    "match_diff",
    "mend",
    "insight",
)
"""The parts of the engine from the ground up: a module imports only from its own floor and from those below."""

COMPILED = {
    "library.py": {"ctypes", "os", "pathlib"},
    "compiling.py": {"os", "pathlib", "shlex", "shutil", "subprocess", "sys", "tempfile"},
    "headers.py": {"ctypes", "pathlib"},
    "shared.py": {"ctypes"},
}
"""What the modules of the compiled lane import besides: they load a library of ours, and compile it at a build."""

BUILD = {REPO / "engine" / "fast" / name for name in ("compiling.py", "headers.py")}
"""What runs at a build alone, and writes in C what all floors say in Python."""

IMPORTER = REPO / "engine" / "imported.py"
"""What imports a module whose name is a value; in all other modules imports are statements, or places given to it."""
LANES = {
    *(REPO / "engine" / "games").glob("*/lane.py"),
    REPO / "engine" / "climbing" / "lane.py",
    REPO / "engine" / "insight" / "compiled.py",
}
"""The lane of a game, what such lanes share, and the compiled solver have the data of functions of the library."""
PLACE = re.compile(r"((?:app|engine)(?:\.\w+)+):\w+")
"""A module and a variable in it, as `Imported` takes them."""

FIGURES = "engine.games.figures"
"""The list of what statistics count, from which the application makes tables, pages and searches."""

PUBLIC_FACE = REPO / "engine" / "__init__.py"
"""What the engine offers to programs, above all floors; no module of the engine imports from it."""

IMPURE_CALLS = frozenset(
    {"open", "input", "print", "exec", "eval", "compile", "__import__", "hash", "id", "globals", "breakpoint"}
)
IMPURE_METHODS = frozenset(
    {"now", "today", "utcnow", "fromtimestamp", "localtime", "getenv", "read_text", "write_text"}
)

VAGUE_NAMES = re.compile(r"(^|_)(utils?|helpers?|managers?|services?|misc|common)(_|$)", re.IGNORECASE)
VAGUE_CLASSES = re.compile(r"(Utils?|Helpers?|Manager|Service)$")

READ_ONLY_TYPES = ("Mapping", "Sequence", "Collection", "Container", "Iterable", "Set", "tuple", "frozenset")
MUTABLE_MAKERS = frozenset(
    {"list", "dict", "set", "bytearray", "defaultdict", "OrderedDict", "Counter", "deque", "WeakValueDictionary"}
)


def python_files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (REPO / folder).rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def place(path: Path, node: ast.AST | None = None) -> str:
    """A file, or a line of it, as it is said in a failure."""
    line = "" if node is None else f":{getattr(node, 'lineno', 0)}"
    return f"{path.relative_to(REPO)}{line}"


def imported(tree: ast.Module) -> Iterator[str]:
    """The modules that a module imports, at once or when something is asked for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield node.module or ""
        elif place := place_of(node):
            yield place


def place_of(node: ast.AST) -> str:
    """The module that a text names to be imported later; empty for all other nodes."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return ""
    found = PLACE.fullmatch(node.value)
    return "" if found is None else found[1]


def test_the_engine_is_pure() -> None:
    files = python_files("engine")
    assert files
    for path in files:
        allowed = ENGINE_IMPORTS | ({"importlib"} if path == IMPORTER else set())
        if floor_of(path) == "fast":
            allowed |= COMPILED.get(path.name, set())
        if path in LANES:
            allowed |= {"ctypes"}
        assert {module.partition(".")[0] for module in imported(tree_of(path))} <= allowed, place(path)
    assert [place(path, node) for path in files for node in ast.walk(tree_of(path)) if is_impure(node)] == []


def is_impure(node: ast.AST) -> bool:
    """Whether something is called that reads or writes what is not given."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id in IMPURE_CALLS
    return isinstance(node.func, ast.Attribute) and node.func.attr in IMPURE_METHODS


@for_every("module", ["engine", "app.cli"])
def test_judging_needs_no_arrays(module: str) -> None:
    """NumPy takes long to load, and only who asks for the best setting of a hand needs it."""
    code = f"import sys, {module}; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=REPO, check=False).returncode == 0


def test_modules_keep_no_mutable_state() -> None:
    files = python_files("engine", "app")
    assert [
        place(path, node) for path in files for node in ast.walk(tree_of(path)) if isinstance(node, ast.Global)
    ] == []
    assert [place(path, node) for path in files for node in tree_of(path).body if can_be_changed(node)] == []


def can_be_changed(node: ast.stmt) -> bool:
    """Whether a statement of a module gives a name a value that can be changed, and that no type makes read-only."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None or not is_mutable(node.value):
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    annotation = ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else ""
    read_only = re.match(rf"Final\[({'|'.join(READ_ONLY_TYPES)})\b", annotation)
    return not read_only and [ast.unparse(target) for target in targets] != ["__all__"]


def is_mutable(value: ast.expr) -> bool:
    if isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp):
        return True
    return (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name | ast.Attribute)
        and (value.func.id if isinstance(value.func, ast.Name) else value.func.attr) in MUTABLE_MAKERS
    )


def test_names_say_what_things_are() -> None:
    files = python_files("engine", "app", "tests")
    vague = [
        place(path) for path in files if any(map(VAGUE_NAMES.search, path.relative_to(REPO).with_suffix("").parts))
    ]
    assert vague == []
    classes = [
        (node.name, place(path, node))
        for path in files
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
    ]
    assert [each for each in classes if VAGUE_CLASSES.search(each[0])] == []


def test_no_file_is_too_long() -> None:
    files = [
        path
        for folder in ("engine", "app", "tests", "templates", "static")
        for path in (REPO / folder).rglob("*")
        if path.suffix in (".py", ".js", ".css", ".html")
    ]
    lengths = {str(path.relative_to(REPO)): len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert lengths
    assert not {name: length for name, length in lengths.items() if length > LONGEST_FILE}


def test_the_top_level_is_fixed() -> None:
    ignored = [line.strip("/") for line in (REPO / ".gitignore").read_text(encoding="utf-8").split() if line[0] != "#"]
    names = {path.name for path in REPO.iterdir() if not path.name.startswith(".")}
    kept = {name for name in names if not any(fnmatch(name, pattern) for pattern in ignored)}
    assert kept <= TOP_LEVEL


def test_the_engine_does_not_know_the_application() -> None:
    assert not [
        path for path in python_files("engine") if any(m.split(".")[0] == "app" for m in imported(tree_of(path)))
    ]


def floor_of(path: Path) -> str:
    return path.relative_to(REPO / "engine").parts[0].removesuffix(".py")


def test_an_engine_module_imports_only_from_its_floor_and_those_below() -> None:
    for path in python_files("engine"):
        if path == PUBLIC_FACE or path in BUILD:
            continue
        floor = FLOORS.index(floor_of(path))
        names = [name for name in imported(tree_of(path)) if name.partition(".")[0] == "engine"]
        assert "engine" not in names, place(path)
        assert [name for name in names if FLOORS.index(name.split(".")[1]) > floor] == [], place(path)


def test_what_runs_at_a_build_is_imported_by_nothing_else() -> None:
    modules = {".".join(path.relative_to(REPO).with_suffix("").parts) for path in BUILD}
    importing = {path for path in python_files("engine", "app") if modules & set(imported(tree_of(path)))}
    assert importing == {REPO / "engine" / "fast" / "compiling.py", REPO / "app/text/translations/build_hook.py"}


def test_every_floor_has_modules() -> None:
    assert {floor_of(path) for path in python_files("engine") if path != PUBLIC_FACE} == {*FLOORS}


def test_the_application_imports_no_insides_of_games() -> None:
    found = [(place(path), name) for path in python_files("app") for name in imported(tree_of(path))]
    assert found
    assert [each for each in found if each[1].startswith("engine.games.") and each[1] != FIGURES] == []


def texts_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The texts of a module with their lines, without docstrings."""
    docs = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


GAME_LIST = REPO / "engine" / "games" / "__init__.py"


def names_a_game(text: str) -> bool:
    """Whether a text is the name of a game, or of one of its rules."""
    return text.partition(".")[0] in GAMES


def test_a_game_is_named_only_in_its_own_files_and_in_the_list_of_games() -> None:
    for path in python_files("engine", "app"):
        own = path.relative_to(REPO).parts[2] if REPO / "engine" / "games" in path.parents else ""
        found = [(line, text) for line, text in texts_in(tree_of(path)) if names_a_game(text)]
        others = [(line, text) for line, text in found if text.partition(".")[0] != own]
        assert others == [] or path == GAME_LIST, place(path)


def test_no_template_names_a_game() -> None:
    templates = list((REPO / "templates").rglob("*.html"))
    assert templates
    for path in templates:
        source = path.read_text(encoding="utf-8")
        if path.parent.name == "help" and not re.search("{[{%#]", source):
            continue  # Its examples name games; a template that does nothing treats no game in a way of its own.
        words = re.findall(r"[\w.]+", source)
        assert [word for word in words if names_a_game(word)] == [], path.name


def test_every_verb_of_the_format_is_one_of_a_game() -> None:
    assert {verb for game in GAMES.values() for verb in game.verbs} == {*VERBS}
    assert all(wanted for game in GAMES.values() for wanted in game.verbs.values())
    for game in GAMES.values():
        takes_cards = {verb for verb, wanted in game.verbs.items() if VERBS[verb].arguments.are_cards}
        assert [verb for verb in takes_cards if game.verbs[verb] == NOTHING] == []


@for_every("game", GAMES.values())
def test_a_game_reads_the_setup_fields_that_it_names(game: Game) -> None:
    """``totals`` is read for all games in one place."""
    read = {
        node.attr
        for path in python_files(f"engine/games/{game.name}")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).rpartition(".")[2] == "setup"
    }
    assert game.setup_fields - {"totals"} == read & set(Setup.__struct_fields__) - {"totals"}


def imports_of_modules(folder: str) -> dict[str, set[str]]:
    """By module of a folder, the modules of the same folder that it imports, for types alone too."""
    files = {".".join(path.relative_to(REPO).with_suffix("").parts): path for path in python_files(folder)}
    files = {name.removesuffix(".__init__"): path for name, path in files.items()}
    found: dict[str, set[str]] = {}
    for module, path in files.items():
        found[module] = set()
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ImportFrom) and node.module:
                inside = {f"{node.module}.{each.name}" for each in node.names} & set(files)
                found[module] |= inside or ({node.module} & set(files))
            elif place := place_of(node):
                found[module] |= {place} & set(files)
    return found


@for_every("folder", ["engine", "app"])
def test_no_modules_import_each_other_in_a_circle(folder: str) -> None:
    left = imports_of_modules(folder)
    while free := {module for module, needed in left.items() if not needed & set(left)}:
        left = {module: needed for module, needed in left.items() if module not in free}
    assert left == {}


def _defines_codes(path: Path) -> bool:
    return path.name == "codes.py" or (path.name == "rules.py" and path.parent.parent.name == "games")


@for_every("path", [path for path in python_files("engine") if _defines_codes(path)])
def test_every_code_that_a_module_defines_is_in_one_of_its_lists(path: Path) -> None:
    module = import_module(".".join(path.relative_to(REPO).with_suffix("").parts))
    listed = [
        code for value in vars(module).values() if isinstance(value, tuple) for code in value if isinstance(code, Code)
    ]
    defined = {name: value for name, value in vars(module).items() if isinstance(value, Code)}
    own = {node.target.id for node in tree_of(path).body if isinstance(node, ast.AnnAssign)}  # type: ignore[union-attr]
    assert [name for name in defined if name in own and defined[name] not in listed] == []
    assert len({code.id for code in listed}) == len(listed)


def test_every_code_is_explained() -> None:
    for code in all_codes().values():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code.id)
        assert code.meaning, code.id
        assert len(code.explanation) > len(code.meaning) // 2, code.id
        assert code.messages, code.id
        assert all(message.text for message in code.messages.values()), code.id


@for_every("game", GAMES.values())
def test_a_code_means_the_same_in_every_game(game: Game) -> None:
    own = {code.id: code for code in game.codes}
    assert len(own) == len(game.codes)
    assert all(replace(code, messages={}) == replace(all_codes()[name], messages={}) for name, code in own.items())
    assert all(message.text for code in own.values() for message in code.messages.values())


def test_every_rule_has_a_page() -> None:
    for rule in all_rules().values():
        assert rule.title, rule.id
        assert rule.text, rule.id
        assert rule.source, rule.id
        game = GAMES.get(rule.id.partition(".")[0])
        if game is not None:
            assert set(rule.options) <= {option.name for option in game.rules.options}, rule.id


def expected_reports() -> list[dict[str, object]]:
    lines = (line for path in sorted(SAMPLES.rglob("*.report.jsonl")) for line in path.read_text("utf-8").splitlines())
    return [json.loads(line) for line in lines]


def test_every_code_has_a_sample_that_raises_it() -> None:
    raised = {finding["code"] for report in expected_reports() for finding in report["findings"]}  # type: ignore[attr-defined]
    assert all_codes().keys() - raised == set()


def test_every_rule_that_a_sample_names_has_a_page() -> None:
    rules = {finding["rule"] for report in expected_reports() for finding in report["findings"]}  # type: ignore[attr-defined]
    rules |= {
        line["rule"]
        for report in expected_reports()
        for hand in report.get("hands", [])  # type: ignore[attr-defined]
        for line in hand["breakdown"]
    }
    assert rules
    assert rules - all_rules().keys() == set()


MOST_ATTRIBUTES = 20
MOST_CLASSES = 3


def _parts(part: object, seen: dict[int, object]) -> dict[int, object]:
    """A replayed hand and the engine's objects that it has, by identity."""
    if type(part).__module__.startswith("engine.") and id(part) not in seen:
        seen[id(part)] = part
        for name in _attributes(part):
            _parts(getattr(part, name, None), seen)
    return seen


def _attributes(part: object) -> set[str]:
    slots = {name for each in type(part).__mro__ for name in getattr(each, "__slots__", ())}
    return slots | set(getattr(part, "__dict__", ()))


@for_every("game", ["guandan", "bao_huang", "big_a"])
def test_a_hand_of_a_climbing_game_has_parts_of_few_attributes(game: str) -> None:
    match = generate(game, 1, hands=1)
    rules = GAMES[game].rules
    hand = GAMES[game].judge(rules.resolve(rules.default)).match_replay(match).open(0, match.hands[0])
    hand.run(match.hands[0].actions)
    parts = [part for part in _parts(hand, {}).values() if not is_dataclass(part)]
    assert {"Round", "Table", "Clock"} < {type(part).__name__ for part in parts}
    for part in parts:
        classes = [each for each in type(part).__mro__ if each.__module__.startswith("engine.")]
        assert len(classes) <= MOST_CLASSES, classes
        assert len(_attributes(part)) <= MOST_ATTRIBUTES, (type(part), sorted(_attributes(part)))
