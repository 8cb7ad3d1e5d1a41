"""What every test may use, and what is said at the end of those that were skipped."""

import gc
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import Connection, Dialect, Engine, event
from werkzeug.routing import Rule

from engine.fast.library import PURE, library
from tests import profiles, whole_records

profiles.register()
# Thousands of tests are made while they are collected, and none of them is garbage.
gc.disable()

REPO = Path(__file__).parents[1]
SHARED = Path(os.environ.get("FUPAN_SHARED") or REPO.parent / "shared")
"""The folder that the project is built from: its specification, and records of other programs."""


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates of the applications of a process; extensions change what a template is compiled to."""

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """The place of a template of an application with some extensions."""
        return super().get_bucket(environment, f"{sorted(environment.extensions)} {name}", filename, source)


_BUILDERS: dict[tuple[Any, ...], Callable[..., tuple[str, str]]] = {}


class CompiledRule(Rule):
    """A rule of addresses; what builds its addresses depends on its text alone."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = self.rule, tuple(self._trace), repr(self.defaults), append_unknown
        if key not in _BUILDERS:
            _BUILDERS[key] = super()._compile_builder(append_unknown)
        return _BUILDERS[key]


_COMPILED: dict[type[Dialect], tuple[Dialect, Any]] = {}


def _share_statements(connection: Connection) -> None:
    """Has the databases of a kind share what statements are compiled to, which is kept for each dialect."""
    engine = connection.engine
    shared = _COMPILED.setdefault(type(engine.dialect), (engine.dialect, engine._compiled_cache))
    engine.dialect, engine._compiled_cache = shared
    connection.dialect = engine.dialect


@pytest.fixture(scope="session", autouse=True)
def _compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Has a process compile each template, address and statement once, and not each application anew."""
    event.listen(Engine, "engine_connect", _share_statements)
    event.listen(Engine, "engine_connect", whole_records.note)
    cache = CompiledTemplates(str(tmp_path_factory.mktemp("templates")))
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": cache}
    Flask.url_rule_class = CompiledRule


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared folder.  Tests that need it are skipped where it is absent, but in CI they fail."""
    if not SHARED.is_dir():
        reason = f"the shared folder is not there: {SHARED} (FUPAN_SHARED names another place)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return SHARED


@pytest.fixture
def pure(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Has the engine judge every match: the compiled lane is left out."""
    monkeypatch.setenv(PURE, "1")
    library.cache_clear()
    yield
    library.cache_clear()


@pytest.fixture
def compiled() -> None:
    """The compiled lane, which the test needs."""
    if library() is None:
        pytest.skip("the library is not compiled: python -m engine.fast.compiling")


@pytest.fixture(params=["usual", "pure"])
def either_way(request: pytest.FixtureRequest) -> None:
    """Has a test run twice: as this machine judges, which is through the compiled lane if there is one, and without."""
    if request.param == "pure":
        request.getfixturevalue("pure")


def pytest_configure(config: pytest.Config) -> None:
    """Has workers and the programs of tests read what is compiled here, where Python is to keep nothing.

    Otherwise each of them compiles the sources of all that it imports, which takes longer than most of these tests, and
    each worker all tests.  What is compiled is kept in the cache of pytest for the next run; without that cache it is
    removed.  The processes can be interrupted, also where a shell has begun the tests in its background: there SIGINT
    is ignored, and what is ignored is inherited.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.dont_write_bytecode:
        cache: pytest.Cache | None = getattr(config, "cache", None)
        if cache is None:
            folder = tempfile.TemporaryDirectory(prefix="fupan-tests-")
            config.add_cleanup(folder.cleanup)
            compiled = folder.name
        else:
            compiled = str(cache.mkdir("bytecode"))
        sys.dont_write_bytecode, sys.pycache_prefix = False, compiled
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = compiled


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    """Fails a test after which `fupan audit verify` would call a record broken that the test did not mean to break."""
    try:
        meant = item.get_closest_marker(whole_records.BREAKS) is not None
        broken = whole_records.broken_records(meant=meant)
    finally:
        yield
    if broken:
        pytest.fail("\n".join(broken), pytrace=False)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: tests wait for the browser, and for programs that they start."""
    return len(os.sched_getaffinity(0)) + 1


def pytest_collection_finish() -> None:
    """Has the collector of garbage leave out what was made so far: it remains until the end."""
    gc.collect()
    gc.freeze()
    # With the usual thresholds it takes up to a fifteenth of the time of a run.
    gc.set_threshold(10_000, 10, 10)
    gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None, None, None]:
    """Ends with a line that says how many tests were skipped, and why."""
    yield
    reasons = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", ()))
    if reasons:
        terminalreporter.write_line("; ".join(f"{_tests(many)} skipped: {why}" for why, many in reasons.most_common()))


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why a test was skipped, in the words of whatever skipped it."""
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return text.removeprefix("Skipped: ")


def _tests(count: int) -> str:
    return "1 test" if count == 1 else f"{count} tests"
