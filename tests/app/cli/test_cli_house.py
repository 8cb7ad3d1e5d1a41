"""`fupan house`, and `fupan import` under chosen rules."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, which the environment names."""
    folder = tmp_path / "data"
    monkeypatch.setenv("FUPAN_DATA", str(folder))
    monkeypatch.delenv("FUPAN_DATABASE_URL", raising=False)
    return folder


def test_house_rules_are_added_changed_listed_and_shown(run: Run) -> None:
    assert "There are no house rules yet" in run("house", "list").stdout
    made = run("house", "add", "Friday table", "--rules", "njupt", "--option", "a_failures=3", "--note", "as agreed")
    assert made.stdout == "Friday table, version 1: Guandan, preset njupt with a_failures = 3\n"
    changed = run("house", "add", "friday TABLE", "--option", "return_limit=nine")
    assert changed.stdout.splitlines() == [
        "Friday table, version 2: Guandan, preset njupt with return_limit = nine, a_failures = 3",
        "return_limit: ten -> nine",
    ]
    moved = run("house", "add", "Friday table", "--rules", "botzone")
    assert "preset: njupt -> botzone" in moved.stdout.splitlines()
    run("house", "add", "Sunday club", "--game", "chinese_poker", "--option", 'royalty_table={"middle": {"four": 8}}')
    assert run("house", "list").stdout.splitlines() == [
        "Sunday club, version 1: chinese_poker, 0 matches",
        "    preset two-four with royalty_table = middle four 8",
        "Friday table, version 3: guandan, 0 matches",
        "    preset botzone",
    ]
    shown = run("house", "show", "friday table@2").stdout
    assert "Friday table, version 2: Guandan, preset njupt" in shown
    assert "a_failures = 3  (in njupt: 4)" in shown
    assert "0 matches: as agreed" in shown
    assert "     return_limit: ten -> nine" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["add", "New"], "say which game the rules are of: --game, one of guandan, bao_huang, big_a, chinese_poker"),
        (["add", "New", "--rules", "catsatcards"], "--game, one of bao_huang, big_a"),
        (["add", "New", "--game", "guandn"], "there is no game 'guandn'; did you mean guandan?"),
        (["add", "New", "--game", "big_a", "--rules", "njupt"], "big a has no preset 'njupt'"),
        (["add", "New", "--game", "big_a", "--option", "a_failures=3"], "big_a has no option 'a_failures'"),
        (["add", "New", "--rules", "njpt"], "did you mean njupt?"),
        (["add", "New@2", "--rules", "njupt"], "has no @"),
        (["add", "Friday table", "--game", "big_a"], "are rules of guandan, not of big_a"),
        (["add", "Friday table"], "nothing would change: version 1 of Friday table has these rules"),
        (["show", "friday tabel"], "there are no house rules 'friday tabel'; did you mean Friday table?"),
        (["show", "Friday table@2"], "there is no version 2 of the house rules Friday table: the newest is 1"),
    ],
)
def test_what_cannot_be_done_names_the_nearest(run: Run, arguments: list[str], said: str) -> None:
    run("house", "add", "Friday table", "--rules", "njupt")
    result = run("house", *arguments)
    assert said in " ".join(result.stderr.split())
    assert (result.stdout, result.exit_code) == ("", 2)


def test_house_rules_are_renamed_and_removed(run: Run, write: Write, clean: Log) -> None:
    run("house", "add", "Friday table", "--rules", "njupt")
    renamed = run("house", "rename", "friday TABLE", " Saturday  table")
    assert (renamed.stdout, renamed.exit_code) == ("Friday table is now Saturday table\n", 0)
    shown = run("house", "show", "Friday table").stdout
    assert shown.startswith("Saturday table, version 1: ")
    assert shown.splitlines()[-2] == "Former names"
    assert shown.splitlines()[-1].startswith("  Friday table, until 20")
    imported = run("import", write("a.jsonl", clean), "--house", "Friday table")
    assert "clean under house rules Saturday table, version 1, new" in imported.stdout
    kept = run("house", "remove", "Saturday table")
    assert "Saturday table cannot be removed: 1 match was judged under them" in kept.stderr
    assert kept.exit_code == 2
    run("house", "add", "Unused", "--rules", "njupt")
    assert run("house", "remove", "unused").stdout == "Unused is removed\n"
    assert "there are no house rules 'Unused'" in run("house", "rename", "Unused", "New").stderr
    assert "Unused" not in run("house", "list").stdout


def test_imported_under_house_rules_and_then_under_a_preset(run: Run, write: Write, clean: Log) -> None:
    run("house", "add", "Friday table", "--rules", "njupt")
    path = write("a.jsonl", clean)
    first = run("import", path, "--house", "friday table")
    assert first.stdout.splitlines()[0] == "a.jsonl:1: clean under house rules Friday table, version 1, new"
    again = run("import", path)
    assert again.stdout.splitlines()[0] == "a.jsonl:1: clean under house rules Friday table, version 1, already there"
    other = run("import", path, "--rules", "botzone", "--option", "hands=1")
    assert (
        other.stdout.splitlines()[0] == "a.jsonl:1: clean under preset Botzone with Number of hands: 1, already there"
    )
    more = run("import", path, "--house", "Friday table@1", "--option", "hands=1")
    assert "clean under house rules Friday table, version 1, with Number of hands: 1, already there" in more.stdout
    assert {each.exit_code for each in (first, again, other, more)} == {0}
    assert "guandan, 1 match" in run("house", "list").stdout


def test_a_match_of_another_game_is_judged_as_it_claims(run: Run, write: Write, clean: Log) -> None:
    result = run("import", write("a.jsonl", clean), "--rules", "printed")
    assert result.stdout.splitlines()[0] == "a.jsonl:1: clean, new"
    assert "a.jsonl:1: judged as its log claims: guandan has no preset 'printed'" in result.stderr
    assert result.exit_code == 1


def test_only_the_rules_are_unknown(run: Run, write: Write, clean: Log) -> None:
    path = write("a.jsonl", clean | {"rules": {"options": {"a_failure": 3}}})
    result = run("import", path)
    assert "the log was read; only its rules are unknown: guandan has no option 'a_failure'" in result.stderr
    assert result.exit_code == 2
    assert run("import", path, "--rules", "njupt").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--house", "Friday tabel"], "there are no house rules 'Friday tabel'; did you mean Friday table?"),
        (["--house", "Friday table", "--rules", "njupt"], "--rules and --house exclude each other"),
        (["--house", "Friday table", "--option", "row_unit=2"], "guandan has no option 'row_unit'"),
        (["--rules", "njupt", "--option", "row_unit=2"], "guandan has no option 'row_unit'"),
    ],
)
def test_rules_that_do_not_exist_are_wrong_usage(
    run: Run, write: Write, clean: Log, arguments: list[str], said: str
) -> None:
    run("house", "add", "Friday table", "--rules", "njupt")
    result = run("import", write("a.jsonl", clean), *arguments)
    assert said in result.stderr
    assert (result.stdout, result.exit_code) == ("", 2)


def test_a_misspelt_option_lists_only_the_game_that_has_it(run: Run, write: Write, clean: Log) -> None:
    path = write("a.jsonl", clean)
    result = run("check", path, "--option", "a_failure=3")
    assert "did you mean a_failures?" in result.stderr
    assert "guandan: tribute, double_tribute" in " ".join(result.stderr.split())
    assert "row_unit" not in result.stderr
    named = run("check", path, "--option", "overal=3", "--rules", "njupt")
    assert "guandan has no option 'overal'" in named.stderr
    assert "row_unit" not in named.stderr
