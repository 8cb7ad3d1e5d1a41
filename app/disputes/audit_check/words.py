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
    "claim": marked("there is a dispute or a claim of which no entry speaks"),
    "vote": marked("there is a vote of which no entry speaks"),
    "ruling": marked("there is a ruling of which no entry speaks"),
    "adjustment": marked("there are scores set by a ruling of which no entry speaks"),
    "name": marked("somebody is named of whom no entry speaks"),
    "text": marked("there is a text of which no entry speaks"),
    "evidence": marked("there is a piece of evidence of which no entry speaks"),
    "score": marked("a match has scores of which no entry speaks"),
    "verdict": marked("there is a verdict of which no entry speaks"),
}


def difference_words(difference: RecordDifference) -> str:
    """A difference in the language of the reader, without an end."""
    if difference.entry is None:
        return _(_UNSPOKEN[difference.what])
    return _(_DIFFERS[difference.what], entry=f"{difference.entry:,}")
