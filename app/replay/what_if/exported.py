"""A branch as a log of its own."""

from msgspec import UNSET, structs

from app.replay.what_if.address import Branch
from app.sheets.sheet.rules import claim_of
from engine.games import GAMES
from engine.logs import write_match
from engine.record import bounds
from engine.record.match import Match, MatchInfo, given_value
from engine.replay.branch import setup_alone
from engine.replay.game import MatchReplay
from engine.rulebook.options import RuleSet


def exported(match: Match, hand_index: int, before: MatchReplay, rules: RuleSet, branch: Branch) -> bytes:
    """A log with one hand: the hand of a branch, with no recorded result.

    ``match`` is the match in which the hand has the actions of the branch, and ``before`` is how it stands before the
    hand, whose setup says what the hands before have left.  A note says what the log is a branch of.
    """
    hand = match.hands[hand_index]
    setup = setup_alone(before, match, hand_index, GAMES[match.game].branching)
    alone = structs.replace(
        match,
        rules=claim_of(rules),
        match=MatchInfo(note=_note(match, hand_index + 1, branch)[: bounds.TEXT]),
        hands=[structs.replace(hand, setup=setup, result=UNSET)],
        result=UNSET,
    )
    return write_match(alone, indented=True)


def _note(match: Match, number: int, branch: Branch) -> str:
    """What a log is a branch of, in English as all of a log."""
    info = match.match if isinstance(match.match, MatchInfo) else MatchInfo()
    named = given_value(info.id)
    of_match = "a match" if named is None else f"the match {named}"
    return (
        f"A branch of hand {number} of {of_match}: the recorded actions up to step {branch.step},"
        f" then {len(branch.added)} that were never played. This is not a record."
    )
