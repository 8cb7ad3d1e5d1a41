"""Why rules that somebody asked for are invalid."""

from app.text.language import DEFAULT, _, current, said
from engine.rulebook.codes import UNKNOWN_OPTION
from engine.rulebook.findings import finding
from engine.rulebook.options import RulesUnknown


class RulesRefused(Exception):
    """Rules that do not exist, or do not fit a match; its text says why, with the nearest name where there is one."""


def refusal_sentence(refused: RulesRefused) -> str:
    """Its text with a full stop where it has no mark at its end."""
    return ended(str(refused))


def ended(text: str) -> str:
    """A sentence in the language of the reader with a full stop where it has no mark at its end."""
    if text.endswith(("?", ".", "？", "。")):
        return text
    return f"{text}." if current() is DEFAULT else f"{text}。"


def in_words(unknown: RulesUnknown) -> str:
    """What is wrong with a preset, an option or a value, and what would do."""
    fault = finding(
        UNKNOWN_OPTION, "log.rules", variant=unknown.variant, recorded=unknown.recorded, details=unknown.details
    )
    if not fault.expected or fault.expected in fault.message:
        return said(fault.message)
    return _("{message} (expected: {expected})", message=fault.message, expected=fault.expected)
