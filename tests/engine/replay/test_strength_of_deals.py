"""The strength of dealt hands: what is counted, what is unknown, and what the whole table lets one expect."""

from random import Random
from typing import Any

from msgspec import structs

from engine.cards.packed import SPELLINGS
from engine.games import GAMES
from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.record.match import Match
from engine.replay.strength import HandStrength, Strength, on_line, won_on
from engine.verdict.check import Checker
from tests.offenders import for_every
from tests.playouts import FAIR, generate

TWO = 0


def measure_of(game: str) -> Strength:
    strength = GAMES[game].strength
    assert strength is not None
    return strength


def counted(game: str, cards: str, level: int | None = None, role: str = "") -> dict[str, int]:
    strength = measure_of(game)
    counts = strength.counts([SPELLINGS[card] for card in cards.split()], level, role)
    return {name: count for name, count in zip(strength.features, counts, strict=True) if count}


def measured(match: Match, preset: str | None = None) -> list[HandStrength | None]:
    record = read_match(write_match(match), "made up")
    assert record.match is not None
    checker = Checker(preset=preset)
    report = checker.check(record)
    assert report.rules is not None
    replay = checker.judge(report.rules).match_replay(record.match)
    found: list[HandStrength | None] = []
    for index, hand in enumerate(record.match.hands):
        hand_replay = replay.open(index, hand)
        hand_replay.run(hand.actions)
        found.append(measure_of(match.game).measure(hand_replay, hand, replay.close(hand_replay, hand)))
    return found


def with_deal(match: Match, seat: str, cards: str | None) -> Match:
    """The same match, with other words for the cards of a seat in its first hand."""
    hand = match.hands[0]
    deal: Any = {name: text for name, text in dict(hand.deal).items() if name != seat}  # type: ignore[call-overload]
    if cards is not None:
        deal[seat] = cards
    return structs.replace(match, hands=[structs.replace(hand, deal=deal), *match.hands[1:]])


def test_a_line_is_straight_between_its_points_and_level_beyond_them() -> None:
    line = ((-100, 0), (100, 1000), (200, 1001))
    assert [on_line(line, at) for at in (-500, -100, 0, 50, 100, 150, 500)] == [0, 0, 500, 750, 1000, 1000, 1001]


def test_guandan_counts_jokers_wild_cards_bombs_and_plays() -> None:
    assert counted("guandan", "RJ RJ BJ BJ 2h 2s As Kd 3s 3h 3d 3c 5s 5h 5d 7s 7c", TWO) == {
        "red_jokers": 2,
        "black_jokers": 2,
        "four_jokers": 1,
        "wild_cards": 1,
        "level_cards": 1,
        "aces": 1,
        "kings": 1,
        "bombs_of_4": 1,
        "boosts": 1,
        "plays": 4,
    }


@for_every(
    ("cards", "plays", "loose"),
    [
        ("3s 4h 5d 6c 7s", 1, 0),
        ("3s 4h 5d 6c 8s", 5, 5),
        ("3s 3h 3d 4s 4h", 1, 0),
        ("3s 3h 4s 4h 5d", 3, 1),
        ("3s 3h 3d 3c", 0, 0),
        ("Qs Ks Jh", 3, 0),
        ("As 2h 3d 4c 5s", 1, 0),
    ],
)
def test_guandan_divides_cards_into_plays(cards: str, plays: int, loose: int) -> None:
    counts = counted("guandan", cards, 12 if cards[0] != "A" else 11)
    assert (counts.get("plays", 0), counts.get("loose", 0)) == (plays, loose)


def test_guandan_finds_straight_flushes_without_wild_cards() -> None:
    assert counted("guandan", "3s 4s 5s 6s 7s", TWO)["straight_flushes"] == 1
    assert "straight_flushes" not in counted("guandan", "2h 4s 5s 6s 7s", TWO)


def test_the_level_decides_what_a_card_is_worth_in_guandan() -> None:
    assert counted("guandan", "9h 9s", SPELLINGS["9s"] >> 2) == {"wild_cards": 1, "level_cards": 1, "plays": 1}
    assert counted("guandan", "9h 9s", TWO) == {"plays": 1}


def test_bao_huang_counts_ranks_and_the_role() -> None:
    assert counted("bao_huang", "RJ* RJ BJ 2s 2h As 6s 6s 6h 6d 6c 7 7 Qs", role="emperor") == {
        "red_jokers": 2,
        "black_jokers": 1,
        "twos": 2,
        "aces": 1,
        "queens": 1,
        "ranks": 5,
        "small_sets": 1,
        "large_sets": 1,
        "emperor": 1,
    }


def test_big_a_counts_eggs_sequences_and_the_role() -> None:
    assert counted("big_a", "RJ BJ BJ 3s 2h 4s 5h 6d 8s 8h 8d 9c 9c 9d 9h Ks", role="alone") == {
        "red_jokers": 1,
        "black_jokers": 2,
        "jokers_together": 2,
        "threes": 1,
        "twos": 1,
        "kings": 1,
        "fours": 1,
        "eggs": 1,
        "fours_of_a_rank": 1,
        "plays": 2,
        "alone": 1,
    }


