"""The rules of a match that is kept."""

from app.judging.rules_of_match.records import StoredChoice
from engine.games import GAMES
from engine.record.match import Match
from engine.rulebook.options import RuleSet
from engine.verdict.check import Checker


def rules_of(checker: Checker, chosen: StoredChoice | None, match: Match) -> RuleSet:
    """The rules of a match: those chosen for it, or else those of a checker.

    Raises RulesUnknown where this version of the engine does not have them.
    """
    if chosen is None:
        return checker.rules(match)
    return GAMES[match.game].rules.resolve(chosen.preset, chosen.options)
