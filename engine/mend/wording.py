"""The cards and words of the text of an action, and the text with one of them changed."""

from typing import Final, NamedTuple

from engine.cards.packed import CARD_TEXTS, SPELLINGS
from engine.record.actions import parse_action
from engine.record.verbs import VERBS

_BETWEEN: Final = frozenset({"/", "|", "1:", "2:"})
ROWS: Final = ("front", "middle", "back", "discard")


class CardWord(NamedTuple):
    """A word of an action that names a card."""

    column: int
    text: str
    """The whole word."""
    card: str
    """The card as logs write it; the text itself if it names none."""
    row: str
    """The row where the card is placed; empty if none is named."""


def card_words(text: str) -> list[CardWord]:
    """The words of an action that name cards, or should do so."""
    action = parse_action(text)
    verb = VERBS.get(action.verb)
    if verb is None or not verb.arguments.are_cards:
        return []
    words: list[CardWord] = []
    for word, column in zip(action.words, action.columns[2:], strict=False):
        name, arrow, _ = word.partition(">")
        if name and name not in _BETWEEN:
            front, _, row = name.partition(":")
            card = SPELLINGS.get(front.partition("=")[0])
            words.append(CardWord(column, name, front if card is None else CARD_TEXTS[card], row))
        if arrow:
            break
    return words


def with_word(text: str, word: CardWord, new: str) -> str:
    """An action in which a word is another."""
    return text[: word.column] + new + text[word.column + len(word.text) :]


def with_new_card(text: str, word: CardWord, card: str) -> str:
    """An action in which a card is another one, in the same row."""
    return with_word(text, word, f"{card}:{word.row}" if word.row else card)


def without_card(text: str, word: CardWord) -> str:
    """An action without one of its cards."""
    return text[: word.column].rstrip(" ") + text[word.column + len(word.text) :]


def with_card_added(text: str, words: list[CardWord], card: str) -> str:
    """An action with one card more, after the others."""
    end = words[-1].column + len(words[-1].text)
    return f"{text[:end]} {card}{text[end:]}"


def likeness(one: str, other: str) -> int:
    """How alike two cards are to somebody who types: 0 of one rank, 1 of one suit, 2 neither."""
    if one[:1] == other[:1]:
        return 0
    return 1 if one[1:2] == other[1:2] else 2


def with_rows_exchanged(text: str) -> list[str]:
    """A setting with each two of its rows in the place of one another; none if it does not have three rows."""
    action = parse_action(text)
    if action.verb != "set" or action.words.count("/") != 2:
        return []
    words = list(zip(action.words, action.columns[2:], strict=False))
    first = next((number for number, (word, _) in enumerate(words) if word not in ("1:", "2:")), 0)
    slashes = [number for number, (word, _) in enumerate(words) if word == "/"]
    bounds = [(first, slashes[0]), (slashes[0] + 1, slashes[1]), (slashes[1] + 1, len(words))]
    if any(begin >= end for begin, end in bounds):
        return []
    spans = [(words[begin][1], words[end - 1][1] + len(words[end - 1][0])) for begin, end in bounds]
    rows = [text[begin:end] for begin, end in spans]
    texts = []
    for one, other in ((0, 1), (0, 2), (1, 2)):
        order = list(rows)
        order[one], order[other] = order[other], order[one]
        new = text
        for (begin, end), row in reversed(list(zip(spans, order, strict=True))):
            new = new[:begin] + row + new[end:]
        texts.append(new)
    return texts
