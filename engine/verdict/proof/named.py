"""Whether the match and its game have what the dispute of a verdict names."""

from engine.games import GAMES
from engine.record.match import Match
from engine.rulebook.sentences import say
from engine.verdict.proof.form import Body
from engine.verdict.proof.report_form import Rules


def misnamed(body: Body, match: Match | None) -> str:
    """The first name in the dispute of a body that its match or game does not have, with its place; empty without one.

    These are the action of the subject, and the rules of the adjustments: the form of a verdict holds its hands and
    lines to the report already.  ``match`` is the match of its log, None if it cannot be read.
    """
    if body.dispute is None or match is None:
        return ""
    subject = body.dispute.subject
    if subject.hand is not None and subject.action is not None:
        count = len(match.hands[subject.hand].actions) if subject.hand < len(match.hands) else 0
        if subject.action >= count:
            return say(
                "{place}: {reason}",
                place="body.dispute.subject.action",
                reason=say("the hand has {count} actions, counted from 0", count=count),
            )
    rules = body.report.rules
    known = {rule.id for rule in GAMES[rules.game].pages} if isinstance(rules, Rules) else set()
    for number, each in enumerate(body.dispute.adjustments):
        if each.rule is not None and each.rule not in known:
            return say(
                "{place}: {reason}",
                place=f"body.dispute.adjustments[{number}].rule",
                reason=say("the game has no rule {rule}", rule=repr(each.rule)),
            )
    return ""
