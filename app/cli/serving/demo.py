"""The demo: an evening of each game, a club's season, and disputes about some matches."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec.toml
from sqlalchemy import select
from sqlmodel import col

from app.database.demo_logs import demo_folder, demo_in, hashes_in, in_language
from app.database.tables.disputes import Dispute
from app.disputes.audit_log.actors import ActorRole
from app.disputes.cases import acts
from app.disputes.cases.rulings import Decision, rule
from app.disputes.cases.states import Acting, RulingOutcome
from app.disputes.verdicts.issued import VerdictFilter, newest_verdicts
from app.disputes.verdicts.issuing import CannotIssue, Stamp, issue_stored
from app.disputes.verdicts.key_folder import Key, keys_in, make_key, signature_by
from app.matches import store
from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.text.language import DEFAULT, LANGUAGES, Language
from engine.verdict.proof.form import Claim, Subject

DEMO_KEY: Final = "demo"
"""The name of the key that signs the verdicts of the demo."""


class _Act(msgspec.Struct, frozen=True):
    """What somebody does in a dispute; of the parts of a ruling, another act has a text alone."""

    act: str
    by: str
    role: ActorRole
    at: datetime
    text: str = ""
    outcome: RulingOutcome | None = None
    votes: tuple[tuple[str, bool], ...] = ()
    dissent: str = ""


class _Script(msgspec.Struct, frozen=True):
    """A dispute about the match of a log in the folder of the demo; hand, step and line count from 1."""

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


def language_of_demo(fupan: Installation, wanted: Language) -> Language:
    """The language in which a database has the demo already; ``wanted`` where it has none of it."""
    others = (other for other in LANGUAGES if other is not wanted)
    with fupan.sessions() as session:
        for language in (wanted, *others):
            if store.match_by_sha256(session, next(hashes_in(language))) is not None:
                return language
    return wanted


def file_disputes(fupan: Installation, language: Language = DEFAULT) -> int:
    """Files the disputes of the demo about matches that have none, and returns how many these are.

    The matches are those of a language, in which the disputes are too.  Each act has the moment that is written there,
    so that the demo is the same on every machine.
    """
    script = msgspec.toml.decode((demo_folder() / "disputes.toml").read_bytes(), type=_Scripts)
    with demo_in(language) as within:
        return sum(_file(fupan, within, _in_language(dispute, language)) for dispute in script.disputes)


def texts_of_disputes() -> Iterator[str]:
    """Every text and name of the disputes of the demo."""
    for script in msgspec.toml.decode((demo_folder() / "disputes.toml").read_bytes(), type=_Scripts).disputes:
        yield script.by
        for act in script.acts:
            yield from (text for text in (act.by, act.text, act.dissent, *(name for name, _ in act.votes)) if text)


def _in_language(script: _Script, language: Language) -> _Script:
    def said(text: str) -> str:
        return in_language(text, language) if text else text

    acts_said = tuple(
        msgspec.structs.replace(
            act,
            by=said(act.by),
            text=said(act.text),
            dissent=said(act.dissent),
            votes=tuple((said(name), vote) for name, vote in act.votes),
        )
        for act in script.acts
    )
    return msgspec.structs.replace(script, by=said(script.by), acts=acts_said)


def make_demo_key(folder: Path) -> Key | None:
    """Makes the key `demo` in a folder in which no key is in use, so that the demo's arbiter can issue verdicts.

    Returns None where a key is in use.  Raises KeyRefused if a key of this name was retired, or if the keys there
    cannot be used, and OSError if the folder cannot be written.
    """
    if any(key.until is None for key in keys_in(folder)):
        return None
    return make_key(folder, DEMO_KEY)


def issue_verdict(fupan: Installation, folder: Path, language: Language = DEFAULT) -> int | None:
    """Issues a verdict on the first final dispute of the demo, signed by the demo's key, and returns its number.

    Returns None where the dispute has one, was changed meanwhile, or the demo's key is not in use in the folder.
    Raises KeyRefused if the keys there cannot be used.
    """
    key = next(
        (known_key for known_key in keys_in(folder) if known_key.name == DEMO_KEY and known_key.until is None), None
    )
    scripts = msgspec.toml.decode((demo_folder() / "disputes.toml").read_bytes(), type=_Scripts).disputes
    script = _in_language(next(candidate for candidate in scripts if candidate.acts[-1].act == "close"), language)
    with demo_in(language) as within:
        match = _match_of(fupan, within, script)
    with fupan.sessions() as session:
        dispute = session.scalar(select(col(Dispute.id)).where(col(Dispute.log_id) == match).limit(1))
        if key is None or dispute is None or newest_verdicts(session, VerdictFilter()):
            return None
    rulings = sum(act.act == "rule" for act in script.acts)
    stamp = Stamp(script.acts[-1].by, lambda body: signature_by(folder, key, body))
    try:
        return issue_stored(fupan, match, None, stamp, dispute, rulings).number
    except CannotIssue:
        return None


def _match_of(fupan: Installation, within: Path, script: _Script) -> int:
    """The number of the match that a dispute is about."""
    with (within / script.log).open("rb") as stream:
        (match,) = [result.id for result in ingest(fupan.sessions, fupan.checker, stream, script.log)]
    return match


def _file(fupan: Installation, within: Path, script: _Script) -> bool:
    match = _match_of(fupan, within, script)
    with fupan.sessions() as session:
        if session.scalar(select(col(Dispute.id)).where(col(Dispute.log_id) == match).limit(1)) is not None:
            return False
    subject = Subject(hand=_index(script.hand), action=_index(script.step), line=_index(script.line))
    dispute = acts.open_dispute(fupan, match, Acting(script.by, ActorRole.PLAYER), subject, script.claim, script.at)
    rulings = 0
    for act in script.acts:
        rulings += _act(fupan, dispute, act, rulings)
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
