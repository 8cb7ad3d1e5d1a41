"""`fupan archive`: built in parts by any number of processes, stopped anywhere, and verified."""

import errno
import json
import shutil
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pyarrow
import pytest
from click.testing import CliRunner, Result
from pyarrow import parquet

from app.cli import main
from app.cli.players import archive as command
from app.database.tables.erasures import hash_of, key_of_player
from app.database.tables.statistics import COUNTED_MATCHES
from app.players.archive import building, compacting, layout
from app.players.archive.building import ENGINE, RULES_USED
from app.players.archive.columns import BY_MONTH, BY_PERSON, MADE, NUMBERED, order_of
from engine import __version__
from tests.killed import tries
from tests.profiles import PROFILE

Match = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]
REPO = Path(__file__).parents[3]

BUILT = """
from app.cli import main
from app.cli.players import archive
from app.players.archive import building, compacting, opening

building._MATCHES = archive._UNITS = 3
compacting._NEWEST, compacting._OLDER = 1, 4
sys.addaudithook(lambda event, given: count() if event in ("os.rename", "shutil.rmtree") else None)

def work():
    sys.stdout = open(os.devnull, "w")
    main(["archive", "build", sys.argv[1], "--out", sys.argv[2]], standalone_mode=False)
"""
"""The command, killed before a number of changes of the names of its files and folders."""


def _files(folder: Path) -> dict[str, str]:
    """The hash of each file of an archive, by its path."""
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def few_matches(patch: pytest.MonkeyPatch) -> None:
    """Older matches begin with few matches, as they do with many."""
    patch.setattr(compacting, "_NEWEST", 1)
    patch.setattr(compacting, "_OLDER", 4)


def _logs(clean: Match, illegal: Match, number: int = 10) -> list[Match]:
    return [
        (clean, illegal)[each % 3 == 0]
        | {"match": {"id": str(each), "played_at": f"2024-0{1 + each % 2}-03T20:00:00Z"}}
        for each in range(number)
    ]


