"""`fupan rules` and `fupan explain`: what can be looked up."""

from collections.abc import Callable

import pytest
from click.testing import Result

from app.cli.rules.rules import game_page, preset_page
from app.judging.finding_examples import without_details
from app.text.catalogue import VERDICT_PAGES, all_codes, all_rules
from app.text.terminal import Style, width
from engine import __version__
from engine.fast.library import library
from engine.games import GAMES
from engine.games.bao_huang.reader import DECLARATIONS
from engine.verdict.report import Verdict
from tests.offenders import for_every

Run = Callable[..., Result]


def test_the_version(run: Run) -> None:
    kind = "pure Python" if library() is None else "with the compiled lane"
    assert run("--version").stdout == f"fupan, version {__version__} ({kind})\n"


@pytest.mark.parametrize("command", ["check", "show", "rules", "explain", "convert", "arrange", "import", "serve"])
def test_every_command_has_help(run: Run, command: str) -> None:
    assert f"Usage: fupan {command}" in run(command, "-h").stdout
    assert command in run("--help").stdout


def test_an_unknown_command_is_wrong_usage(run: Run) -> None:
    assert run("chekc").exit_code == 2


def test_rules_names_every_game(run: Run) -> None:
    result = run("rules")
    assert all(f"{game.name}: {game.title}" in result.stdout for game in GAMES.values())
    assert result.stdout.count("(the default)") == len(GAMES)
    assert all(f"{game.rules.default} (the default)" in result.stdout for game in GAMES.values())
    assert result.exit_code == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_a_game_holds_every_value(run: Run, game: str) -> None:
    book = GAMES[game].rules
    rows: dict[str, list[str]] = {}
    for line in run("rules", game).stdout.split("\n\n", 2)[2].splitlines():
        name, *cells = line.split() or [""]
        rows.setdefault(name, []).extend(cells)
    presets = rows["option"]
    assert presets == list(book.presets)
    for option in book.options:
        values = [book.resolve(preset).options[option.name] for preset in presets]
        assert rows[option.name] == [str(value).lower() if isinstance(value, bool) else str(value) for value in values]


@for_every("game", GAMES)
@for_every("columns", [60, 80, 120])
def test_the_table_fits_the_terminal(game: str, columns: int) -> None:
    assert max(map(width, game_page(GAMES[game], Style(width=columns)))) <= columns


@pytest.mark.parametrize("game", GAMES)
def test_a_preset_names_every_option_as_it_can_be_typed(run: Run, game: str) -> None:
    book = GAMES[game].rules
    for preset in book.presets:
        page = "\n".join(preset_page(GAMES[game], preset, Style()))
        resolved = book.resolve(preset)
        for option in book.options:
            typed = page.partition(f"\n{option.name} = ")[2].partition("\n")[0]
            assert option.parse(typed) == resolved.options[option.name]
    assert run("rules", game, book.default).stdout == page_of(game, book.default)


def page_of(game: str, preset: str) -> str:
    return "".join(f"{line}\n" for line in preset_page(GAMES[game], preset, Style()))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["guandann"], "unknown game: 'guandann'. Did you mean guandan?"),
        (["zzz"], "There are: "),
        (["guandan", "botzon"], "Did you mean botzone?"),
        (["\x1b[2J"], "unknown game"),
    ],
)
def test_what_is_not_there_is_wrong_usage(run: Run, arguments: list[str], said: str) -> None:
    result = run("rules", *arguments)
    assert said in result.stderr
    assert "\x1b" not in result.stderr
    assert result.exit_code == 2


@for_every("name", list(all_codes()))
def test_every_code_can_be_looked_up(run: Run, name: str) -> None:
    result = run("explain", name.upper())
    assert result.stdout.startswith(f"{name}: {all_codes()[name].meaning}\n")
    assert " ".join(all_codes()[name].explanation.split())[:40] in result.stdout
    assert result.exit_code == 0


