"""The rules page, cards without suit: findings only where every choice of suits gives one."""

from collections import Counter
from random import Random

import pytest
from builders import dealt, hand, judge
from hypothesis import given
from msgspec import structs

from engine.record.match import Match
from engine.rulebook.findings import Severity
from tests.bruteforce.guandan import Reading
from tests.bruteforce.guandan_suitless import Holder
from tests.bruteforce.guandan_suitless import judged as slowly_judged
from tests.offenders import for_every
from tests.playouts.judging import every_frame, judged
from tests.playouts.strategies import few, matches_of, seeds
from tests.playouts.unknowns import UNKNOWNS

SEATS = "ENWS"


def said(actions: str, level: str = "2", **cards: str) -> list[str]:
    """The findings of a hand."""
    return judge(hand(actions, dealt(**cards), level=level)).said


# The five rules, by examples


@for_every(
    ("actions", "level", "cards", "expected"),
    [
        # 1, 2: card-not-held if no choice can be held, else not-a-combination, else does-not-beat.
        ("E play 5 5", "2", {"E": "5s 5h"}, []),
        ("E play 5 5?", "2", {"E": "5s 5h"}, []),
        ("E play 3 4", "2", {"E": "3s 4s"}, ["not-a-combination 0/0 E"]),
        ("E play 9 9; N play 8 8", "2", {"E": "9s 9h", "N": "8s 8d"}, ["does-not-beat 0/1 N"]),
        # A wild card may be among them, if the seat can hold one.
        ("E play 8 8 5", "5", {"E": "8s 8d 5h"}, []),
        ("E play 5 5 5; N pass; W pass; S pass; E play 5", "7", {"E": "5s 5d 5c"}, []),
        # 3: five in a row may be a straight flush, and beats and is beaten as either.
        ("E play 3 4 5 6 7; N play 5 6 7 8 9", "2", {"E": "3s 4s 5s 6s 7s", "N": "5s 6d 7d 8d 9d"}, []),
        ("E play 9s 9d 9c 9h; N play 3 4 5 6 7", "2", {"E": "9s 9d 9c 9h", "N": "3s 4s 5s 6s 7s"}, []),
    ],
)
def test_what_is_found(actions: str, level: str, cards: dict[str, str], expected: list[str]) -> None:
    assert said(actions, level, **cards) == expected


def test_a_rank_that_the_seat_has_no_more_of_is_not_held() -> None:
    deal = {"E": " ".join(["3s", *(f"{rank}{suit}" for rank in "4567" for suit in "ssddcchh")][:27])}
    assert judge(hand("E play 3 3", deal)).said[0] == "card-not-held 0/0 E"
    assert judge(hand("E play 3 4", deal)).said[0] == "not-a-combination 0/0 E"


def test_an_earlier_card_without_suit_is_held_against_none_but_the_number_of_its_rank() -> None:
    cards = "5s 5h"
    deal = dealt(E=cards)
    fives = Counter(card for card in deal["E"].split() if card[0] == "5")
    left = sum(fives.values())
    round_ = "; N pass; W pass; S pass; "
    singles = round_.join(["E play 5"] * (left - 1) + ["E play 5s"])
    assert judge(hand(singles, deal)).said == []
    assert judge(hand(round_.join([singles, "E play 5"]), deal)).said[-1].startswith("card-not-held")


def test_a_rank_with_a_claim_is_the_wild_card() -> None:
    assert said("E play 8 8 5=8", "5", E="8s 8d 5h") == []
    assert said("E play 8 8 6=8", "5", E="8s 8d 6h") == ["malformed 0/0 E"]


def test_the_table_may_be_one_of_several() -> None:
    """3 4 5 6 7 may be a straight or a straight flush: a bomb of four beats it only if it may be a straight."""
    deal = dealt(E="3s 4s 5s 6s 7s 3h", N="9s 9d 9c 9h")
    assert judge(hand("E play 3 4 5 6 7; N play 9 9 9 9", deal)).said == []
    deal = dealt(E="3s 4s 5s 6s 7s", N="9s 9d 9c 9h")
    assert judge(hand("E play 3s 4s 5s 6s 7s; N play 9 9 9 9", deal)).said == ["does-not-beat 0/1 N"]


def test_a_straight_of_ranks_ends_no_wild_ambiguity() -> None:
    assert said("E play 3 3 4 4 2 2", "2", E="3s 3d 4s 4d 2h 2h") == []


@for_every(
    ("cards", "paid", "expected"),
    [
        ("As Kd 5h", "A", []),
        ("As Kd 5h", "K", ["tribute-wrong-card 0/0 S"]),
        ("As Kd 5h", "5", ["tribute-wrong-card 0/0 S"]),
        ("As Kd 5h 5s", "5", []),
        ("As Kd 5h 5s", "A", ["tribute-wrong-card 0/0 S"]),
    ],
)
def test_tribute(cards: str, paid: str, expected: list[str]) -> None:
    low = [rank + suit for rank in "23467" for suit in "ssddcc"]
    deal = {"S": " ".join([*cards.split(), *low][:27])}
    assert [
        each
        for each in judge(hand(f"S tribute {paid}", deal, level="5", previous=["E", "N", "W", "S"])).said
        if each.startswith("tribute")
    ] == expected


