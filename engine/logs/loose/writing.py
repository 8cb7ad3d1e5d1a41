"""Writing of loose text: a match as people would type it, in English or Chinese.

Each line is read back before it is written.  What would be read as something else, or only by a guess, is written with
its place in the match and its value in JSON, so that reading the text gives the same match.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.cards.packed import SPELLINGS
from engine.games import GAMES
from engine.logs.fupan.writing import write_match
from engine.logs.loose.cards import card_written
from engine.logs.loose.fields import ACTION, DEAL, FIELDS, GAME, OPTION, PLAYERS, RESULT_PATH, RULES, Field, FieldKind
from engine.logs.loose.lines import ActionLine, FactLine, HandBegins, Said, TableSoFar, read_line, table_of
from engine.logs.loose.seats import chinese_seats
from engine.logs.loose.vocabulary import CHINESE, CLOCK, ENGLISH, NO, YES, written_cards, written_word
from engine.logs.loose.words import Unreadable, lines_of
from engine.record.actions import parse_action
from engine.record.match import Match
from engine.rulebook.options import value_text

_SPECIAL: Final = frozenset({GAME, RULES, OPTION, PLAYERS, ACTION})
_VALUE_ALONE: Final = " \t"
_ON_THE_MINUTE: Final = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d):00(Z|[+-]\d\d:\d\d)")


def write_text(match: Match, language: str = ENGLISH) -> bytes:
    """A match as loose text in UTF-8.  Reading it gives the match as ``write_match`` writes it, without findings that
    the match would not have.

    Raises ValueError for a language other than ``en`` and ``zh``.
    """
    return "".join(line + "\n" for line in _Writer(match, language).lines()).encode()


def action_line(match: Match, action: str, language: str = ENGLISH) -> str:
    """The line that says an action of a hand of a match, in a language.  Raises ValueError as ``write_text`` does."""
    return _of_hand(match, language).action_line(action)


def deal_line(match: Match, seat: str, cards: str, language: str = ENGLISH) -> str:
    """The line that says the cards dealt to a seat of a match.  Raises ValueError as ``write_text`` does."""
    return _of_hand(match, language).deal_line(seat, cards)


def setup_line(match: Match, name: str, value: Any, language: str = ENGLISH) -> str:
    """The line that says a fact before a hand of a match.  Raises ValueError as ``write_text`` does."""
    return _of_hand(match, language).setup_line(name, value)


def _of_hand(match: Match, language: str) -> "_Writer":
    writer = _Writer(msgspec.structs.replace(match, hands=[]), language)
    writer.begin_hand()
    return writer


class _Writer:
    def __init__(self, match: Match, language: str) -> None:
        if language not in (ENGLISH, CHINESE):
            raise ValueError(f"unknown language '{language}'; the languages are {ENGLISH} and {CHINESE}")
        self._chinese: Final = language == CHINESE
        self._language: Final = language
        self._match: Final[dict[str, Any]] = msgspec.json.decode(write_match(match))
        self._game: Final = GAMES[match.game]
        self._cards: Final = written_cards(self._game, language)
        self._seats: Final = chinese_seats(match.seats) if self._chinese else {seat: seat for seat in match.seats}
        self._colon: Final = "：" if self._chinese else ": "
        self._comma: Final = "，" if self._chinese else ", "
        self._table: TableSoFar = table_of(self._game, [], in_hand=False)

    def lines(self) -> Iterator[str]:
        """The lines of the text, without their ends."""
        game = self._game.glossary.game.chinese if self._chinese else self._game.title
        yield self._keyed(GAME, game)
        match = self._match
        if "rules" in match:
            yield from self._rules(match["rules"])
        if "match" in match:
            yield from self._facts(match["match"], "match", of_hand=False)
        yield self._players(match["players"])
        self._table = table_of(self._game, match["players"], in_hand=False)
        for number, hand in enumerate(match["hands"], 1):
            self.begin_hand()
            yield ""
            yield f"第{number}局" if self._chinese else f"hand {number}"
            yield from self._hand(hand)
        if "result" in match:
            yield ""
            yield from self._facts(match["result"], "result", of_hand=False)

    def begin_hand(self) -> None:
        """Begins a hand: the lines that follow belong to it."""
        self._table = table_of(self._game, self._match["players"], in_hand=True)

    def action_line(self, action: str) -> str:
        """The line of an action."""
        return self._checked(self._action(action), ActionLine(action)) or self._keyed(ACTION, _json(action))

    def deal_line(self, seat: str, cards: str) -> str:
        """The line of the cards dealt to a seat, which the match has."""
        return self._dealt(seat, cards) or f"deal: {_json({seat: cards})}"

    def setup_line(self, name: str, value: Any) -> str:
        """The line of a fact before the hand."""
        return next(self._facts({name: value}, "setup", of_hand=True))

    def _hand(self, hand: Mapping[str, Any]) -> Iterator[str]:
        if "setup" in hand:
            yield from self._facts(hand["setup"], "setup", of_hand=True)
        if "deal" in hand:
            yield from self._deal(hand["deal"])
        for action in hand["actions"]:
            yield self.action_line(action)
        if "result" in hand:
            yield from self._facts(hand["result"], "result", of_hand=True)

    def _keyed(self, field: Field, value: str) -> str:
        return f"{field.chinese if self._chinese else field.english}{self._colon}{value}"

    def _checked(self, line: str | None, said: Said) -> str | None:
        """A line that says just this, and without a guess; None if it does not."""
        if line is None:
            return None
        try:
            (only,) = lines_of(line)
            saying = read_line(only, self._table)
        except (Unreadable, ValueError):
            return None
        sure = saying is not None and not saying.guess and _same(saying.said, said)
        return line if sure else None

    def _fact(self, field: Field, value: Any, said: FactLine) -> str:
        typed = self._value(field, value)
        line = None if typed is None else self._checked(self._keyed(field, typed), said)
        return line or self._keyed(field, _json(value))

    def _facts(self, values: Mapping[str, Any], root: str, *, of_hand: bool) -> Iterator[str]:
        """The lines of the fields of an object."""
        fields = {field.path: field for field in FIELDS if field.of_hand == of_hand and field not in _SPECIAL}
        if not values:
            yield f"{root if of_hand or root != 'result' else RESULT_PATH}: {{}}"
        for name, value in values.items():
            path = (root, name)
            field = fields.get(path)
            if field is None:
                yield f"{root}.{name}: {_json(value)}"
            else:
                yield self._fact(field, value, FactLine(path, value, of_hand))

    def _rules(self, claim: Mapping[str, Any]) -> Iterator[str]:
        whole = self._keyed(RULES, _json(claim))
        preset, options = claim.get("preset"), claim.get("options")
        if not isinstance(preset, str) or options == {}:
            yield whole
            return
        called = self._game.glossary.presets.get(preset)
        name = called.chinese if self._chinese and called else preset
        line = self._checked(self._keyed(RULES, name), FactLine(("rules",), {"preset": preset}, of_hand=False))
        lines = [self._option(option, value) for option, value in (options or {}).items()]
        if line is None or None in lines:
            yield whole
            return
        yield line
        yield from (text for text in lines if text is not None)

    def _option(self, name: str, value: Any) -> str | None:
        called = self._game.glossary.options.get(name)
        text = f"{called.chinese if self._chinese and called else name} = {value_text(value)}"
        return self._checked(self._keyed(OPTION, text), FactLine(("rules", "options"), {name: value}, False, adds=True))

    def _players(self, players: Sequence[Mapping[str, str]]) -> str:
        said = FactLine(("players",), players, of_hand=False)
        for mark in (" ", " = "):
            text = self._comma.join(self._player(player, mark) for player in players)
            line = self._checked(self._keyed(PLAYERS, text), said)
            if line is not None:
                return line
        return self._keyed(PLAYERS, _json(players))

    def _player(self, player: Mapping[str, str], mark: str) -> str:
        seat, name = self._seats[player["seat"]], player.get("name", "")
        identity = f" ({player['id']})" if "id" in player else ""
        return f"{seat}{mark}{name}{identity}" if name or identity else seat + mark.rstrip()

    def _deal(self, deal: Mapping[str, str]) -> Iterator[str]:
        lines = [self._dealt(seat, cards) for seat, cards in deal.items()]
        if not lines or None in lines:
            yield f"deal: {_json(deal)}"
        else:
            yield from (line for line in lines if line is not None)

    def _dealt(self, seat: str, cards: str) -> str | None:
        if seat not in self._seats:
            return None
        begin = f"{self._seats[seat]} {DEAL.chinese if self._chinese else DEAL.english}{self._colon}"
        said = FactLine(("deal", seat), cards, of_hand=True)
        written = begin + " ".join(self._card(word) for word in cards.split(" "))
        return self._checked(written, said) or self._checked(begin + _json(cards), said)

    def _card(self, word: str) -> str:
        return card_written(word, self._cards) if word.partition("=")[0] in SPELLINGS else word

    def _action(self, text: str) -> str | None:
        action = parse_action(text)
        if action.seat not in self._seats:
            return None
        first = " ".join((action.verb, *action.words[:1]))
        verbs = self._game.glossary.verbs
        verb, used = (first, 1) if first in verbs else (action.verb, 0)
        if verb not in verbs:
            return None
        words = [self._seats[action.seat], written_word(self._game, verb, self._language)]
        words += [self._argument(word) for word in action.words[used:]]
        words += [] if action.drawn is None else [f"^{action.drawn}"]
        words += [] if action.seconds is None else [f"@{action.seconds}"]
        return " ".join(words) + ("" if action.comment is None else f" #{action.comment}")

    def _argument(self, word: str) -> str:
        if word == ">":
            return "给" if self._chinese else "to"
        if word in self._seats:
            return self._seats[word]
        card, mark, row = word.partition(":")
        if mark and card in SPELLINGS:
            return f"{self._card(card)}{mark}{written_word(self._game, row, self._language)}"
        if word.partition("=")[0] in SPELLINGS:
            return self._card(word)
        return written_word(self._game, word, self._language)

    def _value(self, field: Field, value: Any) -> str | None:
        """A value as people type it; None if it can only be written in JSON."""
        kind = field.kind
        if isinstance(value, bool):
            return (YES if value else NO)[self._chinese]
        if kind is FieldKind.TIME and isinstance(value, str):
            return _ON_THE_MINUTE.sub(r"\1 \2 \3", value)
        if kind in (FieldKind.TEXT, FieldKind.RANK):
            return value if isinstance(value, str) and value.strip(_VALUE_ALONE) else None
        if kind is FieldKind.ENDED:
            return CLOCK[self._chinese] if value == CLOCK[0] else None
        if kind is FieldKind.SEAT:
            return self._seats.get(value) if isinstance(value, str) else None
        if isinstance(value, list):
            return " ".join("+".join(map(self._seat, place if isinstance(place, list) else [place])) for place in value)
        if isinstance(value, dict):
            return self._comma.join(self._entry(kind, key, part) for key, part in value.items())
        return str(value)

    def _seat(self, seat: Any) -> str:
        return self._seats.get(seat, str(seat)) if isinstance(seat, str) else str(seat)

    def _entry(self, kind: FieldKind, key: str, value: Any) -> str:
        if kind is FieldKind.ROLES:
            return f"{written_word(self._game, key, self._language)} {self._seat(value)}"
        if kind is FieldKind.PAIRS:
            one, _, other = key.partition("-")
            return f"{self._seat(one)}-{self._seat(other)} {value}"
        return f"{self._seat(key)} {value}"


def _same(one: Said, other: Said) -> bool:
    """Whether two sayings are the same, down to the types of their numbers."""
    if isinstance(one, FactLine) and isinstance(other, FactLine):
        return (one.path, one.of_hand, one.adds) == (other.path, other.of_hand, other.adds) and (
            _json(one.value) == _json(other.value)
        )
    return isinstance(one, ActionLine | HandBegins) and one == other


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
