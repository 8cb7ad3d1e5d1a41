"""Actions as people type them: ``东 出 3♥ 3♠``, ``N passes``, ``南 进贡 大王 给 北``, read as those of `fupan/1`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.logs.loose.cards import HIDDEN, FoundCard
from engine.logs.loose.vocabulary import RECEIVER, Vocabulary
from engine.logs.loose.words import Labels, Unreadable, skip, word_at
from engine.record.verbs import NOTHING, VERBS, Arguments
from engine.rulebook.glossary import folded
from engine.rulebook.sentences import say, say_of
from engine.rulebook.suggestions import did_you_mean

_SECONDS: Final = re.compile(r"@ *+([0-9][0-9.]*+) *+(?:s|sec|seconds|秒)? *+$", re.IGNORECASE)
_DRAWN: Final = re.compile(r"\^ *([0-9]+) *$")
_HAND: Final = re.compile(r"([12]) *: *")
_COUNT: Final = re.compile(
    r"([0-9]++|[一二两三四五六七八九十]) *+(?:张|張|cards?|left|cards? left)? *+$", re.IGNORECASE
)
_COUNTS: Final[Mapping[str, str]] = MappingProxyType(
    dict(zip("一二两三四五六七八九十", ("1", "2", "2", "3", "4", "5", "6", "7", "8", "9", "10"), strict=True))
)
_ROW_END: Final = "/|"
_AFTER_SEAT: Final = " ,:"
_CARD_AND_ROW: Final = re.compile(r" *(?::|到|放|>|->|in|to|at)? *", re.IGNORECASE)
_RECEIVER: Final = Labels([(word, word) for word in RECEIVER])
_TRAILING: Final = " .,;!"
_PLAY: Final = "play"


@dataclass(frozen=True, slots=True)
class ReadAction:
    """An action as `fupan/1` has it, and whether the reader had to guess at something."""

    text: str
    guessed: bool


class ActionLines:
    """Reads the lines of actions at a table."""

    def __init__(self, vocabulary: Vocabulary, seats: Labels[str]) -> None:
        self._vocabulary: Final = vocabulary
        self._cards: Final = vocabulary.cards
        self._seats: Final = seats
        self._verbs: Final = vocabulary.game.verbs

    def read(self, text: str, plain: str) -> ReadAction:
        """The action of a line, which is given as it is and in its plain form.  Raises Unreadable."""
        mark = plain.find("#")
        comment = "" if mark < 0 else " #" + text[mark + 1 :]
        body = plain if mark < 0 else plain[:mark]
        body = body.rstrip(_TRAILING)
        body, seconds = _cut(body, _SECONDS, "@")
        body, drawn = _cut(body, _DRAWN, "^")
        body = body.rstrip(_TRAILING)
        at = skip(body, 0)
        seat = self._seats.match(body, at)
        if seat is None:
            raise Unreadable(
                at,
                word_at(body, at),
                say("a seat ({seats}), or a line of the head", seats=", ".join(self._seats.meanings)),
            )
        at = skip(body, seat[1], _AFTER_SEAT)
        if at >= len(body):
            raise Unreadable(at, say("nothing after the seat"), say("a verb, or cards"))
        verb = self._vocabulary.verbs.match(body, at)
        if verb is None:
            words, guessed = self._cards_alone(body, at)
        else:
            name, after = verb
            words, guessed = self._arguments(name, body, skip(body, after, " :"))
            words = [name, *words]
        return ReadAction(" ".join((seat[0], *words)) + drawn + seconds + comment, guessed)

    def _cards_alone(self, body: str, at: int) -> tuple[list[str], bool]:
        """The words of a line that has cards and no verb: a play."""
        if _PLAY in self._verbs and self._vocabulary.shapes.match(body, at) is not None:
            return [_PLAY, *self.played(_PLAY, body, at)[0]], True
        cards, end = self._cards.cards(body, at)
        if not cards or end < len(body) or _PLAY not in self._verbs:
            place = end
            if cards and _PLAY in self._verbs:
                raise Unreadable(
                    place, word_at(body, place), say("a card such as {examples}", examples=self._cards.examples)
                )
            word = word_at(body, at)
            hint = did_you_mean(word.strip("'").lower(), self._vocabulary.verbs.names)
            raise Unreadable(
                at, say("{word}{hint}", word=word, hint=hint), say("a verb: {verbs}", verbs=self._known_verbs())
            )
        return [_PLAY, *(card.text for card in cards)], True

    def _known_verbs(self) -> str:
        verbs = self._vocabulary.game.glossary.verbs.values()
        return ", ".join(f"{typed.english} {typed.chinese}" for typed in verbs)

    def _arguments(self, verb: str, body: str, at: int) -> tuple[list[str], bool]:
        name, *rest = verb.split(" ")
        kind = VERBS[name].arguments
        if rest or self._verbs[name] == NOTHING:
            number = None if rest or kind.are_cards else _HAND.match(body + " ", at)
            if number is not None:
                return [f"{number[1]}:"], self._nothing(verb, body, number.end())
            return [], self._nothing(verb, body, at)
        prefix: list[str] = []
        number = None if kind in (Arguments.PLACED, Arguments.HANDED) else _HAND.match(body, at)
        if number is not None and kind is not Arguments.NUMBER:
            prefix, at = [f"{number[1]}:"], number.end()
        words, guessed = _READERS.get((name, kind), _BY_KIND[kind])(self, verb, body, at)
        return prefix + words, guessed

    def _nothing(self, verb: str, body: str, at: int) -> bool:
        at = skip(body, at)
        if at < len(body):
            raise Unreadable(at, word_at(body, at), say("nothing after {verb}", verb=say_of("verb", verb)))
        return False

    def some_cards(self, verb: str, body: str, at: int, end: int | None = None) -> tuple[list[str], bool]:
        """The cards of a verb: at least one."""
        cards = self._cards.rest(body, at, end)
        if not cards:
            raise Unreadable(
                at,
                say("no card"),
                say("{verb} and a card such as {examples}", verb=say_of("verb", verb), examples=self._cards.examples),
            )
        return [card.text for card in cards], _guessed(cards)

    def played(self, verb: str, body: str, at: int) -> tuple[list[str], bool]:
        """The cards of a play, which can begin with the name of what they form: ``顺子 34567``, ``连对 345``."""
        shape = self._vocabulary.shapes.match(body, at)
        if shape is None:
            return self.some_cards(verb, body, at)
        start = skip(body, shape[1], _AFTER_SEAT)
        cards = shape[0].texts([card.text for card in self._cards.rest(body, start)])
        if cards is None:
            raise Unreadable(
                start, word_at(body, start), say("all cards of the combination {name}", name=f"‘{shape[0].name}’")
            )
        return cards, True

    def handed(self, verb: str, body: str, at: int) -> tuple[list[str], bool]:
        """Cards, and after a mark the seat that gets them."""
        cards, end = self._cards.cards(body, at)
        mark = _RECEIVER.match(body, end)
        if mark is None or not cards:
            return self.some_cards(verb, body, at)
        place = skip(body, mark[1])
        seat = self._seats.match(body, place)
        if seat is None:
            raise Unreadable(place, word_at(body, place), say("the seat that gets the card"))
        self._nothing(verb, body, seat[1])
        return [*(card.text for card in cards), ">", seat[0]], _guessed(cards)

    def number(self, verb: str, body: str, at: int) -> tuple[list[str], bool]:
        """A number of cards."""
        text_match = _COUNT.match(body, at)
        if text_match is None:
            raise Unreadable(
                at, word_at(body, at), say("{verb} and the number of cards left", verb=say_of("verb", verb))
            )
        return [_COUNTS.get(text_match[1], text_match[1])], False

    def name(self, verb: str, body: str, at: int) -> tuple[list[str], bool]:
        """A name that the game has."""
        wanted = folded(body[at:])
        for word, typed in self._vocabulary.game.glossary.words.items():
            if wanted and wanted in map(folded, (word, *typed.names)):
                return [word], False
        raise Unreadable(
            at, word_at(body, at), say("{verb} and {what}", verb=say_of("verb", verb), what=say(self._verbs[verb]))
        )

    def rows(self, verb: str, body: str, at: int) -> tuple[list[str], bool]:
        """Names of rows."""
        words: list[str] = []
        while (at := skip(body, at, " ,;+")) < len(body):
            word, at = self._row(body, at)
            words.append(word)
        if not words:
            raise Unreadable(
                at,
                say_of("input", "nothing"),
                say("{verb} and {what}", verb=say_of("verb", verb), what=say(self._verbs[verb])),
            )
        return words, False

    def set_in_rows(self, verb: str, body: str, at: int) -> tuple[list[str], bool]:
        """Cards in rows, divided by strokes or by the names of the rows."""
        words: list[str] = []
        guessed = False
        first = True
        while True:
            row = self._vocabulary.words.match(body, skip(body, at))
            if row is not None:
                at = skip(body, row[1], " :")
            elif not first and body[at - 1 : at] not in _ROW_END:
                raise Unreadable(at, word_at(body, at), say("/ between the rows"))
            cards, at = self._cards.cards(body, at)
            if not cards:
                raise Unreadable(
                    at,
                    word_at(body, at),
                    say("{verb} and {what}", verb=say_of("verb", verb), what=say(self._verbs[verb])),
                )
            words += [card.text for card in cards]
            guessed = guessed or _guessed(cards)
            first = False
            if at >= len(body):
                break
            if body[at] in _ROW_END:
                at += 1
            words.append("/")
        analysis = self._vocabulary.game.analysis
        rows = words.count("/") + 1
        if analysis is not None and rows != len(analysis.rows):
            raise Unreadable(
                at,
                say("{rows} rows", rows=rows),
                say("{verb} and {what}", verb=say_of("verb", verb), what=say(self._verbs[verb])),
            )
        return words, guessed

    def placed(self, verb: str, body: str, at: int) -> tuple[list[str], bool]:
        """Cards, each with its row."""
        words: list[str] = []
        guessed = False
        while (at := skip(body, at, " ,;")) < len(body):
            end = at + 1
            cards, after = self._cards.cards(body, at)
            if not cards:
                raise Unreadable(at, word_at(body, at), say("a card such as {examples}", examples=self._cards.examples))
            between = _CARD_AND_ROW.match(body, after)
            end = after if between is None else between.end()
            row, at = self._row(body, end)
            words += [f"{card.text}:{row}" for card in cards]
            guessed = guessed or _guessed(cards) or len(cards) > 1
        if not words:
            raise Unreadable(
                at, say("no card"), say("{verb} and {what}", verb=say_of("verb", verb), what=say(self._verbs[verb]))
            )
        return words, guessed

    def _row(self, body: str, at: int) -> tuple[str, int]:
        row = self._vocabulary.words.match(body, at)
        if row is None:
            raise Unreadable(at, word_at(body, at), say("a row"))
        return row


_Reader = Callable[[ActionLines, str, str, int], tuple[list[str], bool]]
_BY_KIND: Final[Mapping[Arguments, _Reader]] = MappingProxyType(
    {
        Arguments.WORDS: ActionLines.rows,
        Arguments.NAME: ActionLines.name,
        Arguments.NUMBER: ActionLines.number,
        Arguments.CARDS: ActionLines.some_cards,
        Arguments.HANDED: ActionLines.handed,
        Arguments.PLACED: ActionLines.placed,
    }
)
_READERS: Final[Mapping[tuple[str, Arguments], _Reader]] = MappingProxyType(
    {
        (_PLAY, Arguments.CARDS): ActionLines.played,
        ("set", Arguments.CARDS): ActionLines.set_in_rows,
        ("return", Arguments.CARDS): ActionLines.handed,
    }
)


def deal_cards(vocabulary: Vocabulary, text: str, at: int) -> tuple[str, bool]:
    """The cards of a deal as `fupan/1` has them, and whether a suit was guessed.  Raises Unreadable."""
    words: list[str] = []
    guessed = False
    end = len(text.rstrip(_TRAILING))
    while True:
        cards, at = vocabulary.dealt.cards(text, at, end)
        words += [card.text for card in cards]
        guessed = guessed or _guessed(cards)
        if at >= end:
            return " ".join(words), guessed
        if text[at] != "|":
            raise Unreadable(
                at,
                word_at(text[:end], at),
                say("a card such as {examples}, | or {hidden}", examples=vocabulary.dealt.examples, hidden=HIDDEN),
            )
        words.append("|")
        at += 1


def _cut(body: str, end: re.Pattern[str], mark: str) -> tuple[str, str]:
    text_match = end.search(body)
    return (body, "") if text_match is None else (body[: text_match.start()], f" {mark}{text_match[1].rstrip('.')}")


def _guessed(cards: list[FoundCard]) -> bool:
    return any(card.guessed for card in cards)
