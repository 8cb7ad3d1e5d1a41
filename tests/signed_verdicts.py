"""Signed verdicts for tests, and what to verify them with."""

from collections.abc import Sequence
from io import BytesIO

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.disputes.verdicts.ed25519 import sign
from app.disputes.verdicts.verifying import Verification, verify
from engine.verdict.proof.form import Body, Chain, VerdictFile
from tests.verdicts import adjustment, as_log, body, dispute, scores, sheet

KEYS = tuple(Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in range(1, 4))
PUBLIC = tuple(key.public_key().public_bytes_raw() for key in KEYS)
HEAD = "ab" * 32
LOG = as_log(sheet(scores(4, -1, -1, -1, -1), scores(-8, 2, 2, 2, 2)))
RULING = dispute("adjusted", adjustment(1, scores(0, 0, 0, 0, 0)))
BODY = body(LOG, RULING, chain=Chain(length=7, head=HEAD))


def signed(of: Body = BODY, keys: Sequence[Ed25519PrivateKey] = KEYS[:1]) -> bytes:
    """A verdict signed by keys."""
    return VerdictFile(body=of, signatures=[sign(key, of.signed()) for key in keys]).as_bytes()


def verified(
    raw: bytes, *logs: bytes, keys: Sequence[bytes] = PUBLIC[:1], head: str | None = HEAD, name: str = "log.json"
) -> Verification:
    """The checks of a verdict."""
    return verify(raw, [(name, BytesIO(log)) for log in logs], keys, head)


def outcomes(found: Verification) -> dict[str, str]:
    """The outcome of each check by its name."""
    return {name: str(check.outcome) for name, check in found.checks.items()}
