"""The lane judges by what its C sources know by name: what changed in Python is judged right, or left to the engine."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.fast.compiling import compiler
from engine.fast.library import FOLDER, Library, sources
from engine.games import GAMES
from engine.logs import write_match
from engine.rulebook.options import OptionValue
from engine.verdict.lane import found_by_lane
from tests.engine.fast.lane_cases import LANES, legal
from tests.engine.fast.test_lane import lane
from tests.offenders import for_every
from tests.test_architecture import tree_of

__all__ = ["lane"]

ENGINE = FOLDER.parent
COMPILE = """
from engine.fast.compiling import FLAGS, compile_library
assert compile_library(flags=("-O0" if flag == "-O2" else flag for flag in FLAGS))
"""
JUDGE = """
import json, sys
from dataclasses import replace
from engine.fast.library import library
from engine.games import GAMES
from engine.logs.fupan.reading import read_match
from engine.verdict.check import Checker
from engine.verdict.lane import found_by_lane

def reason(raw, options, counting):
    checker = Checker(options=options, counting=counting)
    rules = checker.rules(read_match(raw, "").match)
    found = found_by_lane(lane, lane.read(raw), rules, counting=counting)
    return lane.reason(found) if isinstance(found, int) else "clean"

def agrees(raw):
    record, at_once = read_match(raw, ""), Checker(counting=True).clean(raw, "")
    report = Checker(counting=True, pure=True).check(record)
    return at_once is None or (
        at_once.as_json() == report.as_json() and replace(at_once.facts, later=None) == report.facts
    )

lane = library()
given = json.load(sys.stdin)
if lane is None:
    sys.exit("no library")
print(json.dumps({
    game: [reason(raw, {}, False), reason(raw, given["options"].get(game, {}), True), agrees(raw)]
    for game, raw in ((game, text.encode()) for game, text in given["matches"].items())
}))
"""
ADDED_OPTION = '    added: Literal["off", "on"] = choice("added", meanings={"off": "off", "on": "on"}, default="off")\n'
ADDED_CODE = """
from engine.rulebook.findings import Message, code
CODES = (*CODES, code("added-code", "Added.", "It was added, and nobody knows it.", Message("added", "nothing")))
"""
ADDED_FIGURE = """
from dataclasses import replace
from engine.replay.statistics import Figure
_counted = count
def count(replay, hand, outcome):
    found = _counted(replay, hand, outcome)
    return replace(found, counts=tuple((7, *own[1:]) for own in found.counts))
STATISTICS = replace(
    STATISTICS, figures=(Figure("added", "Added.", of_play=True), *STATISTICS.figures), count=count
)
"""
MOVED_FIGURES = (
    "\nfrom dataclasses import replace\nSTATISTICS = replace(STATISTICS, figures=STATISTICS.figures[::-1])\n"
)
LAST_FIGURES = {"guandan": "wild_in_bombs", "big_a": "fours_played", "bao_huang": "protected"}
OPTIONS = {
    "guandan": "joker_pair_in_full_house",
    "big_a": "lead_after_out",
    "bao_huang": "joker_rule",
    "chinese_poker": "natural_qka",
}
"""An option of each game, whose name nothing else has."""
VALUES = {
    "guandan": ("reporting", '["off", "warn"]'),
    "big_a": ("lead_after_out", '["skip_team", "skip_partner"]'),
    "bao_huang": ("joker_rule", '["every_card", "jokers_only"]'),
    "chinese_poker": ("misset", '["scooped", "played"]'),
}
"""A choice of each game, and its values."""
CODES = {
    "guandan": "ambiguous-wild",
    "big_a": "role-not-allowed",
    "bao_huang": "lowest-too-early",
    "chinese_poker": "foul",
}
C_FILES = {
    "guandan": "guandan*.c",
    "big_a": "big_a*.c",
    "bao_huang": "bao_huang*.c",
    "chinese_poker": "poker*.c",
    "endgame": "endgame.c",
}
UNKNOWN: tuple[tuple[str, str, OptionValue], ...] = (
    ("guandan", "hands", 1001),
    ("guandan", "a_failures", 2**40),
    ("guandan", "a_failures", -1),
    ("big_a", "hands", 1001),
    ("bao_huang", "deck", 165),
    ("bao_huang", "target", 2**31),
    ("chinese_poker", "hands_each", 3),
    ("chinese_poker", "row_unit", 1_000_001),
    ("chinese_poker", "surrender", 2**32),
)
"""Numbers that the sources of a game do not know."""


MOVED_ANSWERS = """    FAILED = 2
    OUT_OF_NODES = 3
