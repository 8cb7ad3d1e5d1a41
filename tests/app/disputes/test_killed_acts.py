"""A process that is killed while it files, rules, issues a verdict or judges again loses and doubles nothing."""

import json
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlmodel import col

from app.database.opening import transact
from app.database.tables.disputes import CommentRow, Dispute, Evidence, RulingAdjustment, RulingRow, RulingVote
from app.database.tables.matches import Judgement
from app.database.tables.verdicts import HandedOut
from app.disputes.audit_log.actors import ActorRole
from app.disputes.audit_log.appending import append
from app.disputes.audit_log.reading import record_lines
from app.disputes.cases import acts
from app.disputes.cases.states import Acting
from app.disputes.verdicts.issued import verdict_bytes
from app.disputes.verdicts.key_folder import make_key
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from engine import __version__
from engine.verdict.proof.chain import check_chain
from engine.verdict.proof.form import Claim, Subject
from tests.earlier_judgements import EARLIER, Facts, age
from tests.killed import tries
from tests.profiles import cases

pytestmark = pytest.mark.databases_differ

Take = Callable[..., list[IngestResult]]
Text = Callable[..., bytes]
SAMPLE = Path(__file__).parents[3] / "static" / "samples" / "spring-cup.json"
ROWS = {
    "dispute-opened": Dispute,
    "claimed": Dispute,
    "evidence": Evidence,
    "ruled": RulingRow,
    "vote": RulingVote,
    "adjusted": RulingAdjustment,
    "verdict-issued": HandedOut,
}
"""By event of the record, the table that has as many rows."""

DISPUTED = """
from app.database.config import Config
from app.disputes.cases import acts
from app.disputes.cases.evidence import add_evidence
from app.disputes.cases.rulings import Adjusting, Decision, rule
from app.disputes.cases.states import Acting, RulingOutcome
from app.web.installation import open_installation
from app.disputes.audit_log.actors import ActorRole
from app.disputes.verdicts.issuing import Stamp, issue_stored
from app.disputes.verdicts.key_folder import key_named, signature_by
from engine.verdict.proof.form import Claim, Subject
from pathlib import Path

fupan = open_installation(Config(database_url=sys.argv[1], secret_key="x"))
fupan.close()

def work():
    match, keys = int(sys.argv[2]), Path(sys.argv[3])
    who = Acting("Zhao Min", ActorRole.ARBITER)
    key = key_named(keys, None)
    stamp = Stamp("Zhao Min", lambda body: signature_by(keys, key, body))
    scores = dict.fromkeys(fupan.match(match).report.totals, 0)
    begin()
    dispute = acts.open_dispute(fupan, match, who, Subject(hand=None, action=None, line=None), Claim(text="x"))
    acts.comment(fupan, dispute, who, "y")
    photo = b"\\x89PNG\\r\\n\\x1a\\n" + str(dispute).encode() + b"IEND\\xaeB`\\x82"
    add_evidence(fupan, dispute, who, "sheet.png", photo)
    acts.take_up(fupan, dispute, who)
    hand = Adjusting(dispute % 8, scores, "Agreed")
    rule(fupan, dispute, who, Decision(RulingOutcome.ADJUSTED, "z", [hand], votes=[("Sun Yi", True)]), 0)
    issue_stored(fupan, match, None, stamp, dispute)
    acts.appeal(fupan, dispute, who, "no")
    rule(fupan, dispute, who, Decision(RulingOutcome.STANDS, "z"), 1)
    acts.close(fupan, dispute, who)
"""
JUDGED_AGAIN = """
from app.database.config import Config
from app.web.installation import open_installation
from app.matches.reprocessing import batches, commit, judge_batch

fupan = open_installation(Config(database_url=sys.argv[1], secret_key="x"))
fupan.close()

def work():
    begin()
    for batch in batches(fupan.sessions):
        commit(fupan.sessions, judge_batch(batch))
"""


