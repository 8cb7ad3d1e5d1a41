"""Who sits where: the players of a sheet as people type them, and the seats that cells name."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from app.sheets.sheet.sheet import SheetRefused
from app.text.language import _
from engine.games import GAMES
from engine.record.match import Player, given_value

SEATS_OF_TEAMS: Final = ("E", "N", "W", "S")
"""The names of the seats in a game with two teams, in order of play."""
SEATS: Final = ("A", "B", "C", "D", "E", "F", "G", "H")
LONGEST_NAME: Final = 100
"""Characters of a player's name."""

_SEAT: Final = re.compile(r"[A-Za-z0-9_]{1,8}")
_APART: Final = re.compile(r"[,;\n，、]")


def usual_seats(game: str) -> tuple[str, ...]:
    """The names of the seats of a game, in order of play, where nobody names them."""
    most = GAMES[game].players[-1]
    return (SEATS_OF_TEAMS if GAMES[game].teams else SEATS)[:most]


def read_players(game: str, text: str) -> tuple[Player, ...]:
    """The players of a text such as ``Li Wei, Zhao Min`` or ``E=Li Wei, N=Zhao Min``, in order of play.

    Raises SheetRefused for a number of players that the game does not have, and for seats that cannot be used.
    """
    return seated_players(game, [part.strip() for part in _APART.split(text) if part.strip()])


def seated_players(game: str, entries: Sequence[str]) -> tuple[Player, ...]:
    """The players of some entries, each a name or ``SEAT=NAME``, in order of play.  Raises SheetRefused."""
    counts = GAMES[game].players
    if len(entries) not in counts:
        wanted = str(counts[0]) if len(counts) == 1 else _("{first} to {last}", first=counts[0], last=counts[-1])
        raise SheetRefused(
            _(
                "{count} players found; {title} has {wanted}",
                count=len(entries),
                title=_(GAMES[game].title),
                wanted=wanted,
            )
        )
    players: list[Player] = []
    for seat, entry in zip(usual_seats(game), entries, strict=False):
        named, equals, name = entry.partition("=")
        players.append(_player(named.strip(), name.strip()) if equals else _player(seat, entry))
    seats = [player.seat for player in players]
    twice = next((seat for seat in seats if seats.count(seat) > 1), None)
    if twice is not None:
        raise SheetRefused(
            _("the seat {twice} is given to two players; expected: a seat of its own for each", twice=twice)
        )
    return tuple(players)


def _player(seat: str, name: str) -> Player:
    if not _SEAT.fullmatch(seat):
        raise SheetRefused(_("'{seat}' found for a seat; expected: 1 to 8 of A-Z, a-z, 0-9 and _", seat=seat[:20]))
    if len(name) > LONGEST_NAME:
        raise SheetRefused(
            _(
                "the name of seat {seat} has {count} characters; at most {most} are taken",
                seat=seat,
                count=f"{len(name):,}",
                most=LONGEST_NAME,
            )
        )
    return Player(seat=seat, name=name or UNSET)


class Seating:
    """The seats of a sheet, by what cells call them."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.seats: Final = tuple(player.seat for player in players)
        self._names: Final[dict[str, list[str]]] = {}
        for player in players:
            name = given_value(player.name)
            if name:
                self._names.setdefault(_folded(name), []).append(player.seat)
        self._folded: Final[dict[str, list[str]]] = {}
        for seat in self.seats:
            self._folded.setdefault(_folded(seat), []).append(seat)

    def find(self, text: str) -> str | None:
        """The seat that a text names, by seat or by name in any case; None if it names none, or several."""
        text = text.strip()
        if text in self.seats:
            return text
        for named in (self._folded, self._names):
            seats = named.get(_folded(text), [])
            if len(seats) == 1:
                return seats[0]
        return None

    @property
    def expected(self) -> str:
        """What a cell may name, in words."""
        names = [name for name, seats in self._names.items() if len(seats) == 1]
        seats = ", ".join(self.seats)
        return _("one of {seats} or a name of a player", seats=seats) if names else _("one of {names}", names=seats)


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
