"""House rules: a rule set that a table has given a name, with every version that it has had."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from app.judging.rules_of_match.refusal import RulesRefused, in_words
from app.text.language import _
from engine.games import GAMES
from engine.rulebook.options import OptionValue, RuleSet, RulesUnknown

LONGEST_NAME: Final = 60
LONGEST_NOTE: Final = 500
_UNPRINTED: Final = ("Cc", "Cs")
"""Control characters, and halves of characters."""
_VERSION: Final = re.compile(r"(.+)@([1-9]\d{0,8})", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One version of a named rule set."""

    id: int
    """The key of the version, whichever rule set it is of."""
    house: int
    name: str
    game: str
    version: int
    """From 1."""
    newest: int
    """The newest version that there is."""
    preset: str
    options: Mapping[str, OptionValue]
    """The options that differ from the preset."""
    note: str
    made_at: datetime
    damaged: bool = False
    """Whether its options are not what was stored; ``options`` is empty then, and there are no `rules`."""

    @property
    def title(self) -> str:
        """The name and the version in words."""
        return _("{name}, version {version}", name=self.name, version=self.version)

    @property
    def reference(self) -> str:
        """The version as the command line takes it: ``Friday table@2``."""
        return f"{self.name}@{self.version}"

    def rules(self) -> RuleSet:
        """The rule set.  Raises RulesRefused where it is damaged, or this version of the engine does not have it."""
        if self.damaged:
            raise RulesRefused(
                _("the house rules {title}, are damaged in the database; restore a copy of it", title=self.title)
            )
        try:
            return GAMES[self.game].rules.resolve(self.preset, self.options)
        except (RulesUnknown, KeyError) as unknown:
            reason = (
                in_words(unknown) if isinstance(unknown, RulesUnknown) else _("there is no game {game}", game=self.game)
            )
            raise RulesRefused(
                _("the house rules {title}, cannot be used any more: {reason}", title=self.title, reason=reason)
            ) from None


def house_name(text: str) -> str:
    """A name as it is kept, white space made single.  Raises RulesRefused for one that cannot be used."""
    name = " ".join(text.split())
    if not name:
        raise RulesRefused(_("house rules need a name"))
    if len(name) > LONGEST_NAME:
        raise RulesRefused(
            _(
                "the name of house rules has at most {most} characters; this one has {count}",
                most=LONGEST_NAME,
                count=len(name),
            )
        )
    if "@" in name or any(unicodedata.category(character) in _UNPRINTED for character in name):
        raise RulesRefused(_("the name of house rules has no @ and no control characters: @ precedes a version"))
    return name


def house_note(text: str) -> str:
    """A note as it is kept.  Raises RulesRefused for one that is too long."""
    note = " ".join(text.split())
    if len(note) > LONGEST_NOTE:
        raise RulesRefused(
            _("a note has at most {most} characters; this one has {count}", most=LONGEST_NOTE, count=len(note))
        )
    return note


def name_and_version(reference: str) -> tuple[str, int | None]:
    """The parts of ``Friday table@2``; the version is None where none is named."""
    text_match = _VERSION.fullmatch(reference.strip())
    return (text_match[1].strip(), int(text_match[2])) if text_match else (reference.strip(), None)


def changed_options(rules: RuleSet) -> dict[str, OptionValue]:
    """The options of a rule set that differ from its preset, in the order of the game's options."""
    book = GAMES[rules.game].rules
    usual = book.resolve(rules.preset).options
    return {
        option.name: rules.options[option.name]
        for option in book.options
        if rules.options[option.name] != usual[option.name]
    }
