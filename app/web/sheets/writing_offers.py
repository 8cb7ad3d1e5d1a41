"""What a seat can do next in a hand that is being written: each act tried, with what it would be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.sheets.writing.check import CheckedHand
from app.text.card_words import reading_shown
from app.text.language import Language, _, current, said
from app.web.sheets.writing_pad import card_of
from engine.record.verbs import NOTHING, VERBS, Arguments
from engine.replay.game import Game
from engine.rulebook.findings import Finding

_PLAY: Final = "play"
_ON_THE_TABLE: Final = frozenset({_PLAY, "capture"})
MOST: Final = 12
"""Acts that are tried at once."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An act of a seat."""

    action: str
    """As logs write it."""
    words: str
    """The verb, in the language of the reader."""
    finding: Finding | None
    """The rule that it breaks; None if the rules allow it."""
    says: str
    """What its cards would be, in words; empty where nothing is to be said."""

    @property
    def allowed(self) -> bool:
        """Whether the rules allow it."""
        return self.finding is None

    @property
    def shown(self) -> bool:
        """Whether it is shown at once: all that the rules allow, and what is played."""
        return self.allowed or self.action.split(" ")[1] == _PLAY


def offers_of(checked: CheckedHand, seat: str, chosen: Sequence[str]) -> tuple[Offer, ...]:
    """The acts of a seat with the cards that are chosen, those that the rules allow first.

    Acts that break a rule are among them if they use the chosen cards, because a log says what happened.
    """
    tried = []
    for verb, words in list(_acts(checked, seat, chosen))[:MOST]:
        action = " ".join((seat, verb, *words))
        finding = checked.broken_by(action)
        with_cards = VERBS[verb.split(" ")[0]].arguments.are_cards
        if finding is None or with_cards or verb == "pass":
            tried.append(Offer(action, verb_words(checked.game, verb), finding, _says(checked, action, finding)))
    return tuple(sorted(tried, key=lambda each: not each.allowed))


def verb_words(game: Game, verb: str) -> str:
    """A verb of a log in the language of the reader."""
    typed = game.glossary.verbs.get(verb)
    if typed is None:
        return verb
    language = current()
    if language is Language.SIMPLIFIED:
        return typed.simplified
    return typed.traditional if language is Language.TRADITIONAL else typed.english


def _acts(checked: CheckedHand, seat: str, chosen: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    game = checked.game
    cards = [card_of(word) if "=" not in word else word.partition(":")[0] for word in chosen]
    for verb, wanted in game.verbs.items():
        kind = VERBS[verb].arguments
        if wanted == NOTHING:
            yield verb, []
        elif kind is Arguments.WORDS:
            yield from ((each, []) for each in game.glossary.verbs if each.startswith(f"{verb} "))
        elif kind is Arguments.NUMBER:
            held = next((each.count for each in checked.frame.seats if each.seat == seat), 0)
            yield verb, [str(held)]
        elif kind is Arguments.PLACED and chosen:
            yield verb, _placed(game, chosen)
        elif kind.are_cards and chosen:
            yield verb, _in_rows(game, chosen) if verb == "set" else cards


def _placed(game: Game, chosen: Sequence[str]) -> list[str]:
    rows = game.analysis.rows if game.analysis is not None else ()
    return [word if ":" in word else f"{word}:{rows[-1]}" if rows else word for word in chosen]


def _in_rows(game: Game, chosen: Sequence[str]) -> list[str]:
    """Cards with strokes between the rows: as each says its row, else in the order in which they were chosen."""
    if game.analysis is None:
        return list(chosen)
    named = any(":" in word for word in chosen)
    words: list[str] = []
    at = 0
    for row, size in zip(game.analysis.rows, game.analysis.row_sizes, strict=True):
        if named:
            cards = [card_of(word) for word in chosen if word.partition(":")[2] == row]
        else:
            cards = [card_of(word) for word in chosen[at : at + size]]
        at += size
        words += [*(["/"] if words else []), *cards]
    return words


def _says(checked: CheckedHand, action: str, finding: Finding | None) -> str:
    if finding is not None:
        return said(finding.message)
    why = checked.after(action).why_legal if action.split(" ")[1] in _ON_THE_TABLE else None
    if why is None:
        return ""
    reading = said(reading_shown(why.reading))
    if why.on is None:
        return _("{reading}: it may be led.", reading=reading)
    on = said(reading_shown(why.on.reading))
    return _("{reading}: it beats the {on} by {by}.", reading=reading, on=on, by=said(reading_shown(why.by)))
