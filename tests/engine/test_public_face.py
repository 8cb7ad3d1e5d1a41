"""What a program that uses Fupan as a library imports."""

import ast
import doctest
import inspect
from pathlib import Path
from types import ModuleType

import pytest

import engine
import engine.logs
from tests.offenders import for_every

NAMES = [name for name in engine.__all__ if name != "__version__"]


def test_the_example_runs() -> None:
    result = doctest.testmod(engine)
    assert result.attempted > 0
    assert result.failed == 0


@for_every("name", NAMES)
def test_every_class_and_function_says_what_it_is(name: str) -> None:
    offered = getattr(engine, name)
    if inspect.isclass(offered) or inspect.isfunction(offered):
        assert offered.__doc__
        assert not offered.__doc__.startswith(f"{name}("), "the signature that a dataclass without a docstring gets"


def test_no_name_hides_a_module() -> None:
    """A function called ``replay`` would take the place of the package ``engine.replay``."""
    modules = {path.stem for path in Path(engine.__file__).parent.iterdir()}
    assert "replay" in modules
    assert modules & set(NAMES) == set()


@for_every("face", [engine, engine.logs])
def test_a_name_is_imported_from_where_the_types_say(face: ModuleType) -> None:
    """The types are checked by the imports of the face, and at run time each name comes from its place."""
    tree = ast.parse(inspect.getsource(face))
    for_types = next(node for node in tree.body if isinstance(node, ast.If))
    assert ast.unparse(for_types.test) == "TYPE_CHECKING"
    stated = {
        name.name: f"{node.module}:{name.name}"
        for node in for_types.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert stated
    assert stated == face._FACE.places
    assert {*face.__all__} - {"__version__"} == {*stated}
    assert all(getattr(face, name) is not None for name in face.__all__)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="module 'engine' has no attribute 'nothing'"):
        engine.nothing  # noqa: B018
    with pytest.raises(ImportError):
        from engine.logs import nothing  # noqa: F401
