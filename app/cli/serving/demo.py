"""The demo: an evening of each game, a club's season, and disputes about some matches."""

from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec.toml
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
from app.matches.installation import Installation
from engine.verdict.proof.form import Claim, Subject

DEMO_KEY: Final = "demo"
"""The name of the key that signs the verdicts of the demo."""


class _Act(msgspec.Struct, frozen=True):
    """What somebody does in a dispute; of the parts of a ruling, another act has a text alone."""

    act: str
    by: str
    role: Role
    at: datetime
    text: str = ""
    outcome: Outcome | None = None
    votes: tuple[tuple[str, bool], ...] = ()
    dissent: str = ""


class _Script(msgspec.Struct, frozen=True):
    """A dispute about the match of a log; hand, step and line count from 1."""

    log: str
    claim: Claim
    by: str
    at: datetime
    hand: int | None = None
    step: int | None = None
    line: int | None = None
    acts: tuple[_Act, ...] = ()


class _Scripts(msgspec.Struct, frozen=True):
    disputes: tuple[_Script, ...]


def file_disputes(fupan: Installation) -> int:
    """Files the disputes of the demo about matches that have none, and returns how many these are.

    Each act has the moment that is written there, so that the demo is the same on every machine.
    """
    script = msgspec.toml.decode((demo_folder() / "disputes.toml").read_bytes(), type=_Scripts)
    return sum(_file(fupan, each) for each in script.disputes)


def make_demo_key(folder: Path) -> Key | None:
    """Makes the key `demo` in a folder in which no key is in use, so that the demo's arbiter can issue verdicts.

    Returns None where a key is in use.  Raises KeyRefused if a key of this name was retired, or if the keys there
    cannot be used, and OSError if the folder cannot be written.
    """
    if any(key.until is None for key in keys_in(folder)):
        return None
    return make_key(folder, DEMO_KEY)


def _file(fupan: Installation, script: _Script) -> bool:
    with (demo_folder() / DISPUTED / script.log).open("rb") as stream:
        (match,) = [each.id for each in ingest(fupan.sessions, fupan.checker, stream, script.log)]
    with fupan.sessions() as session:
        if session.scalar(select(col(Dispute.id)).where(col(Dispute.log_id) == match).limit(1)) is not None:
            return False
    subject = Subject(hand=_index(script.hand), action=_index(script.step), line=_index(script.line))
    dispute = acts.open_dispute(fupan, match, Acting(script.by, Role.PLAYER), subject, script.claim, script.at)
    rulings = 0
    for each in script.acts:
        rulings += _act(fupan, dispute, each, rulings)
    return True


def _act(fupan: Installation, dispute: int, script: _Act, rulings: int) -> bool:
    """Does an act of a dispute, and returns whether it is a ruling."""
    acting, now = Acting(script.by, script.role), script.at
    if script.act == "comment":
        acts.comment(fupan, dispute, acting, script.text, now)
    elif script.act == "take up":
        acts.take_up(fupan, dispute, acting, now)
    elif script.act == "appeal":
        acts.appeal(fupan, dispute, acting, script.text, now)
    elif script.act == "close":
        acts.close(fupan, dispute, acting, now)
    else:
        assert script.outcome is not None
        decision = Decision(script.outcome, script.text, votes=script.votes, dissent=script.dissent)
        rule(fupan, dispute, acting, decision, rulings, now)
        return True
    return False


def _index(number: int | None) -> int | None:
    return None if number is None else number - 1