def test_chinese_poker_counts_what_rows_are_made_of() -> None:
    assert counted("chinese_poker", "As Ks Qs Js Ts 3h 3d 5h 5d 5c 7h 7d 9c") == {
        "aces": 1,
        "kings": 1,
        "queens": 1,
        "pairs": 2,
        "pair_heights": 6,
        "triples": 1,
        "flush": 1,
        "straight": 1,
        "straight_flush": 1,
        "full_house": 1,
    }


@for_every("game", GAMES)
def test_the_order_of_the_cards_does_not_matter(game: str) -> None:
    rng = Random(game)
    strength = measure_of(game)
    for hand in generate(game, 1, hands=2, policy="steady", style=FAIR).hands:
        for text in dict(hand.deal).values():  # type: ignore[call-overload]
            cards = [SPELLINGS[card] for card in text.split() if card != "|"]
            before = strength.of(cards, TWO)
            rng.shuffle(cards)
            assert strength.of(cards, TWO) == before


@for_every("game", GAMES)
def test_every_hand_of_a_whole_log_has_strengths_an_expectation_and_a_result(game: str) -> None:
    match = generate(game, 2, hands=3, policy="steady", style=FAIR)
    for hand in measured(match):
        assert hand is not None
        assert hand.expected is not None
        assert hand.result is not None
        numbers = [*hand.seats, *hand.expected, *hand.result]
        assert {type(number) for number in numbers} == {int}
        assert len(hand.seats) == len(hand.expected) == len(hand.result) == len(match.players)


@for_every("game", GAMES)
def test_a_seat_with_an_unknown_card_has_no_strength_and_the_table_no_expectation(game: str) -> None:
    match = generate(game, 2, hands=1, policy="steady", style=FAIR)
    seat = match.players[1].seat
    words = dict(match.hands[0].deal)[seat].split()  # type: ignore[call-overload]
    for cards in (None, " ".join(["??", *words[1:]]), " ".join(words[2:])):
        (hand,) = measured(with_deal(match, seat, cards))
        assert hand is not None
        assert hand.seats[1] is None
        assert None not in (hand.seats[0], *hand.seats[2:])
        assert hand.expected is None


def test_a_hand_without_cards_is_not_measured() -> None:
    match = generate("guandan", 2, hands=1, policy="steady", style=FAIR)
    bare = structs.replace(match, hands=[structs.replace(match.hands[0], deal={}, actions=[])])
    assert measured(bare) == [None]


def test_the_result_of_guandan_is_what_the_side_gains_less_what_the_other_gains() -> None:
    match = generate("guandan", 5, hands=2, policy="steady", style=FAIR)
    report = Checker().check(read_match(write_match(match), "made up"))
    assert report.replay is not None
    for hand, outcome in zip(measured(match), report.replay.hands, strict=True):
        assert hand is not None
        assert outcome.scores is not None
        gained = [outcome.scores[player.seat] or 0 for player in match.players]
        assert max(gained) > 0
        assert hand.result == tuple(1000 * (gained[seat] - gained[seat - 1]) for seat in range(4))


@for_every("game", GAMES)
@for_every("policy", ["steady", "mixed"])
def test_expectations_and_results_sum_to_zero_over_the_table(game: str, policy: str) -> None:
    decided = 0
    for seed in range(4, 8):
        for hand in measured(generate(game, seed, hands=3, policy=policy, style=FAIR)):
            assert hand is not None
            assert hand.result is not None
            assert hand.expected is not None
            assert sum(hand.result) == sum(hand.expected) == 0
            decided += any(hand.result)
    assert decided > 4


def test_what_one_wins_the_other_loses_whatever_the_line_says() -> None:
    line = ((-100, -7), (-1, 2), (3, 4), (100, 30))
    for difference in range(-120, 121):
        assert won_on(line, difference) == -won_on(line, -difference)
    assert (won_on(line, 100), won_on(line, 0)) == (18, 0)


def test_a_natural_of_chinese_poker_is_worth_its_points() -> None:
    match = generate("chinese_poker", 1, hands=1, policy="steady", style=FAIR)
    seat = match.players[0].seat
    dragon = "As 2h 3d 4c 5s 6h 7d 8c 9s Th Jd Qc Ks"
    (hand,) = measured(with_deal(match, seat, dragon))
    assert hand is not None
    assert hand.seats[0] == 36_000
    assert hand.expected is not None
    assert hand.expected[0] == 36_000 * (len(match.players) - 1)


@for_every("preset", ["eleven", "open-face", "pineapple"])
def test_open_face_hands_and_best_rows_have_no_strength(preset: str) -> None:
    match = generate("chinese_poker", 1, preset=preset, hands=1, policy="steady", style=FAIR)
    assert measured(match) == [None]


def test_a_deck_of_216_cards_has_no_strength() -> None:
    match = generate("bao_huang", 1, options={"deck": 216}, hands=1, policy="steady", style=FAIR)
    assert measured(match) == [None]


@for_every("game", GAMES)
def test_what_a_game_says_of_its_measure_fits_its_constants(game: str) -> None:
    strength = measure_of(game)
    fitted = strength.fitted
    assert len(fitted.weights) == len(strength.features)
    assert fitted.lines.keys() == strength.differences.keys()
    for line in fitted.lines.values():
        assert list(line) == sorted(set(line))
        assert [expected for _, expected in line] == sorted(expected for _, expected in line)
