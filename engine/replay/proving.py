"""The proof of a score: a second replay of one hand, on request, that notes which action each line rests on.

Judging does not do this, and is not slower for it.  The second replay is of the same engine and gives the same outcome.
"""

from collections.abc import Callable, Sequence

from engine.record.match import HandResult, Match, given_value
from engine.recorded.basis import Basis
from engine.replay.fold import HandStarts
from engine.replay.game import Evidence, Game, Judge, MatchReplay
from engine.replay.grounds import (
    AT_DEAL,
    GroundedLine,
    HandProof,
    Mark,
    OptionInForce,
    ProvedLine,
    written_down,
)
from engine.replay.outcome import HandOutcome
from engine.rulebook.findings import Rule
from engine.rulebook.options import RuleSet
from engine.rulebook.sentences import say

Before = Callable[[int], MatchReplay]
"""Gives the match as it stands before a hand, by the number of the hand from 0."""


def hand_proof(
    game: Game, rules: RuleSet, judge: Judge, match: Match, index: int, before: Before | None = None
) -> HandProof:
    """The proof of the score of a hand (``index`` from 0).

    ``judge`` must be a judge of ``rules``, and the match must have as many players as these allow.  ``before`` gives
    the match as it stands before a hand; without it, the hands before are replayed.  Raises IndexError if the match
    has no such hand.
    """
    if not 0 <= index < len(match.hands):
        raise IndexError(index)
    evidence = _evidence(game, rules, judge, match, index, before or HandStarts(judge, match).before)
    return proof_of(game, evidence)


def hand_proofs(game: Game, rules: RuleSet, judge: Judge, match: Match) -> list[HandProof]:
    """The proofs of the scores of all hands of a match."""
    before = HandStarts(judge, match).before
    return [hand_proof(game, rules, judge, match, index, before) for index in range(len(match.hands))]


def proof_of(game: Game, evidence: Evidence) -> HandProof:
    """The proof of the score of a hand that was replayed."""
    outcome, rules = evidence.outcome, evidence.rules
    usual = game.rules.resolve(rules.preset)
    default = game.rules.resolve()
    lines = []
    for ground in _grounded(game, evidence):
        options = tuple(
            _in_force(game.pages, name, ground.line.rule, rules, usual, default)
            for name in dict.fromkeys(ground.options)
        )
        lines.append(ProvedLine(ground.line.rule, ground.line.text, ground.line.points, options, ground.facts))
    return HandProof(evidence.index, outcome.complete, outcome.basis, outcome.scores, tuple(lines))


def _grounded(game: Game, evidence: Evidence) -> Sequence[GroundedLine]:
    outcome = evidence.outcome
    if outcome.basis is not Basis.SCORES:
        return game.grounds.lines(evidence)
    recorded = evidence.hand.result
    scores = (given_value(recorded.scores) if isinstance(recorded, HandResult) else None) or {}
    facts = tuple(
        written_down("scores", say("{seat} {points} recorded", seat=seat, points=str(points)), seat)
        for seat, points in scores.items()
    )
    return [GroundedLine(line, facts) for line in outcome.breakdown]


def _evidence(game: Game, rules: RuleSet, judge: Judge, match: Match, index: int, before: Before) -> Evidence:
    """Replays a hand, looking after each action at what holds."""
    hand, marks = match.hands[index], game.grounds.marks
    replaying = before(index)
    replay = replaying.open(index, hand)
    opened = judge.match_replay(match)
    opened.carry(replaying.carried)
    seen: dict[Mark, int] = dict.fromkeys(marks(replay), AT_DEAL)
    for number, action in enumerate(hand.actions):
        replay.run([action])
        seen = {mark: seen.get(mark, number) for mark in marks(replay)}
    outcome: HandOutcome = replaying.close(replay, hand)
    return Evidence(rules, match, index, replay, outcome, seen, before, opened, replaying)


def _in_force(
    pages: Sequence[Rule], name: str, rule: str, rules: RuleSet, usual: RuleSet, default: RuleSet
) -> OptionInForce:
    """An option with its value, and the rule that has it: that of the line if possible, else the first of the game."""
    having = [page.id for page in pages if name in page.options]
    return OptionInForce(
        name,
        rules.options[name],
        default.options[name],
        usual.options[name],
        rule if rule in having else having[0],
    )


def match_options(game: Game, rules: RuleSet) -> list[OptionInForce]:
    """The options that say when a match is over and who wins it: those of the page of its rule ``match``."""
    rule = f"{game.name}.match"
    usual, default = game.rules.resolve(rules.preset), game.rules.resolve()
    names = next(page.options for page in game.pages if page.id == rule)
    return [_in_force(game.pages, name, rule, rules, usual, default) for name in names]
