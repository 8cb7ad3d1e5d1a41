"""What a dispute is about, in words."""

from app.disputes.reading import DisputeRow
from engine.verdict.proof.form import Subject


def subject_words(row: DisputeRow | Subject) -> str:
    """What a dispute is about: ``hand 3, step 12``."""
    if row.hand is None:
        return "the match"
    return f"hand {row.hand + 1}" + (
        f", step {row.action + 1}"
        if row.action is not None
        else f", line {row.line + 1} of its score"
        if row.line is not None
        else ""
    )
