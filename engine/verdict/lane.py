"""The way of a match through the compiled lane, for the check."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

import msgspec

from engine.fast.library import Library, ReadText
from engine.games import GAMES
from engine.record.match import RulesClaim
from engine.replay.fold import Replay
from engine.replay.game import CleanMatch, Game, Judge
from engine.rulebook.findings import Finding
from engine.rulebook.options import RuleSet
from engine.verdict.report import Report, Source

_CLAIM: Final = msgspec.json.Decoder(RulesClaim)


def claim_of(text: ReadText) -> RulesClaim:
    """The rules that a match claims.  The lane has read them, so that they decode."""
    return _CLAIM.decode(text.claim) if text.claim else RulesClaim()


def found_by_lane(library: Library, text: ReadText, rules: RuleSet, *, counting: bool = False) -> CleanMatch | int:
    """The match, if it is clean under some rules of its game; else the number of a reason to ask the engine."""
    lane = GAMES[rules.game].lane
    if lane is None:
        return library.NO_LANE
    clean = lane(library, text, rules, counting=counting)
    if not isinstance(clean, int) and text.text.unknown_fields and _has_known(text, GAMES[rules.game]):
        return library.UNKNOWN_FIELD
    return clean


def _has_known(text: ReadText, game: Game) -> bool:
    """Whether a field that C does not know is one that the format defines for a game."""
    from engine.logs.fupan.reading import shape_of

    for path in text.unknown():
        shape: Any = shape_of(game)
        for key in path[:-1]:
            shape = shape[key]
        if path[-1] in shape:
            return True
    return False


def _findings(clean: CleanMatch, text: ReadText, judge: Judge) -> list[Finding]:
    """The findings about the log and about the match, in the order of the report."""
    if not text.text.unknown_fields:
        return clean.findings(judge)
    from engine.logs.fupan.reading import unknown_field_notices

    return [*unknown_field_notices(text.unknown()), *clean.findings(judge)]


def clean_report(clean: CleanMatch, text: ReadText, source: Source, rules: RuleSet, judge: Judge) -> Report:
    """The report of a match that the lane found clean in a text.  ``judge`` must be a judge of the rules.

    It has facts for statistics if these were counted, what takes longer among them.
    """
    counts = clean.counts()
    if counts is None:
        return Report(source, rules, partial(_findings, clean, text, judge), partial(_replay, clean, judge))
    from engine.statistics.facts import Counting
    from engine.statistics.later import later_counts_of

    outcome, count = _replay(clean, judge), Counting(GAMES[rules.game])
    count.take(counts)
    findings = _findings(clean, text, judge)
    facts = replace(count.facts(clean.seats, outcome, findings), later=later_counts_of(clean))
    return Report(source, rules, findings, outcome, facts)


def _replay(clean: CleanMatch, judge: Judge) -> Replay:
    hands, totals, winner = clean.settle(judge)
    return Replay(clean.findings(judge), hands, totals, winner, undecided=False)
