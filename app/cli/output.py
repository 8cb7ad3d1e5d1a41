"""The standard output as text for people and as JSON for programs."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from app.cli.asked_language import for_programs
from app.text.language import said
from app.text.terminal import Style
from engine.rulebook.sentences import Text


def print_lines(lines: Iterable[str], style: Style) -> None:
    """Writes lines, in the encoding of the style."""
    sys.stdout.flush()
    output = sys.stdout.buffer
    for line in lines:
        output.write((line.rstrip() + "\n").encode(style.encoding, "backslashreplace"))
    output.flush()


def print_json(facts: object) -> None:
    """Writes an object as one line of JSON, its sentences in the language for programs."""
    sys.stdout.flush()
    with for_programs():
        sys.stdout.buffer.write(as_json(facts) + b"\n")
    sys.stdout.buffer.flush()


def as_json(facts: object) -> bytes:
    """An object as JSON, its sentences in the language of the reader."""
    return msgspec.json.encode(_plain(facts))


def _plain(facts: Any) -> Any:
    """The same object with plain texts, each in the language of the reader."""
    match facts:
        case Text():
            return said(facts)
        case Mapping():
            return {name: _plain(value) for name, value in facts.items()}
        case list() | tuple():
            return [_plain(fact) for fact in facts]
        case _:
            return facts
