"""What can be asked of a hand by a field: one entry a field.

A field that a branch of the program adds is an entry here, and a condition in
`app.players.search.conditions`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from types import MappingProxyType
from typing import Final

from app.text.catalogue import all_codes
from app.text.language import _, marked
from app.text.log_terms import figure_name
from engine.games import GAMES
from engine.games.figures import FIGURES
from engine.recorded.basis import Basis
from engine.replay.strength import UNIT
from engine.statistics.facts import role_names


class ValueShape(Enum):
    """What the value of a field looks like."""

    CHOICE = auto()
    """One of some names."""
    TEXT = auto()
    PERSON = auto()
    """The key of a person, or a name as logs write it."""
    DAY = auto()
    NUMBER = auto()
    WORDS = auto()
    """Words that are looked for."""
    FLAG = auto()
    """``yes`` or ``no``."""


@dataclass(frozen=True, slots=True)
class SearchField:
    """A field of the search."""

    name: str
    shape: ValueShape
    meaning: str
    """What it asks for: a sentence in English that the catalogues of translations have."""
    example: str
    """A value, as the line has it."""
    several: bool = False
    """Whether a query may have it more than once."""
    scale: int = 1
    """What numbers are multiplied by to be whole: 2 for places, a thousand for strength and losses, a million for
    seconds.
    """
    figure: bool = False
    """Whether it is a count of a game."""
    reviewed: bool = False
    """Whether the review of the hand has it, so that hands without one are not found."""
    words: str = ""
    """What it is called, where not by its name."""


THOUSANDTHS: Final = 1_000
"""The scale of losses."""
LEFT_OUT: Final = "single"
"""The kind whose plays are not kept for searches: half of all plays are single cards."""

_MILLIONTHS: Final = 10**6

_FIELDS: Final = (
    SearchField("game", ValueShape.CHOICE, marked("The game."), "{game}"),
    SearchField("preset", ValueShape.CHOICE, marked("The preset that the match is judged under."), "{preset}"),
    SearchField("event", ValueShape.TEXT, marked("The event of the match: the whole text."), '"Spring Cup"'),
    SearchField("since", ValueShape.DAY, marked("Played on this day or later."), "2024-05-01"),
    SearchField("until", ValueShape.DAY, marked("Played on this day or earlier."), "2024-05-31"),
    SearchField("player", ValueShape.PERSON, marked("Who sat at the seat."), '"Zhao Min"'),
    SearchField("partner", ValueShape.PERSON, marked("Who was on the same side, at another seat."), "Li", several=True),
    SearchField("against", ValueShape.PERSON, marked("Who was on another side."), "Li", several=True),
    SearchField("with", ValueShape.PERSON, marked("Who sat at another seat, on any side."), "Li", several=True),
    SearchField("role", ValueShape.CHOICE, marked("The role of the seat."), "{role}"),
    SearchField(
        "place",
        ValueShape.NUMBER,
        marked("The place of the seat; a shared place is the mean."),
        "1",
        several=True,
        scale=2,
    ),
    SearchField(
        "score", ValueShape.NUMBER, marked("The score of the seat in the hand, after rulings."), "3", several=True
    ),
    SearchField(
        "computed",
        ValueShape.NUMBER,
        marked("The computed score of the seat, whatever was ruled about it."),
        "3",
        several=True,
    ),
    SearchField("ruled", ValueShape.FLAG, marked("Whether a ruling of arbiters is in force on the hand."), "yes"),
    SearchField(
        "strength",
        ValueShape.NUMBER,
        marked("How strong the dealt cards of the seat were, where all are known."),
        "1.5",
        several=True,
        scale=UNIT,
    ),
    SearchField("level", ValueShape.CHOICE, marked("The level of the hand."), "A"),
    SearchField("won", ValueShape.FLAG, marked("Whether the seat won the match, after rulings."), "yes"),
    SearchField(
        "finding",
        ValueShape.CHOICE,
        marked("A finding about the seat, or about no seat."),
        "does-not-beat",
        several=True,
    ),
    SearchField(
        marked("fault"),
        ValueShape.NUMBER,
        marked("Decisions of the seat that the review of the match calls a fault; fault alone is fault>=1."),
        "1",
        several=True,
        reviewed=True,
    ),
    SearchField(
        marked("inaccuracy"),
        ValueShape.NUMBER,
        marked("Decisions of the seat that the review calls inaccurate."),
        "1",
        several=True,
        reviewed=True,
    ),
    SearchField(
        marked("lucky"),
        ValueShape.NUMBER,
        marked("Lucky escapes: faults of the seat that cost nothing as the cards lay."),
        "1",
        several=True,
        reviewed=True,
    ),
    SearchField(
        "loss",
        ValueShape.NUMBER,
        marked(
            "The most that one decision of the seat cost by what it could know, as the review has it: in Guandan in "
            "levels, in other games in points."
        ),
        "0.5",
        several=True,
        scale=THOUSANDTHS,
        reviewed=True,
        words=marked("greatest cost"),
    ),
    SearchField("errors", ValueShape.NUMBER, marked("Findings of severity error about the seat."), "1", several=True),
    SearchField("notes", ValueShape.NUMBER, marked("Notes at steps of the hand."), "1", several=True),
    SearchField(
        "note",
        ValueShape.WORDS,
        marked("Words in the notes of the hand, all of them; tags such as #late too."),
        '"too early"',
        several=True,
    ),
    SearchField("complete", ValueShape.FLAG, marked("Whether the hand reached its end."), "yes"),
    SearchField("basis", ValueShape.CHOICE, marked("What the score of the hand rests on."), "play"),
)


@cache
def fields() -> Mapping[str, SearchField]:
    """Every field by its name: those of every game, then the counts of games."""
    by_name = {field.name: field for field in _FIELDS}
    for figure in FIGURES.values():
        if not figure.key:
            scale = _MILLIONTHS if figure.exponent else 1
            by_name.setdefault(
                figure.name,
                SearchField(
                    figure.name, ValueShape.NUMBER, figure.meaning, "1", several=True, scale=scale, figure=True
                ),
            )
    return MappingProxyType(by_name)


def field_words(name: str) -> str:
    """What a field of numbers is called within a sentence, in the language of the reader."""
    words = fields()[name].words
    return _(words) if words else figure_name(name)


@cache
def marks() -> frozenset[str]:
    """The fields that count the decisions with a mark: their name alone asks for one or more."""
    return frozenset(field.name for field in fields().values() if field.reviewed and field.scale == 1)


@cache
def kinds() -> Mapping[str, tuple[str, ...]]:
    """The games that have a kind of combination, by the name of the kind, in order."""
    by_kind: dict[str, tuple[str, ...]] = {}
    for game in GAMES.values():
        for name in game.statistics.kinds:
            if name != LEFT_OUT:
                by_kind[name] = (*by_kind.get(name, ()), game.name)
    return MappingProxyType(by_kind)


def choices(field: str, game: str | None) -> tuple[str, ...]:
    """The values that a field of choices has, in a game if one is named."""
    games = list(GAMES.values()) if game is None else [GAMES[game]]
    if field == "game":
        return tuple(GAMES)
    if field == "preset":
        return tuple(dict.fromkeys(preset for known_game in games for preset in known_game.rules.presets))
    if field == "role":
        return tuple(dict.fromkeys(role for known_game in games for role in role_names(known_game)))
    if field == "level":
        return tuple(dict.fromkeys(level for known_game in games for level in known_game.statistics.levels))
    if field == "basis":
        return tuple(str(basis) for basis in Basis)
    return tuple(all_codes())


def ranks_of(kind: str, game: str) -> tuple[str, ...]:
    """The ranks of a kind in a game, from low to high."""
    return GAMES[game].statistics.kinds[kind].ranks
