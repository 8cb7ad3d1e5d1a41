"""Every finding code, rule and verdict, by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from itertools import chain
from types import MappingProxyType
from typing import Final

from engine.games import GAMES
from engine.rulebook.codes import EVERY_GAME
from engine.rulebook.findings import Code, Rule
from engine.rulebook.pages import PAGES as SHARED_PAGES
from engine.verdict.report import Verdict

_SUGGESTIONS: Final = 5


@dataclass(frozen=True, slots=True)
class VerdictPage:
    """A verdict in words: its meaning in one sentence, and its causes."""

    name: str
    meaning: str
    explanation: str


VERDICT_PAGES: Final[Mapping[str, VerdictPage]] = MappingProxyType(
    {
        str(verdict): VerdictPage(str(verdict), meaning, explanation)
        for verdict, meaning, explanation in (
            (
                Verdict.UNREADABLE,
                "the log could not be read as a match of a known game, so nothing was replayed",
                "The report has one error that says why: malformed if the file, the format, the game or the players "
                "are not valid, unknown-option if the rules do not exist. Fix the log or the choice of rules, and "
                "check it again.",
            ),
            (
                Verdict.ILLEGAL,
                "at least one action or one fact of the log breaks a rule",
                "The match was replayed, and at least one error is not about a recorded result. Each error names the "
                "hand, the action and the rule. The replay continues after an error, so the recorded result may still "
                "be right.",
            ),
            (
                Verdict.MISSCORED,
                "every action is legal, but a recorded result is wrong",
                "All errors are about recorded results: an order of finish, a score, a total, a level, a role, units "
                "or the winner. The report has the computed value for each of them.",
            ),
            (
                Verdict.INCOMPLETE,
                "there are no errors, but the outcome is not fully known",
                "At least one hand does not reach its end, or a fact that decides the match is unknown. Matches that "
                "are recorded by their results alone are incomplete too, because their play cannot be checked.",
            ),
            (
                Verdict.CLEAN,
                "every action is legal, and every recorded result is confirmed",
                "The match was replayed to the end without an error. Warnings and notices do not change the verdict.",
            ),
        )
    }
)
"""The verdicts by name, the worst first."""


@cache
def all_codes() -> Mapping[str, Code]:
    """Every finding code by its name, in alphabetical order."""
    by_id = {code.id: code for code in chain(EVERY_GAME, *(game.codes for game in GAMES.values()))}
    return MappingProxyType(dict(sorted(by_id.items())))


@cache
def all_rules() -> Mapping[str, Rule]:
    """Every rule by its name: those of logs, then those of each game in the order of its rule book."""
    pages = chain(SHARED_PAGES, *(game.pages for game in GAMES.values()))
    return MappingProxyType({rule.id: rule for rule in pages})


def rule_named(name: str) -> Rule | None:
    """A rule by its name, without the rules of other games; None if there is none of that name."""
    game = GAMES.get(name.partition(".")[0])
    return next((rule for rule in (SHARED_PAGES if game is None else game.pages) if rule.id == name), None)


def close_names(name: str) -> list[str]:
    """The codes, verdicts and rules whose names are similar to a name, the most similar first."""
    return get_close_matches(name.lower(), [*all_codes(), *VERDICT_PAGES, *all_rules()], _SUGGESTIONS, 0.5)


def section_of(rule: str) -> str:
    """The part of the rule books that a rule is in: the name of a game, or ``log``."""
    return rule.partition(".")[0]
