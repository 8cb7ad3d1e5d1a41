"""What a program that uses Fupan as a library imports."""

import doctest
import inspect
from pathlib import Path

import pytest

import engine

NAMES = [name for name in engine.__all__ if name != "__version__"]


def test_the_example_runs() -> None:
    result = doctest.testmod(engine)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", NAMES)
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
