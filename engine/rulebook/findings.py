"""Findings: the faults and remarks of a check as data.  Their sentences are made when they are shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol, runtime_checkable

import msgspec

from engine.rulebook.sentences import Text, made_from


class Severity(StrEnum):
    """The severity of a finding: see the report format."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


@runtime_checkable
class Phrase(Protocol):
    """A detail of a finding that has its own words."""

    def phrase(self) -> str:
        """The detail in words."""


Detail = str | int | Phrase

_FIELDS: Final = frozenset({"recorded", "seat"})
"""The values of a sentence that are fields of the finding too: texts of the log."""


@dataclass(frozen=True, slots=True)
class Message:
    """The sentence of a finding, and what was expected, as templates over its details."""

    text: str
    expected: str = ""
    help: str = ""
    """What this case of the code means and how to fix the log; empty if the page of the code says so."""


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding: its severity, its sentences by variant, and its page."""

    id: str
    severity: Severity
    meaning: str
    messages: Mapping[str, Message]
    explanation: str
    about_result: bool = False
    """Whether it means that a recorded result differs (the verdict `misscored`)."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A page of the rule book: the rule, the options that change it, and its source."""

    id: str
    title: str
    text: str
    source: str
    options: tuple[str, ...] = ()
    """The options that govern it."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One fault or remark, with its place.

    ``hand`` and ``action`` count from 0; ``column`` counts the characters of the action's text.  Each of them is None
    if it does not apply.
    """

    code: Code
    rule: str
    severity: Severity
    hand: int | None = None
    action: int | None = None
    column: int | None = None
    seat: str | None = None
    variant: str = ""
    recorded: str = ""
    """What the log has; a `Text` if words are in it that the log does not have, such as ``nobody``."""
    details: Mapping[str, Detail] = {}

    @property
    def message(self) -> Text:
        """The finding as an English sentence."""
        return Text(self.code.messages[self.variant].text, self._words())

    @property
    def expected(self) -> Text:
        """What the rules expected, in English; empty if there is nothing to add."""
        return Text(self.code.messages[self.variant].expected, self._words())

    def made(self) -> dict[str, Any]:
        """What its sentences are made from, ready for JSON: the variant of the code, and the values."""
        values = {
            name: made_from(value)
            for name, value in self._words().items()
            if name not in _FIELDS or isinstance(value, Text)
        }
        return {"variant": self.variant, "with": values}

    def _words(self) -> dict[str, str | int]:
        return {
            "recorded": self.recorded,
            "seat": self.seat or "",
        } | {
            name: detail if isinstance(detail, str | int) else detail.phrase() for name, detail in self.details.items()
        }


def finding(
    code: Code,
    rule: str,
    *,
    hand: int | None = None,
    action: int | None = None,
    column: int | None = None,
    seat: str | None = None,
    variant: str = "",
    recorded: str = "",
    severity: Severity | None = None,
    details: Mapping[str, Detail] | None = None,
    **more: Detail,
) -> Finding:
    """A finding of a code, with the severity of the code unless another is given."""
    return Finding(
        code=code,
        rule=rule,
        severity=severity or code.severity,
        hand=hand,
        action=action,
        column=column,
        seat=seat,
        variant=variant,
        recorded=recorded,
        details={**details, **more} if details else more,
    )


SHOWN_CHARACTERS: Final = 200
_SHOWN_VALUE: Final = 100


def shown(text: object) -> str:
    """A piece of a log as findings quote it; a long one is cut off, so that reports stay small.

    Of a `Text` that is too long, the values are cut off.
    """
    if isinstance(text, Text):
        return text if len(text) <= SHOWN_CHARACTERS else _with_short_values(text)
    words = str(text)
    return words if len(words) <= SHOWN_CHARACTERS else words[: SHOWN_CHARACTERS - 1] + "…"


def _with_short_values(text: Text) -> Text:
    return Text(text.template, {name: _short(value) for name, value in text.values.items()}, text.context)


def _short(value: str | int) -> str | int:
    if isinstance(value, Text):
        return _with_short_values(value)
    return f"{value[: _SHOWN_VALUE - 1]}…" if isinstance(value, str) and len(value) > _SHOWN_VALUE else value


def code(
    identity: str,
    meaning: str,
    explanation: str,
    messages: Message | Mapping[str, Message],
    *,
    severity: Severity = Severity.ERROR,
    about_result: bool = False,
) -> Code:
    """A code.  If ``messages`` is one sentence, it is the one without a variant."""
    variants = {"": messages} if isinstance(messages, Message) else messages
    return Code(identity, severity, meaning, variants, explanation, about_result)
