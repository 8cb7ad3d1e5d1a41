"""What became of bombs: the trick won, a higher play, the last cards; beside a count from the actions alone."""

from collections import Counter
from collections.abc import Iterable, Sequence

from builders import SEATS, hand, match
from counted_facts import CHECKER, Counted
from playouts import generate
from playouts.judging import judged

from tests.offenders import for_every

WHAT = ("played", "won", "beaten", "last")

LAST = ("Kd", "3c", "Ac", "3d")
ENDS = ("E play Kd", "N pass", "W play Ac")


def ended(*actions: str, level: str = "2", **held: str) -> Counted:
    """One hand in which E plays K and W beats it with an A after some actions, so that both are out."""
    deal = {seat: " ".join(filter(None, (held.get(seat, ""), last))) for seat, last in zip(SEATS, LAST, strict=True)}
    return Counted(match(hand([*actions, *ENDS], deal, level=level)))


def test_a_bomb_wins_the_trick_or_is_beaten() -> None:
    counted = ended("E play 5s", "N pass", "W pass", "S play 4s 4d 4c 4h", "E play 6s 6d 6c 6h 6s", "N pass", "W pass",
                    "S pass", E="5s 6s 6d 6c 6h 6s", S="4s 4d 4c 4h")  # fmt: skip
    assert counted.bombs() == {("S", "bomb", 4): (1, 0, 1, 0), ("E", "bomb", 5): (1, 1, 0, 0)}


def test_bombs_of_one_size_are_counted_together() -> None:
    counted = ended("E play 5s 5d 5c 5h", "N pass", "W pass", "S play 7s 7d 7c 7h", "E play 8s 8d 8c 8h", "N pass",
                    "W pass", "S pass", E="5s 5d 5c 5h 8s 8d 8c 8h", S="7s 7d 7c 7h")  # fmt: skip
    assert counted.bombs() == {("E", "bomb", 4): (2, 1, 1, 0), ("S", "bomb", 4): (1, 0, 1, 0)}


def test_a_bomb_can_be_the_last_cards_and_end_the_hand() -> None:
    deal = {"E": "5s Kd", "N": "3c", "W": "9s 9d 9c 9h", "S": "3d"}
    actions = ["E play 5s", "N pass", "W play 9s 9d 9c 9h", "S pass", "E pass", "N pass", "E play Kd"]
    assert Counted(match(hand(actions, deal))).bombs() == {("W", "bomb", 4): (1, 1, 0, 1)}
    deal = {"E": "5s 9s 9d 9c 9h 9s", "N": "3c", "W": "Ac", "S": "3d"}
    counted = Counted(match(hand(["E play 5s", "N pass", "W play Ac", "S pass", "E play 9s 9d 9c 9h 9s"], deal)))
    assert counted.row("E").basis == "play"
    assert counted.bombs() == {("E", "bomb", 5): (1, 1, 0, 1)}


def test_what_forms_nothing_beats_no_bomb() -> None:
    counted = ended("E play 5s 5d 5c 5h", "N play 3h 7s", "W pass", "S pass", "E play 6s", "N pass", "W pass", "S pass",
                    E="5s 5d 5c 5h 6s", N="3h 7s")  # fmt: skip
    assert counted.bombs() == {("E", "bomb", 4): (1, 1, 0, 0)}


def test_a_play_that_is_too_low_but_stood_has_beaten_the_bomb() -> None:
    counted = ended("E play 9s 9d 9c 9h", "N play 7s", "W pass", "S pass", "E pass", "N play 8s", "W pass", "S pass",
                    "E pass", "N pass", E="9s 9d 9c 9h", N="7s 8s")  # fmt: skip
    assert counted.bombs() == {("E", "bomb", 4): (1, 0, 1, 0)}


def test_at_an_unknown_level_bombs_are_those_of_equal_cards() -> None:
    deal = {"E": "5s 5d 5c 5h Kd", "N": "3c", "W": "Ac", "S": "3d"}
    log = match(hand(["E play 5s 5d 5c 5h", "N pass", "W pass", "S pass", *ENDS], deal))
    counted = Counted(log)
    assert counted.bombs() == {("E", "bomb", 4): (1, 1, 0, 0)}


@for_every("seed", range(3))
def test_a_count_from_the_actions_alone_comes_to_the_same(seed: int) -> None:
    log = generate("guandan", seed, hands=3)
    facts = judged(log, CHECKER).facts
    assert facts is not None
    compared = 0
    for number, dealt in enumerate(log.hands):
        if number in facts.kinds:
            expected = of_four_or_seven(log.seats, dealt.actions)
            found: dict[str, Counter[str]] = {seat: Counter() for seat in log.seats}
            for each in facts.bombs.get(number, ()):
                if each.size == 4 or each.size >= 7:
                    found[log.seats[each.seat]].update(dict(zip(WHAT, each[3:], strict=True)))
            assert found == expected
            compared += sum(each["played"] for each in expected.values())
    assert compared


def of_four_or_seven(seats: Sequence[str], actions: Iterable[str]) -> dict[str, Counter[str]]:
    """By seat, what became of plays of four cards, and of seven and more, which in a lawful hand are all bombs."""
    left = dict.fromkeys(seats, 27)
    tricks: list[list[tuple[str, int, bool]]] = []
    passed = 0
    for action in actions:
        seat, verb, *words = action.split(" @")[0].split()
        if verb == "pass":
            passed += 1
        elif verb == "play":
            owner = tricks[-1][-1][0] if tricks else None
            if owner is None or passed == sum(cards > 0 for other, cards in left.items() if other != owner):
                tricks.append([])
            left[seat] -= len(words)
            tricks[-1].append((seat, len(words), not left[seat]))
            passed = 0
    found: dict[str, Counter[str]] = {seat: Counter(dict.fromkeys(WHAT, 0)) for seat in seats}
    for trick in tricks:
        for place, (seat, cards, out) in enumerate(trick, 1):
            if cards == 4 or cards >= 7:
                found[seat].update(played=1, last=int(out), **{"won" if place == len(trick) else "beaten": 1})
    return found
