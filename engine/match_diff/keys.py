"""Actions and cards as two records can be compared: without times, comments, order of cards and manner of writing."""

from typing import NamedTuple

from engine.record.verbs import VERBS


class ActionKey(NamedTuple):
    """What an action does."""

    seat: str
    verb: str
    words: tuple[str, ...]
    """In order of code points where the words are cards, else as they are."""
    cards: bool
    """Whether the words are cards, and there are any."""


def action_key(action: str) -> ActionKey:
    """The key of an action, whether or not it can be read.

    What a wild card is said to stand for is left out, because one record may say it and the other not.
    """
    said = action.partition("#")[0].split()
    words = [word for word in said[2:] if not word.startswith(("@", "^"))]
    seat, verb = (*said[:2], "", "")[:2]
    known = VERBS.get(verb)
    if known is None or not known.arguments.are_cards or "/" in words:
        return ActionKey(seat, verb, tuple(map(_card, words)), bool(words) and known is not None and "/" in words)
    return ActionKey(seat, verb, tuple(sorted(map(_card, words))), bool(words))


def cards_key(cards: str) -> tuple[str, ...]:
    """The cards of a deal in order of code points; in the order of the deal where that means something (``|``)."""
    words = tuple(map(_card, cards.split()))
    return words if "|" in words else tuple(sorted(words))


def _card(word: str) -> str:
    card, _, _ = word.partition("=")
    upper = card.upper()
    return "T" + upper[2:] if upper.startswith("10") and len(upper) > len("10") else upper
