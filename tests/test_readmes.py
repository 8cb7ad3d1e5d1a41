"""What the READMEs and the help name exists."""

import re
from html import unescape
from importlib.util import find_spec
from pathlib import Path

import click

from app.cli import main
from tests.offenders import for_every

REPO = Path(__file__).parents[1]
READMES = sorted([REPO / "README.md", *(REPO / folder / "README.md" for folder in ("engine", "app", "tests"))])
HELP = {path.stem: path.read_text(encoding="utf-8") for path in sorted((REPO / "templates" / "help").iterdir())}
MOST_BYTES = 10_000
_INSTALL = "python3 -m venv .venv && .venv/bin/pip install"
SET_UP = (
    f"{_INSTALL} . && .venv/bin/fupan serve --demo",
    f"{_INSTALL} -e '.[test]' && .venv/bin/python -m pytest -n auto --dist worksteal",
)
"""The commands that install Fupan and serve the demo, and that install it and run the tests."""
PLACE = re.compile(r"(?:\.ci|app|engine|sample_logs|static|templates|tests)/[\w./-]*")
COMMAND = re.compile(r"fupan (?!says|answers)([a-z]+)(?: ([a-z]+))?([^`$#\n|]*)")


def spans(text: str) -> list[str]:
    """What a README has as code, in a line or a block, or a page of help has."""
    blocks = re.findall(r"(?ms)^```\w*\n(.*?)^```", text)
    in_lines = re.findall(r"`([^`\n]+)`", re.sub(r"(?ms)^```.*?^```", "", text))
    in_pages = [unescape(each) for each in re.findall(r"<code>(.*?)</code>", text, re.DOTALL)]
    return [*in_lines, *(line for block in (*blocks, *in_pages) for line in block.splitlines())]


def texts() -> list[tuple[str, str]]:
    readmes = [(path.relative_to(REPO).as_posix(), path.read_text(encoding="utf-8")) for path in READMES]
    return [*readmes, *((f"help/{name}", text) for name, text in HELP.items())]


@for_every(("name", "text"), texts())
def test_every_path_and_command_that_is_named_exists(name: str, text: str) -> None:
    wrong = []
    for span in spans(text):
        if not re.search("[<…*]", span):
            wrong += [place for place in PLACE.findall(span) if not (REPO / place).exists()]
        wrong += [module for module in re.findall(r"python -m ((?:app|tests)\.[\w.]+)", span) if not find_spec(module)]
        for command, second, rest in COMMAND.findall(span):
            wrong += unknown(command, second, rest)
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    wrong += [link for link in links if not (REPO / name).parent.joinpath(link).exists()]
    assert wrong == []


def unknown(name: str, second: str, rest: str) -> list[str]:
    """What a line of the command line has that the command does not know: the command itself, or options."""
    found = main.get_command(click.Context(main), name)
    if found is None:
        return [f"fupan {name}"]
    if isinstance(found, click.Group) and second:
        found = found.get_command(click.Context(found), second)
        if found is None:
            return [f"fupan {name} {second}"]
    known = {each for parameter in found.params for each in parameter.opts}
    return [f"fupan {name} {each}" for each in re.findall(r"(?<![\w-])--[a-z-]+", rest) if each not in known]


def test_the_readme_is_short_and_has_both_commands_that_set_up() -> None:
    text = (REPO / "README.md").read_text(encoding="utf-8")
    assert len(text.encode()) <= MOST_BYTES
    for command in SET_UP:
        assert f"```sh\n{command}\n```" in text
