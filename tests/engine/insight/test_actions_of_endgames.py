"""The actions of endgames: they are those that the judge takes, and no others."""

from collections.abc import Hashable, Iterator
from itertools import combinations, product
from random import Random

from engine.cards.packed import RANKS, SUITS, card_text, unpack
from engine.climbing.hand import ClimbingHand
from engine.games.big_a.legal import BigAEndgame
from engine.replay.endgame import EMPTY
from engine.rulebook.findings import Severity
from tests.bruteforce.endgames import State
from tests.engine.insight.staged import Stage, at_level, bao_huang_lead, big_a_lead, guandan_lead
from tests.offenders import for_every
from tests.playouts import generate
from tests.profiles import PROFILE

CASES = 4 if PROFILE == "push" else 300
MOST = 9


def texts(hand: ClimbingHand, seat: int, wild: str) -> Iterator[str]:
    """Every way to write a play of a seat, each wild card with each claim."""
    held = [card_text(card) for card in unpack(hand.table.holdings.shown(seat))]
    for size in range(1, len(held) + 1):
        claims = ["", *(f"={rank}" for rank in RANKS)]
        claims += [f"={rank}{suit}" for rank in RANKS for suit in SUITS] if size == 5 else []
        for cards in sorted(set(combinations(held, size))):
            for words in product(*([card + claim for claim in claims] if card == wild else [card] for card in cards)):
                for verb in {"play", "capture"} & {*hand.reader.verbs}:
                    yield f"{hand.table.seats[seat]} {verb} {' '.join(words)}"


def compare(stage: Stage, state: State, wild: str, then: list[str]) -> list[str]:
    """Compares the actions with the judge, and returns them."""
    hand = stage.hand(state, then)
    endgame = stage.endgame(hand)
    position = endgame.position(hand)
    seat = position[1]
    options = endgame.actions(position)
    passes = [text for text, _ in options if text.endswith(" pass")]
    assert passes == ([f"{hand.table.seats[seat]} pass"] if position[3] != EMPTY else [])
    found = {endgame.apart(after): text for text, after in options if text not in passes}
    assert len(found) == len(options) - len(passes)
    reached = {endgame.reduced(after) for _, after in options}
    first: dict[Hashable, str] = {}
    for text in texts(hand, seat, wild):
        if hand.reader.play(text).readings:
            after = stage.hand(state, [*then, text])
            if not any(each.severity is Severity.ERROR for each in after.findings):
                key = endgame.apart(endgame.position(after))
                first[key] = min(first.get(key, text), text)
                assert after.ended or endgame.reduced(endgame.position(after)) in reached
    assert found == first
    return [text for text, _ in options]


@for_every("level", ["2", "7", "A"])
def test_the_judge_takes_the_actions_of_guandan_and_no_others(level: str) -> None:
    rng = Random(level)
    stage = Stage(at_level(generate("guandan", 1, hands=1), level))
    for _ in range(CASES):
        state = guandan_lead(rng, level, MOST)
        leads = compare(stage, state, level + "h", [])
        compare(stage, state, level + "h", [rng.choice(leads)])


@for_every("options", [{}, {"lowest_last": True, "joker_rule": "jokers_only"}, {"protector": "triplet"}])
def test_the_judge_takes_the_actions_of_bao_huang_and_no_others(options: dict[str, object]) -> None:
    rng = Random(str(options))
    stage = Stage(generate("bao_huang", 3, hands=1, options=options))
    endgame = stage.endgame()
    for _ in range(CASES):
        state = bao_huang_lead(rng, MOST, endgame.sides, suits=SUITS)
        leads = compare(stage, state, "", [])
        compare(stage, state, "", [rng.choice(leads)])


@for_every("seed", [1, 2, 4])
def test_the_judge_takes_the_actions_of_big_a_and_no_others(seed: int) -> None:
    rng = Random(seed)
    stage = Stage(generate("big_a", seed, hands=1))
    endgame = stage.endgame()
    assert isinstance(endgame, BigAEndgame)
    for _ in range(CASES):
        state = big_a_lead(rng, MOST, card_text(endgame.big), endgame.sides)
        then: list[str] = []
        for _ in range(4):
            then.append(rng.choice(compare(stage, state, "", then)))
            if stage.hand(state, then).ended:
                break
