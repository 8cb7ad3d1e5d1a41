"""The deal of Bao Huang and what comes before its play: the compiled lane takes nothing that the engine does not."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from engine.fast.library import Library
from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from tests.engine.fast.test_lane import agreed, lane
from tests.playouts import Style, generate

__all__ = ["lane"]

OPTIONS: dict[str, dict[str, object]] = {
    "marked_joker": {"emperor_pass": "with_play"},
    "triplet": {"protector": "triplet", "declarations": "per_side", "take_order": "finish"},
}
SAID = (
    *("play", "pass", "ask", "accept", "decline", "redeal", "accept now", "declare", "declare farmer"),
    *("declare uprising", "declare protector", "declare solo", "show 7h 7h 7h", "tribute 2s", "take 2s", "take"),
)
Document = dict[str, Any]


MATCHES = (("marked_joker", 10), ("marked_joker", 18), ("triplet", 5), ("triplet", 28))
"""Matches whose second hand begins with tribute, after which the emperor card is declined: once; five times; five times
before a `show`; and five times before a `redeal`."""


def made(name: str, seed: int = 5) -> Document:
    """A clean match of two hands."""
    match = generate("bao_huang", seed, options=OPTIONS[name], hands=2, style=Style(results=0, setups=0))
    document: Document = json.loads(write_match(match))
    return document


def judged(lane: Library, document: Document) -> str:
    verdict, reason = agreed(lane, read_match(json.dumps(document).encode(), "opening"), {})
    return verdict if reason == "clean" else reason


@pytest.mark.parametrize(("name", "seed"), MATCHES)
def test_nothing_is_said_before_the_play_that_may_not_be(lane: Library, name: str, seed: int) -> None:
    document = made(name, seed)
    assert judged(lane, document) == "clean"
    hand = document["hands"][1]
    actions = list(hand["actions"])
    play = next((at for at, text in enumerate(actions) if text.split(" ")[1] == "play"), len(actions))
    tribute = sum(text.split(" ")[1] in ("tribute", "take") for text in actions)
    seats = {actions[-1 if play == len(actions) else play].split(" ")[0], *list(hand["deal"])[::2]}
    fates: Counter[str] = Counter()
    for place in sorted({tribute - 1, tribute, tribute + 1, play, play + 1}):
        for seat in seats:
            for said in SAID:
                hand["actions"] = [*actions[:place], f"{seat} {said}", *actions[place:]]
                fates[judged(lane, document)] += 1
    assert fates.keys() >= {"action-fault", "action-text", "tribute-fault", "play-fault"}


@pytest.mark.parametrize("name", OPTIONS)
def test_no_card_is_there_more_often_than_in_the_deck(lane: Library, name: str) -> None:
    for one, other in (("6s", "6h"), ("BJ", "RJ"), ("BJ", "BJ*"), ("RJ", "RJ*"), ("7d", "5d"), ("8c", "9c")):
        document = made(name)
        hand = document["hands"][0]
        word = re.compile(rf"(?<![^ ]){re.escape(one)}(?![^ ])")
        seat = next(seat for seat, cards in hand["deal"].items() if word.search(cards))
        hand["deal"][seat] = word.sub(other, hand["deal"][seat], count=1)
        own = next((at for at, text in enumerate(hand["actions"]) if text.startswith(seat) and word.search(text)), None)
        if own is not None:
            hand["actions"][own] = word.sub(other, hand["actions"][own], count=1)
        assert judged(lane, document) == "deal"


def test_a_card_taken_by_its_rank_keeps_the_suit_that_it_has(lane: Library) -> None:
    document = made("marked_joker", 18)
    hand = document["hands"][1]
    taken = [" ".join(word[0] if word[0] == "2" else word for word in text.split(" ")) for text in hand["actions"]]
    actions = [new if old.split(" ")[1] == "take" else old for old, new in zip(hand["actions"], taken, strict=True)]
    assert actions != hand["actions"]
    fates: Counter[str] = Counter()
    for at, text in enumerate(actions):
        words = text.split(" ")
        for place, suit in (
            (place, suit) for place, word in enumerate(words[2:], 2) for suit in "shdc" if word[0] == "2"
        ):
            changed = " ".join([*words[:place], f"2{suit}", *words[place + 1 :]])
            hand["actions"] = [*actions[:at], changed, *actions[at + 1 :]]
            fates[judged(lane, document)] += 1
    assert fates.keys() >= {"clean", "play-fault", "tribute-fault"}


def test_a_deal_is_void_only_after_every_seat_has_declined(lane: Library) -> None:
    document = made("triplet", 28)
    hand = document["hands"][1]
    actions = list(hand["actions"])
    for place in range(len(actions) - 1):
        hand["actions"] = [*actions[:place], actions[-1]]
        assert judged(lane, document) != "clean"
    for seat in hand["deal"]:
        hand["actions"] = [*actions[:-1], f"{seat} redeal"]
        assert (judged(lane, document) == "clean") == (hand["actions"] == actions)


def test_a_play_has_cards(lane: Library) -> None:
    document = made("marked_joker")
    hand = document["hands"][0]
    play = next(at for at, text in enumerate(hand["actions"]) if text.split(" ")[1] == "play")
    seats = [player["seat"] for player in document["players"]]
    first = seats.index(hand["actions"][play].split(" ")[0])
    hand["actions"][play:play] = [f"{seat} play" for seat in (*seats[first:], *seats[:first])]
    assert judged(lane, document) == "play-fault"
