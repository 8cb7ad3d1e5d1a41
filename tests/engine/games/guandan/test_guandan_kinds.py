"""The table of the kinds of combinations of Guandan."""

from typing import get_args

from engine.games.guandan import combinations
from engine.games.guandan.combinations import (
    BOMBS,
    KINDS,
    CombinationKind,
    GuandanCombination,
    KindName,
    every_form,
    form_of,
    kind_named,
    kind_of,
)
from tests.offenders import for_every


def test_every_row_is_in_the_table() -> None:
    rows = [value for value in vars(combinations).values() if isinstance(value, CombinationKind)]
    assert {kind.number for kind in rows} == {kind.number for kind in KINDS}
    assert len(rows) == len(KINDS)


def test_numbers_are_different_and_rising() -> None:
    numbers = [kind.number for kind in KINDS]
    assert numbers == sorted(set(numbers))


def test_names_are_those_of_the_rules_page() -> None:
    assert {kind.name for kind in KINDS} == set(get_args(KindName))
    assert {kind.name for kind in KINDS if kind.number >= BOMBS} == {"bomb", "straight_flush", "joker_bomb"}


@for_every("kind", KINDS)
def test_a_kind_is_found_by_its_forms_and_by_its_name_and_size(kind: CombinationKind) -> None:
    assert kind_named(kind.name, kind.size) is kind
    assert kind_named(kind.name, 11) is None
    for strength in kind.strengths:
        form = form_of(kind, strength)
        assert form in every_form()
        assert kind_of(form) is kind
        assert GuandanCombination(form, 3).phrase()
