"""A match with disputes whose log was destroyed: what was decided holds, and the log of another verifies it."""

import re
from io import BytesIO

import pytest
from flask import Flask
from sqlalchemy.orm import Session
from sqlmodel import col, select

from app.database.opening import transact
from app.database.tables.matches import MatchPlayer
from app.disputes.cases import acts
from app.disputes.cases.rulings import Decision, rule
from app.disputes.cases.states import RulingOutcome
from app.disputes.verdicts.issued import verdict_bytes
from app.disputes.verdicts.verifying import verify
from app.matches.installation import Installation
from app.players.personal.erasing import erase_somebody
from app.players.personal.whose import of_person
from app.players.statistics.audited_scores import audit_with_scores
from tests.app.disputes.conftest import SAMPLE, ZHAO

PAGES = ("/matches/1", "/disputes/", "/disputes/1", "/disputes/2", "/verdicts/", "/verdicts/1")


@pytest.fixture
def destroyed(disputed: Installation) -> Installation:
    """The disputes, after a player of their match was erased with the logs."""

    def erase(session: Session) -> None:
        player = session.scalars(select(col(MatchPlayer.player_id)).where(col(MatchPlayer.log_id) == 1)).first()
        assert player is not None
        erase_somebody(session, of_person(session, player), ZHAO, logs_too=True)

    transact(disputed.sessions, erase)
    return disputed


@pytest.mark.databases_differ
def test_the_record_holds_and_verdicts_verify_with_the_log_of_another(destroyed: Installation) -> None:
    audited = audit_with_scores(destroyed.sessions)
    assert (audited.whole, audited.differs, audited.chain.breaks_at) == (True, (), None)
    with destroyed.sessions() as session:
        verdict = verdict_bytes(session, 1)
    assert verdict is not None
    verified = verify(verdict, [("log.json", BytesIO(SAMPLE.read_bytes()))], [], None)
    assert {verified.checks[name].outcome for name in ("form", "signature", "log", "result", "arithmetic")} == {"ok"}
    changed = verify(verdict, [("log.json", BytesIO(SAMPLE.read_bytes() + b"\n"))], [], None)
    assert changed.checks["log"].outcome == "failed"


def test_an_open_dispute_about_it_is_ruled_on_and_closed(destroyed: Installation) -> None:
    acts.take_up(destroyed, 2, ZHAO)
    rule(destroyed, 2, ZHAO, Decision(RulingOutcome.UPHELD, "Seen on the day.", []), 0)
    acts.close(destroyed, 2, ZHAO)
    assert audit_with_scores(destroyed.sessions).whole


def test_its_pages_say_so_and_link_to_nothing_that_is_gone(destroyed: Installation, own_web: Flask) -> None:
    own_web.extensions["fupan"] = destroyed
    client, linked = own_web.test_client(), set()
    for page in PAGES:
        answer = client.get(page)
        assert answer.status_code == 200, page
        linked |= set(
            re.findall(r'<(?:a|form)[^>]+(?:href|action)="(/(?:matches|disputes|verdicts|api)/[^"#]*)"', answer.text)
        )
    assert "was erased on" in client.get("/matches/1").text
    answers = {address: client.get(address.replace("&amp;", "&")).status_code for address in sorted(linked)}
    assert {address for address, status in answers.items() if status in (404, 500)} == set()
