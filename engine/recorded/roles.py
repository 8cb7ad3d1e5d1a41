"""Recorded roles compared with computed ones, in the games in which the cards decide the teams."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.recorded.results import bad_result, unknown_seat
from engine.rulebook.codes import mismatch
from engine.rulebook.findings import Finding, finding, shown
from engine.rulebook.sentences import Text, enumerated, listed, say, say_of

ROLE_MISMATCH: Final = mismatch("role-mismatch", "a recorded role is wrong")


def compare_roles(
    recorded: Mapping[str, str],
    computed: Mapping[str, str],
    *,
    rules: Mapping[str, str],
    seats: Sequence[str],
    hand: int,
    void: bool,
) -> list[Finding]:
    """The findings about recorded roles.

    ``rules`` gives for each role of the game the rule that assigns it; ``computed`` gives the seat of each role that is
    known.  With ``void`` the deal is void and has no roles, so that every recorded role is wrong.
    """
    findings: list[Finding] = []
    wrong: dict[str, Text] = {}
    for role, name in recorded.items():
        if role not in rules or name not in seats:
            reason = unknown_seat(name) if role in rules else say("unknown role '{role}'", role=shown(role))
            wanted = say("a seat for {roles}", roles=listed([_role_words(rules, role_name) for role_name in rules]))
            findings.append(bad_result("roles", reason, wanted, hand=hand))
        elif void or computed.get(role, name) != name:
            wrong[role] = _held(rules, role, name)
    if wrong:
        was = enumerated([_held(rules, role, name) for role, name in computed.items()])
        findings.append(
            finding(
                ROLE_MISMATCH,
                rules[next(iter(wrong))],
                hand=hand,
                field=say("roles"),
                recorded=enumerated(list(wrong.values())),
                computed=was or say("none (the deal is void)"),
            )
        )
    return findings


def _role_words(rules: Mapping[str, str], role: str) -> Text:
    """A role of the game to which the rule of the role belongs."""
    return say_of(rules[role].partition(".")[0], role)


def _held(rules: Mapping[str, str], role: str, name: str) -> Text:
    return say("{role} {seat}", role=_role_words(rules, role), seat=name)


def known_roles(
    shown_by_play: Mapping[str, int], recorded: Mapping[str, str], seats: Mapping[str, int], first: str, second: str
) -> tuple[int, int] | None:
    """The seats of both roles of a hand that the log does not show to its end.

    The play shows a role, or the table recorded it.  A recorded first role without the second was alone, unless the
    play shows the second.  None if a role stays unknown, or if the play shows another seat than was recorded.
    """
    named = {role: seats[name] for role, name in recorded.items() if name in seats}
    if second not in recorded and first in named:
        named[second] = shown_by_play.get(second, named[first])
    if any(named.get(role, seat) != seat for role, seat in shown_by_play.items()):
        return None
    known = named | dict(shown_by_play)
    return (known[first], known[second]) if first in known and second in known else None
