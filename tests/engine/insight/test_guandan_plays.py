"""What a hand of Guandan can play does not depend on the hands that were asked about before."""

from random import Random

import pytest

from engine.cards.packed import JOKERS, RANKS, SUITED, pack, size
from engine.games.guandan import legal as guandan
from engine.games.guandan.combinations import GuandanCombinationRules
from engine.games.guandan.legal import GuandanChoices, GuandanEndgame
from engine.replay.endgame import EMPTY

CARDS = [*SUITED, *JOKERS[:2]] * 2
LEVEL = RANKS.index("5")
WILD = LEVEL * 4 + 1


def endgame() -> GuandanEndgame:
    return GuandanEndgame("ENWS", GuandanCombinationRules(LEVEL, joker_pair_in_full_house=True))


@pytest.mark.parametrize("cards", [6, 12, 16])
def test_a_hand_can_play_the_same_whatever_was_asked_before(cards: int, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[GuandanChoices] = []

    class Counting(GuandanChoices):
        def __init__(self, *arguments: object) -> None:
            searched.append(self)
            super().__init__(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(guandan, "GuandanChoices", Counting)
    rng, hands = Random(cards), 0
    for _ in range(6):
        used = endgame()
        near = rng.sample([card for card in CARDS if card % 4 < 2 or card > 51], cards - 1)
        hand = used.reduced_hand(pack([WILD, *near]))
        for _ in range(12):
            searched.clear()
            plays = used.plays(hand, EMPTY)
            assert len(searched) == (size(hand) == cards)
            anew = endgame()
            assert plays == anew.plays(hand, EMPTY)
            assert {rest for _, rest in plays} == {
                anew.reduced_hand(hand - cards) for _, cards in GuandanChoices(hand, anew._rules).sets()
            }
            hands += 1
            left = sorted(rest for _, rest in plays if rest)
            if not left:
                break
            hand = rng.choice(left)
    assert hands > 20
