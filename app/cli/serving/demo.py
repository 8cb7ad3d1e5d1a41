"""The demo: an evening of each game, a club's season, and disputes about some matches."""

import tomllib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import select
from sqlmodel import col

from app.database.demo_logs import DISPUTED, demo_folder
from app.database.tables.disputes import Dispute
from app.disputes.audit_log.actors import Role
from app.disputes.cases import acts
from app.disputes.cases.rulings import Decision, rule
from app.disputes.cases.states import Acting, Outcome
from app.disputes.verdicts.key_folder import Key, keys_in, make_key
from app.matches.ingest import ingest
from app.matches.installation import Fupan
from engine.verdict.proof.form import Claim, Subject

DEMO_KEY: Final = "demo"
"""The name of the key that signs the verdicts of the demo."""


def file_disputes(fupan: Fupan) -> int:
    """Files the disputes of the demo about matches that have none, and returns how many these are.

    Each act has the moment that is written there, so that the demo is the same on every machine.
    """
    script = tomllib.loads((demo_folder() / "disputes.toml").read_text("utf-8"))
    return sum(_file(fupan, each) for each in script["disputes"])


def make_demo_key(folder: Path) -> Key | None:
    """Makes the key `demo` in a folder in which no key is in use, so that the demo's arbiter can issue verdicts.

    Returns None where a key is in use.  Raises KeyRefused if a key of this name was retired, or if the keys there
    cannot be used, and OSError if the folder cannot be written.
    """
    if any(key.until is None for key in keys_in(folder)):
        return None
    return make_key(folder, DEMO_KEY)


def _file(fupan: Fupan, script: Mapping[str, Any]) -> bool:
    with (demo_folder() / DISPUTED / script["log"]).open("rb") as stream:
        (match,) = [each.id for each in ingest(fupan.sessions, fupan.checker, stream, script["log"])]
    with fupan.sessions() as session:
        if session.scalar(select(col(Dispute.id)).where(col(Dispute.log_id) == match).limit(1)) is not None:
            return False
    subject = Subject(hand=_index(script, "hand"), action=_index(script, "step"), line=_index(script, "line"))
    by = Acting(script["by"], Role.PLAYER)
    dispute = acts.open_dispute(fupan, match, by, subject, Claim(**script["claim"]), script["at"])
    rulings = 0
    for each in script.get("acts", ()):
        rulings += _act(fupan, dispute, each, rulings)
    return True


def _act(fupan: Fupan, dispute: int, script: Mapping[str, Any], rulings: int) -> bool:
    """Does an act of a dispute, and returns whether it is a ruling."""
    acting, now = Acting(script["by"], Role(script["role"])), _moment(script)
    if script["act"] == "comment":
        acts.comment(fupan, dispute, acting, script["text"], now)
    elif script["act"] == "take up":
        acts.take_up(fupan, dispute, acting, now)
    elif script["act"] == "appeal":
        acts.appeal(fupan, dispute, acting, script["text"], now)
    elif script["act"] == "close":
        acts.close(fupan, dispute, acting, now)
    else:
        votes = tuple((name, agrees) for name, agrees in script.get("votes", ()))
        outcome = Outcome(script["outcome"])
        decision = Decision(outcome, script["text"], votes=votes, dissent=script.get("dissent", ""))
        rule(fupan, dispute, acting, decision, rulings, now)
        return True
    return False


def _index(script: Mapping[str, Any], name: str) -> int | None:
    return script[name] - 1 if name in script else None


def _moment(script: Mapping[str, Any]) -> datetime:
    moment: datetime = script["at"]
    return moment
