"""The sentences of Click in the language of the reader.

Click writes them in English before they get here, so each is recognised by its template.
"""

import re
from collections.abc import Mapping
from typing import Final

from app.text.language import _, current, marked
from app.text.translations.languages import DEFAULT

HEADINGS: Final = (marked("Options"), marked("Commands"))
METAVARS: Final = (
    marked("INTEGER"),
    marked("INTEGER RANGE"),
    marked("TEXT"),
    marked("[OPTIONS]"),
    marked("COMMAND [ARGS]..."),
)
"""The placeholders of usage lines: for the value of each type, for options, and for commands."""

_VALUES: Final = (marked("integer"), marked("integer range"))
_TEMPLATES: Final = (
    marked("Invalid value for {param_hint}: {message}"),
    marked("Invalid value: {message}"),
    marked("Missing argument {name}."),
    marked("Missing option {name}. {message}"),
    marked("Missing option {name}."),
    marked("Missing parameter {name}."),
    marked("Missing command."),
    marked("No such option {name}. Did you mean {names}?"),
    marked("No such option {name}. (Did you mean one of: {names}?)"),
    marked("No such option {name}."),
    marked("No such option: {name}"),
    marked("No such command {name}. Did you mean {names}?"),
    marked("No such command {name}. (Did you mean one of: {names}?)"),
    marked("No such command {name}."),
    marked("Option {name} requires an argument."),
    marked("Option {name} requires {count} arguments."),
    marked("Option {name} does not take a value."),
    marked("Argument {name} takes {count} values."),
    marked("Got unexpected extra argument ({name})"),
    marked("Got unexpected extra arguments ({names})"),
    marked("{value} is not a valid {number_type}."),
    marked("{value} is not in the range {range}."),
    marked("{value} is not one of {names}."),
    marked("{value} is not {name}."),
)
_NESTED: Final = frozenset({"message", "number_type"})


def click_said(sentence: str) -> str:
    """A sentence of Click in the language of the reader.  Any other text is returned as it is."""
    if current() is DEFAULT:
        return sentence
    for template, pattern in _patterns().items():
        text_match = pattern.fullmatch(sentence)
        if text_match is not None:
            return _(template, **{name: _value(name, value) for name, value in text_match.groupdict().items()})
    return sentence


def _value(name: str, value: str) -> str:
    if name not in _NESTED:
        return value
    return _(value) if value in _VALUES else click_said(value)


def _patterns() -> Mapping[str, re.Pattern[str]]:
    return {template: _pattern(template) for template in _TEMPLATES}


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    literal = (re.escape(part) if number % 2 == 0 else f"(?P<{part}>.+?)" for number, part in enumerate(parts))
    return re.compile("".join(literal), re.DOTALL)
