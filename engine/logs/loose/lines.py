"""What one line of a loose text says: the beginning of a hand, a fact, an action, or nothing."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from engine.logs.json.strict import Path
from engine.logs.loose.actions import ActionLines, deal_cards
from engine.logs.loose.fields import (
    ACTION,
    DEAL,
    FIELDS,
    GAME,
    OF_HAND,
    OF_MATCH,
    OPTION,
    PLAYERS,
    RECORDED,
    RESULT_PATH,
    Field,
)
from engine.logs.loose.seats import Players, players_in, seat_labels, several_players, single_player
from engine.logs.loose.values import json_value, value_at, value_of
from engine.logs.loose.vocabulary import Vocabulary, game_named, vocabulary_of
from engine.logs.loose.words import Labels, TextLine, Unreadable, skip, word_at
from engine.record import bounds
from engine.replay.game import Game
from engine.rulebook.sentences import say
from engine.rulebook.suggestions import did_you_mean

LONGEST_LINE: Final = 16 * bounds.TEXT
"""The most characters of a line whose value is not a list or an object in JSON."""
LONGEST_ACTION: Final = 2 * bounds.TEXT
"""The most characters of a line with an action."""
_COMMENTS: Final = ("#", "//")
_JSON: Final = ("[", "{")
_MOST_KEY: Final = 60
_HAND: Final = re.compile(
    r"(?:hand|deal|board|局|副|把|盘|盤) *+[#№]?(?:no\. *+)?(?P<plain>\d{1,9})? *+:? *+$|"
    r"第 *+(?P<chinese>\d{1,9}|[一二三四五六七八九]?十?[一二三四五六七八九]?) *+[局副把盘盤] *+:? *+$",
    re.IGNORECASE,
)
_NUMERALS: Final = "一二三四五六七八九"
_PATH: Final = re.compile(r"[a-z]+(\.[A-Za-z0-9_]+)*")
_LEVEL: Final = re.compile(
    r"(?:(?:本[局盘盤])?打|级牌|級牌|级数|級數|级|級|level) *+:? *+(10|[2-9TJQKA]) *+(?:级|級)? *+$", re.IGNORECASE
)
_BY_NAME: Final[Mapping[str, Field]] = MappingProxyType(
    {name.lower(): field for field in FIELDS for name in field.names}
)
_DEAL_NAMES: Final = Labels([(name, True) for name in DEAL.names])
_NOBODY: Final[Labels[str]] = Labels(())


@dataclass(frozen=True, slots=True)
class HandBegins:
    """A hand begins; ``number`` is as it is written, or None."""

    number: int | None


@dataclass(frozen=True, slots=True)
class FactLine:
    """A value at a place in the match, or in the hand."""

    path: Path
    value: Any
    of_hand: bool
    adds: bool = False
    """Whether the value is added to those of lines like it, instead of being there once."""


@dataclass(frozen=True, slots=True)
class ActionLine:
    """An action."""

    text: str


Said = HandBegins | FactLine | ActionLine


@dataclass(frozen=True, slots=True)
class Saying:
    """What a line says, and how the reader took it where it had to guess; empty where it had not."""

    said: Said
    guess: str = ""


@dataclass(frozen=True, slots=True)
class TableSoFar:
    """What the lines before have said that the reading of a line depends on."""

    vocabulary: Vocabulary
    seats: Labels[str] = _NOBODY
    known: bool = False
    """Whether the players are known."""
    in_hand: bool = False


class UnknownLine(Unreadable):
    """A line begins with a name and a colon, and it is not the name of any line."""


class NobodySeated(Unreadable):
    """A line that is not of the head comes before the players are known."""


def table_of(game: Game, players: Sequence[Mapping[str, Any]], *, in_hand: bool) -> TableSoFar:
    """The table of some players."""
    labels = seat_labels(players)
    return TableSoFar(vocabulary_of(game.name), labels, bool(players), in_hand)


def key_of(line: TextLine) -> tuple[str, int] | None:
    """The name before the colon of a line, and the character after the colon; None without a colon near its begin."""
    colon = line.plain.find(":", 0, _MOST_KEY)
    return None if colon < 0 else (" ".join(line.plain[:colon].split()), colon + 1)


def game_of(line: TextLine) -> Game | None:
    """The game that a line names as the game of the match, as ``game: guandan`` or by the name of the game alone; None
    if the line does not name one.
    """
    key = key_of(line)
    if key is None:
        return game_named(line.plain) if len(line.plain) <= _MOST_KEY else None
    return game_named(line.plain[key[1] :]) if _BY_NAME.get(key[0].lower()) is GAME else None


def is_game_line(line: TextLine) -> bool:
    """Whether a line says which game the match is of, even if there is no such game."""
    key = key_of(line)
    return game_of(line) is not None if key is None else _BY_NAME.get(key[0].lower()) is GAME


def names_recorded_seats(line: TextLine) -> bool:
    """Whether a line says whose actions the text has: it is read last, because it may stand before the players."""
    key = key_of(line)
    return key is not None and _BY_NAME.get(key[0].lower()) is RECORDED


def begins_hand(line: TextLine) -> bool:
    """Whether a line begins a hand."""
    return _HAND.match(line.plain, skip(line.plain, 0)) is not None


def read_line(line: TextLine, table: TableSoFar) -> Saying | None:
    """What a line says; None if it is blank or a comment.  Raises Unreadable."""
    begin = skip(line.plain, 0)
    if begin >= len(line.plain) or line.plain.startswith(_COMMENTS, begin):
        return None
    key = key_of(line)
    if key is None and (named := game_of(line)) is not None:
        return Saying(FactLine(GAME.path, named.name, of_hand=False))
    if len(line.text) > LONGEST_LINE and (key is None or not line.plain.startswith(_JSON, skip(line.plain, key[1]))):
        raise Unreadable(
            LONGEST_LINE,
            say("a line that is too long"),
            say("at most {count} characters", count=f"{LONGEST_LINE:,}"),
        )
    hand = _HAND.match(line.plain, begin)
    if hand is not None:
        digits = hand["chinese"] or hand["plain"]
        return Saying(HandBegins(None if not digits else int(digits) if digits.isdecimal() else _numeral(digits)))
    level = _LEVEL.match(line.plain, begin)
    if level is not None:
        return Saying(FactLine(("setup", "level"), level[1].upper(), of_hand=True))
    if key is not None:
        saying = _keyed(line, key[0], key[1], table)
        if saying is not None:
            return saying
    if not table.known and (several := several_players(line.text, begin)) is not None:
        return _seated(several)
    return _action(line, key, table)


def _keyed(line: TextLine, name: str, after: int, table: TableSoFar) -> Saying | None:
    """What a line with a colon says; None if the name before it is not one of a line."""
    field = _BY_NAME.get(name.lower())
    if field is not None:
        return _field(line, field, after, table)
    if _PATH.fullmatch(name) and (name == RESULT_PATH or name.partition(".")[0] in (*OF_MATCH, *OF_HAND)):
        literal = json_value(value_at(line.text, after).raw)
        if literal is None:
            raise Unreadable(
                skip(line.plain, after), word_at(line.plain, after), say('a value in JSON, such as "text"')
            )
        return _at_path(name, literal[0])
    if not table.in_hand:
        player = single_player(name, line.text[after:])
        if player is not None and player["seat"] not in table.seats.meanings:
            return Saying(FactLine(("players",), [player], of_hand=False, adds=True))
    return _deal(line, table) if table.known else None


def _at_path(name: str, value: Any) -> Saying:
    if name == RESULT_PATH:
        return Saying(FactLine(("result",), value, of_hand=False))
    path = tuple(name.split("."))
    return Saying(FactLine(path, value, of_hand=path[0] in OF_HAND))


def _field(line: TextLine, field: Field, after: int, table: TableSoFar) -> Saying | None:
    value = value_at(line.text, after)
    if len(line.text) > LONGEST_LINE and json_value(value.raw) is None:
        raise Unreadable(
            LONGEST_LINE,
            say("a line that is too long"),
            say("at most {count} characters", count=f"{LONGEST_LINE:,}"),
        )
    if not value.raw and field.path[0] == "match":
        return Saying(FactLine((), None, of_hand=False))
    if field is GAME:
        game = game_named(value.plain[value.at :])
        if game is None:
            raise Unreadable(
                value.at, say("the game '{name}'", name=value.raw), say("a game, such as the title of a rule book")
            )
        return Saying(FactLine(field.path, game.name, of_hand=False))
    if field is ACTION:
        literal = json_value(value.raw)
        if literal is None or not isinstance(literal[0], str):
            raise Unreadable(value.at, word_at(line.plain, value.at), field.kind.words)
        return Saying(ActionLine(literal[0]))
    if field is PLAYERS:
        whole = json_value(value.raw)
        if whole is not None:
            return Saying(FactLine(field.path, whole[0], of_hand=False))
        return _seated(players_in(line.text, value.at))
    literal = json_value(value.raw)
    if field.path == ("match", "id") and literal is not None and isinstance(literal[0], dict):
        return Saying(FactLine(("match",), literal[0], of_hand=False))
    return Saying(
        FactLine(
            field.path, value_of(field, value, (table.vocabulary, table.seats)), field.of_hand, adds=field is OPTION
        )
    )


def _seated(players: Players) -> Saying:
    guess = ", ".join(f"{entry['seat']} = {entry.get('name', '')}" for entry in players.entries)
    return Saying(FactLine(PLAYERS.path, list(players.entries), of_hand=False), guess if players.guessed else "")


def _numeral(text: str) -> int:
    """The number of a Chinese numeral up to 99, such as ``十二``."""
    tens, ten, ones = text.rpartition("十")
    return (10 * (_NUMERALS.find(tens) + 1 or 1) if ten else 0) + _NUMERALS.find(ones or " ") + 1


def _deal(line: TextLine, table: TableSoFar) -> Saying | None:
    """The cards dealt to a seat; None if the line says something else."""
    begin = skip(line.plain, 0)
    seat = table.seats.match(line.plain, begin)
    if seat is None:
        return None
    word = _DEAL_NAMES.match(line.plain, skip(line.plain, seat[1]))
    if word is None:
        return None
    at = skip(line.plain, word[1])
    if line.plain[at : at + 1] != ":":
        return None
    value = value_at(line.text, at + 1)
    literal = json_value(value.raw)
    if literal is not None:
        return Saying(FactLine(("deal", seat[0]), literal[0], of_hand=True))
    text, guessed = deal_cards(table.vocabulary, line.plain, value.at)
    return Saying(FactLine(("deal", seat[0]), text, of_hand=True), text if guessed else "")


def _action(line: TextLine, key: tuple[str, int] | None, table: TableSoFar) -> Saying:
    begin = skip(line.plain, 0)
    if len(line.text) > LONGEST_ACTION:
        raise Unreadable(
            LONGEST_ACTION,
            say("a line that is too long"),
            say("at most {count} characters", count=f"{LONGEST_ACTION:,}"),
        )
    if key is not None and (table.known or not table.in_hand) and table.seats.match(line.plain, begin) is None:
        hint = did_you_mean(key[0].lower(), _BY_NAME)
        unknown = say("'{name}:'{hint}", name=key[0], hint=hint)
        raise UnknownLine(begin, unknown, say("a line of the head or of a hand, or a seat"))
    if not table.known:
        wanted = say("a line of the head, such as players: E Li Wei, N Zhao Min")
        raise NobodySeated(begin, word_at(line.plain, begin), wanted)
    read = ActionLines(table.vocabulary, table.seats).read(line.text, line.plain)
    return Saying(ActionLine(read.text), read.text if read.guessed else "")