def test_it_is_killed_before_each_rename_and_goes_on(
    tmp_path: Path, write: Write, run: Run, clean: Match, illegal: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = _logs(clean, illegal)
    path = write("a.jsonl", *logs[:5], "not a log", *logs[5:], json.dumps(logs[0], separators=(" , ", " : ")), logs[1])
    stopped = tmp_path / "stopped"
    with tries(BUILT, path, str(stopped)) as process:
        point = 1
        while process.kill_at(point):
            point += 1
    assert point > 7, "after a part, a month, older matches, what is made of all, and what is in use"
    for module, name, value in ((building, "_MATCHES", 3), (command, "_UNITS", 3)):
        monkeypatch.setattr(module, name, value)
    few_matches(monkeypatch)
    for jobs in ("1", "2"):
        done = run("archive", "build", path, "--out", str(tmp_path / jobs), "--jobs", jobs)
        assert done.exit_code == 2
        assert done.stdout == "10 matches in the archive; 10 new; 1 further copy; 1 not read as a match\n"
    assert _files(tmp_path / "1") == _files(tmp_path / "2"), "the same bytes"
    assert _files(tmp_path / "1") == _files(stopped)
    assert json.loads((stopped / "archive.json").read_text())["parts"] == 4


def test_files_say_what_made_them_and_are_in_order(
    tmp_path: Path, write: Write, run: Run, clean: Match, illegal: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "archive"
    few_matches(monkeypatch)
    run("archive", "build", write("a.jsonl", *_logs(clean, illegal, 5)), "--out", str(archive))
    names = ["2024-01.000001", "2024-02.000001", "older.000001"]
    assert sorted(path.name for path in (archive / "months").iterdir()) == names
    assert not list((archive / "parts").iterdir())
    assert [path.parents[1].name for path in layout.archive_at(archive).files("tallies")] == ["whole", "months"]
    for table in (*BY_MONTH, *BY_PERSON, *NUMBERED, *MADE):
        for path in archive.rglob(f"{table.name}.parquet"):
            said = parquet.read_metadata(path).metadata
            assert said[ENGINE.encode()].decode() == __version__
            assert len(said[RULES_USED.encode()]) == 64
            rows = parquet.read_table(path, columns=list(order_of(table))).to_pylist()
            assert rows == sorted(rows, key=lambda row: tuple(row.values()))
            if table in BY_PERSON:
                found = parquet.read_table(path, columns=["match"]).column("match").to_pylist()
                assert {each <= 4 for each in found} <= {"older" in str(path)}
                assert found or table is not COUNTED_MATCHES


def test_more_files_are_added_and_what_is_there_is_not_judged_again(
    tmp_path: Path, write: Write, run: Run, clean: Match, illegal: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_matches(monkeypatch)
    logs = _logs(clean, illegal, 6)
    first, second = write("a.jsonl", *logs[:4]), write("b.jsonl", *logs[2:])
    archive = str(tmp_path / "archive")
    assert run("archive", "build", first, "--out", archive).stdout == "4 matches in the archive; 4 new\n"
    units: list[building.Unit] = []
    monkeypatch.setattr(
        building.Builder, "add", lambda self, found, add=building.Builder.add: (units.extend(found), add(self, found))
    )
    assert run("archive", "build", first, second, "--out", archive).stdout == "6 matches in the archive; 2 new\n"
    assert len(units) == 2
    assert run("archive", "build", second, "--out", archive).stdout == "6 matches in the archive; 0 new\n"
    done = run("archive", "verify", archive, first, second)
    assert done.stdout == "6 matches in the sample; 6 judged again; nothing differs\n"
    assert done.exit_code == 0


def test_a_sample_shows_what_differs(tmp_path: Path, write: Write, run: Run, clean: Match, illegal: Match) -> None:
    archive = tmp_path / "archive"
    path = write("a.jsonl", *_logs(clean, illegal, 4))
    run("archive", "build", path, "--out", str(archive))
    facts, index = (archive / "months" / "2024-01.000001" / f"{name}.parquet" for name in ("facts", "judged_matches"))
    for file, name in ((facts, "score"), (index, "errors")):
        table = parquet.read_table(file)
        changed = [value + 1 for value in table.column(name).to_pylist()]
        place = table.column_names.index(name)
        field = table.schema.field(name)
        parquet.write_table(
            table.set_column(place, field, pyarrow.array(changed, field.type)).replace_schema_metadata(
                table.schema.metadata
            ),
            file,
        )
    done = run("archive", "verify", str(archive))
    assert done.stdout.count("its sums are not those of its hands") == 2
    assert done.exit_code == 1
    done = run("archive", "verify", str(archive), path)
    assert "a.jsonl:1: errors is 2 in the archive, and 1 now" in done.stdout
    assert "a.jsonl:3: its rows of facts are others now" in done.stdout
    facts.write_bytes(facts.read_bytes()[:-20])
    done = run("archive", "verify", str(archive))
    assert f"{facts} of the archive is damaged: " in done.stdout
    done = run("stats", "--archive", str(archive))
    assert f"fupan: {facts} of the archive is damaged: " in done.stderr
    assert done.exit_code == 2


ERASED = """
from app.cli import main
from app.players.archive import compacting

compacting._NEWEST, compacting._OLDER = 1, 4
sys.addaudithook(lambda event, given: count() if event in ("os.rename", "shutil.rmtree") else None)

def work():
    sys.stdout = open(os.devnull, "w")
    main(["archive", "erase", sys.argv[1], sys.argv[2]], standalone_mode=False)
"""
STRIDE = 1 if PROFILE == "long" else 3
"""Which of the renames that erasing comes to a try is killed before."""
NAME = "Ann Qian"


def _without_name(folder: Path) -> bool:
    """Whether nothing in an archive has the name: no column of texts, and no byte of a file as it is."""
    tables = [parquet.read_table(file) for file in folder.rglob("*.parquet")]
    texts = [str(table.select([f.name for f in table.schema if f.type == "string"]).to_pydict()) for table in tables]
    texts += [str(table.schema.metadata) for table in tables]
    names = (NAME.casefold(), NAME.casefold().replace(" ", ""))
    stored = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
    return not any(name in text.casefold() for text in texts for name in names) and NAME.encode() not in stored


def _list_of(*names: str) -> str:
    """A list of erasures of people without accounts."""
    salt = b"a salt"
    hashes = [hash_of(salt, key_of_player(sha256(name.encode()).hexdigest())) for name in names]
    at = "2026-01-01T00:00:00Z"
    rows = [{"of_sha256": each, "salt": b64encode(salt).decode(), "at": at, "logs_too": False} for each in hashes]
    return json.dumps({"format": "fupan-erasures/1", "erasures": rows})


def test_who_is_erased_is_in_no_file_and_does_not_come_back(
    tmp_path: Path, write: Write, run: Run, clean: Match, illegal: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_matches(monkeypatch)
    players = [{"seat": "E", "name": NAME}, *({"seat": seat, "name": f"{seat}o"} for seat in "NWS")]
    logs = [each | {"players": players} for each in _logs(clean, illegal)]
    logs[1]["players"] = [{"seat": seat, "name": f"{seat}o"} for seat in "ENWS"]
    first, second = write(f"{NAME}.jsonl", *logs[:7]), write("b.jsonl", *logs[4:])
    archive, other = str(tmp_path / "archive"), str(tmp_path / "other")
    listed = tmp_path / "erasures.json"
    listed.write_text(_list_of(NAME, "nobody"))
    run("archive", "build", first, "--out", archive)
    assert not _without_name(Path(archive))
    before = run("stats", "--archive", archive).stdout.splitlines()
    copied = tmp_path / "copied"
    shutil.copytree(archive, copied)
    with tries(ERASED, str(copied), str(listed)) as process:
        point = 1
        while process.kill_at(point):
            point += STRIDE
            assert run("stats", "--archive", str(copied)).exit_code == 0
    assert point > 7, "after what is in use, each month, older matches, what is made of all, and what is removed"
    assert run("archive", "erase", archive, str(listed)).stdout == "erased: 1 person\n"
    assert run("archive", "erase", archive, str(listed)).stdout == "erased: 0 people\n"
    for each in (Path(archive), copied):
        assert _without_name(each)
        after = run("stats", "--archive", str(each)).stdout.splitlines()
        rows = [[line.split() for line in lines[: lines.index("")] if NAME not in line] for lines in (before, after)]
        assert rows[0] == rows[1]
        assert len(rows[0]) > 3, "the other three"
    assert run("archive", "verify", archive, first).stdout.endswith("7 judged again; nothing differs\n")
    assert run("archive", "build", second, "--out", archive).exit_code == 0
    assert _without_name(Path(archive))
    first = write("a.jsonl", *logs[:7])
    run("archive", "build", first, second, "--out", other, "--erasures", str(listed))
    assert _without_name(Path(other))
    done = run("archive", "verify", archive, first, second)
    assert done.stdout == "10 matches in the sample; 10 judged again; nothing differs\n"
    assert run("stats", "--archive", archive).stdout == run("stats", "--archive", other).stdout


def test_what_cannot_be_used_is_said(
    tmp_path: Path, write: Write, run: Run, clean: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("a.jsonl", clean)

    def refused(*arguments: str) -> str:
        done = run(*arguments)
        assert (done.exit_code, done.stdout) == (2, "")
        return done.stderr

    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").touch()
    assert refused("archive", "build", path, "--out", str(other)) == (
        f"fupan: {other} is not empty (letter.txt); choose an empty folder.\n"
    )
    for asked in (["archive", "verify", str(other)], ["stats", "--archive", str(other)]):
        assert refused(*asked) == f"fupan: {other} has no archive in it; build one: fupan archive build\n"
    archive = tmp_path / "archive"
    with layout.being_built(archive):
        assert refused("archive", "build", path, "--out", str(archive)) == (
            f"fupan: another process is building the archive {archive}\n"
        )
    assert "is not built to its end" in refused("archive", "verify", str(archive))
    run("archive", "build", path, "--out", str(archive))
    assert "--archive and --recount exclude each other" in refused("stats", "--archive", str(archive), "--recount")
    manifest = archive / "archive.json"
    manifest.write_text(manifest.read_text().replace(__version__, "0.1.0"))
    for asked in (["archive", "build", path, "--out", str(archive)], ["stats", "--archive", str(archive)]):
        assert f"version 0.1.0 built the archive {archive}; this is version {__version__}" in refused(*asked)
    manifest.write_text("{")
    assert f"{manifest} is damaged" in refused("archive", "verify", str(archive))
    monkeypatch.setattr("app.cli.players.archive.find_spec", lambda name: None)
    assert refused("archive", "verify", str(archive)) == (
        "fupan: archives need the library duckdb, which is not installed: pip install 'fupan[archive]'\n"
    )


def test_a_closed_output_is_not_a_fault_of_the_archive() -> None:
    with pytest.raises(BrokenPipeError), command.archive_used():
        raise BrokenPipeError


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (OSError("Error writing bytes to file"), "Error writing bytes to file"),
        (OSError(errno.ENOSPC, "No space left on device", "/a/b"), "/a/b: No space left on device"),
    ],
)
def test_a_trouble_without_a_file_is_said_without_one(trouble: OSError, said: str, tmp_path: Path) -> None:
    with patch("app.players.archive.layout.archive_at", side_effect=trouble):
        done = CliRunner().invoke(main, ["archive", "verify", str(tmp_path)])
    assert (done.exit_code, done.stderr) == (2, f"fupan: the archive cannot be used: {said}\n")
