"""What a run of the command line imports: the modules of a fresh process, counted, never timed."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from app.cli import COMMANDS, main
from app.cli.commands import Context, Group, ListedCommand, paragraphs
from app.text.language import Language, speaking
from app.text.terminal import width
from engine.games import GAMES
from tests.benchmarks.starting import smallest_log
from tests.offenders import for_every

REPO = Path(__file__).parents[1]

MOST_FOR_THE_VERSION = 140
MOST_FOR_A_CHECK = 292
HEAVY = frozenset(
    {
        "alembic",
        "argon2",
        "babel",
        "concurrent",
        "cryptography",
        "dask",
        "distributed",
        "duckdb",
        "flask",
        "flask_limiter",
        "fontTools",
        "fpdf",
        "fsspec",
        "jinja2",
        "multiprocessing",
        "narwhals",
        "numpy",
        "openskill",
        "plotly",
        "PIL",
        "pyarrow",
        "pypinyin",
        "rich",
        "sqlalchemy",
        "sqlmodel",
        "waitress",
        "werkzeug",
        "zipfile",
        "zstandard",
    }
)
"""What no check of a plain file needs."""


@cache
def modules_after(*arguments: str) -> frozenset[str]:
    """The names of the modules that a run of ``fupan`` with these arguments has imported at its end."""
    code = (
        "import json, sys\n"
        "from app.cli import main\n"
        "try:\n"
        "    main(sys.argv[1:], prog_name='fupan')\n"
        "except SystemExit:\n"
        "    pass\n"
        "sys.stderr.write(json.dumps(sorted(sys.modules)))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=REPO,
        env=os.environ | {"FUPAN_LANG": ""},
        capture_output=True,
        check=True,
    )
    assert run.stdout
    return frozenset(json.loads(run.stderr))


def roots(modules: frozenset[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def test_a_process_that_judges_for_an_import_stays_without_the_database() -> None:
    code = "import sys, app.cli.matches.packing; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=REPO, capture_output=True, text=True, check=True)
    assert not roots(frozenset(run.stdout.split())) & (HEAVY - {"zstandard"})


def test_the_version_needs_few_modules() -> None:
    modules = modules_after("--version")
    assert roots(modules) & (HEAVY | {"msgspec"}) == set()
    assert len(modules) <= MOST_FOR_THE_VERSION, len(modules)


@for_every("game", GAMES)
def test_checking_a_file_imports_its_own_game_alone(game: str) -> None:
    modules = modules_after("check", str(smallest_log(game)))
    assert {name.split(".")[2] for name in modules if name.startswith("engine.games.")} == {game}


@for_every("game", GAMES)
def test_checking_a_file_needs_few_modules(game: str) -> None:
    modules = modules_after("check", str(smallest_log(game)))
    assert roots(modules) & HEAVY == set()
    assert [name for name in modules if name.startswith(("engine.logs.foreign.", "engine.logs.loose."))] == []
    assert len(modules) <= MOST_FOR_A_CHECK, len(modules)


def test_pages_need_neither_plotly_nor_what_a_club_has(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from app.database.config import Config\n"
        "from app.web.create_app import create_app\n"
        "web = create_app(Config(database_url=sys.argv[1], secret_key='for tests alone'))\n"
        "client = web.test_client()\n"
        "assert client.get('/').status_code == client.get('/people/').status_code == 200\n"
        "from app.drawing.charts import Chart\n"
        "web.jinja_env.filters['chart_figure'](Chart('none', 'None', 'x', 'y', ()))\n"
        "assert not {'plotly', 'narwhals', 'argon2', 'flask_limiter', 'limits'} & set(sys.modules)\n"
    )
    address = f"sqlite:///{tmp_path / 'fupan.sqlite3'}"
    done = subprocess.run([sys.executable, "-c", code, address], cwd=REPO, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_english_needs_no_catalogue() -> None:
    assert modules_after("--help") & {"app.text.translations.files", "app.text.translations.compiling"} == set()
    assert "app.text.translations.files" in modules_after("--lang", "zh-Hans", "--help")


def test_the_list_of_commands_imports_none_of_them() -> None:
    of_commands = {each.place.partition(":")[0] for each in COMMANDS}
    assert of_commands
    assert modules_after("--help") & of_commands == set()


@for_every("listed", COMMANDS)
def test_the_list_says_of_a_command_what_it_says_of_itself(listed: ListedCommand) -> None:
    command = main.commands[listed.name]
    assert command.name == listed.name
    assert command.help
    assert next(paragraphs(command.help)) == listed.help


def test_the_list_of_commands_has_each_once_with_its_whole_sentence() -> None:
    shown = main.get_help(Context(main, info_name="fupan", terminal_width=80))
    assert max(map(len, shown.splitlines())) <= 80
    paragraphs_shown = [" ".join(part.split()) for part in shown.split("\n\n")]
    for heading in dict.fromkeys(listed.heading for listed in COMMANDS):
        (part,) = [part for part in paragraphs_shown if part.startswith(f"{heading}: ")]
        for listed in COMMANDS:
            sentence = listed.help.partition(". ")[0].removesuffix(".")
            assert (f" {listed.name} {sentence}" in part) is (listed.heading == heading)


def test_the_list_of_commands_is_in_the_language_of_the_reader() -> None:
    with speaking(Language.SIMPLIFIED):
        shown = main.get_help(Context(main, info_name="fupan", terminal_width=80))
    assert "判定牌谱：" in shown
    assert max(map(width, shown.splitlines())) <= 80


@for_every("incomplete", ["", "s", "re", "-", "--v"])
def test_completions_are_those_of_a_group_with_the_commands_themselves(incomplete: str) -> None:
    whole = Group("fupan", commands=dict(main.commands), params=main.params[:-3])
    shown, wanted = (
        [(item.value, item.type, item.help) for item in each.shell_complete(Context(each), incomplete)]
        for each in (main, whole)
    )
    assert shown == wanted
    assert shown
