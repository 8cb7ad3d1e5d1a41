"""The lock file of the tests holds what `pyproject.toml` asks for."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.offenders import for_every

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "tests" / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PYTHONS = ["3.11", "3.12", "3.13"]
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def locked() -> list[tuple[Requirement, str]]:
    """The entries of the lock, each with its own text."""
    text = "\n".join(line for line in LOCK.splitlines() if not line.lstrip().startswith("#"))
    entries = re.split(r"(?m)^(?=\S)", text.replace("\\\n", " "))
    return [(Requirement(entry.partition("--hash")[0].strip()), entry) for entry in entries if entry.strip()]


def asked(extra: str | None = "test") -> Iterator[Requirement]:
    """What the project and an extra of it ask for, the extras that it names included."""
    project = PROJECT["project"]
    for text in project["optional-dependencies"][extra] if extra else project["dependencies"]:
        requirement = Requirement(text)
        if requirement.name == project["name"]:
            for other in requirement.extras:
                yield from asked(other)
        else:
            yield requirement


ASKED = [*asked(None), *asked(), *map(Requirement, PROJECT["build-system"]["requires"])]


@for_every("python", PYTHONS)
@for_every("requirement", ASKED)
def test_every_requirement_is_locked_at_one_version_that_fits(requirement: Requirement, python: str) -> None:
    system = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": "linux",
        "platform_machine": "x86_64",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    (found,) = (
        entry
        for entry, _ in locked()
        if canonicalize_name(entry.name) == canonicalize_name(requirement.name)
        and (entry.marker is None or entry.marker.evaluate(system))
    )
    (version,) = found.specifier
    assert version.operator == "=="
    assert requirement.specifier.contains(version.version)


def test_every_entry_has_hashes_and_no_address() -> None:
    assert locked()
    for requirement, text in locked():
        assert HASH.search(text), requirement
        assert requirement.url is None
    assert "://" not in LOCK
    assert "index-url" not in LOCK.replace("--no-emit-index-url", "")


def test_the_command_that_writes_the_lock_is_in_the_readme_of_the_tests() -> None:
    command = next(line.strip("# ") for line in LOCK.splitlines() if "uv pip compile" in line)
    assert command in (ROOT / "tests" / "README.md").read_text(encoding="utf-8")


def test_the_driver_of_postgresql_is_an_extra() -> None:
    assert [each.name for each in asked("postgres")] == ["psycopg"]
    assert "psycopg" not in {each.name for each in asked(None)}
    assert "psycopg" in {each.name for each in asked()}
