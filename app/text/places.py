"""What the places of a hand are called, in each game's own words."""

from collections.abc import Sequence
from typing import Final

from app.text.glossary import in_reader
from app.text.hand_sizes import number_held
from app.text.language import DEFAULT, _, current, marked
from engine.games import GAMES
from engine.rulebook.glossary import Name

_ORDINALS: Final = ("", marked("1st"), marked("2nd"), marked("3rd"))


def place_words(number: int, left: int, game: str = "", *, at_most: bool = False, last: bool = False) -> str:
    """The place that a seat finished in: ``out, 1st``; with cards left ``4th, 33 left``.

    ``at_most``: the cards left may be fewer; ``last``: no place follows.
    """
    place, named = place_name(number, game, last=last), bool(_names(game))
    if left:
        return _("{place}, {count} left", place=place, count=number_held(left, at_most=at_most))
    return place if named else _("out, {place}", place=place)


def place_name(number: int, game: str = "", *, last: bool = False) -> str:
    """A place as short as can be: ``1st``, in Guandan for readers of Chinese 头游.  Seats may share the last place."""
    names = _names(game)
    if names and 0 < number <= len(names):
        return in_reader(names[-1] if last else names[number - 1])
    return _(_ORDINALS[number]) if 0 < number < len(_ORDINALS) else _("{number}th", number=number)


def named_place(place_halves: int, game: str) -> str:
    """The name of a place, by twice its number; two that share one have both names.  Empty where places are numbers."""
    if not _names(game):
        return ""
    return "/".join(place_name(number, game) for number in range(place_halves // 2, -(-place_halves // 2) + 1))


def double_words(game: str, finish: Sequence[Sequence[str]]) -> str:
    """What it is called that partners took the first two places (双下); empty for any other finish."""
    double = GAMES[game].glossary.double if game in GAMES else None
    if double is None or [len(place) for place in finish] != [1, 1, 2]:
        return ""
    return double.english if current() is DEFAULT else in_reader(double)


def _names(game: str) -> tuple[Name, ...]:
    return () if game not in GAMES or current() is DEFAULT else GAMES[game].glossary.places


def place_text(place_halves: int) -> str:
    """A place by twice its number: ``3``, or ``3.5`` for the third and fourth place shared."""
    return str(place_halves // 2) if place_halves % 2 == 0 else f"{place_halves // 2}.5"


def place_called(place_halves: int, game: str) -> str:
    """A place of a game, by twice its number: ``Place 2``, in Guandan for readers of Chinese 二游."""
    return named_place(place_halves, game) or _("Place {place}", place=place_text(place_halves))