"""
VALUES_OF_ENDGAMES = """
from random import Random
from engine.fast.library import library
from engine.insight.compiled import CompiledSolver
from engine.insight.solver import OutOfNodesError, Solver
from tests.engine.insight.test_endgames import CASES_OF, position_of

def found_by(solver, position):
    solver.allow(20)
    try:
        return solver.value(position), solver.nodes
    except OutOfNodesError:
        return None, solver.nodes

rng, lane, found = Random(7), library(), set()
for draw in CASES_OF.values():
    for _ in range(60):
        endgame, _, state, note = draw(rng)
        position = endgame.reduced(position_of(endgame, state, note))
        expected = found_by(Solver(endgame, table=1_000), position)
        assert found_by(CompiledSolver(endgame, lane, table=1_000), position) == expected
        found.add(expected[0])
assert None in found and len(found) > 2, found
"""


class Checkout:
    """A copy of the engine whose sources can be changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "engine"
        shutil.copytree(ENGINE, self.folder, ignore=shutil.ignore_patterns("__pycache__", "*.po"))
        self._texts: dict[Path, str] = {}
        self.sound: set[str] = set()
        """The games whose sources compile as they are."""

    def change(self, name: str, changed: Callable[[str], str]) -> None:
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        self._texts.setdefault(path, text)
        assert changed(text) != text, name
        path.write_text(changed(text), encoding="utf-8")

    def restore(self) -> None:
        while self._texts:
            path, text = self._texts.popitem()
            path.write_text(text, encoding="utf-8")

    def run(self, code: str, given: object = None) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", code]
        return subprocess.run(
            command,
            cwd=self.folder.parent,
            env=os.environ | {"PYTHONPATH": str(ENGINE.parent)},
            input=json.dumps(given),
            capture_output=True,
            text=True,
        )

    def compile(self) -> None:
        done = self.run(COMPILE)
        assert done.returncode == 0, done.stderr

    def judged(self, options: dict[str, dict[str, str]] | None = None) -> dict[str, list[Any]]:
        """By game, why the lane leaves a clean match to the engine, the same where it counts under some options, and
        whether what it finds clean is what the engine says of it.
        """
        done = self.run(JUDGE, {"matches": MATCHES, "options": options or {}})
        assert done.returncode == 0, done.stderr
        found: dict[str, list[Any]] = json.loads(done.stdout)
        return found

    def has_library(self) -> bool:
        code = "import sys; from engine.fast.library import library; sys.exit(library() is None)"
        return self.run(code).returncode == 0

    def errors(self, game: str) -> str:
        """What the compiler says of the sources of a game, or of the search of endgames."""
        made = self.run(
            f"from pathlib import Path; from engine.fast.headers import write_headers; write_headers(Path('{game}'))"
        )
        assert made.returncode == 0, made.stderr
        files = [str(path) for path in sorted((self.folder / "fast").glob(C_FILES[game]))]
        command = [*(compiler() or []), "-std=c11", "-fsyntax-only", f"-I{self.folder.parent / game}", *files]
        return subprocess.run(command, capture_output=True, text=True).stderr


def first_clean(game: str) -> str:
    """A legal match of a game that its lane takes with all that it counts."""
    return write_match(legal(game, 2, hands=2)).decode()


MATCHES = {game: first_clean(game) for game in LANES}


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    if compiler() is None:
        pytest.skip("there is no C compiler")
    found = Checkout(tmp_path_factory.mktemp("checkout"))
    found.compile()
    return found


@pytest.fixture
def checkout(copied: Checkout) -> Iterator[Checkout]:
    yield copied
    copied.restore()


def option_lines(text: str) -> list[re.Match[str]]:
    """The options in a class of rules, each with all that is said of it."""
    return [
        *re.finditer(
            r"^    \w+: [^\n]* = (?:choice|flag|number|table)\((?:.*\)\n|\n(?:     .*\n)*    \)\n)", text, re.M
        )
    ]


def with_option(text: str) -> str:
    at = option_lines(text)[0].start()
    return text[:at] + ADDED_OPTION + text[at:]


