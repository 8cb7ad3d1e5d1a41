"""A plug-in for pytest: has coverage.py note which file of tests runs each line.

What a fixture of the session does is noted by the name of the fixture, since all tests that use it depend on it.
`tests.affected` begins pytest with this plug-in.
"""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage

ROOT = Path(__file__).parents[1]
FIXTURE = "fixture "


def _note(context: str) -> None:
    coverage = Coverage.current()
    if coverage is not None:
        coverage.switch_context(context)


def file_of(item: pytest.Item) -> str:
    """The file of a test, as a path in the repository."""
    return item.path.relative_to(ROOT).as_posix()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    _note(file_of(item))


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, Any, Any]:
    if fixturedef.scope != "session":
        return (yield)
    _note(FIXTURE + fixturedef.argname)
    try:
        return (yield)
    finally:
        _note(file_of(request._pyfuncitem))
