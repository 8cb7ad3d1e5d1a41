"""Every memo is listed with its bound in bytes, so that what is remembered does not grow with what is read."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

REPO = Path(__file__).parents[1]
LISTED = REPO / "tests" / "data" / "memos.json"
"""By memo its most entries, the most bytes of one with its key, the most objects that have one at a time, and why
it is no larger.  What a process holds of a memo is at most the product.
"""
PLAIN = ("Counter", "defaultdict", "dict", "set")
OBJECTS = ("BoundedMemo", "OrderedDict")
FUNCTIONS = ("cache", "cached_property", "lru_cache")
MOST = 1 << 30
"""The most bytes of one memo in a process."""


def name_of(node: ast.expr) -> str:
    called = node.func if isinstance(node, ast.Call) else node
    return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""


def memos_in(node: ast.AST, path: str, inside: tuple[str, ...] = ()) -> Iterator[str]:
    """The memos that a file makes: decorated functions by their name, objects by what they are assigned to, and plain
    dicts and sets in which a function looks up what it stores.
    """
    if isinstance(node, ast.Module | ast.ClassDef):
        yield from (f"{path}:{'.'.join((*inside, name))}" for name in sorted(plain_in(node)))
    for child in ast.iter_child_nodes(node):
        names = inside
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names = (*inside, child.name)
            if any(name_of(each) in FUNCTIONS for each in child.decorator_list):
                yield f"{path}:{'.'.join(names)}"
        if isinstance(child, ast.Assign | ast.AnnAssign) and child.value is not None:
            made = [each for each in ast.walk(child.value) if isinstance(each, ast.Call)]
            if any(name_of(each) in OBJECTS + FUNCTIONS or _is_factory(each) for each in made):
                target = child.target if isinstance(child, ast.AnnAssign) else child.targets[0]
                yield f"{path}:{'.'.join((*(name for name in names if name != '__init__'), ast.unparse(target)))}"
        yield from memos_in(child, path, names)


def _is_factory(call: ast.Call) -> bool:
    return any(
        each.arg == "default_factory" and isinstance(each.value, ast.Name) and each.value.id in OBJECTS
        for each in call.keywords
    )


def plain_in(node: ast.Module | ast.ClassDef) -> set[str]:
    """The plain dicts and sets of a module or of the objects of a class that are empty at first, and memos."""
    parts = [each for each in node.body if not isinstance(node, ast.Module) or not isinstance(each, ast.ClassDef)]
    empty = {
        target
        for part in parts
        for each in ast.walk(part)
        if isinstance(each, ast.Assign | ast.AnnAssign) and each.value is not None and _is_empty(each.value)
        for target in _kept(each, at_module=isinstance(node, ast.Module) and each in node.body)
    }
    functions = [each for each in ast.walk(node) if isinstance(each, ast.FunctionDef)] if empty else []
    return {name for name in empty if any(_looks_up(each, name) and _stores(each, name) for each in functions)}


def _kept(made: ast.Assign | ast.AnnAssign, *, at_module: bool) -> Iterator[str]:
    """What is assigned and lasts longer than a call: an attribute, or a name of a module."""
    for target in [made.target] if isinstance(made, ast.AnnAssign) else made.targets:
        text = ast.unparse(target)
        if text.startswith("self.") or (at_module and isinstance(target, ast.Name)):
            yield text


def _is_empty(value: ast.expr) -> bool:
    called = value.func if isinstance(value, ast.Call) else value
    of = called.value if isinstance(called, ast.Subscript) else called
    return (isinstance(value, ast.Dict) and not value.keys) or (
        isinstance(value, ast.Call) and isinstance(of, ast.Name | ast.Attribute) and name_of(of) in PLAIN
    )


def _looks_up(function: ast.FunctionDef, name: str) -> bool:
    return any(
        (_calls(each, name, ("get", "setdefault")))
        or (isinstance(each, ast.Compare) and any(ast.unparse(other) == name for other in each.comparators))
        or (isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Load) and ast.unparse(each.value) == name)
        for each in ast.walk(function)
    )


def _stores(function: ast.FunctionDef, name: str) -> bool:
    return any(
        _calls(each, name, ("add", "setdefault", "update"))
        or (isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Store) and ast.unparse(each.value) == name)
        for each in ast.walk(function)
    )


def _calls(node: ast.AST, name: str, methods: tuple[str, ...]) -> bool:
    """Whether an object is asked for one of some methods."""
    return isinstance(node, ast.Attribute) and node.attr in methods and ast.unparse(node.value) == name


def found() -> set[str]:
    files = [path for room in ("engine", "app") for path in (REPO / room).rglob("*.py")]
    return {memo for path in files for memo in memos_in(ast.parse(path.read_text()), str(path.relative_to(REPO)))}


def test_every_memo_is_listed_with_its_bound() -> None:
    listed: dict[str, tuple[int, int, int, str]] = json.loads(LISTED.read_text())
    assert found() == set(listed)
    for memo, (entries, size, objects, why) in listed.items():
        assert 0 < entries * size * objects <= MOST, memo
        assert why, memo


def test_a_new_memo_is_found() -> None:
    source = """
@cache
def one(): ...
class Two:
    @functools.lru_cache(maxsize=3)
    def three(self): ...
    def __init__(self):
        self.four: Final[BoundedMemo[str, int]] = BoundedMemo(3)
    five: OrderedDict = field(default_factory=OrderedDict)
SIX = lru_cache(3)(one)
SEVEN: Final[dict[int, int]] = {}
class Eight:
    @cached_property
    def nine(self): ...
    def __init__(self):
        self.ten: Final = defaultdict[int, list[int]](list)
        self.only_written = {}
    def value(self, number):
        if number not in self.ten:
            self.ten[number] = self.only_written[number] = SEVEN.setdefault(number, 1)
        return self.ten[number]
"""
    names = {memo.partition(":")[2] for memo in memos_in(ast.parse(source), "a.py")}
    assert names == {"one", "Two.three", "Two.self.four", "Two.five", "SIX", "SEVEN", "Eight.nine", "Eight.self.ten"}