def with_moved_options(text: str) -> str:
    """The first option becomes the last, and the order of all choices is turned round."""
    first, *_, last = option_lines(text)
    moved = text[: first.start()] + text[first.end() : last.end()] + first[0] + text[last.end() :]
    return re.sub(r"Literal\[([^]]*)\]", lambda words: f"Literal[{', '.join(words[1].split(', ')[::-1])}]", moved)


def rename_option(checkout: Checkout, game: str) -> None:
    name = OPTIONS[game]
    for path in sorted((checkout.folder / "games" / game).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        if re.search(rf"\b{name}\b", text):
            checkout.change(
                str(path.relative_to(checkout.folder)), lambda text: re.sub(rf"\b{name}\b", "renamed", text)
            )


def rename_code(checkout: Checkout, game: str) -> None:
    name = "climbing/codes.py" if game == "big_a" else f"games/{game}/rules.py"
    checkout.change(name, lambda text: text.replace(f'"{CODES[game]}"', '"renamed-code"'))


def rename_figure(checkout: Checkout, game: str) -> None:
    name = LAST_FIGURES[game]
    for file in ("games/figures.py", f"games/{game}/statistics.py"):
        checkout.change(file, lambda text: text.replace(f'"{name}"', '"renamed"'))


def test_an_added_option_a_code_and_a_figure_leave_matches_to_the_engine(checkout: Checkout) -> None:
    assert {tuple(found) for found in checkout.judged().values()} == {("clean", "clean", True)}
    for file, changed, reasons in (
        ("rules.py", with_option, ["option-unknown", "option-unknown", True]),
        ("rules.py", lambda text: text + ADDED_CODE, ["code-unknown", "code-unknown", True]),
        ("statistics.py", lambda text: text + ADDED_FIGURE, ["clean", "figure-unknown", True]),
    ):
        for game in LANES:
            checkout.change(f"games/{game}/{file}", changed)
        assert not checkout.has_library()
        checkout.compile()
        found = checkout.judged()
        if file == "statistics.py":  # The engine counts the figures of Chinese poker.
            assert found.pop("chinese_poker") == ["clean", "clean", True]
        assert found == dict.fromkeys(found, reasons)
        checkout.restore()


def test_moved_options_values_codes_and_figures_are_judged_right(checkout: Checkout) -> None:
    for game in LANES:
        checkout.change(f"games/{game}/rules.py", lambda text: with_moved_options(text) + "\nCODES = CODES[::-1]\n")
        checkout.change(f"games/{game}/statistics.py", lambda text: text + MOVED_FIGURES)
    assert not checkout.has_library()
    checkout.compile()
    found = checkout.judged()
    assert found == {game: ["clean", "clean", True] for game in found}


def test_a_value_that_was_added_leaves_its_matches_alone_to_the_engine(checkout: Checkout) -> None:
    for game, (_, values) in VALUES.items():
        more = values.replace("[", '["added", ')
        checkout.change(
            f"games/{game}/rules.py", lambda text, old=values, new=more: text.replace(f"Literal{old}", f"Literal{new}")
        )  # type: ignore[misc]
    assert not checkout.has_library()
    checkout.compile()
    found = checkout.judged({game: {name: "added"} for game, (name, _) in VALUES.items()})
    assert found == {game: ["clean", "option-unknown", True] for game in found}


RENAMED = [
    (rename, game)
    for rename in (rename_option, rename_code, rename_figure)
    for game in LANES
    # The engine counts the figures of Chinese poker.
    if (rename, game) != (rename_figure, "chinese_poker")
]


@pytest.mark.parametrize(("rename", "game"), RENAMED)
def test_a_name_that_is_gone_does_not_compile(
    checkout: Checkout, game: str, rename: Callable[[Checkout, str], None]
) -> None:
    if game not in checkout.sound:
        assert "error" not in checkout.errors(game)
        checkout.sound.add(game)
    rename(checkout, game)
    assert not checkout.has_library()
    assert "error" in checkout.errors(game)


def test_moved_and_added_fields_numbers_and_answers_of_endgames_are_searched_right(checkout: Checkout) -> None:
    def changed(text: str) -> str:
        text = re.sub(r"(    OUT_OF_NODES = 2\n)(    FAILED = 3\n)", MOVED_ANSWERS, text)
        text = text.replace('("seats", c_uint8)', '("seats", c_uint8), ("added", c_uint8)')
        text = text.replace("_NO_SEAT: Final = 255", "_NO_SEAT: Final = 200")
        return re.sub(r"(    _fields_ = \[(?:.*\]\n|\n(?:     .*\n)*    \]\n))", reversed_fields, text)

    def reversed_fields(fields: re.Match[str]) -> str:
        return f"{fields[1].rstrip()}[::-1]\n"

    checkout.change("insight/compiled.py", changed)
    assert (checkout.folder / "insight" / "compiled.py").read_text(encoding="utf-8").count("[::-1]") == 4
    checkout.change("climbing/endgame.py", lambda text: text.replace("NOTE: Final = 1 << 16", "NOTE: Final = 1 << 20"))
    checkout.change("climbing/lane.py", lambda text: text.replace("KIND_FORMS: Final = 16", "KIND_FORMS: Final = 19"))
    assert not checkout.has_library()
    checkout.compile()
    done = checkout.run(VALUES_OF_ENDGAMES)
    assert done.returncode == 0, done.stderr
    found = checkout.judged()
    assert found == {game: ["clean", "clean", True] for game in found}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('("heirs", ', '("renamed", '),
        ('("laid", c_uint32),', '("renamed", c_uint32),'),
        ('("turn", c_uint8),', '("turn", c_uint8), ("added", c_uint8 * 4),'),
        ('("turn", c_uint8),', '("turn", c_uint32),'),
        ("    FAILED = 3", "    RENAMED = 3"),
        ("    NOT_REACHED = 0\n", "    NOT_REACHED = 4\n"),
        ('"NO_SEAT": ', '"RENAMED": '),
    ],
)
def test_a_change_of_endgames_that_the_search_does_not_know_does_not_compile(
    checkout: Checkout, before: str, after: str
) -> None:
    checkout.change("insight/compiled.py", lambda text: text.replace(before, after, 1))
    assert "error" in checkout.errors("endgame")


