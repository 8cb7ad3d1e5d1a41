"""What became of bombs in Big A, where fours capture some of them."""

from counted_facts import Counted
from made_big_a import hand, match

from engine.games import GAMES
from engine.games.big_a.combinations import BOMBS, KIND_NAMES, all_beaters, kind_of, size_of

FEW = {"A": "Ah Ad Kh", "B": "Ah 4s 4d 4c", "C": "5s 5d 5c 6c", "D": "7c 7d 7h", "E": "8d"}


def bombs(*actions: str, **deal: str) -> dict[tuple[str, str, int], tuple[int, int, int, int]]:
    """What became of the bombs of a hand of few cards in which A leads."""
    played = ["A expose Ah", "A play Ad", "B pass", *actions]
    return Counted(match(hand(played, FEW | deal))).bombs()


def test_a_capture_beats_the_bomb_that_it_takes() -> None:
    taken = ("C play 5s 5d 5c", "D pass", "E pass", "A pass", "B capture 4s 4d", "C pass", "D pass", "E pass", "A pass")
    rest = ("B play 5s 5d 5c", "C pass", "D pass", "E pass", "A pass", "B play 4c", "C pass", "D pass", "E pass",
            "A pass", "B play Ah", "C pass", "D pass", "E pass", "A play Ah", "C pass", "D pass", "E pass",
            "A play Kh")  # fmt: skip
    assert bombs(*taken, *rest) == {("C", "triple", 3): (1, 0, 1, 0), ("B", "triple", 3): (1, 1, 0, 0)}


def test_every_bomb_has_its_words() -> None:
    known = {(KIND_NAMES[kind_of(form)], size_of(form)) for form in all_beaters() if kind_of(form) >= BOMBS}
    named = GAMES["big_a"].statistics.bombs
    assert set(named) == known
    ordered = {name: kind for kind, name in KIND_NAMES.items()}
    assert [ordered[kind] for kind, _ in named] == sorted(ordered[kind] for kind, _ in named)