def in_agreement(fupan: Installation) -> Counter[str]:
    """Checks that the record is whole, and that the tables have what it says; returns how often it has each event."""
    assert check_chain(record_lines(fupan.sessions)).whole
    entries = [json.loads(line) for line in record_lines(fupan.sessions)]
    events = Counter(str(each["event"]) for each in entries)
    with fupan.sessions() as session:
        for event, table in ROWS.items():
            assert session.scalar(select(func.count()).select_from(table)) == events[event], event
        comments = session.scalar(select(func.count()).select_from(CommentRow))
        assert comments == events["commented"] + events["appealed"]
        for each in session.scalars(select(Dispute)):
            states = ["open"]
            for entry in (entry for entry in entries if entry["subject"] == f"dispute {each.id}"):
                new = {"ruled": "ruled", "appealed": "appealed", "state": entry["data"].get("to")}.get(entry["event"])
                states += [new] if new else []
            assert each.state == states[-1]
            numbers = select(col(RulingRow.number)).where(col(RulingRow.dispute_id) == each.id)
            made = sorted(session.scalars(numbers))
            assert made == [*range(1, states.count("ruled") + 1)]
            assert session.scalars(numbers.where(col(RulingRow.in_force))).all() == made[-1:]
        for entry in (entry["data"] for entry in entries if entry["event"] == "verdict-issued"):
            raw = verdict_bytes(session, entry["id"])
            assert raw is not None
            assert sha256(raw[8 : raw.index(b',"signatures":')]).hexdigest() == entry["body"]
    return events


def points(of_all: int, pushed: int) -> list[int]:
    """The changes before which a try is killed: in the long profile each, otherwise some."""
    step = max(1, of_all // pushed)
    return cases(range(1, of_all + 1), range(1, of_all + 1, step))


def test_filing_ruling_and_issuing_killed_at_any_change(
    fupan: Installation, database_url: str, take: Take, tmp_path: Path
) -> None:
    (kept,) = take(SAMPLE.read_bytes(), SAMPLE.name)
    make_key(tmp_path / "keys")
    with tries(DISPUTED, database_url, str(kept.id), str(tmp_path / "keys")) as process:
        assert not process.kill_at(0)
        once = in_agreement(fupan)
        assert once == Counter(
            {"vote": 3, "ruled": 2, "state": 2}
            | dict.fromkeys(("dispute-opened", "claimed", "commented", "evidence"), 1)
            | dict.fromkeys(("adjusted", "verdict-issued", "appealed"), 1)
        )
        before = once
        for point in points(process.sent, 8):
            assert process.kill_at(point)
            events = in_agreement(fupan)
            assert all(before[event] <= events[event] <= before[event] + once[event] for event in once)
            before = events
    length = check_chain(record_lines(fupan.sessions)).entries
    transact(fupan.sessions, lambda session: append(session, actor="a", event="state", subject="s", data={}))
    assert check_chain(record_lines(fupan.sessions)).entries == length + 1


def test_judging_again_killed_at_any_change_notes_each_match_once(
    fupan: Installation, database_url: str, take: Take, log: Text
) -> None:
    kept = take(b"\n".join(log(str(number)) for number in range(5)))
    who = Acting("Zhao Min", ActorRole.ARBITER)
    disputed = [each.id for each in kept[:3]]
    for match in disputed:
        acts.open_dispute(fupan, match, who, Subject(hand=None, action=None, line=None), Claim(text="x"))

    def otherwise(report: Facts) -> None:
        report["digest"] = "sha256:" + "0" * 64

    age(fupan, otherwise)
    with tries(JUDGED_AGAIN, database_url) as process:
        for point in range(1, 40):
            assert _noted(fupan) == []
            assert _engines(fupan) == {EARLIER}
            if point % 4 == 1 and not process.kill_at(point):
                break
        assert _engines(fupan) == {__version__}
        assert _noted(fupan) == [f"match {each}" for each in disputed]
        assert not process.kill_at(0)
    assert _noted(fupan) == [f"match {each}" for each in disputed]


def _noted(fupan: Installation) -> list[str]:
    assert check_chain(record_lines(fupan.sessions)).whole
    entries = (json.loads(line) for line in record_lines(fupan.sessions))
    return [each["subject"] for each in entries if each["event"] == "reprocessed"]


def _engines(fupan: Installation) -> set[str]:
    with fupan.sessions() as session:
        return set(session.scalars(select(col(Judgement.engine)).where(col(Judgement.current))))
