"""Proofs of the scores of stored matches."""

from app.matches.installation import Installation
from app.matches.store import StoredMatch
from engine.games import GAMES
from engine.record.match import Match
from engine.replay.game import Judge
from engine.replay.grounds import HandProof
from engine.replay.proving import hand_proof
from engine.rulebook.options import RuleSet


def stored_proof(
    fupan: Installation, stored: StoredMatch, match: Match, rules: RuleSet, judge: Judge, index: int
) -> HandProof:
    """The proof of the score of a hand (``index`` from 0) of a stored match under some rules.

    Raises IndexError if the match has no such hand.
    """
    return hand_proof(
        GAMES[match.game],
        rules,
        judge,
        match,
        index,
        lambda number: fupan.decoded.before(stored, judge, rules, number),
    )
