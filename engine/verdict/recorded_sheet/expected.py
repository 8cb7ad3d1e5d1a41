"""What a finding of a report expected, as a text that knows what it is made from."""

from collections.abc import Iterator
from functools import cache

from engine.games import GAMES
from engine.rulebook.codes import EVERY_GAME
from engine.rulebook.sentences import Text, read_made
from engine.verdict.stored_report import SentenceParts, StoredFinding


def expected_of(finding: StoredFinding) -> str:
    """What a finding expected; empty if it says nothing.

    It is a `Text` if the report is in English and says what its sentences are made from.
    """
    said: str = finding.expected or ""
    made = finding.made
    if not said or not isinstance(made, SentenceParts):
        return said
    values = {"recorded": finding.recorded or "", "seat": finding.seat or ""} | {
        name: read_made(value) for name, value in made.values.items()
    }
    for template in _templates(finding.code, made.variant):
        text = _text(template, values)
        if text == said:
            return text
    return said


def _text(template: str, values: dict[str, str | int]) -> Text | None:
    try:
        return Text(template, values)
    except (KeyError, IndexError):
        return None


@cache
def _templates(code: str, variant: str) -> tuple[str, ...]:
    """What a variant of a code expects in the games that have it; games may say the same code in their own way."""
    return tuple(dict.fromkeys(_all_templates(code, variant)))


def _all_templates(code: str, variant: str) -> Iterator[str]:
    for known_code in (*EVERY_GAME, *(game_code for game in GAMES.values() for game_code in game.codes)):
        if known_code.id == code and variant in known_code.messages:
            yield known_code.messages[variant].expected
