"""What commands write is the same through the compiled lane as without it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from app.cli.matches import judging
from engine.fast.library import PURE, library
from engine.logs import FUPAN, LogRecord, Undecoded
from tests.engine.fast.lane_cases import cases

Run = Callable[..., Result]
CASES = 90


@pytest.fixture
def files(tmp_path: Path, either_way: str) -> list[str]:
    """Matches with and without faults in `fupan/1`: line by line, as whole texts, and in another encoding."""
    del either_way
    lines = [raw.replace(b"\n", b" ") for raw, _ in cases(CASES, a_match=6)]
    (tmp_path / "many.jsonl").write_bytes(b"\r\n".join(lines))
    (tmp_path / "one.json").write_bytes(b"\xef\xbb\xbf" + lines[0])
    (tmp_path / "other.json").write_bytes(lines[6])
    (tmp_path / "wide.jsonl").write_bytes(b"\n".join(lines[:9]).decode("utf-8", "replace").encode("utf-16"))
    return [str(path) for path in sorted(tmp_path.iterdir())]


@pytest.mark.parametrize(
    "flags",
    [
        [],
        ["--json"],
        ["--quiet"],
        ["--recorded"],
        ["--json", "--recorded"],
        ["--json", "--option", "tribute=none"],
        ["--json", "--compare"],
        ["--json", "--jobs", "2"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("either_way", ["compiled"], indirect=True)
def test_a_check_writes_the_same(run: Run, files: list[str], flags: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    few = files if "--compare" not in flags else files[1:]
    fast = run("check", *flags, *few)
    monkeypatch.setenv(PURE, "1")
    library.cache_clear()
    pure = run("check", *flags, *few)
    assert (fast.exit_code, fast.stderr) == (pure.exit_code, pure.stderr)
    assert fast.stdout_bytes == pure.stdout_bytes


@pytest.mark.parametrize("either_way", ["compiled"], indirect=True)
def test_a_clean_match_is_not_decoded(run: Run, files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[str] = []

    def note(each: Undecoded | LogRecord) -> list[LogRecord]:
        decoded.append(each.source)
        return []

    monkeypatch.setattr(judging, "guarded_decoded", note)
    assert FUPAN.name in run("check", "--json", "--format", FUPAN.name, files[2]).output
    assert decoded == []
    run("check", files[0])
    assert 0 < len(decoded) < CASES
