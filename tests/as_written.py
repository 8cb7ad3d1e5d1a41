"""Logs as people and their programs write them: comments, fields that the format does not have, spaces, capitals."""

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any, Final

Document = dict[str, Any]

_CARDS: Final = re.compile(r"\b(?:10|[2-9TJQKA])[shdc]\b|\b[RB]J\b")
_COMMENTS: Final = (
    *(
        "",
        " ",
        "thinks",
        " 想了很久",
        ' says "pass"',
        " @12.5",
        "# twice",
        " \\ back",
        "\ttab",
        " 😀",
        " E play 3s",
        "é",
    ),
)
_FIELDS: Final = (
    *(
        "remark",
        "comment",
        "备注",
        "device",
        "app_version",
        "time",
        "played",
        "",
        "a.b",
        "E",
        "_private",
        "Level",
        "x y",
    ),
)
_OF_OTHERS: Final = (
    *(
        "ruling",
        "factor",
        "recorded",
        "level",
        "order",
        "extra",
        "stakes",
        "units",
        "roles",
        "exposed",
        "name",
        "first",
    ),
    *(
        "previous",
        "finish",
        "ended",
        "winner",
        "scores",
        "preset",
        "options",
        "seat",
        "deal",
        "setup",
        "result",
        "mended",
    ),
)
"""Fields that the format has for some game and in some place."""
_VALUES: Final = (
    *(
        "",
        "text",
        '"quoted"',
        "中文 \\ / \n",
        0,
        -1,
        12.5,
        1_714_559_400,
        True,
        False,
        None,
        [],
        {},
        [1, [2, {"a": []}]],
    ),
    *({"actions": "E pass # x", "b": {"c": 1.25}}, "x" * 300, ["]", "}", '"'], {"format": "fupan/1"}),
)
_STRANGE: Final = (10**12, 10**12 + 1, 10**15, 1e300, 0.1e-7, -0.0, "x" * 4097, "\ud83d", {"k": "\ude00"}, "\u0000")


def as_written(document: Document, rng: Random, *, strange: float = 0.0) -> bytes:
    """The text of a log of `fupan/1` with such things in it, some other than the format allows in a `strange` share."""
    document = json.loads(json.dumps(document))
    often = rng.choice((0.01, 0.1, 0.5))
    for hand in document["hands"]:
        hand["actions"] = [_action(text, rng, often) if rng.random() < often else text for text in hand["actions"]]
        if isinstance(hand.get("deal"), dict):
            hand["deal"] = {
                seat: _cards(cards, rng) if isinstance(cards, str) and rng.random() < often else cards
                for seat, cards in hand["deal"].items()
            }
    _add_fields(document, rng, strange)
    spaced = rng.choice((None, None, None, 1, 2))
    marks = rng.choice(((",", ":"), (", ", ": "), (" , ", " : ")))
    text = json.dumps(document, ensure_ascii=rng.random() < 0.5, indent=spaced, separators=None if spaced else marks)
    return text.encode("utf-8", "surrogatepass")


def _action(text: str, rng: Random, often: float) -> str:
    body, mark, comment = text.partition("#")
    if rng.random() < 0.3:
        body = _spaced(_capitals(body, rng), rng)
    if mark or rng.random() > 0.7:
        return body + mark + comment
    return body + rng.choice((" ", " ", "  ", "")) + "#" + rng.choice(_COMMENTS) * rng.choice((1, 1, 3))


def _cards(text: str, rng: Random) -> str:
    return _spaced(_capitals(text, rng), rng)


def _spaced(text: str, rng: Random) -> str:
    words = "".join(word + " " * rng.choice((1, 1, 2, 3)) for word in text.split(" "))
    return rng.choice(("", "", " ")) + rng.choice((words, words.rstrip(" ")))


def _capitals(text: str, rng: Random) -> str:
    other = rng.choice((str.upper, str.lower, str.swapcase))
    return _CARDS.sub(lambda card: other(card[0]).replace("t", "10") if rng.random() < 0.5 else card[0], text)


def _add_fields(document: Document, rng: Random, strange: float) -> None:
    """Adds fields to some of the objects, each in the same way to all hands or players, as programs do."""
    hands = document["hands"]
    places: Sequence[list[Any]] = (
        [document],
        [document.get("rules")],
        [document.get("match")],
        document["players"],
        hands,
        [hand.get("setup") for hand in hands],
        [hand.get("result") for hand in hands],
        [document.get("result")],
    )
    for _ in range(rng.choice((0, 1, 1, 2, 4))):
        objects = [value for value in rng.choice(places) if isinstance(value, dict)]
        names = _OF_OTHERS if rng.random() < strange else _FIELDS
        name = rng.choice(names)
        for value in objects if rng.random() < 0.6 else objects[:1]:
            if name not in value:
                value[name] = rng.choice(_STRANGE if rng.random() < strange else _VALUES)
                if rng.random() < 0.5:
                    _put_first(value, name)


def _put_first(value: Document, name: str) -> None:
    rest = {key: item for key, item in value.items() if key != name}
    first = value[name]
    value.clear()
    value.update({name: first}, **rest)
