"""What differs between a database and its record, in words."""

from collections.abc import Mapping
from typing import Final

from app.disputes.audit_check.said import RecordDifference
from app.text.language import _, marked

_DIFFERS: Final[Mapping[str, str]] = {
    "state": marked("the state of a dispute is not what entry {entry} says"),
    "claim": marked("a dispute or its claim is not what entry {entry} says"),
    "vote": marked("a vote is not what entry {entry} says"),
    "ruling": marked("a ruling is not what entry {entry} says"),
    "adjustment": marked("the scores that a ruling sets are not what entry {entry} says"),
    "name": marked("a name, or who took part, is not what entry {entry} says"),
    "text": marked("a text is not what entry {entry} says"),
    "evidence": marked("a piece of evidence is not what entry {entry} says"),
    "score": marked("the scores in use of a match are not those that the ruling of entry {entry} leaves"),
    "verdict": marked("a verdict that is kept is not what entry {entry} says"),
}
_UNSPOKEN: Final[Mapping[str, str]] = {
    "state": marked("a dispute is in a state that no entry names"),
    "claim": marked("a dispute or a claim has no entry"),
    "vote": marked("a vote has no entry"),
    "ruling": marked("a ruling has no entry"),
    "adjustment": marked("scores set by a ruling have no entry"),
    "name": marked("somebody is named without an entry"),
    "text": marked("a text has no entry"),
    "evidence": marked("a piece of evidence has no entry"),
    "score": marked("the scores of a match have no entry"),
    "verdict": marked("a verdict has no entry"),
}


def difference_words(difference: RecordDifference) -> str:
    """A difference in the language of the reader, without an end."""
    if difference.entry is None:
        return _(_UNSPOKEN[difference.what])
    return _(_DIFFERS[difference.what], entry=f"{difference.entry:,}")