@for_every("name", list(all_rules()))
def test_every_rule_can_be_looked_up(run: Run, name: str) -> None:
    result = run("explain", name)
    assert result.stdout.startswith(f"{name}: {all_rules()[name].title}\n")
    assert "Source: " in result.stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("does-not-beet", "Did you mean does-not-beat"),
        ("zzzzzz", "There are: "),
        ("\x1b]0;x\x07", "unknown finding code"),
    ],
)
def test_an_unknown_name_brings_suggestions(run: Run, name: str, said: str) -> None:
    result = run("explain", name)
    assert said in result.stderr
    assert not set(result.stderr) & set("\x1b\x07")
    assert (result.stdout, result.exit_code) == ("", 2)


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_can_be_looked_up(run: Run, verdict: Verdict) -> None:
    result = run("explain", verdict.upper())
    assert result.stdout.startswith(f"{verdict}: {VERDICT_PAGES[verdict].meaning}\n")
    assert result.exit_code == 0


def test_a_verdict_is_suggested(run: Run) -> None:
    assert "Did you mean illegal" in run("explain", "ilegal").stderr


def test_every_case_of_malformed_is_explained(run: Run) -> None:
    page = " ".join(run("explain", "malformed").stdout.split())
    cases = all_codes()["malformed"].messages.values()
    assert all(message.help for message in cases)
    texts = [without_details(message.text) for message in cases]
    assert all(" ".join(text.split()) in page for text in texts)
    assert "{" not in "".join(texts)
    assert all(" ".join(message.help.split()) in page for message in cases)


def test_a_finding_has_an_example_in_place_of_braces(run: Run) -> None:
    page = run("explain", "card-not-held").stdout
    assert "Example: Guandan\n      E play Jh\n      N play Qs\n  Zhao Min does not hold Q♠" in page
    assert "{" not in page


def test_chinese_names_are_taken(run: Run) -> None:
    assert run("rules", "掼蛋", "比赛").stdout == run("rules", "guandan", "tournament").stdout
    assert "a_failures = 3\n    打A失败次数: the number of failures at A" in run("rules", "掼蛋", "比赛").stdout
    assert "unknown preset of guandan: '日照'" in run("rules", "掼蛋", "日照").stderr


@pytest.mark.parametrize("word", ["接风", "接風", "jiefeng", "hitchhike", "Jiē Fēng"])
def test_a_word_of_a_game_is_explained(run: Run, word: str) -> None:
    result = run("explain", word)
    assert result.exit_code == 0
    assert result.stdout.startswith("hitchhike (Guandan): 接风 / 接風, jiē fēng\n")
    assert "guandan.lead: Who leads" in result.stdout


@pytest.mark.parametrize(
    ("word", "term", "rule"),
    [
        ("uprising", "revolt (Bao Huang): 明反, míng fǎn", "bao_huang.declarations"),
        ("solo", "alone, declared (Bao Huang): 明独 / 明獨, míng dú", "bao_huang.declarations"),
        ("级差", "level difference (Guandan): 级差 / 級差, jí chā", "guandan.match"),
        ("級差", "level difference (Guandan): 级差 / 級差, jí chā", "guandan.match"),
    ],
)
def test_a_word_of_logs_and_of_players_finds_its_term(run: Run, word: str, term: str, rule: str) -> None:
    result = run("explain", word)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith(f"{term}\n")
    assert f"\n{rule}: " in result.stdout


@pytest.mark.parametrize("what", DECLARATIONS)
def test_every_declaration_of_bao_huang_is_explained(run: Run, what: str) -> None:
    assert "(Bao Huang)" in run("explain", what).stdout


def test_a_word_of_several_games_brings_each_of_them(run: Run) -> None:
    result = run("explain", "进贡")
    assert "tribute (Guandan)" in result.stdout
    assert "tribute (Bao Huang)" in result.stdout
    assert "bao_huang.tribute: " in result.stdout


def test_help_lists_topics_and_shows_one_by_its_name_or_title(run: Run) -> None:
    assert {"review: What a decision cost", "sheets: Score sheets"} <= {*run("help").stdout.splitlines()}
    assert "fupan sheet FILE.csv does the same" in " ".join(run("help", "sheets").stdout.split())
    assert run("--lang", "zh-Hans", "help", "记分表").stdout == run("--lang", "zh-Hans", "help", "sheets").stdout
    refused = run("help", "cards")
    assert (refused.exit_code, "unknown topic: 'cards'" in refused.stderr) == (2, True)
