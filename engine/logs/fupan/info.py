"""What identifies a match, where it is not written as text: it never keeps a match from being read."""

from typing import Any, Final

from engine.logs.json.times import no_moment
from engine.rulebook.codes import READ_AS
from engine.rulebook.findings import Finding, finding

_TEXTS: Final = ("id", "event", "table", "note")
_MOMENT: Final = "played_at"


def plain_texts(document: Any) -> tuple[Any, list[Finding]]:
    """A document whose texts in ``match`` are texts, and the findings about those that were not.

    A whole number is read as its digits, and null as absent.  A time that is no text is left out.
    """
    info = document.get("match") if isinstance(document, dict) else None
    if not isinstance(info, dict):
        return document, []
    plain, findings = dict(info), list[Finding]()
    for field in (*_TEXTS, _MOMENT):
        value = info.get(field)
        if isinstance(value, str):
            continue
        if type(value) is int:
            plain[field] = str(value)
            if field != _MOMENT:
                findings.append(finding(READ_AS, "log.format", variant="digits", recorded=str(value), field=field))
        elif value is None or field == _MOMENT:
            plain.pop(field, None)
            findings += [] if value is None else [no_moment(value)]
    return {**document, "match": plain}, findings
