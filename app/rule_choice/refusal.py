"""Why rules that somebody asked for cannot be had."""

from engine.rulebook.codes import UNKNOWN_OPTION
from engine.rulebook.findings import finding
from engine.rulebook.options import RulesUnknown


class RulesRefused(Exception):
    """Rules that do not exist, or do not fit a match; its text says why, with the nearest name where there is one."""


def sentence(refused: RulesRefused) -> str:
    """Its text with a full stop where it has no mark at its end."""
    text = str(refused)
    return text if text.endswith(("?", ".")) else f"{text}."


def in_words(unknown: RulesUnknown) -> str:
    """What is wrong with a preset, an option or a value, and what would do."""
    found = finding(
        UNKNOWN_OPTION, "log.rules", variant=unknown.variant, recorded=unknown.recorded, details=unknown.details
    )
    expected = "" if not found.expected or found.expected in found.message else f" (expected: {found.expected})"
    return found.message + expected
