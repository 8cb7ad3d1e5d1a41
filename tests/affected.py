"""Runs the tests that a change can reach.

``python -m tests.affected --record`` runs all tests once and notes in the folder ``.reached`` which files of tests run
which lines.  ``python -m tests.affected`` then runs those that a change since then can reach, committed or not.  Both
give what else they are given to pytest.

Not seen are what a program does that a test starts, and what a test finds in memory because another worked it out.
"""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from coverage import CoverageData

from tests.reached import FIXTURE, ROOT

RECORD: Final = ROOT / ".reached"
LINES: Final = RECORD / "lines"
COMMIT: Final = RECORD / "commit"
USUAL: Final = ("-n", "auto", "--dist", "worksteal")
ALWAYS: Final = ("tests/test_architecture.py", "tests/test_application_floors.py")
"""Tests that read the text of every file."""
OF_FOLDERS: Final = {"static/": "tests/browser/", "app/text/translations/": "tests/language/"}
"""The tests of what is no Python, by where it lies."""


def git(*arguments: str) -> str:
    """What Git prints."""
    return subprocess.run(("git", *arguments), cwd=ROOT, check=True, capture_output=True, text=True).stdout


def tests_run(given: Iterable[str]) -> int:
    """Runs pytest with some arguments; its status."""
    return subprocess.run((sys.executable, "-m", "pytest", *USUAL, *given), cwd=ROOT, check=False).returncode


def record(others: Iterable[str]) -> int:
    """Runs all tests and notes what they reach; the status is that of pytest.

    ValueError: the product has changes that are not committed, so that lines could not be found again.
    """
    if git("status", "--porcelain", "app", "engine"):
        raise ValueError("commit the changes of app and engine first")
    RECORD.mkdir(exist_ok=True)
    settings = RECORD / "settings"
    settings.write_text(f"[run]\nsource = engine,app\nrelative_files = true\ndata_file = {LINES}\n", encoding="utf-8")
    COMMIT.write_text(git("rev-parse", "HEAD").strip(), encoding="utf-8")
    given = ("-p", "tests.reached", "--cov", f"--cov-config={settings}", "--cov-report=", *others)
    return tests_run(given)


