"""What places and seats are called, in each game's words and in the language of the reader."""

from app.text.language import Language, speaking
from app.text.places import double_words, named_place, place_called, place_name, place_words
from app.text.seats import player_names, seat_words
from engine.games import GAMES
from engine.record.match import Player
from tests.offenders import for_every


def test_places_have_the_names_of_the_game_in_chinese() -> None:
    assert [place_name(number, "guandan") for number in (1, 4)] == ["1st", "4th"]
    with speaking(Language.SIMPLIFIED):
        assert [place_name(number, "guandan") for number in (1, 2, 3, 4)] == ["头游", "二游", "三游", "末游"]
        assert place_name(3, "guandan", last=True) == "末游"
        assert [place_name(number, "bao_huang") for number in (1, 5)] == ["头客", "大拉"]
        assert place_name(1, "big_a") == "第1名"
        assert place_words(1, 0, "guandan") == "头游"
        assert place_words(4, 3, "guandan") == "末游，剩3张"
        assert place_words(1, 0, "big_a") == "第1名出完"
        assert (named_place(2, "guandan"), named_place(7, "guandan"), named_place(2, "big_a")) == (
            "头游",
            "三游/末游",
            "",
        )
    with speaking(Language.TRADITIONAL):
        assert place_name(1, "bao_huang") == "頭客"


@for_every(
    ("game", "finish", "english", "chinese"),
    [
        ("guandan", [["E"], ["W"], ["N", "S"]], "double", "双下"),
        ("guandan", [["E"], ["N"], ["W"], ["S"]], "", ""),
        ("guandan", [["E"]], "", ""),
        ("big_a", [["A"], ["B"], ["C", "D"]], "", ""),
        ("unknown", [["A"], ["B"], ["C", "D"]], "", ""),
    ],
)
def test_a_double_is_named(game: str, finish: list[list[str]], english: str, chinese: str) -> None:
    assert double_words(game, finish) == english
    with speaking(Language.SIMPLIFIED):
        assert double_words(game, finish) == chinese


def test_seats_without_a_name_are_called_by_where_they_are() -> None:
    assert [seat_words(seat, "ENWS") for seat in "ENWS"] == ["East", "North", "West", "South"]
    assert seat_words("E", "ABCDE") == "E"
    with speaking(Language.SIMPLIFIED):
        assert [seat_words(seat, "ENWS") for seat in "ENWS"] == ["东", "北", "西", "南"]
        assert [seat_words(seat, "ABCDE") for seat in "AE"] == ["一家", "五家"]
        assert seat_words("X", "ABCDE") == "X"


def test_names_of_players_are_cut() -> None:
    players = [Player("E", "Li Wei"), Player("N"), Player("W", "x" * 60), Player("S", "")]
    assert player_names(players, 10) == {"E": "Li Wei", "N": "North", "W": "x" * 9 + "…", "S": "South"}


def test_no_two_places_are_called_alike() -> None:
    """A chart has a bar for each name, so that places with one name would be one bar."""
    for language in Language:
        with speaking(language):
            for game in GAMES:
                seats = len(GAMES[game].glossary.places) or 4
                called = [place_called(halves, game) for halves in range(2, 2 * seats + 1)]
                assert len(set(called)) == len(called), (language, game, called)
