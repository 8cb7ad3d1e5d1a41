"""Why a play is legal: what it beats and by what, and how its wild cards were read."""

from random import Random

from bruteforce.guandan import RANKS, SUITS
from profiles import examples

from engine.cards.packed import card_text, pack, parse_card
from engine.games.guandan.beating import beats_by, wild_cards_as
from engine.games.guandan.combinations import GuandanCombinationRules
from engine.games.guandan.legal import GuandanChoices
from engine.games.guandan.reader import GuandanReader

LEVEL = "9"
RULES = GuandanCombinationRules(RANKS.index(LEVEL), joker_pair_in_full_house=True)
READER = GuandanReader("NESW", RULES)


def by(cards: str, on: str) -> str:
    play, other = READER.play(f"N play {cards}"), READER.play(f"N play {on}")
    assert play.form is not None
    assert other.form is not None
    assert play.form in READER.beaters(other.form)
    return beats_by(play.form, other.form)


def test_what_beats_what() -> None:
    assert by("8s 8d", "7s 7d") == "a higher pair"
    assert by("8s 8d 8c 8h", "3s 4s 5s 6s 7d") == "a bomb beats every play that is not a bomb"
    assert by("8s 8d 8c 8h", "7s 7d 7c 7h") == "a higher bomb of as many cards"
    assert by("7s 7d 7c 7h 7s", "8s 8d 8c 8h") == "a bomb of more cards"
    assert by("3s 4s 5s 6s 7s", "8s 8d 8c 8h") == "a straight flush beats a bomb of four or five cards"
    assert by("4s 5s 6s 7s 8s", "3s 4s 5s 6s 7s") == "a higher straight flush"
    assert by("7s 7d 7c 7h 7s 7d", "3s 4s 5s 6s 7s") == "a bomb of six or more cards beats a straight flush"
    assert by("BJ BJ RJ RJ", "3s 4s 5s 6s 7s") == "the joker bomb beats everything"


def test_wild_cards_claimed_as_what_is_said_are_read_so() -> None:
    rng = Random(3)
    deck = [rank + suit for rank in RANKS for suit in SUITS if rank + suit != LEVEL + "h"] * 2
    said = 0
    for _ in range(examples(50)):
        held = [*rng.sample(deck, 12), "BJ", "BJ", LEVEL + "h", LEVEL + "h"]
        packed = pack(card for card in map(parse_card, held) if card is not None)
        for choice in GuandanChoices(packed, RULES)(None):
            wild = wild_cards_as(choice.cards, choice.form, RANKS.index(LEVEL))
            if not wild:
                continue
            said += 1
            others = [text for text in map(card_text, choice.cards) if text != LEVEL + "h"]
            assert len(others) + len(wild) == len(choice.cards)
            assert READER.play(f"N play {' '.join([*others, *wild])}").readings[0] == choice.form, choice
    assert said > 100