def test_a_rank_that_is_returned_comes_as_an_unknown_card() -> None:
    deal = dealt(E="5s 5d 3c", S="RJ As")
    log = hand("S tribute RJ; E return 3; S play 3d", deal, level="2", previous=["E", "N", "W", "S"])
    assert "card-not-held" not in " ".join(judge(log).said)


def test_no_ranks_in_a_deal() -> None:
    deal = dealt(E="5s")
    deal["E"] = deal["E"].replace("5s", "5", 1)
    assert judge(hand("E play 5s", deal)).said[0].startswith("malformed 0")


# Made-up matches whose suits are struck


def _struck(text: str, rng: Random, share: float) -> str:
    words = text.split(" ")
    if words[1] not in ("play", "tribute", "return"):
        return text
    for place, word in enumerate(words[2:], 2):
        card, mark, claim = word.partition("=")
        if len(card) >= 2 and card[-1].lower() in "shdc" and rng.random() < share:
            words[place] = card[:-1] + ("" if mark or rng.random() < 0.7 else "?") + mark + claim
    return " ".join(words)


def struck(match: Match, rng: Random) -> Match:
    """A match without the suits of some cards."""
    share = rng.choice((0.1, 0.5, 1))
    return structs.replace(
        match,
        hands=[
            structs.replace(hand, actions=[_struck(text, rng, share) for text in hand.actions]) for hand in match.hands
        ],
    )


@few(80)
@given(match=matches_of("guandan", 2), seed=seeds)
def test_a_legal_match_without_suits_has_no_error(match: Match, seed: int) -> None:
    rng = Random(seed)
    less = struck(match, rng)
    if rng.random() < 0.4:
        less = rng.choice(list(UNKNOWNS.values()))(less, rng)
    report = judged(less)
    assert [each.message for each in report.findings if each.severity is Severity.ERROR] == []
    assert [each.code.id for each in report.findings if each.code.id == "ambiguous-wild"] == []


@few(15)
@given(match=matches_of("guandan", 1), seed=seeds)
def test_it_is_shown_and_counted(match: Match, seed: int) -> None:
    less = struck(match, Random(seed))
    assert len(every_frame(less, 0)) == len(less.hands[0].actions) + 1
    report = judged(less)
    assert report.replay is not None


# Every choice of suits


@pytest.mark.parametrize("unknown", [0, 1])
def test_every_choice_of_suits_is_tried(unknown: int) -> None:
    """Small hands of few ranks, played at random: the same findings as a program that tries every choice."""
    rng = Random(unknown)
    codes: Counter[str] = Counter()
    for _ in range(150):
        level = rng.choice("3456")
        low = rng.choice(("34567", "45678", "3456"))
        deck = [rank + suit for rank in low for suit in "shdc" for _ in range(2)]
        rng.shuffle(deck)
        hands = {
            seat: [deck.pop() for _ in range(min(10, len(deck) // (4 - place)))] for place, seat in enumerate(SEATS)
        }
        rest = [f"{rank}{suit}" for rank in "9TJQK" for suit in "shdc" for _ in range(2)]
        deal = {}
        for seat in SEATS:
            filler = [rest.pop(0) if rest else "??" for _ in range(27 - len(hands[seat]) - unknown)]
            deal[seat] = " ".join([*hands[seat], *filler, *["??"] * unknown])
        holders = {seat: Holder(Counter(card for card in deal[seat].split() if card != "??")) for seat in SEATS}
        for seat in SEATS:
            holders[seat].hidden = deal[seat].split().count("??")
        actions: list[str] = []
        expected: list[str] = []
        table: frozenset[Reading] = frozenset()
        for seat in SEATS:
            words = _some_play(hands[seat], low, rng)
            fault, after = slowly_judged(holders[seat], words, level, table)
            if fault:
                expected.append(f"{fault} 0/{len(actions)} {seat}")
            actions.append(f"{seat} play {' '.join(words)}")
            holders[seat].play(words)
            codes[fault] += 1
            if after:
                table = after
            elif not table:
                break
        found = [each for each in judge(hand(actions, deal, level=level)).said if "deck-mismatch" not in each]
        assert found == [*expected], (deal, actions, level)
    assert {"", "card-not-held", "not-a-combination", "does-not-beat"} <= set(codes)


def _some_play(held: list[str], low: str, rng: Random) -> list[str]:
    kind = rng.random()
    if kind < 0.45 and len(low) == 5:
        words = list(low)
        return [_suited(word, held, rng) for word in words]
    count = rng.choice((1, 2, 3, 4, 5, 6))
    if rng.random() < 0.7:
        rank = rng.choice(low)
        cards = [card for card in held if card[0] == rank][:count] or [rng.choice(held)]
        cards += [card for card in held if card not in cards][: max(count - len(cards), 0) if rng.random() < 0.6 else 0]
    else:
        cards = rng.sample(held, min(count, len(held)))
    if rng.random() < 0.1:
        cards.append(rng.choice([f"{rank}{suit}" for rank in low for suit in "shdc"]))
    return [card[0] if rng.random() < 0.7 else card for card in cards]


def _suited(rank: str, held: list[str], rng: Random) -> str:
    own = [card for card in held if card[0] == rank]
    return rank if rng.random() < 0.7 or not own else rng.choice(own)
