"""Changes to inputs that keep most of them logs: random bytes alone seldom get past the reading of JSON."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1,
    13,
    10**9,
    10**13,
    1.5,
    "",
    " ",
    "A",
    "E",
    "10",
    "RJ",
    "??",
    "\x00",
    "\ud800",
    "李",
    [],
    {},
    [[]],
    ["E"],
    [["E", "N"]],
    {"E": 1},
    {"E": "2s"},
)
_WORDS = """
2s 3h Td As RJ BJ ?? 2h=9s 2h=X 10H T EJ PJ | / > # @1.5 @x ^3 ^x E N W S A B C D X 0 5
play pass tribute return report take show declare ask redeal accept decline expose reveal capture draw call
set place in out surrender natural royalty discard stake dragon front middle back As:front ??:discard
"""
WORDS = tuple(_WORDS.split())
_HEADER = 2

Change = Callable[[Any, Random], None]


def mutated(data: bytes, random: Random, plain: Callable[[bytes], bytes]) -> bytes:
    """An input with one to four changes; ``plain`` changes bytes without regard to what they are."""
    if random.random() < 0.15:
        return plain(data)
    header, text = data[:_HEADER], data[_HEADER:]
    lines = text.split(b"\n") if data[:1] == b"\x01" else [text]
    place = random.randrange(len(lines))
    try:
        document = json.loads(lines[place])
    except (ValueError, RecursionError):
        return plain(data)
    for _ in range(random.choice((1, 1, 2, 4))):
        _change(document, random)
    try:
        lines[place] = json.dumps(document, ensure_ascii=random.random() < 0.2).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return plain(data)
    return header + b"\n".join(lines)


def plainly(data: bytes, random: Random) -> bytes:
    """An input with a few bytes replaced, left out or repeated."""
    made = bytearray(data)
    for _ in range(random.choice((1, 2, 8))):
        place = random.randrange(len(made) + 1)
        match random.randrange(3):
            case 0:
                made[place : place + 1] = bytes([random.choice((0, 9, 34, 92, 123, 255, random.randrange(256)))])
            case 1:
                del made[place : place + random.choice((1, 1, 5, 100))]
            case _:
                made[place:place] = made[place : place + random.choice((1, 20, 200))]
    return bytes(made)


def _change(document: Any, random: Random) -> None:
    """Changes an action in most cases, else any value of the document."""
    hands = document.get("hands") if isinstance(document, dict) else None
    lists = [
        hand["actions"]
        for hand in (hands if isinstance(hands, list) else ())
        if isinstance(hand, dict) and isinstance(hand.get("actions"), list) and hand["actions"]
    ]
    if lists and random.random() < 0.6:
        _change_actions(random.choice(lists), random)
    else:
        _change_value(document, random)


def _change_actions(actions: list[Any], random: Random) -> None:
    place = random.randrange(len(actions))
    match random.randrange(6):
        case 0:
            del actions[place]
        case 1:
            actions.insert(random.randrange(len(actions) + 1), actions[place])
        case 2:
            other = random.randrange(len(actions))
            actions[place], actions[other] = actions[other], actions[place]
        case 3:
            del actions[place:]
        case _:
            actions[place] = _changed_words(str(actions[place]), random)


def _changed_words(text: str, random: Random) -> str:
    words = text.split(" ")
    place = random.randrange(len(words))
    match random.randrange(4):
        case 0:
            del words[place]
        case 1:
            words.insert(place, random.choice(WORDS))
        case 2:
            words[place] = random.choice(WORDS)
        case _:
            words.append(random.choice(words))
    return " ".join(words)


def _change_value(document: Any, random: Random) -> None:
    """Changes a value somewhere in a document, or a field's name, or leaves one out."""
    place = document
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place))) if isinstance(place, list) else []
        if not keys:
            return
        key = random.choice(keys)
        inner = place[key]
        if isinstance(inner, dict | list) and inner and random.random() < 0.8:
            place = inner
            continue
        break
    match random.randrange(5):
        case 0:
            del place[key]
        case 1 if isinstance(place, dict):
            place[random.choice(WORDS)] = inner
        case 2 if isinstance(inner, str):
            place[key] = _changed_words(inner, random)
        case 3 if type(inner) is int:
            place[key] = inner + random.choice((-1, 1, 7))
        case _:
            place[key] = random.choice(ODD)
