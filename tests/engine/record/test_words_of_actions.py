"""The bound on the words of an action: over it the action is malformed, and nothing moves."""

from itertools import cycle, islice
from time import process_time
from unittest.mock import patch

import msgspec
import pytest

from engine.climbing import clock as climbing_clock
from engine.climbing.faults import first_lacking
from engine.record import bounds
from engine.record.actions import over_the_bound
from engine.record.match import Match
from engine.replay.views import TABLE, seen_action
from engine.rulebook.findings import Finding
from tests.offenders import for_every
from tests.playouts import GAMES, generate
from tests.playouts.judging import every_frame, judged

every_game = pytest.mark.parametrize("game", sorted(GAMES))

UNREADABLE = "play 1x"
"""What a seat does where nothing of it can be read but the verb."""


def of_words(count: int, begin: str, end: str = "", gap: str = " ") -> str:
    """An action of so many words that begins and ends so, with cards between."""
    between = count - len(begin.split()) - len(end.split())
    return gap.join([*begin.split(), *islice(cycle(("3s", "4d", "RJ")), between), *end.split()])


LONG = [
    of_words(257, "{seat} play"),
    of_words(257, "{seat} play", "@999999"),
    of_words(257, "{seat} play", "^5 @999999"),
    of_words(257, "{seat} play", gap="   "),
    of_words(257, "{seat} play") + " # " + "word " * 300,
    of_words(257, "{seat} play", "@999999") + "#",
    of_words(300, "  {seat} set"),
    of_words(1000, "{seat} tribute", "> {seat}"),
    of_words(257, "{seat} pass"),
    of_words(257, "{seat} fold"),
    of_words(257, "{seat}"),
]


def with_action(match: Match, place: int, action: str) -> Match:
    """The match with an action more in its first hand, by the seat that acts there."""
    hand = match.hands[0]
    seat = hand.actions[place].split()[0] if place < len(hand.actions) else match.seats[0]
    made = [*hand.actions[:place], action.replace("{seat}", seat), *hand.actions[place:]]
    return msgspec.structs.replace(match, hands=[msgspec.structs.replace(hand, actions=made), *match.hands[1:]])


def findings_of(match: Match, place: int) -> tuple[list[Finding], list[Finding]]:
    """The findings about an action of the first hand, and all others."""
    found = judged(match).findings
    about = [each for each in found if (each.hand, each.action) == (0, place)]
    return about, [each for each in found if each not in about]


@every_game
@for_every("action", LONG)
def test_more_words_than_the_bound_are_malformed_and_nothing_moves(game: str, action: str) -> None:
    match = generate(game, 3, hands=1)
    count = len(action.partition("#")[0].split())
    for place in (0, 1, len(match.hands[0].actions) // 2, len(match.hands[0].actions)):
        made = with_action(match, place, action)
        (found,), others = findings_of(made, place)
        assert (found.code.id, found.variant, found.rule) == ("malformed", "bound", "log.bounds")
        assert found.message == f"too large: an action of {count:,} words (limit: 256 words)"
        assert found.expected == "at most 256 words"
        text = made.hands[0].actions[place]
        assert found.column is not None
        assert found.seat == text.split()[0]
        assert len(text[: found.column].split()) == 256
        assert text[found.column - 1] == " " != text[found.column]
        unreadable = with_action(match, place, f"{{seat}} {UNREADABLE if game != 'chinese_poker' else 'set 1x'}")
        (same,), same_others = findings_of(unreadable, place)
        assert same.code.id == "malformed"
        assert others == same_others
        if place == 1:
            frames = [msgspec.structs.replace(each, action=None) for each in every_frame(made, 0)]
            assert frames == [msgspec.structs.replace(each, action=None) for each in every_frame(unreadable, 0)]


@every_game
@pytest.mark.parametrize(
    "action",
    [
        of_words(256, "{seat} play"),
        of_words(256, "{seat} play", "@999999"),
        of_words(256, "{seat} play", gap="  "),
        of_words(256, "{seat} play") + " # and a comment",
        of_words(256, "{seat} set", "^3 @999999"),
    ],
)
def test_as_many_words_as_the_bound_are_read(game: str, action: str) -> None:
    match = generate(game, 3, hands=1)
    place = len(match.hands[0].actions) // 2
    about, _ = findings_of(with_action(match, place, action), place)
    assert about
    assert all(each.variant != "bound" for each in about)


@for_every("place", [0, 4, 8])
@for_every("words", [255, 256, 257, 258])
@every_game
def test_many_actions_with_seconds_are_counted_with_them(game: str, words: int, place: int) -> None:
    """The seconds of many actions are taken off all at once."""
    match = generate(game, 5, hands=1)
    hand = match.hands[0]
    timed = [f"{action} @{number}" for number, action in enumerate(hand.actions)]
    place %= len(timed)
    timed[place] = of_words(words, timed[place].split()[0] + " play", f"@{place}")
    made = msgspec.structs.replace(match, hands=[msgspec.structs.replace(hand, actions=timed)])
    found = judged(made).findings
    assert any(each.action == place and each.variant == "bound" for each in found) == (words > 256)
    with patch.object(climbing_clock, "_MANY", len(timed) + 1):
        assert judged(made).findings == found


def test_an_unknown_seat_of_a_long_action_is_not_named() -> None:
    long = of_words(257, "nobody play")
    fault = over_the_bound(long, {"E": 0})
    assert fault is not None
    assert fault.seat is None
    assert over_the_bound("E play # " + "word " * 999, {"E": 0}) is None
    match = generate("guandan", 3, hands=1)
    ((found,), _) = findings_of(with_action(match, 4, long), 4)
    assert (found.variant, found.seat) == ("bound", None)


@every_game
def test_a_million_words_take_no_more_than_reading_them(game: str) -> None:
    match = generate(game, 3, hands=1)
    long = [of_words(1_000_000, f"{{seat}} {verb}") for verb in ("play", "set", "place")]
    begin = process_time()
    for action in long:
        (found,), _ = findings_of(with_action(match, 3, action), 3)
        assert found.message == "too large: an action of 1,000,000 words (limit: 256 words)"
    assert process_time() - begin < 30
    assert bounds.WORDS == 256


def test_a_view_shows_nothing_of_a_long_action() -> None:
    assert seen_action(of_words(257, "E play"), TABLE, "ENWS", laid_open=True) == "??"
    assert seen_action(of_words(256, "E play"), TABLE, "ENWS", laid_open=True).startswith("E play 3s 4d RJ")


def test_the_first_card_that_is_one_too_many() -> None:
    assert first_lacking([1, 2, 1, 2, 1], [1]) == 4
    assert first_lacking([1, 2, 1, 2, 1], [1, 1]) == 2
    assert first_lacking([1, 2, 1, 2, 1], [2, 1, 1]) == 2
    assert first_lacking([1, 2, 1, 2, 1], [2, 1, 1, 1]) == 0
    begin = process_time()
    cards = [number % 54 for number in range(200_000)]
    assert first_lacking(cards, cards[54:]) == 54
    assert process_time() - begin < 2
