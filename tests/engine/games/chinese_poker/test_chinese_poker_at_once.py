"""A hand whose actions are done at once is as the same hand done action by action, whatever is wrong with them."""

from random import Random
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from engine.games.chinese_poker.hand import PokerHand
from engine.games.chinese_poker.match_replay import ChinesePokerJudge
from engine.games.chinese_poker.open_face import OpenFaceHand
from engine.games.chinese_poker.reader import ChinesePokerReader
from engine.record.match import Hand, Match
from engine.verdict.check import Checker
from tests.offenders import for_every
from tests.playouts import generate
from tests.playouts.strategies import few, matches, mutants_of


def state(replay: PokerHand) -> Any:
    """All that statistics, frames and settlements read of a hand."""
    open_face = (
        (replay.laid, replay.discarded, replay.taken, replay.fantasyland) if isinstance(replay, OpenFaceHand) else ()
    )
    return replay.findings, replay.boards, replay.holdings.carried, replay.done, replay.turn(), replay.ended, open_face


def check(match: Match) -> None:
    judge = ChinesePokerJudge(Checker().rules(match))
    whole, single = judge.match_replay(match), judge.match_replay(match)
    for index, hand in enumerate(match.hands):
        at_once, one_by_one = whole.open(index, hand), single.open(index, hand)
        at_once.run(hand.actions)
        for action in hand.actions:
            one_by_one.run([action])
        assert state(at_once) == state(one_by_one)
        assert whole.close(at_once, hand) == single.close(one_by_one, hand)


@few(60)
@given(st.one_of(matches(game="chinese_poker"), mutants_of("chinese_poker").map(lambda mutant: mutant.match)))
def test_any_match(match: Match) -> None:
    check(match)


def spoiled(hand: Hand, rng: Random) -> Hand:
    """A hand in which one word, or one action, is another: nearly always a fault that only its text shows."""
    actions, deal = list(hand.actions), hand.deal
    place = rng.randrange(len(actions))
    words = actions[place].split(" ")
    word = rng.randrange(len(words))
    other = rng.choice(actions).split(" ")
    card, _, row = words[-1].partition(":")
    ways: list[Any] = [
        lambda: words.__setitem__(word, rng.choice(other)),
        lambda: words.__setitem__(word, words[word].swapcase()),
        lambda: words.__setitem__(word, ""),
        lambda: words.__delitem__(word),
        lambda: words.insert(word, rng.choice(other)),
        lambda: words.__setitem__(-1, f"{card}:{rng.choice(['front', 'middle', 'back', 'discard', row])}"),
        lambda: words.__setitem__(-1, f"??:{row}"),
        lambda: words.__setitem__(word, words[word].replace("T", "10")),
        lambda: words.append(rng.choice(["# well", "@3", "^1"])),
        lambda: words.__setitem__(slice(2, None), words[:1:-1]),
    ]
    rng.choice(ways)()
    actions[place] = " ".join(words)
    if isinstance(deal, dict) and rng.random() < 0.2:
        seat = rng.choice(list(deal))
        held = deal[seat].split(" ")
        held[rng.randrange(len(held))] = rng.choice([*held, "??", "2s 3s", ""])
        deal = {**deal, seat: " ".join(held)}
    return msgspec.structs.replace(hand, actions=actions, deal=deal)


@for_every("preset", ["two-four", "criss-cross", "open-face", "pineapple"])
def test_a_word_that_is_another(preset: str) -> None:
    for seed in range(8):
        match = generate("chinese_poker", seed, preset=preset, hands=2)
        for number in range(25):
            rng = Random(f"{seed} {number}")
            check(msgspec.structs.replace(match, hands=[spoiled(hand, rng) for hand in match.hands]))


@for_every("preset", ["two-four", "criss-cross", "open-face", "pineapple"])
def test_a_text_is_read_the_same_with_a_space_more(preset: str) -> None:
    """A space at the end takes the slow way."""
    for seed in range(8):
        match = generate("chinese_poker", seed, preset=preset, hands=1)
        numbers = {seat: number for number, seat in enumerate(match.seats)}
        reader = ChinesePokerReader(numbers, 2 if preset == "criss-cross" else 1, discards=preset == "pineapple")
        for number in range(40):
            hand = spoiled(match.hands[0], Random(f"{seed} {number}"))
            for text in hand.actions:
                found, slowly = reader.read(text), reader.read(f"{text} ")
                assert found == slowly or "#" in text
