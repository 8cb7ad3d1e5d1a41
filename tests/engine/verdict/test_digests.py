"""The digest of a report: it rests on base values, and neither new options nor new names of presets change it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import pytest

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.record.match import Match, RulesClaim, given_value
from engine.rulebook.options import GameRules, Option, RuleBook, choice, flag, number, options_of, table
from engine.verdict.check import judged_report
from engine.verdict.report import Report
from tests.playouts import generate

BASE_VALUES = Path(__file__).parents[2] / "data" / "base_values.json"
every_game = pytest.mark.parametrize("game", sorted(GAMES))


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeUpRules(GameRules):
    """An option of each kind."""

    switch: bool = flag("a flag", default=False)
    switched: bool = flag("a flag whose default is new", default=True, base=False, presets={"other": False})
    word: Literal["one", "two"] = choice("a choice", meanings={"one": "1", "two": "2"}, default="one")
    count: int = number(0, 9, "a number", default=0)
    one_of_two: Literal[1, 2] = choice("a number of two", meanings={1: "one", 2: "two"}, default=1)
    cells: Mapping[str, int] = table({"a": None}, 0, 9, "a table", example='{"a": 1}')


MADE_UP = tuple(replace(option, name="made_up") for option in options_of(MadeUpRules))


def report_of(match: Match, book: RuleBook, preset: str | None = None, **options: object) -> Report:
    """The report of a match under a book of rules: with options besides those it claims, or under another preset."""
    claim = match.rules if isinstance(match.rules, RulesClaim) else RulesClaim()
    claimed = dict(given_value(claim.options) or {}) if preset is None else {}
    rules = book.resolve(given_value(claim.preset) if preset is None else preset, claimed | options)
    record = LogRecord(
        source="it", raw=b"", format="fupan", match=match, game=match.game, match_id=None, hashed="0" * 64
    )
    return judged_report(record, match, rules, GAMES[match.game].judge(rules))


def with_option(book: RuleBook, option: Option) -> RuleBook:
    return replace(book, options=(option, *book.options))


@every_game
def test_base_values_never_change(game: str) -> None:
    known = json.loads(BASE_VALUES.read_text(encoding="utf-8"))
    assert known.keys() == GAMES.keys()
    base = {option.name: option.base for option in GAMES[game].rules.options}
    assert base == known[game], (
        "The base value of an option never changes, for the digests of reports rest on it. If the default of an "
        f"option has changed, state its old value as base= in the rules of {game}. If an option is new, add to "
        f"{BASE_VALUES.name} the value that stands for how the game was judged without it."
    )


@every_game
def test_base_values_are_values(game: str) -> None:
    for option in GAMES[game].rules.options:
        assert option.accepts(option.base)
        assert option.accepts(option.default)


@every_game
def test_the_base_values_are_those_of_the_default_preset(game: str) -> None:
    """So the options had it when base values began; one that is added later may differ, and goes on this list."""
    added_since: dict[str, set[str]] = {}
    resolved = GAMES[game].rules.resolve()
    assert set(resolved.changed) == added_since.get(game, set())


@every_game
def test_a_digest_takes_the_options_that_differ_from_base_values(game: str) -> None:
    match = generate(game, 3, hands=1)
    book = GAMES[game].rules
    for preset in book.presets:
        report = report_of(match, book, preset)
        facts = report.as_dict()
        if report.rules is None:
            continue
        for each in facts["findings"]:
            del each["message"], each["recorded"], each["expected"], each["made"]
        for hand in facts["hands"]:
            for line in hand["breakdown"]:
                del line["text"]
                line.pop("made", None)
        del facts["digest"], facts["engine"], facts["log"]["source"], facts["rules"]["preset"]
        base = {option.name: option.base for option in book.options}
        options = facts["rules"]["options"]
        facts["rules"]["options"] = {name: value for name, value in options.items() if value != base[name]}
        assert (preset == book.default) <= (not facts["rules"]["options"])
        canonical = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert report.digest == "sha256:" + sha256(canonical.encode()).hexdigest()


@every_game
@pytest.mark.parametrize("option", MADE_UP, ids=range(len(MADE_UP)))
def test_an_option_that_is_added_changes_no_digest(game: str, option: Option) -> None:
    book = GAMES[game].rules
    more = with_option(book, option)
    for seed in range(3):
        match = generate(game, seed, hands=1)
        before, after = report_of(match, book), report_of(match, more, made_up=option.base)
        assert "made_up" in after.as_dict()["rules"]["options"]
        assert after.digest == before.digest
        for preset in book.presets:
            same = report_of(match, more, preset, made_up=option.base)
            assert same.digest == report_of(match, book, preset).digest


@every_game
def test_an_option_that_differs_from_its_base_value_changes_the_digest(game: str) -> None:
    match = generate(game, 3, hands=1)
    book = GAMES[game].rules
    changes: list[tuple[Option, Any]] = [
        (MADE_UP[0], True),
        (MADE_UP[1], True),
        (MADE_UP[2], "two"),
        (MADE_UP[3], 9),
        (MADE_UP[5], {"a": 0}),
    ]
    for option, value in changes:
        assert report_of(match, with_option(book, option), made_up=value).digest != report_of(match, book).digest


@every_game
def test_a_default_that_changes_changes_no_digest_of_a_match_judged_as_before(game: str) -> None:
    match = generate(game, 3, hands=1)
    before, after = (with_option(GAMES[game].rules, option) for option in MADE_UP[:2])
    assert report_of(match, after, made_up=False).digest == report_of(match, before).digest
    assert report_of(match, after).digest == report_of(match, before, made_up=True).digest


@every_game
def test_a_preset_that_is_renamed_changes_no_digest(game: str) -> None:
    match = generate(game, 3, hands=1)
    book = GAMES[game].rules
    for name in book.presets:
        new = {f"{name}-anew" if each == name else each: text for each, text in book.presets.items()}
        options = tuple(
            replace(
                option,
                presets={f"{name}-anew" if each == name else each: value for each, value in option.presets.items()},
            )
            for option in book.options
        )
        default = f"{name}-anew" if book.default == name else book.default
        renamed = replace(book, presets=new, options=options, default=default)
        before, after = report_of(match, book, name), report_of(match, renamed, f"{name}-anew")
        if before.rules is not None:
            assert after.as_dict()["rules"]["preset"] == f"{name}-anew"
        assert after.digest == before.digest


def test_presets_that_come_to_the_same_options_give_the_same_digest() -> None:
    match = generate("guandan", 3, hands=1)
    book = GAMES["guandan"].rules
    spelled = report_of(match, book, "tournament", **dict(book.resolve("botzone").options))
    assert spelled.digest == report_of(match, book, "botzone").digest
    assert spelled.digest != report_of(match, book, "tournament").digest
