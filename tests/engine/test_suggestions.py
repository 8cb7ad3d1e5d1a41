"""Suggestions for names that do not exist."""

import pytest

from engine.games import GAMES
from engine.record.actions import UnreadableAction, split_action
from engine.rulebook.options import RulesUnknown
from engine.rulebook.suggestions import close_name, did_you_mean
from tests.offenders import for_every

VERBS = frozenset({"play", "pass", "report", "return"})


@for_every(
    ("name", "close"),
    [("plays", "play"), ("Play", "play"), ("PASS", "pass"), ("retrun", "return"), ("zzz", None), ("", None)],
)
def test_the_name_most_like_another(name: str, close: str | None) -> None:
    assert close_name(name, VERBS) == close


def test_the_order_of_the_known_names_does_not_matter() -> None:
    names = ["aab", "aac", "aad"]
    assert {close_name("aa", order) for order in (names, names[::-1], [names[1], names[2], names[0]])} == {"aad"}


def test_a_very_long_name_is_not_compared() -> None:
    assert close_name("play" * 1_000, VERBS) is None


def test_the_end_of_a_sentence() -> None:
    assert did_you_mean("plays", VERBS) == "; did you mean 'play'?"
    assert did_you_mean("zzz", VERBS) == ""


def test_a_verb_brings_a_suggestion() -> None:
    found = split_action("E plays 3h", {"E": 0}, VERBS)
    assert isinstance(found, UnreadableAction)
    assert found.details == {"verbs": "pass, play, report, return", "hint": "; did you mean 'play'?"}


@for_every(
    ("preset", "options", "hint"),
    [
        ("tournamant", {}, "; did you mean 'tournament'?"),
        ("zzz", {}, ""),
        (None, {"a_failure": 1}, "; did you mean 'a_failures'?"),
        (None, {"reporting": "of"}, "; did you mean 'off'?"),
        (None, {"a_failures": 12}, ""),
    ],
)
def test_presets_options_and_values_bring_suggestions(
    preset: str | None, options: dict[str, object], hint: str
) -> None:
    with pytest.raises(RulesUnknown) as unknown:
        GAMES["guandan"].rules.resolve(preset, options)
    assert unknown.value.details["hint"] == hint
