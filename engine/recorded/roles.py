"""Roles in the games in which the cards decide who plays with whom: the recorded ones against the computed."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.recorded.results import bad_result
from engine.rulebook.codes import mismatch
from engine.rulebook.findings import Finding, finding, shown

ROLE_MISMATCH: Final = mismatch("role-mismatch", "a recorded role differs")


def compare_roles(
    recorded: Mapping[str, str],
    computed: Mapping[str, str],
    *,
    rules: Mapping[str, str],
    seats: Sequence[str],
    hand: int,
    void: bool,
) -> list[Finding]:
    """What is wrong with recorded roles.

    ``rules`` has the game's roles, each with the rule that says whose it is; ``computed`` those that are known.
    A ``void`` deal has none, whatever is recorded.
    """
    findings: list[Finding] = []
    wrong: dict[str, str] = {}
    for role, name in recorded.items():
        if role not in rules or name not in seats:
            reason = f"{shown(role)} {shown(name)}"
            findings.append(bad_result("roles", reason, f"{' and '.join(rules)}, each a seat", hand=hand))
        elif void or computed.get(role, name) != name:
            wrong[role] = f"{role} {name}"
    if wrong:
        was = ", ".join(f"{role} {name}" for role, name in computed.items()) or "no roles: the deal is void"
        rule, stated = rules[next(iter(wrong))], ", ".join(wrong.values())
        findings.append(finding(ROLE_MISMATCH, rule, hand=hand, field="roles", recorded=stated, computed=was))
    return findings
