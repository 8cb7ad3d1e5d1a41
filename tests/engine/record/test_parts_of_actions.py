"""The parts of an action: each of them once, with the column at which it begins."""

from engine.record.actions import Action, Elsewhere, Word, Words, column_of, parse_action, split_action, words_at
from tests.offenders import for_every
from tests.playouts import GAMES, generate

SEATS = {"A": 0, "B": 1}


@for_every(
    ("text", "parts"),
    [
        ("A play 3s 4d", Action("A", "play", ("3s", "4d"), (0, 2, 7, 10), None, None, None)),
        ("A pass", Action("A", "pass", (), (0, 2), None, None, None)),
        ("A expose Ah ^5 @12.5 # so", Action("A", "expose", ("Ah",), (0, 2, 9, 12, 15), "5", "12.5", " so")),
        ("  A   in  @3 ", Action("A", "in", (), (2, 6, 10), None, "3", None)),
        ("A play 3s @1 @2#", Action("A", "play", ("3s", "@1"), (0, 2, 7, 10, 13), None, "2", "")),
        ("A play 3s @1 ^2", Action("A", "play", ("3s", "@1"), (0, 2, 7, 10, 13), "2", None, None)),
        ("A ^2 @1", Action("A", "", (), (0, 2, 5), "2", "1", None)),
        ("A @1 play", Action("A", "", ("@1", "play"), (0, 2, 5), None, None, None)),
        ("A", Action("A", "", (), (0,), None, None, None)),
        (" # A pass @1", Action("", "", (), (), None, None, " A pass @1")),
        ("", Action("", "", (), (), None, None, None)),
    ],
)
def test_the_parts_of_an_action(text: str, parts: Action) -> None:
    assert parse_action(text) == parts


@for_every("game", sorted(GAMES))
def test_every_part_begins_at_its_column(game: str) -> None:
    for seed in range(5):
        actions = [action for hand in generate(game, seed, hands=2).hands for action in hand.actions]
        assert actions
        for text in actions:
            action = parse_action(text)
            parts = [action.seat, action.verb, *action.words]
            parts += [] if action.drawn is None else [f"^{action.drawn}"]
            parts += [] if action.seconds is None else [f"@{action.seconds}"]
            assert [words_at(text, column) for column in action.columns] == parts
            assert [column_of(text, number) for number in range(len(parts) + 1)] == [*action.columns, None]


def test_a_reader_gets_the_parts_with_their_columns() -> None:
    words = split_action("B  expose Ah ^5 @2", SEATS, frozenset({"expose"}))
    assert words == Words(1, Word("expose", 3), (Word("Ah", 10),), Word("5", 13), Word("2", 16))


@for_every(("seconds", "read"), [("@2", Word("2", 7)), ("@2s", None), ("", None)])
def test_a_verb_of_another_game_keeps_seconds_that_can_be_read(seconds: str, read: Word | None) -> None:
    assert split_action(f"B take {seconds}", SEATS, frozenset({"expose"})) == Elsewhere(1, "take", read)


def test_the_words_at_a_column_are_those_that_were_recorded() -> None:
    text = "B play Q BJ BJ  RJ @3"
    assert words_at(text, 7, "Q BJ* BJ RJ") == "Q BJ BJ  RJ"
    assert words_at(text, 7, "Q BJ") == "Q BJ"
    for recorded in (None, "", "Q RJ", "Q BJ BJ RJ @3 3s", "BJ BJ"):
        assert words_at(text, 7, recorded) == "Q"
    assert words_at(text, 200, "Q") == ""
