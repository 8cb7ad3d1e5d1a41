"""`fupan check` of folders and with errors only, and what the shell completes."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from app.text.help_topics import topic_named
from tests.offenders import for_every

Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]


def test_folders_are_judged_whole_and_in_order(
    run: Run, write: Write, tmp_path: Path, clean: Log, illegal: Log
) -> None:
    write("logs/b.jsonl", clean, illegal)
    write("logs/a.json", clean)
    write("logs/deep/c.jsonl", clean)
    write("logs/a.report.jsonl", "not a log")
    write("logs/README.md", "not a log")
    result = run("check", "--json", str(tmp_path / "logs"), write("d.json", clean))
    sources = [json.loads(line)["log"]["source"] for line in result.stdout.splitlines()]
    folder = str(tmp_path / "logs")
    assert sources == [
        f"{folder}/a.json",
        f"{folder}/b.jsonl:1",
        f"{folder}/b.jsonl:2",
        f"{folder}/deep/c.jsonl:1",
        str(tmp_path / "d.json"),
    ]
    assert result.exit_code == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_quiet_prints_errors_only(
    run: Run, write: Write, clean: Log, illegal: Log, incomplete: Log, misscored: Log, jobs: str
) -> None:
    quiet = ["check", "--quiet", "--jobs", jobs]
    nothing = run(*quiet, write("a.jsonl", clean, incomplete))
    assert (nothing.stdout, nothing.stderr, nothing.exit_code) == ("", "", 1)
    assert run(*quiet, write("b.jsonl", clean)).exit_code == 0
    said = run(*quiet, write("c.jsonl", clean, illegal, incomplete, misscored, "not a log"))
    heads = [line for line in said.stdout.splitlines() if line.startswith(("error", "warning", "notice"))]
    full = run("check", write("c.jsonl", clean, illegal, incomplete, misscored, "not a log")).stdout.splitlines()
    assert heads == [line for line in full if line.startswith("error")]
    assert len(heads) > 2
    assert any(line.startswith("warning") for line in full)
    assert not any(
        "match:" in line or "matches:" in line or line.endswith(": clean") for line in said.stdout.splitlines()
    )
    assert said.exit_code == 2


def test_quiet_as_json_leaves_out_what_has_no_error(
    run: Run, write: Write, clean: Log, illegal: Log, incomplete: Log
) -> None:
    path = write("a.jsonl", clean, illegal, incomplete)
    (line,) = run("check", "--quiet", "--json", path).stdout.splitlines()
    assert line == run("check", "--json", path).stdout.splitlines()[1]


@for_every(("shell", "word"), [("bash", "1"), ("zsh", "1"), ("fish", "ch")])
def test_the_completion_that_the_help_shows(shell: str, word: str) -> None:
    variables = {"_FUPAN_COMPLETE": f"{shell}_complete", "COMP_WORDS": "fupan ch", "COMP_CWORD": word}
    completed = CliRunner().invoke(main, [], prog_name="fupan", env=variables).stdout
    assert ("check" in completed, "import" in completed) == (True, False)
    topic = topic_named("commands")
    assert topic is not None
    assert f"{shell}_source" in topic.paragraphs[-1]
