"""The command line in Chinese: its help, what it prints and its errors have no English sentence in them."""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import click
import pytest
from click.testing import CliRunner

from app.cli import main
from app.cli.commands import HELP_NAMES, Formatter, texts_of
from app.text.language import Language, language_named, speaking
from engine.games import GAMES
from tests.offenders import for_every
from tests.translated import OTHERS, ROOT, all_sources

SAMPLES: Final = ROOT / "sample_logs"
CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")
_FAULTS: Final = str(SAMPLES / "guandan" / "faults" / "wrong-leader.json")
_GUANDAN: Final = str(SAMPLES / "guandan" / "two-hands.json")
_SHEET: Final = str(SAMPLES / "guandan" / "sheets" / "score-sheet.json")
_POKER: Final = str(SAMPLES / "chinese_poker" / "naturals-and-home-run.json")
_CARDS: Final = ("As", "Ah", "Kd", "Kh", "9c", "9d", "9s", "7h", "6h", "5h", "4d", "3c", "2s")

RUNS: Final[tuple[tuple[str, ...], ...]] = (
    ("--version",),
    ("check", _GUANDAN, _FAULTS, _SHEET),
    ("check", "--recorded", _FAULTS),
    ("check", "--compare", _GUANDAN),
    ("show", _GUANDAN),
    ("show", _GUANDAN, "--hand", "1", "--step", "5", "--view", "table"),
    ("show", _POKER),
    ("score", _GUANDAN),
    ("score", _GUANDAN, "--hand", "1"),
    ("score", _POKER, "--hand", "1"),
    ("diff", _GUANDAN, _GUANDAN),
    ("diff", _GUANDAN, _POKER),
    ("reconcile", _FAULTS),
    ("rules",),
    ("rules", "guandan"),
    ("rules", "guandan", "tournament"),
    ("explain", "does-not-beat"),
    ("explain", "guandan.beats"),
    ("explain", "illegal"),
    ("explain", "jingong"),
    ("convert", _GUANDAN),
    ("convert", _GUANDAN, "--to", "csv"),
    ("arrange", *_CARDS, "--deals", "20", "--top", "2"),
    ("arrange", *_CARDS, "--against", "2h 2d 3h / 4s 4h 8s 8h Jd / Ts Th Tc Qd Qc", "--top", "2"),
    ("verdict", _GUANDAN, "--unsigned"),
    ("keys", "list"),
    ("keys", "new", "one"),
    ("keys", "list"),
    ("keys", "retire", "one"),
    ("keys", "new", "-one"),
    ("import", _GUANDAN, _FAULTS, _SHEET),
    ("import", _GUANDAN),
    ("import", "--rules", "tournament", _GUANDAN),
    ("house", "list"),
    ("house", "add", "ours", "--game", "guandan", "--option", "hands=8"),
    ("house", "list"),
    ("house", "show", "ours"),
    ("house", "show", "theirs"),
    ("house", "rename", "ours", "mine"),
    ("house", "remove", "mine"),
    ("delete", "--match", "1"),
    ("delete", "--list"),
    ("delete", "--undo", "1"),
    ("delete", "--match", "99", "--file", "99", "--upload", "99", "--undo", "99"),
    ("delete", "--purge"),
    ("delete",),
    ("reprocess",),
    ("doctor",),
    ("audit", "export"),
    ("audit", "verify"),
    ("audit", "erase", "Nobody", "--as", "Somebody"),
    ("stats", "--game", "guandan"),
    ("stats", "--luck"),
    ("stats", "--recount"),
    ("ratings", "--game", "guandan"),
    ("hands", "place:1"),
    ("hands", "nonsense:1"),
    ("hands", "--saved", "nothing"),
    ("check",),
    (
        "check",
        "no-such-file.json",
        str(SAMPLES / "guandan" / "faults")[:-1],
        str(SAMPLES / "guandan") + "/njupt.jsonl/x",
    ),
    ("check", "--bogus"),
    ("check", "--jobs", "x", _GUANDAN),
    ("check", "--jobs", "0", _GUANDAN),
    ("check", "--format", "x", _GUANDAN),
    ("check", "--option", "x", _GUANDAN),
    ("check", "--rules", "x", _GUANDAN),
    ("check", "--jobs"),
    ("chekc",),
    ("rules", "guandan", "x"),
    ("rules", "x"),
    ("rules", "guandan", "tournament", "x"),
    ("show", _GUANDAN, "--match", "9"),
    ("show", _GUANDAN, "--hand", "99"),
    ("show", _GUANDAN, "--step", "9999"),
    ("show", _GUANDAN, "--view", "x"),
    ("explain", "x"),
    ("ratings",),
    ("ratings", "--game", "x"),
    ("stats", "--since", "x"),
    ("stats", "--game", "chinese_poker", "--role", "x"),
    ("verify", _GUANDAN),
    ("verify", _GUANDAN, "--hash", "x"),
    ("verify", _GUANDAN, "--key", _GUANDAN),
    ("verdict",),
    ("verdict", "99", "--unsigned"),
    ("sheet", _GUANDAN, "--game", "guandan", "--players", "A,B,C,D"),
)
"""Command lines in the order in which they are run, on one database."""


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every command and subcommand."""
    yield path
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from commands(each, (*path, name))


def run(language: Language, arguments: Sequence[str]) -> str:
    """All that a command line prints, on the standard output and the standard error."""
    done = CliRunner().invoke(main, ["--lang", str(language), *arguments], prog_name="fupan")
    assert done.exception is None or isinstance(done.exception, SystemExit), arguments
    return done.output


_CODE: Final = re.compile(
    r"""fupan(?:\s+[a-z]+)*         # a command of the program
    | \b[0-9a-f]{4}(?:\ [0-9a-f]{4})+\b  # a fingerprint
    | --?[a-z-]+(?:\ [a-z]+)?    # an option and its value
    | \S*[/_.=\[\]<>@:{}\\0-9]\S*  # paths, ids, addresses, values
    | '[^']*' | "[^"]*"          # what is quoted
    | [A-Z][\w+]*(?:[\ ,-]+[A-Z][\w+]*)*  # names
    | chmod|pip\ install""",
    re.VERBOSE,
)
_SENTENCE: Final = re.compile(r"[A-Za-z]{2,}(?: [a-z]{2,})+")
_SHORTEST: Final = 12
_IDS: Final = frozenset(
    word
    for game in GAMES.values()
    for name in (game.name, *game.rules.presets, *(option.name for option in game.rules.options))
    for word in (name, *name.split("_"))
)


def english_in(text: str) -> list[str]:
    """The English sentences in a text: two words or more, that are no code, name or id."""
    found = _SENTENCE.findall(_CODE.sub("|", text))
    return [each for each in found if not set(re.findall(r"\w+", each)) <= _IDS]


def _pieces(template: str) -> list[str]:
    """What a template says between its values, where that is two words or more."""
    parts = (part.strip(" .,:;()'\"“”") for part in re.split(r"\{\w+\}", template))
    return [part for part in parts if english_in(part) and len(part) >= _SHORTEST]


@cache
def own_sentences() -> frozenset[str]:
    """The English sentences of the command line, without the values in them."""
    return frozenset(
        piece
        for source in all_sources()
        if source.place.startswith(("app/cli", "app/terminal", "app/verdicts", "app/record/", "app/database"))
        for template in ((source.id,) if isinstance(source.id, str) else source.id)
        for piece in _pieces(template)
    )


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FUPAN_KEYS", str(tmp_path / "keys"))
    monkeypatch.delenv("FUPAN_LANG", raising=False)
    monkeypatch.delenv("FUPAN_DATABASE", raising=False)


@for_every("language", OTHERS)
def test_the_help_of_every_command_is_chinese(language: Language) -> None:
    for path in commands(main):
        shown = run(language, (*path, HELP_NAMES[-1]))
        assert CHINESE.search(shown), path
        assert not english_in(shown), (path, english_in(shown))


def test_the_text_of_a_term_that_is_too_wide_begins_below_it() -> None:
    formatter = Formatter(width=80)
    with speaking(OTHERS[0]):
        formatter.write_dl([("-" * 30, "一"), ("-" * 31, "二")])
    assert formatter.getvalue().splitlines() == [f"{'-' * 30}  一", "-" * 31, f"{' ' * 32}二"]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.usefixtures("here")
def test_what_commands_print_is_chinese(language: Language) -> None:
    own, wrong = own_sentences(), {}
    for arguments in RUNS:
        shown = run(language, arguments)
        found = [each for each in own if each in shown]
        if "convert" not in arguments and "export" not in arguments:
            found += english_in(re.sub(r"fupan [a-z]+(?: [a-z_.-]+)*", " ", shown, flags=re.ASCII))
        if found:
            wrong[arguments] = found
    assert not wrong


@for_every("arguments", [("--lang", "zh-TW", "rules"), ("rules", "--lang=zh_TW.UTF-8")])
def test_the_language_may_be_named_before_and_behind_the_command(arguments: tuple[str, ...]) -> None:
    done = CliRunner().invoke(main, arguments)
    assert "摜蛋" in done.output


def test_the_innermost_language_counts() -> None:
    done = CliRunner().invoke(main, ["--lang", "zh-Hans", "check", "--lang", "en"])
    assert "Missing argument 'FILE...'" in done.output


def test_a_language_that_is_not_spoken_is_refused() -> None:
    done = CliRunner().invoke(main, ["rules", "--lang", "fr"])
    assert done.exit_code == 2
    assert "there is no language 'fr'; there are en, zh-Hans, zh-Hant" in done.output


def test_the_environment_names_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_LANG", "zh-Hans")
    assert "缺少参数" in CliRunner().invoke(main, ["check"]).output
    assert "Missing argument" in CliRunner().invoke(main, ["check", "--lang", "en"]).output


def test_a_wrong_language_in_the_environment_is_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_LANG", "fr")
    done = CliRunner().invoke(main, ["--version"])
    assert done.exit_code == 0
    assert done.stderr.count("\n") == 1
    assert "FUPAN_LANG: there is no language 'fr'" in done.stderr


def test_json_is_english_unless_the_command_line_names_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    english = json.loads(CliRunner().invoke(main, ["check", "--json", _FAULTS]).stdout)
    monkeypatch.setenv("FUPAN_LANG", "zh-Hans")
    assert json.loads(CliRunner().invoke(main, ["check", "--json", _FAULTS]).stdout) == english
    chinese = json.loads(CliRunner().invoke(main, ["check", "--json", _FAULTS, "--lang", "zh-Hans"]).stdout)
    assert chinese["digest"] == english["digest"]
    for report in (english, chinese):
        for finding in report["findings"]:
            del finding["message"], finding["expected"]
        for hand in report["hands"]:
            for line in hand["breakdown"]:
                del line["text"]
    assert chinese == english


def test_every_text_of_help_is_found_for_the_catalogues() -> None:
    texts = set(texts_of(main))
    assert "Judge every match of some logs." in texts
    assert "FILE..." in texts
    assert "Judge with N processes." in texts


def test_every_language_is_named_as_it_is_asked_for() -> None:
    assert all(language_named(str(language)) is language for language in Language)