@cache
def files_of_tests() -> dict[str, str]:
    """The text of every file of tests and of what they share, by its path."""
    paths = sorted((ROOT / "tests").rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


@cache
def _importing() -> dict[str, frozenset[str]]:
    """The files of tests that name a word where they import from tests, by the word."""
    found: dict[str, set[str]] = defaultdict(set)
    for path, text in files_of_tests().items():
        for names in re.findall(r"\bfrom tests\b(.*)", text):
            for word in re.findall(r"\w+", names):
                found[word].add(path)
    return {word: frozenset(paths) for word, paths in found.items()}


def runs(path: str) -> bool:
    """Whether a path is that of a file with tests."""
    return path.startswith("tests/") and Path(path).name.startswith("test_")


def changed(commit: str) -> dict[str, list[range]]:
    """The files that have changed since a commit, with the lines of then."""
    found: dict[str, list[range]] = {
        path: [] for path in git("ls-files", "--others", "--exclude-standard").splitlines()
    }
    path = ""
    for line in git("diff", "--no-renames", "--no-color", "-U0", commit).splitlines():
        if named := re.match(r"(?:---|\+\+\+) [ab]/(.+)", line):
            path = named[1]
            found.setdefault(path, [])
        elif hunk := re.match(r"@@ -(\d+)(?:,(\d+))? ", line):
            start, count = int(hunk[1]), int(hunk[2] or 1)
            found[path].append(range(start, start + max(count, 1)))
    return found


def _functions(text: str) -> list[range]:
    """The lines of the functions of a module, the outermost first."""
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [range(node.lineno, (node.end_lineno or node.lineno) + 1) for node in nodes]


def reached(path: str, lines: Iterable[range] | None, commit: str) -> set[str]:
    """Who ran the functions that some lines of a module belong to.

    Where a line belongs to none, that is everyone who ran a function of the module, or of one that imports it where it
    has none itself.
    """
    data = CoverageData(str(LINES))
    data.read()
    text = git("show", f"{commit}:{path}") if git("ls-tree", commit, path) else ""
    functions = _functions(text)
    wanted: list[range] = []
    for each in functions if lines is None else lines:
        within = [body for body in functions if each.start in body and each.stop - 1 in body]
        wanted += within[:1] or functions
    by_line = data.contexts_by_lineno(path)
    found = {who for line, every in by_line.items() if any(line in body for body in wanted) for who in every if who}
    if text and not functions:
        module = path.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")
        for other in {
            *naming(f"from {module} import", "app", ".py"),
            *naming(f"from {module} import", "engine", ".py"),
        }:
            found |= reached(other, None, commit)
    return found


def _uses(who: set[str]) -> Iterator[str]:
    """The files of tests among what reached something, and those that use a fixture that did."""
    fixtures = [each.removeprefix(FIXTURE) for each in who if each.startswith(FIXTURE)]
    used = re.compile(rf"\b({'|'.join(map(re.escape, fixtures))})\b") if fixtures else None
    for path, text in files_of_tests().items():
        if path in who or (used is not None and used.search(text)):
            yield path


def depending(path: str) -> Iterator[str]:
    """The files with tests that depend on a file of tests: on a conftest all below it, on others those that name it."""
    waiting, met = [path], set[str]()
    while waiting:
        at = waiting.pop()
        if at in met:
            continue
        met.add(at)
        if runs(at):
            yield at
        folder, stem = Path(at).parent.as_posix(), Path(at).stem
        waiting += _importing().get(stem, ())
        if stem in ("conftest", "__init__"):
            waiting += (other for other in files_of_tests() if other.startswith(f"{folder}/"))


def naming(name: str, folder: str, suffix: str) -> list[str]:
    """The files of a folder that name something."""
    paths = sorted((ROOT / folder).rglob(f"*{suffix}"))
    return [path.relative_to(ROOT).as_posix() for path in paths if name in path.read_text(encoding="utf-8")]


def of_template(path: str, commit: str) -> set[str]:
    """The files of tests that run a module which names a template, or one that it is part of."""
    waiting, met, found = [path.removeprefix("templates/")], set[str](), set[str]()
    while waiting:
        name = waiting.pop()
        if name in met:
            continue
        met.add(name)
        for module in naming(name, "app", ".py"):
            found.update(_uses(reached(module, None, commit)))
        waiting += [other.removeprefix("templates/") for other in naming(name, "templates", ".html")]
    return found


def affected(commit: str) -> set[str]:
    """The files of tests that the changes since a commit can reach."""
    found = set(ALWAYS)
    for path, lines in changed(commit).items():
        if path.startswith("tests/") and path.endswith(".py"):
            found.update(depending(path))
        elif path.startswith(("app/", "engine/")) and path.endswith(".py"):
            found.update(_uses(reached(path, lines, commit)))
        elif path.startswith("templates/"):
            found.update(of_template(path, commit))
        for folder, tests in OF_FOLDERS.items():
            if path.startswith(folder):
                found.update(each for each in files_of_tests() if each.startswith(tests))
        if path.startswith("sample_logs/"):
            found.update(naming("sample_logs", "tests", ".py"), naming("tests.golden", "tests", ".py"))
        found.update(naming(Path(path).name, "tests", ".py"))
    return {path for path in found if runs(path) and (ROOT / path).is_file()}


def main() -> int:
    """The command; its status is that of pytest."""
    others = sys.argv[1:]
    if "--record" in others:
        return record(each for each in others if each != "--record")
    if not COMMIT.is_file():
        print("nothing is noted yet: python -m tests.affected --record", file=sys.stderr)
        return 2
    return tests_run((*others, *sorted(affected(COMMIT.read_text(encoding="utf-8")))))


if __name__ == "__main__":
    sys.exit(main())
