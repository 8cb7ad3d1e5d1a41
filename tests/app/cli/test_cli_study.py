"""`fupan study`: a hand with its notes goes out of one database and into another."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from app.database.config import Config
from app.replay.notes.reading import notes_of_hand
from app.replay.notes.writing import NoteDraft, add_note
from app.web.installation import open_installation


def run(folder: Path, *arguments: str) -> Result:
    url = f"sqlite:///{folder / 'fupan.sqlite3'}"
    return CliRunner().invoke(main, arguments, env={"FUPAN_DATABASE_URL": url, "FUPAN_DATA": str(folder)})


def test_a_study_goes_from_one_database_to_another(tmp_path: Path, clean: dict[str, Any]) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    log = tmp_path / "log.json"
    log.write_text(json.dumps(clean))
    assert run(one, "import", str(log)).exit_code == 0
    fupan = open_installation(Config(database_url=f"sqlite:///{one / 'fupan.sqlite3'}", secret_key="x"))
    with fupan.sessions.begin() as session:
        add_note(session, 1, 0, 9, NoteDraft("Pass here.", "Li"))
    fupan.close()
    file = tmp_path / "study.json"
    assert run(one, "study", "export", "1.1", "--output", str(file)).exit_code == 0
    done = run(two, "study", "import", str(file))
    assert (done.exit_code, done.stdout) == (0, f"{file}: match 1, hand 1: 1 note added\n")
    again = run(two, "study", "import", str(file))
    assert again.stdout == f"{file}: match 1, hand 1: 0 notes added; 1 was there already\n"
    fupan = open_installation(Config(database_url=f"sqlite:///{two / 'fupan.sqlite3'}", secret_key="x"))
    with fupan.sessions() as session:
        assert [(each.step, each.text, each.author) for each in notes_of_hand(session, 1, 0)] == [
            (9, "Pass here.", "Li")
        ]
    fupan.close()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("export", "7.1"), "fupan: There is no match 7.\n"),
        (("export", "7"), "fupan: 7 is not a match and a hand, such as 40.1\n"),
        (("export", *(f"1.{hand}" for hand in range(1, 42))), "fupan: a study has at most 40 chapters\n"),
        (("import", "missing.json"), "fupan: missing.json: no such file\n"),
    ],
)
def test_what_is_not_there_is_said(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    done = run(tmp_path, "study", *arguments)
    assert done.exit_code == 2
    assert done.stderr.endswith(said)


def test_a_fault_names_the_file_and_the_field(tmp_path: Path, clean: dict[str, Any]) -> None:
    file = tmp_path / "study.json"
    file.write_text(
        json.dumps({"format": "fupan-study/2", "logs": [clean], "chapters": [{"log": 1, "hand": 2, "notes": []}]})
    )
    done = run(tmp_path, "study", "import", str(file))
    assert done.exit_code == 2
    assert done.stderr.endswith(f"fupan: {file}: chapters[0].hand: 2 was found; expected a hand of the match, 1 to 1\n")
