"""One hand of a loose text is read while it is being typed."""

import pytest

from engine.games import GAMES
from engine.logs.loose.hands import hand_begins, read_hand, read_head
from engine.logs.loose.writing import action_line, deal_line, setup_line
from tests.offenders import for_every

HEAD = "game: guandan\nplayers: E Li Wei, N Zhao Min, W Sun Yue, S Qian Lu"


def test_actions_and_deals_have_their_lines() -> None:
    typed = read_hand(HEAD, "level: 2\n\nE holds: 9s 9h\n# begins\nE 9s9h\nN pass")
    assert typed.match is not None
    assert typed.match.hands[0].actions == ["E play 9s 9h", "N pass"]
    assert typed.action_lines == (5, 6)
    assert typed.deal_lines == {"E": 3}
    assert typed.first_action == 5
    assert typed.unread_from is None
    assert typed.faults == ()


def test_actions_after_a_line_that_cannot_be_read_are_left_out() -> None:
    typed = read_hand(HEAD, "E 9s9h\nN qqz\nW pass\nS ???")
    assert typed.match is not None
    assert typed.match.hands[0].actions == ["E play 9s 9h"]
    assert typed.unread_from == 2
    assert [each.details["line"] for each in typed.faults] == [2, 4]


def test_lines_of_the_head_are_numbered_below_one() -> None:
    typed = read_hand(HEAD + "\nnonsense", "E 9s9h")
    assert [each.details["line"] for each in typed.faults] == [-1]
    assert typed.unread_from is None


def test_a_head_without_a_game_is_an_error() -> None:
    with pytest.raises(ValueError, match="no game"):
        read_hand("players: E Li", "")
    with pytest.raises(ValueError, match="no game"):
        read_head("")


def test_a_head_is_read_alone() -> None:
    match, found = read_head(HEAD)
    assert match is not None
    assert match.seats == ("E", "N", "W", "S")
    assert found == ()
    match, found = read_head("game: guandan\nplayers: E Li")
    assert match is None
    assert found


def test_the_lines_that_begin_hands_are_found() -> None:
    assert hand_begins("a\nhand 1\nb\n第二局\n第3局：\nhandy") == [2, 4, 5]


def test_single_lines_are_written_in_both_languages() -> None:
    match, _found = read_head(HEAD)
    assert match is not None
    assert action_line(match, "E play 9s Th") == "E play 9♠ 10♥"
    assert action_line(match, "E play 9s Th", "zh") == "东 出 9♠ 10♥"
    assert action_line(match, "nonsense") == 'action: "nonsense"'
    assert deal_line(match, "N", "9s RJ", "zh") == "北 手牌：9♠ 大王"
    assert setup_line(match, "level", "5") == "level: 5"


@for_every("name", GAMES)
def test_the_pack_of_a_game_is_its_deck(name: str) -> None:
    game = GAMES[name]
    assert game.pack is not None
    for preset in game.rules.presets:
        rules = game.rules.resolve(preset)
        for seats in game.seats_under(rules):
            pack = game.pack(rules, seats)
            cards = sum(pack.cards.values())
            assert cards in (52, 108, 168, 216)
            assert pack.most * (seats - 1) < cards
            assert set(pack.cards.values()) <= {1, 2, 3, 4, 16}
