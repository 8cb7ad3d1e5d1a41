"""Moments as verdicts and the record write them."""

from datetime import UTC, datetime


def moment(now: datetime | None = None) -> str:
    """A time (default: now) in UTC, to the second: ``2026-05-01T18:00:00Z``."""
    return (now or datetime.now(UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
