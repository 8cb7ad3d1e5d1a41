"""What is reserved: which requests."""

from flask import Flask

from app.web.http.reserved import RESERVED

OPEN = frozenset(
    {
        # Uploads, and logs and sheets that are being written: what is made is new, and drafts have their own addresses.
        "api.upload",
        "uploads.sample",
        "uploads.take",
        "typed_logs.check",
        "paste.take",
        "sheets.create",
        "sheets.done",
        "sheets.drop",
        "sheets.from_match",
        "sheets.tap",
        "writing.done",
        "writing.drop",
        "writing.write",
        "writing_begin.create",
        "writing_begin.paste",
        "compare_records.merge",
        "studies.bring",
        # What players do in a dispute.
        "disputes.act_as",
        "disputes.appeal",
        "disputes.comment",
        "disputes.evidence",
        "disputes.open_one",
        # What can be undone in the same way, and loses nothing.
        "api.choose",
        "rules_of_match.choose",
        "hand_search.save",
        "house_rules.add",
        "house_rules.keep_change",
        "join_split.apart",
        "join_split.join",
        "join_split.split",
        # Notes belong to everybody who can open a match.
        "notes.add",
        "notes.change",
        "notes.remove",
        # What is kept for the visitor alone, for a presenter with a secret address, or not at all.
        "people.names",
        "hall.begin",
        "hall.present",
        "verify.check",
    }
)
"""The endpoints that change something and that every visitor may use."""


def changing(app: Flask) -> dict[str, list[tuple[str, str]]]:
    """By endpoint the methods and addresses of everything that is not only read."""
    found: dict[str, list[tuple[str, str]]] = {}
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}:
            address = rule.rule.replace("<int:identity>", "1").replace("<int:number>", "1").replace("<int:note>", "1")
            found.setdefault(rule.endpoint, []).append((method, address))
    return found


def test_of_everything_that_changes_something_it_is_said_whether_it_is_reserved(web: Flask) -> None:
    assert not RESERVED & OPEN
    assert changing(web).keys() == RESERVED | OPEN
