"""Set by set: the engine and the brute force agree on what the cards form."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb, prod
from random import Random

from bruteforce.big_a import (
    COPIES,
    JOKERS,
    LINE,
    PACK,
    RANKS,
    RUNS,
    Reading,
    count,
    every_reading,
    of_rank,
    patterns,
    rank_of,
    reading_of,
    sets_of,
    sets_with,
)

from engine.cards.packed import parse_card
from engine.climbing.reader import Play
from engine.games.big_a.combinations import BigACombination, Form, size_of, strength_of
from engine.games.big_a.reader import BigAReader
from tests.offenders import for_every

CARD = {text: card for text in PACK if (card := parse_card(text)) is not None}
BIG_ACES = ("As", "Ah", "Ad", "Ac")
BOOKS = {big: BigAReader("ABCDE", CARD[big]) for big in BIG_ACES}
TWO_JOKERS = {"two red jokers": "RJ RJ", "two black jokers": "BJ BJ", "a black and a red joker": "BJ RJ"}


def as_reading(form: Form) -> Reading:
    """A form of the engine as the brute force writes it."""
    combination = BigACombination(form)
    kind = combination.kind
    if kind == "two_jokers":
        return kind, size_of(form), TWO_JOKERS[combination.phrase()]
    if kind == "three_jokers":
        return kind, size_of(form), "RJ" if strength_of(form) == 2 else "BJ"
    if kind in ("four_jokers", "big_ace_pair"):
        return kind, size_of(form), ""
    return kind, size_of(form), "big" if combination.rank == "Big A" else combination.rank


def engine_reading(cards: Iterable[str], big: str) -> Reading | None:
    """What the engine says some cards are."""
    form = BOOKS[big].form([CARD[card] for card in cards])
    return None if form is None else as_reading(form)


def of_four_suits(size: int) -> int:
    """The sets of so many cards of a rank, two of each suit."""
    return sum(
        comb(4, twice) * comb(4 - twice, size - 2 * twice) for twice in range(size // 2 + 1) if size >= 2 * twice
    )


def runs(length: int) -> int:
    """How many sequences of so many ranks there are; of thirteen ranks one, though the ace may stand at either end."""
    return 1 if length >= 13 else 15 - length


def run_sets(length: int, each: int) -> int:
    """The sets of cards that are sequences of so many ranks with so many cards of each."""
    if length < 14:
        return runs(length) * of_four_suits(each) ** length
    return of_four_suits(2 * each) * of_four_suits(each) ** 12


# The engine against the brute force.


def short(pattern: Counter[str]) -> bool:
    """Whether all the sets of a pattern are few enough to be looked at."""
    return sets_with(pattern) <= 1024


@for_every("big", ["Ah", "Ac"])
def test_every_set_of_a_short_pattern(big: str) -> None:
    seen: Counter[str] = Counter()
    for reading, pattern in patterns():
        for cards in sets_of(pattern) if short(pattern) else ():
            expected = reading_of(cards, big)
            assert engine_reading(cards, big) == expected, cards
            assert expected is not None
            assert expected == reading or big in cards
            seen[expected[0]] += 1
    whole = {
        kind: many for kind, many in count().items() if kind not in ("sequence", "double_sequence", "triple_sequence")
    }
    assert {kind: seen[kind] for kind in whole} == whole
    assert seen["sequence"] == sum(run_sets(length, 1) for length in range(3, 6))
    assert seen["double_sequence"] == run_sets(3, 2)


def some_set(pattern: Counter[str], chance: Random) -> list[str]:
    """A set of a pattern's, in any order."""
    cards = [card for rank, many in pattern.items() for card in chance.choice(of_rank(rank, many))]
    chance.shuffle(cards)
    return cards


@for_every("big", BIG_ACES)
def test_long_patterns_and_what_nearly_is_one(big: str) -> None:
    chance = Random(f"long {big}")
    nothing = 0
    for reading, pattern in patterns():
        if reading[1] < 4:
            continue
        for _ in range(30):
            cards = some_set(pattern, chance)
            assert engine_reading(cards, big) == reading_of(cards, big) == reading, cards
            cards[chance.randrange(len(cards))] = chance.choice(PACK)
            if max(Counter(cards).values()) <= COPIES:
                assert engine_reading(cards, big) == reading_of(cards, big), cards
                nothing += reading_of(cards, big) is None
    assert nothing > 1000


