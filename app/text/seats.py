"""What the seats of a table are called: by their players, or by where they are."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from app.text.language import DEFAULT, _, current, marked
from engine.games import GAMES
from engine.record.match import Player, given_value

NAME: Final = 40
"""The most characters of a name on a page."""
_COMPASS: Final[Mapping[str, str]] = MappingProxyType(
    {"E": marked("East"), "N": marked("North"), "W": marked("West"), "S": marked("South")}
)
_NUMBERED: Final = (
    marked("first player"),
    marked("second player"),
    marked("third player"),
    marked("fourth player"),
    marked("fifth player"),
)


def short_name(name: str, longest: int = NAME) -> str:
    """A name as pages show it: cut where it is so long that it would push all else away."""
    return name if len(name) <= longest else name[: longest - 1] + "…"


def player_names(players: Sequence[Player], longest: int = NAME) -> dict[str, str]:
    """By seat, in order, what its player is called; where the log names nobody, what the seat is called."""
    seats = [player.seat for player in players]
    return {
        player.seat: short_name(given_value(player.name) or seat_words(player.seat, seats), longest)
        for player in players
    }


def together(seats: Iterable[str], names: Mapping[str, str]) -> str:
    """The players of some seats that share a place: ``Li Wei + Sun Yue``."""
    return " + ".join(short_name(names.get(seat, seat)) for seat in seats)


def board_called(board: str, names: Mapping[str, str]) -> str:
    """A seat, or a pair of seats such as ``E-W``, by what its players are called."""
    return "–".join(short_name(names.get(seat, seat)) for seat in ([board] if board in names else board.split("-")))


def seat_words(seat: str, seats: Sequence[str]) -> str:
    """What one of some seats is called: ``East``, in Chinese 东 or 一家; in English also as logs have it."""
    if seat in _COMPASS and set(seats) <= set(_COMPASS):
        return _(_COMPASS[seat])
    if current() is DEFAULT or seat not in seats or len(seats) > len(_NUMBERED):
        return seat
    return _(_NUMBERED[seats.index(seat)])


def teams(game: str, seats: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The teams of a game by their seats; each seat for itself where there are none."""
    known = GAMES[game].teams if game in GAMES else ()
    return tuple(tuple(seats[number] for number in team) for team in known) or tuple((seat,) for seat in seats)
