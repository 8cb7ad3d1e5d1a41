"""A filled database of the version before gets the hashes of the files that were given, and can be taken back."""

from collections.abc import Callable

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import column, insert, inspect, table, text

from app.audit.checking import audit
from app.database import MIGRATIONS, upgrade, writing
from app.disputes import acts
from app.disputes.evidence import add_evidence
from app.disputes.reading import dispute
from app.disputes.states import Acting
from app.fupan import Fupan
from app.models import UtcTime
from app.record.actors import Role, keep_text
from app.record.appending import append, next_moment
from engine.verdict.proof.form import Claim, Subject

BEFORE = "0030"
LI = Acting("Li", Role.PLAYER)
OF_BEFORE = table(
    "dispute_evidence",
    *(column(each) for each in ("dispute_id", "actor_id", "name_id", "kind", "blob_sha256", "size", "said")),
    column("at", UtcTime),
)


def test_evidence_of_before_remains_whole(
    fupan: Fupan, take: Callable[..., list[object]], log: Callable[..., bytes]
) -> None:
    take(log())
    acts.open_dispute(fupan, 1, LI, Subject(hand=None, action=None, line=None), Claim(text="Li won."))
    engine = fupan.sessions.kw["bind"]
    with engine.begin() as connection:
        settings = AlembicConfig()
        settings.set_main_option("script_location", str(MIGRATIONS))
        settings.attributes["connection"] = connection
        command.downgrade(settings, BEFORE)
    assert "given_sha256" not in columns(engine)
    with writing(fupan.sessions) as session:
        actor = session.execute(text("SELECT actor_id FROM disputes")).scalar_one()
        digest, size = session.execute(text("SELECT sha256, size FROM blobs")).one()
        moment = next_moment(session)
        facts = {"kind": "log", "size": size, "said": "A log with one match."}
        name = keep_text(session, "log.json", moment)
        row = {"dispute_id": 1, "actor_id": actor, "name_id": name, "blob_sha256": digest, "at": moment}
        session.execute(insert(OF_BEFORE).values(**row, **facts))
        entry = {"sha256": digest, "bytes": size, "kind": "log", "said": facts["said"], "name": name}
        append(session, actor=actor, event="evidence", subject="dispute 1", data=entry, now=moment)
    upgrade(engine)
    assert "given_sha256" in columns(engine)
    with fupan.sessions() as session:
        found = dispute(session, 1)
    assert found is not None
    assert [(each.sha256, each.given_sha256, each.changed) for each in found.evidence] == [(digest, None, False)]
    add_evidence(fupan, 1, LI, "other.json", log("m2"))
    assert audit(fupan.sessions).whole


def columns(engine: object) -> set[str]:
    return {each["name"] for each in inspect(engine).get_columns("dispute_evidence")}
