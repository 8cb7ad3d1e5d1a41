"""What the READMEs and the help name exists, and the bounds that the help lists are those that hold."""

import re
from html import unescape
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from app.cli import main
from app.database import bounded_stores
from app.database.config import Config
from app.matches.computed.queue import KIND_BYTES
from app.matches.computed.wanted import AT_ONCE
from app.matches.thread_share import COMPUTING, WRITERS
from app.web.http.waitress_server import CONNECTIONS, SILENT_SECONDS
from engine.logs import AT_ONCE as UPLOAD_AT_ONCE
from engine.logs import UPLOAD
from engine.record import bounds

REPO = Path(__file__).parents[1]
READMES = sorted([REPO / "README.md", *(REPO / folder / "README.md" for folder in ("engine", "app", "tests"))])
HELP = {path.stem: path.read_text(encoding="utf-8") for path in sorted((REPO / "templates" / "help").iterdir())}
BOUNDS = HELP["bounds"]
MOST_BYTES = 10_000
_INSTALL = "python3 -m venv .venv && .venv/bin/pip install"
SET_UP = (
    f"{_INSTALL} . && .venv/bin/fupan serve --demo",
    f"{_INSTALL} -e '.[test]' && .venv/bin/python -m pytest -n auto --dist worksteal",
)
"""The commands that install Fupan and serve the demo, and that install it and run the tests."""
PLACE = re.compile(r"(?:\.ci|app|engine|sample_logs|static|templates|tests)/[\w./-]*")
COMMAND = re.compile(r"fupan (?!says|answers)([a-z]+)(?: ([a-z]+))?([^`$#\n|]*)")
ROWS = {
    "bytes, unpacked": "unpacked",
    "matches": "matches",
    "files in a zip": "members",
    "lines": "lines",
    "actions": "actions",
    "cards": "cards",
}


def shown(kind: str, number: int) -> str:
    return f"{number // 1024**2} MiB" if kind == "unpacked" else f"{number:,}"


def spans(text: str) -> list[str]:
    """What a README has as code, in a line or a block, or a page of help has."""
    blocks = re.findall(r"(?ms)^```\w*\n(.*?)^```", text)
    in_lines = re.findall(r"`([^`\n]+)`", re.sub(r"(?ms)^```.*?^```", "", text))
    in_pages = [unescape(each) for each in re.findall(r"<code>(.*?)</code>", text, re.DOTALL)]
    return [*in_lines, *(line for block in (*blocks, *in_pages) for line in block.splitlines())]


def texts() -> list[tuple[str, str]]:
    readmes = [(path.relative_to(REPO).as_posix(), path.read_text(encoding="utf-8")) for path in READMES]
    return [*readmes, *((f"help/{name}", text) for name, text in HELP.items())]


@pytest.mark.parametrize(("name", "text"), texts(), ids=[name for name, _text in texts()])
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


def test_the_table_of_an_upload() -> None:
    for title, kind in ROWS.items():
        numbers = [shown(kind, getattr(limits, kind)) for limits in (UPLOAD_AT_ONCE, UPLOAD)]
        (row,) = re.findall(rf'<th scope="row">{title}</th>(.*?)</tr>', BOUNDS)
        assert re.findall(r"<td[^>]*>(.*?)</td>", row) == numbers


def test_the_bounds_of_a_match_and_of_the_server() -> None:
    text = " ".join(unescape(re.sub("<[^>]+>", "", BOUNDS)).split())
    assert bounds.MATCH_BYTES == 16 * 1024**2
    assert (
        f"16 MiB, {bounds.HANDS:,} hands, {bounds.ACTIONS:,} actions a hand and {bounds.WORDS} words an action" in text
    )
    assert f"keeps {CONNECTIONS} connections open" in text
    assert f"silent for {SILENT_SECONDS} seconds" in text
    assert f"At most {bounded_stores.JOBS.most} jobs wait" in text
    assert WRITERS == 4
    assert "Four requests that may write" in text
    assert COMPUTING == 2
    assert "Two requests compute at the same time" in text
    assert f"({AT_ONCE:,} actions × seats² of all replays" in text
    assert f"at most {KIND_BYTES // 1024**2} MiB of each kind" in text
    assert f"At most {bounded_stores.COMPUTATIONS.most} computations wait" in text
    counts = (bounded_stores.DRAFTS, bounded_stores.SHEETS, bounded_stores.SAVED, bounded_stores.HOUSES)
    logs, sheets, searches, rules = (f"{store.most:,}" for store in counts)
    assert f"At most {logs} logs and {sheets} sheets are being written" in text
    assert f"{searches} searches are saved, {rules} house rules kept" in text
    assert f"{bounded_stores.NOTES.most:,} notes and {bounded_stores.EVIDENCE.most:,} files of evidence" in text
    shown = (bounded_stores.PRESENTATIONS_OF_MATCH, bounded_stores.PRESENTATIONS)
    assert "{} presentations a match and {} in all".format(*(store.most for store in shown)) in text
    assert bounded_stores.SHARE == 10
    assert Config.database_bytes == 64 * 1024**3
