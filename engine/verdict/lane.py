"""The way of a match through the compiled lane, for the check."""

from dataclasses import replace
from functools import partial
from typing import Final

import msgspec

from engine.fast.library import Library, ReadText
from engine.games import GAMES
from engine.record.match import RulesClaim
from engine.replay.fold import Replay
from engine.replay.game import CleanMatch, Judge
from engine.rulebook.options import RuleSet
from engine.verdict.report import Report, Source

_CLAIM: Final = msgspec.json.Decoder(RulesClaim)


def claim_of(text: ReadText) -> RulesClaim:
    """The rules that a match claims.  The lane has read them, so that they decode."""
    return _CLAIM.decode(text.claim) if text.claim else RulesClaim()


def found_by_lane(library: Library, text: ReadText, rules: RuleSet, *, counting: bool = False) -> CleanMatch | int:
    """The match, if it is clean under some rules of its game; else the number of a reason to ask the engine."""
    lane = GAMES[rules.game].lane
    return library.NO_LANE if lane is None else lane(library, text, rules, counting=counting)


def clean_report(clean: CleanMatch, source: Source, rules: RuleSet, judge: Judge) -> Report:
    """The report of a match that the lane found clean.  ``judge`` must be a judge of the rules.

    It has facts for statistics if these were counted, what takes longer among them.
    """
    counts = clean.counts()
    if counts is None:
        return Report(source, rules, partial(clean.findings, judge), partial(_replay, clean, judge))
    from engine.statistics.facts import Counting
    from engine.statistics.later import later_counts_of

    outcome, count = _replay(clean, judge), Counting(GAMES[rules.game])
    count.take(counts)
    facts = replace(count.facts(clean.seats, outcome, outcome.findings), later=later_counts_of(clean))
    return Report(source, rules, outcome.findings, outcome, facts)


def _replay(clean: CleanMatch, judge: Judge) -> Replay:
    hands, totals, winner = clean.settle(judge)
    return Replay(clean.findings(judge), hands, totals, winner, undecided=False)
