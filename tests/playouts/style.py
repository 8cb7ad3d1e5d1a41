"""What a made-up log tells besides the play, and how it is written."""

from dataclasses import dataclass, replace
from random import Random
from typing import Final, Self

SEATS: Final = (
    ("E", "N", "W", "S"),
    ("P1", "P2", "P3", "P4"),
    ("0", "1", "2", "3"),
    ("North_1", "a", "A", "_"),
    ("pass", "play", "2h", "RJ"),
)
COMMENTS: Final = ("thinks", "# again", "@3", "E pass", "> W", "2h=9s", "炸弹", "", "=")


@dataclass(frozen=True)
class Style:
    """How much a log tells; the numbers are probabilities."""

    comments: float = 0
    """Of each action."""
    seconds: bool = False
    reports: float = 0
    """Of each hand, that the cards left are said in it."""
    results: float = 1
    """Of each part of a result, that it is recorded."""
    claims: float = 0.5
    """Of each play with wild cards, that it says what they stand for."""
    receivers: float = 0
    """Of each tribute and return, that it names who gets it."""
    setups: float = 0
    """Of each hand, that it begins with what the hands before tell anyway."""
    midway: bool = False
    """Whether the log begins in mid-match."""
    spelling: bool = False
    """Whether cards stand in any case and with any spaces, and tens as 10."""
    shuffled: bool = False
    """Whether the cards of a play stand in any order."""
    information: bool = False
    """Whether the match has an id, a date and the like."""
    bare: float = 0
    """Of each card, that it stands without its suit where the rules allow that."""
    fair: bool = False
    """Whether cards come from a shuffled pack and nobody says a thing without cause; else what is rare is frequent."""
    seats: tuple[str, ...] = ()
    """In order of play; empty: E N W S, as far as they go."""

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        """Any style."""
        return cls(
            comments=rng.choice((0, 0, 0.2)),
            seconds=rng.random() < 0.3,
            reports=rng.choice((0, 0.5, 1)),
            results=rng.choice((0, 0.5, 1)),
            claims=rng.choice((0, 0.5, 1)),
            receivers=rng.choice((0, 0.5, 1)),
            setups=rng.choice((0, 0.5, 1)),
            midway=rng.random() < 0.4,
            spelling=rng.random() < 0.3,
            shuffled=rng.random() < 0.5,
            information=rng.random() < 0.3,
            seats=rng.choice(SEATS),
            bare=rng.choice((0, 0, 0.5, 1)),
        )

    def with_seats(self, seats: tuple[str, ...]) -> "Style":
        """The same style at a table whose seats have other names."""
        return replace(self, seats=seats)


PLAIN: Final = Style()
"""Only the play and its results, in the forms that are written."""

FAIR: Final = Style(claims=1, setups=0, fair=True)
"""As people play who mean it, with what wild cards stand for."""


class Pen:
    """Writes the actions of one match in a style."""

    def __init__(self, rng: Random, style: Style) -> None:
        self._rng = rng
        self._style = style
        self._quarters = 0

    def begin(self) -> None:
        """A hand begins: the seconds start again."""
        self._quarters = 0

    def likely(self, probability: float) -> bool:
        """Whether something happens that has a probability; no randomness is spent on what is certain."""
        return probability >= 1 or (probability > 0 and self._rng.random() < probability)

    def cards(self, texts: list[str]) -> str:
        """Cards side by side."""
        if not self._style.spelling:
            return " ".join(texts)
        gap = "  " if self._rng.random() < 0.1 else " "
        return gap.join(self._spelled(text) for text in texts)

    def _spelled(self, text: str) -> str:
        rng = self._rng
        words = ["10" + word[1:] if word[0] == "T" and rng.random() < 0.3 else word for word in text.split("=")]
        return "=".join("".join(rng.choice((c.lower(), c.upper())) for c in word) for word in words)

    def action(self, *words: str) -> str:
        """An action of some words, with its seconds and a comment where the style has them."""
        text = " ".join(words)
        style = self._style
        if style.seconds:
            self._quarters += int(self._rng.random() * 20)
            if self._rng.random() < 0.9:
                text += f" @{self._quarters / 4:g}"
        if style.comments and self._rng.random() < style.comments:
            text += " # " + self._rng.choice(COMMENTS)
        return text
