"""Sentences that know what they are made from."""

import json
import pickle

import pytest

from engine.rulebook.sentences import Text, either, enumerated, listed, made_from, read_made, say, say_of
from tests.offenders import for_every

CHINESE = {
    ("", "{seat} plays {what}"): "{seat}出{what}",
    ("", "pair of {rank}"): "{rank}对子",
    ("guandan", "banker"): "头游",
    ("", "{first} and {last}"): "{first}和{last}",
    ("", "{first}, {rest}"): "{first}、{rest}",
}


def chinese(context: str, template: str) -> str:
    return CHINESE.get((context, template), template)


def test_a_text_is_its_english_sentence() -> None:
    text = say("{seat} plays {what}", seat="E", what=say("pair of {rank}", rank="9"))
    assert text == "E plays pair of 9"
    assert type(str(text)) is str


def test_values_are_translated_too() -> None:
    assert say("{seat} plays {what}", seat="E", what=say("pair of {rank}", rank="9")).put(chinese) == "E出9对子"
    assert say_of("guandan", "banker").put(chinese) == "头游"
    assert say("banker").put(chinese) == "banker"


def test_what_a_value_has_is_never_a_template() -> None:
    assert say("{seat} plays {what}", seat="{what}", what="{seat}").put(chinese) == "{what}出{seat}"


@for_every(
    ("count", "words", "translated"),
    [(0, "", ""), (1, "a", "a"), (2, "a and b", "a和b"), (4, "a, b, c and d", "a、b、c和d")],
)
def test_lists(count: int, words: str, translated: str) -> None:
    text = listed("abcd"[:count])
    assert text == words
    assert (text.put(chinese) if isinstance(text, Text) else text) == translated


def test_other_lists() -> None:
    assert either(("a", "b", "c")) == "a, b or c"
    assert enumerated(("a", "b", "c")) == "a, b, c"
    assert enumerated(()) == ""


def test_it_survives_json_and_pickle() -> None:
    text = say("{seat} plays {what}", seat="E", what=say_of("guandan", "banker"))
    for copy in (read_made(json.loads(json.dumps(made_from(text)))), pickle.loads(pickle.dumps(text))):
        assert copy == text
        assert copy.put(chinese) == "E出头游"


@for_every("made", [[], ["a"], [1, {}], ["a", {}, 3], ["{0}", {"a": 1}]])
def test_what_is_not_made_by_it_is_refused(made: object) -> None:
    with pytest.raises(ValueError, match=r"text|template|Format"):
        read_made(made)
