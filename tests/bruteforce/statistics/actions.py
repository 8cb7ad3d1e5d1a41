"""Actions and cards, read from their text."""

import re
from dataclasses import dataclass
from decimal import Decimal

UNSEEN = "??"
_CARD = re.compile(r"[2-9TJQKA][shdc]?|[RB]J\*?")
_TIME = re.compile(r"@(\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class Action:
    """Who does what: the words after the verb but for the comment, the time and the count of cards drawn."""

    seat: str
    verb: str
    words: tuple[str, ...]
    seconds: Decimal | None

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards named before ``>``, without what wild cards stand for."""
        words = " ".join(self.words).partition(">")[0].split()
        return tuple(card(word.partition("=")[0]) for word in words)

    @property
    def receiver(self) -> str | None:
        """The seat named after ``>``."""
        return " ".join(self.words).partition(">")[2].strip() or None


def action(text: str) -> Action:
    """An action; of what does not parse, as much as there is."""
    words = text.partition("#")[0].split()
    times = [found for word in words if (found := _TIME.fullmatch(word))]
    rest = tuple(word for word in words[2:] if not word.startswith(("@", "^")))
    seconds = Decimal(times[0][1]) if times else None
    return Action(words[0] if words else "", words[1] if len(words) > 1 else "", rest, seconds)


def card(text: str) -> str:
    """A card as it is written, upper or lower case; what is no card is as good as unseen."""
    large = text.upper().replace("10", "T")
    written = large if "J" in large[1:] else large[:1] + large[1:].lower()
    return written if _CARD.fullmatch(written) else UNSEEN


def deal(text: str) -> tuple[str, ...]:
    """The cards of a seat, without the bar between them."""
    return tuple(card(word) for word in text.replace("|", " ").split())