def classes(size: int, big: str) -> Iterator[tuple[list[str], int]]:
    """Every class of sets of so many cards, by a set of it and how many it has.

    Of a class are the sets with the same number of cards of each rank and joker; the two Big A alone and a Big A alone
    are classes of their own.
    """
    for ranks in combinations_with_replacement((*RANKS, *JOKERS), size):
        counts = Counter(ranks)
        if any(many > (COPIES if rank in JOKERS else 8) for rank, many in counts.items()):
            continue
        sets = prod(len(of_rank(rank, many)) for rank, many in counts.items())
        cards = [card for rank, many in counts.items() for card in of_rank(rank, many)[0]]
        if set(ranks) == {"A"} and size <= 2:
            yield [big] * size, 1
            sets -= 1
            cards = [next(ace for ace in BIG_ACES if ace != big)] * size
        yield cards, sets


@for_every("size", range(1, 8))
def test_the_engine_counts_the_same_over_all_sets(size: int) -> None:
    """Over one set of each class, and with how many sets the class has."""
    counted: Counter[str] = Counter()
    total = 0
    for cards, sets in classes(size, "Ah"):
        total += sets
        reading = engine_reading(cards, "Ah")
        counted[reading[0] if reading else "nothing"] += sets
    assert total == sum(comb(54, twice) * comb(54 - twice, size - 2 * twice) for twice in range(size // 2 + 1))
    expected: Counter[str] = Counter()
    for (kind, many, _), pattern in patterns():
        expected[kind] += sets_with(pattern) if many == size else 0
    if size == 2:
        expected.update({"pair": -1, "big_ace_pair": 1})
    assert {kind: many for kind, many in counted.items() if kind != "nothing"} == {
        kind: many for kind, many in expected.items() if many
    }


def test_which_aces_are_big_matters_to_one_and_two_aces_only() -> None:
    chance = Random("aces")
    for _ in range(3000):
        aces = chance.sample(BIG_ACES * COPIES, chance.randint(1, 8))
        others = chance.sample([card for card in PACK if card[0] in "23QK"], chance.choice((0, 0, 1, 4)))
        found = {engine_reading([*aces, *others], big) for big in BIG_ACES}
        assert found == {reading_of([*aces, *others], big) for big in BIG_ACES}
        assert len(found) == 1 or (not others and len(aces) < 3)


def random_cards(chance: Random, size: int) -> Sequence[str]:
    """Cards of the pack, of some ranks or of all."""
    ranks = chance.sample(RANKS, 4) if chance.random() < 0.6 else RANKS
    return chance.sample([card for card in PACK * COPIES if rank_of(card) in (*ranks, *JOKERS)], size)


@for_every("big", BIG_ACES)
def test_an_actions_text_is_read_the_same(big: str) -> None:
    """The book reads most texts by a way of its own, and a second time from memory."""
    book = BOOKS[big]
    chance = Random(f"texts {big}")
    drawn = [list(random_cards(chance, chance.randint(1, 12))) for _ in range(3000)]
    drawn += [some_set(pattern, chance) for _, pattern in patterns() for _ in range(5)]
    for cards in drawn:
        expected = reading_of(cards, big)
        for _ in range(2):
            text = f"{chance.choice('ABCDE')} play {' '.join(cards)}"
            seat, size, _, form, beaten_by = book.entry(text)
            assert "ABCDE"[seat] == text[0]
            if isinstance(form, Play):
                form = form.form
            else:
                assert size == len(cards)
                assert isinstance(form, int)
                assert beaten_by is book.beaters(form)
            assert (None if form is None else as_reading(form)) == expected, cards  # type: ignore[arg-type]


def test_the_line_of_sequences_is_the_pages() -> None:
    tops = {kind: {top for each, _, top in every_reading() if each == kind} for kind in RUNS}
    assert tops["sequence"] == tops["double_sequence"] == tops["triple_sequence"] == set(LINE) - {"2"}
    assert tops["fake_eight"] == set(LINE)
