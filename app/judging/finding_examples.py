"""Examples of findings: what was played, and what the judge said of it, from the faulty sample logs.

`python -m tests.golden` writes them.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from app.text.readable import readable_finding
from app.text.seats import player_names
from engine.record.match import Player
from engine.rulebook.findings import Code, Message
from engine.verdict.stored_report import SentenceParts, StoredFinding

EXAMPLES: Final = Path(__file__).with_name("finding_examples.jsonl")
_DETAIL: Final = re.compile(r"['“]?\{\w+\}['”]?")
LONGEST: Final = 4
"""The most actions before the one that the finding is about."""


class FindingExample(msgspec.Struct, frozen=True, kw_only=True):
    """A finding in a sample log."""

    game: str
    finding: StoredFinding
    actions: list[str]
    """The play before it and what followed, as the log has them; the last is at fault.  Empty if none is."""
    players: dict[str, str]
    """The names of the players by seat, in order; empty for one without a name."""

    @property
    def names(self) -> dict[str, str]:
        """The players by seat, as pages show them."""
        return player_names([Player(seat, name) for seat, name in self.players.items()])

    @property
    def readable(self) -> StoredFinding:
        """The finding with its sentences as people read them, in the language of the reader."""
        return readable_finding(self.finding, self.game, self.names)


def without_details(template: str) -> str:
    """The sentence of a case with dots in place of its details."""
    return _DETAIL.sub("…", template)


def cases_of(code: Code) -> list[tuple[Message, FindingExample | None]]:
    """The cases of a code, each with an example if a sample log has one.

    A case without an example is left out where its page has nothing else to say of it.
    """
    examples = _examples().get(code.id, {})
    cases = [(message, examples.get(variant)) for variant, message in code.messages.items()]
    return [(message, example) for message, example in cases if example or message.help or not examples]


@cache
def _examples() -> Mapping[str, Mapping[str, FindingExample]]:
    examples: dict[str, dict[str, FindingExample]] = {}
    for line in EXAMPLES.read_bytes().splitlines():
        example = msgspec.json.decode(line, type=FindingExample)
        made = example.finding.made
        if isinstance(made, SentenceParts):
            examples.setdefault(example.finding.code, {})[made.variant] = example
    return MappingProxyType(examples)