@for_every("name", ["insight/compiled.py", "climbing/endgame.py", "replay/endgame.py"])
def test_the_fingerprint_covers_what_the_search_of_endgames_shares(name: str) -> None:
    assert ENGINE / name in sources()


@pytest.mark.parametrize(("game", "name", "value"), UNKNOWN)
def test_a_number_that_the_sources_do_not_know_leaves_the_match_to_the_engine(
    lane: Library, game: str, name: str, value: OptionValue
) -> None:
    raw = MATCHES[game].encode()
    text = lane.read(raw)
    assert not isinstance(text, int)
    claim = json.loads(raw).get("rules", {})
    rules = GAMES[game].rules.resolve(claim.get("preset"), claim.get("options"))
    assert not isinstance(found_by_lane(lane, text, rules), int)
    found = found_by_lane(lane, text, replace(rules, options={**rules.options, name: value}))
    assert isinstance(found, int)
    assert lane.reason(found) == "option-unknown"


@for_every("game", LANES)
def test_the_sources_read_every_option_that_they_know(game: str) -> None:
    """All but those that the engine applies, those that C knows at their base value alone, and the one that decides
    what seats see.
    """
    elsewhere = {
        "four_five",
        "exposed_scores",
        "scoring",
        "winner_rule",
        "balanced",
        "solo_announced",
        "royalties",
        "royalty_table",
        "royalty_value",
        "naturals",
        "natural_table",
    }
    at_base = {
        "equal_tribute",
        "resist",
        "report_at",
        "report_once",
        "full_house_wild",
        "a_partner",
        "level_tie",
        "extra_hand_level",
        "all_high_first",
        "flushes_first",
        "naturals_meet",
        "settle",
        "banker_ties",
        "row_compare",
        "loss_cap",
        "fantasyland_stay",
        "open_factor",
        "alone_win",
        "alone_may_decline",
        "solo_tribute",
    }
    text = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob(C_FILES[game]))
    read = set(re.findall(r"\brules->(\w+)", text))
    assert {option.name for option in GAMES[game].rules.options} - read <= elsewhere | at_base | {"tribute_face"}


def test_the_fingerprint_covers_the_modules_whose_values_headers_are_written_from() -> None:
    lanes = [ENGINE / "climbing" / "lane.py", *(ENGINE / "games").glob("*/lane.py")]
    hashed = {".".join(path.relative_to(ENGINE.parent).with_suffix("").parts) for path in sources()}
    modules = {
        node.module
        for path in lanes
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine.games.")
        if any(each.name.isupper() for each in node.names)
    }
    assert len(modules) > len(lanes)
    assert modules <= hashed
