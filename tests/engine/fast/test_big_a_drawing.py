"""What is shown while the cards of a hand of Big A are drawn is judged as the engine judges it, at every moment."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from engine.fast.library import Library
from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.record.match import Match
from tests.engine.fast.test_lane import agreed, lane
from tests.playouts import Style, generate
from tests.profiles import examples

__all__ = ["lane"]

DRAWN = 24
"""More cards than a seat draws."""
SHOWN = ("expose", "reveal")


def otherwise(match: Match) -> Iterator[Match]:
    """The match with each of its drawing's actions at another moment, by another seat, and left out."""
    actions = match.hands[0].actions
    for place, text in enumerate(actions):
        seat, verb, *cards = text.partition(" ^")[0].split(" ")
        if verb not in SHOWN:
            return
        said = f"{verb} {' '.join(cards)}"
        others = [f"{seat} {said} ^{number}" for number in range(DRAWN)]
        others += [f"{other} {said}" for other in match.seats]
        others += [f"{seat} {said} {word}" for word in ("^", "^x", "^1x", "^100", "^01", cards[0])]
        for other in others:
            yield with_actions(match, [*actions[:place], other, *actions[place + 1 :]])
            yield with_actions(match, [*actions[: place + 1], other, *actions[place + 1 :]])
        yield with_actions(match, [*actions[:place], *actions[place + 1 :]])


def with_actions(match: Match, actions: list[str]) -> Match:
    return msgspec.structs.replace(match, hands=[msgspec.structs.replace(match.hands[0], actions=actions)])


def test_cards_are_shown_at_any_moment_of_the_drawing_as_the_engine_has_it(lane: Library) -> None:
    found: Counter[tuple[str, str]] = Counter()
    for seed in range(examples(8)):
        for match in otherwise(generate("big_a", seed, hands=1, policy="greedy", style=Style())):
            found[agreed(lane, read_match(write_match(match), "drawn"), {})] += 1
    assert found["clean", "clean"] > found.total() // 10
    assert {verdict for verdict, _ in found} >= {"clean", "illegal"}
