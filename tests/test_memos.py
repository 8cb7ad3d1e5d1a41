"""Every memo is listed with its bound in bytes, so that what is remembered does not grow with what is read."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

REPO = Path(__file__).parents[1]
LISTED = REPO / "tests" / "data" / "memos.json"
"""By memo its most entries, the most bytes of one with its key, the most objects that have one at a time, and why
an entry is no larger.  What a process holds of a memo is at most the product.
"""
OBJECTS = ("BoundedMemo", "OrderedDict")
FUNCTIONS = ("cache", "lru_cache")
MOST = 1 << 30
"""The most bytes of one memo in a process."""


def name_of(node: ast.expr) -> str:
    called = node.func if isinstance(node, ast.Call) else node
    return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""


def memos_in(node: ast.AST, path: str, inside: tuple[str, ...] = ()) -> Iterator[str]:
    """The memos that a file makes: decorated functions by their name, objects by what they are assigned to."""
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
"""
    names = {memo.partition(":")[2] for memo in memos_in(ast.parse(source), "a.py")}
    assert names == {"one", "Two.three", "Two.self.four", "Two.five", "SIX"}
