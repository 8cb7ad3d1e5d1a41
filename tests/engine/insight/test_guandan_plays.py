"""What is left of a hand of Guandan can play those of its sets that it still has."""

from collections.abc import Sequence
from random import Random

from engine.cards.packed import GUARDS, JOKERS, RANKS, SUITED, Holding, pack
from engine.climbing.endgame import KEEPS_SUITS, NO_SUITS, PlaySet
from engine.games.guandan.combinations import GuandanCombinationRules
from engine.games.guandan.legal import GuandanChoices, GuandanEndgame
from engine.replay.endgame import EMPTY
from tests.offenders import for_every

CARDS = [*SUITED, *JOKERS[:2]] * 2
LEVEL = RANKS.index("5")
WILD = LEVEL * 4 + 1


def within(sets: Sequence[PlaySet], hand: Holding) -> list[PlaySet]:
    return [each for each in sets if ((hand | GUARDS) - each[1]) & GUARDS == GUARDS]


@for_every("cards", [6, 12, 16])
def test_what_is_left_of_a_hand_can_play_the_sets_that_it_still_has(cards: int) -> None:
    rng, hands, flushes = Random(cards), 0, 0
    endgame = GuandanEndgame("ENWS", GuandanCombinationRules(LEVEL, joker_pair_in_full_house=True))
    for _ in range(6):
        near = rng.sample([card for card in CARDS if card % 4 < 2 or card > 51], cards - 1)
        hand = endgame.reduced_hand(pack([WILD, *near]))
        _, sets = endgame.sets(hand)
        bared = [each for each in sets if each[3] == NO_SUITS]
        suited = sets[: len(sets) - len(bared)]
        for _ in range(12):
            plays = endgame.plays(hand, EMPTY)
            every = GuandanChoices(hand, endgame._rules).sets()
            assert {rest for _, rest in plays} == {endgame.reduced_hand(hand - cards) for _, cards, _ in every}
            bare, of_hand = endgame.sets(hand)
            keeps = any(suits == KEEPS_SUITS for *_, suits in within(suited, hand))
            expected = [*within(suited, hand), *within(bared, bare)] if keeps else within(bared, bare)
            assert of_hand == expected
            flushes += keeps
            hands += 1
            left = sorted(rest for _, rest in plays if rest)
            if not left:
                break
            hand = rng.choice(left)
    assert hands > 20
    assert flushes or cards == 6
