"""A watched rule set gives the values of the moment, and notes which of them were read."""

import pytest

from engine.games import GAMES
from engine.games.bao_huang.rules import BaoHuangRules
from engine.rulebook.options import OptionValue, RuleBook
from engine.rulebook.watching import Watch

BOOK: RuleBook = GAMES["bao_huang"].rules


def values(**changes: OptionValue) -> dict[str, OptionValue]:
    return {**BOOK.resolve().options, **changes}


def test_reads_are_noted_in_the_order_of_the_first() -> None:
    watch = Watch(BOOK)
    rules = BaoHuangRules.of(watch.rules)

    def read() -> tuple[OptionValue, ...]:
        return rules.target, rules.deck, rules.target

    assert watch.during(values(target=20), read) == ((20, 168, 20), {"target": 20, "deck": 168})
    assert list(watch.during(values(), read)[1]) == ["target", "deck"]


def test_a_typed_object_follows_the_watch() -> None:
    watch = Watch(BOOK)
    rules = BaoHuangRules.of(watch.rules)
    assert watch.during(values(deck=216), lambda: rules.deck) == (216, {"deck": 216})
    assert watch.during(values(deck=168), lambda: rules.deck) == (168, {"deck": 168})
    assert watch.during(values(), lambda: None) == (None, {})


def test_the_options_and_the_key_are_watched_too() -> None:
    watch = Watch(BOOK)
    found, notes = watch.during(values(deck=216), lambda: watch.rules.options["deck"])
    assert (found, notes) == (216, {"deck": 216})
    key, notes = watch.during(values(deck=216), lambda: watch.rules.key)
    assert key == BOOK.resolve(None, {"deck": 216}).key
    assert set(notes) == set(BOOK.resolve().options)
    clash = BOOK.clash
    assert clash is not None
    assert watch.during(values(scoring="4-2-0"), lambda: clash(watch.rules)) == (None, {"scoring": "4-2-0"})


def test_an_option_that_there_is_not() -> None:
    watch = Watch(BOOK)
    rules = BaoHuangRules.of(watch.rules)
    with pytest.raises(AttributeError):
        watch.during(values(), lambda: rules.nothing)  # type: ignore[attr-defined]
    with pytest.raises(KeyError):
        watch.during(values(), lambda: watch.rules.options["nothing"])
