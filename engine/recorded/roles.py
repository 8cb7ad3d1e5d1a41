"""Recorded roles compared with computed ones, in the games in which the cards decide the teams."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.recorded.results import bad_result, unknown_seat
from engine.rulebook.codes import mismatch
from engine.rulebook.findings import Finding, finding, shown

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
    wrong: dict[str, str] = {}
    for role, name in recorded.items():
        if role not in rules or name not in seats:
            reason = unknown_seat(name) if role in rules else f"unknown role '{shown(role)}'"
            findings.append(bad_result("roles", reason, f"a seat for {' and '.join(rules)}", hand=hand))
        elif void or computed.get(role, name) != name:
            wrong[role] = f"{role} {name}"
    if wrong:
        was = ", ".join(f"{role} {name}" for role, name in computed.items()) or "none (the deal is void)"
        rule, stated = rules[next(iter(wrong))], ", ".join(wrong.values())
        findings.append(finding(ROLE_MISMATCH, rule, hand=hand, field="roles", recorded=stated, computed=was))
    return findings
