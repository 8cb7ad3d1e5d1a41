"""The proof of a score as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.replay.grounds import Fact, HandProof, OptionInForce, ProvedLine
from engine.verdict.stored_report import StoredReport
from engine.verdict.totals_proof import TotalsEntry

FORMAT: Final = "fupan-score/1"


def proof_facts(report: StoredReport, entries: Sequence[TotalsEntry], hands: Sequence[HandProof]) -> dict[str, Any]:
    """The proof of the scores of a match; hands and actions are counted from 0.

    ``report`` is the report of the match, with its hands.
    """
    assert report.rules is not None
    return {
        "proof": FORMAT,
        "log": report.log,
        "rules": {"game": report.rules.game, "preset": report.rules.preset},
        "engine": report.engine,
        "hands": [hand_facts(each) for each in hands],
        "entries": [
            {"adds": str(each.adds), "hand": each.hand, "points": each.points, "totals": each.totals}
            for each in entries
        ],
        "totals": report.totals,
        "winner": report.winner,
    }


def as_json(facts: Mapping[str, Any]) -> bytes:
    """Facts as JSON on one line."""
    return msgspec.json.encode(facts)


def hand_facts(proof: HandProof) -> dict[str, Any]:
    """The proof of the score of a hand."""
    return {
        "hand": proof.hand,
        "complete": proof.complete,
        "basis": proof.basis,
        "scores": proof.scores,
        "lines": [_line(line) for line in proof.lines],
    }


def _line(line: ProvedLine) -> dict[str, Any]:
    return {
        "rule": line.rule,
        "text": str(line.text),
        "points": line.points,
        "options": [_option(option) for option in line.options],
        "facts": [_fact(fact) for fact in line.facts],
    }


def _option(option: OptionInForce) -> dict[str, Any]:
    return {
        "name": option.name,
        "value": option.value,
        "default": option.default,
        "preset": option.in_preset,
        "chosen": option.is_chosen,
        "rule": option.rule,
    }


def _fact(fact: Fact) -> dict[str, Any]:
    return {
        "kind": fact.kind,
        "text": str(fact.text),
        "from": str(fact.origin),
        "hand": fact.hand,
        "action": fact.action,
        "seat": fact.seat or None,
    }
