"""Who a player is."""

from engine.record.match import Player
from engine.statistics.person import normal, person_key, written_name
from tests.offenders import for_every


@for_every(
    ("player", "key", "name"),
    [
        (Player("E", "Li Wei", "liwei"), "liwei", "Li Wei"),
        (Player("E", "Li Wei"), "Li Wei", "Li Wei"),
        (Player("E", "  Li Wei\t"), "Li Wei", "Li Wei"),
        (Player("E", "Li Wei", "  "), None, "Li Wei"),
        (Player("E", "Li Wei", ""), None, "Li Wei"),
        (Player("E", "", "liwei "), "liwei", "liwei"),
        (Player("E", "\u3000"), None, None),
        (Player("E"), None, None),
        (Player("E", "Zoe\u0308"), "Zo\u00eb", "Zo\u00eb"),
        (Player("E", "li wei"), "li wei", "li wei"),
    ],
)
def test_a_person_is_the_id_else_the_name(player: Player, key: str | None, name: str | None) -> None:
    assert person_key(player) == key
    assert written_name(player) == name


def test_white_space_inside_stays() -> None:
    assert normal("  Spring  Cup ") == "Spring  Cup"
