"""Findings about a text that is not a card name only cards that the game has."""

import copy
import json
import re
from typing import Any

from engine.cards.packed import SPELLINGS
from engine.games import GAMES
from engine.logs.fupan.reading import read_match
from engine.rulebook.findings import Finding
from engine.verdict.check import Checker
from tests.golden import SAMPLES
from tests.offenders import for_every

JOKERS = {"RJ", "BJ"}
MATCHES = {
    "guandan": "two-hands.json",
    "bao_huang": "alone.json",
    "big_a": "evening.json",
    "chinese_poker": "criss-cross.json",
}
WORDS = ("ZZ", "RJ=2h", "1h", "R", "2h=2s=", "Xx:front", "RJ:front")


def sample(game: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((SAMPLES / game / MATCHES[game]).read_bytes())
    return loaded


def found(log: dict[str, Any]) -> list[Finding]:
    record = read_match(json.dumps(log).encode(), "x.json")
    assert record.match is not None
    return [each for each in Checker().check(record).findings if each.code.id == "malformed"]


def mangled(log: dict[str, Any], word: str) -> list[dict[str, Any]]:
    """The match with a word in place of the first card of each kind of action, and of the deal."""
    made = []
    hand = log["hands"][0]
    verbs: set[str] = set()
    for index, action in enumerate(hand["actions"]):
        _, verb, *arguments = action.split("#")[0].split()
        if arguments and verb not in verbs:
            verbs.add(verb)
            other = copy.deepcopy(log)
            other["hands"][0]["actions"][index] = action.replace(arguments[0], word, 1)
            made.append(other)
    if "deal" in hand:
        other = copy.deepcopy(log)
        seat, cards = next(iter(hand["deal"].items()))
        other["hands"][0]["deal"][seat] = f"{word} {cards.split(' ', 1)[1]}"
        made.append(other)
    return made


@for_every("word", WORDS)
@for_every("game", list(GAMES))
def test_what_is_expected_is_of_the_game(game: str, word: str) -> None:
    findings = [each for log in mangled(sample(game), word) for each in found(log)]
    assert findings
    for finding in findings:
        named = {each for each in re.findall(r"[2-9TJQKARB][A-Za-z]\b", finding.expected) if each in SPELLINGS}
        if game == "chinese_poker":
            assert not named & JOKERS, finding.expected
        if finding.variant == "unknown-card":
            assert named == {"Th", "2s"} | ({"RJ"} if game != "chinese_poker" else set())
        if finding.variant == "claim":
            assert ("wild card" in finding.expected) == (game == "guandan")


def test_the_expected_cards_in_words() -> None:
    (finding,) = found(mangled(sample("chinese_poker"), "RJ")[-1])
    assert (finding.message[-23:], finding.expected) == ("not a card of this game", "cards such as Th or 2s, or ??")
