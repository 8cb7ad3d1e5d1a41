"""What people do leaves the database in agreement with its record; a broken chain hides nothing before the break."""

from random import Random

import pytest
from sqlalchemy import text

from app.cli.serving.demo import file_disputes
from app.database.opening import transact
from app.database.seeing import Visibility, set_visibility
from app.disputes.audit_check.checking import audit_dispute
from app.disputes.audit_log.actors import ActorRole
from app.disputes.cases.erasure import Erasing, erasable, erase_of_match
from app.disputes.cases.states import Acting, CannotAct
from app.matches.access import show_to
from app.matches.installation import Installation
from app.players.statistics.audited_scores import audit_with_scores
from tests.drawn_rulings import draw_ruling
from tests.profiles import cases


def test_the_disputes_of_the_demo_agree_with_their_record(fupan: Installation) -> None:
    assert file_disputes(fupan)
    found = audit_with_scores(fupan.sessions)
    assert (found.whole, found.differs) == (True, ())


def test_whatever_is_ruled_agrees_with_the_record(disputed: Installation) -> None:
    rng = Random(22)
    for _ in cases(range(30), range(6)):
        try:
            draw_ruling(disputed, rng, 1)
        except CannotAct:
            continue
        assert audit_with_scores(disputed.sessions).differs == ()


def test_what_is_erased_is_not_compared(disputed: Installation) -> None:
    with disputed.sessions() as session:
        names = [each.id for each in erasable(session, 1).names]
    erase_of_match(disputed, 1, Acting("Qian", ActorRole.ARBITER), Erasing(names=names, disputes=[1, 2], players=True))
    assert audit_with_scores(disputed.sessions).differs == ()
    with disputed.sessions() as session:
        assert not audit_dispute(session, 1, 1).broken


@pytest.mark.breaks_record
def test_with_a_broken_chain_what_is_before_the_break_is_compared(disputed: Installation) -> None:
    with disputed.sessions() as session:
        session.execute(text("UPDATE record_entries SET subject = 'x' WHERE n = 12"))
        session.commit()
    broken = audit_with_scores(disputed.sessions)
    assert (broken.chain.breaks_at, broken.differs) == (13, ())
    with disputed.sessions() as session:
        session.execute(text("UPDATE rulings SET outcome = 'void'"))
        session.execute(text("UPDATE actors SET name = 'Sun' WHERE role = 'player'"))
        session.commit()
    found = [(each.entry, each.what) for each in audit_with_scores(disputed.sessions).differs]
    assert {"ruling", "name"} <= {what for _, what in found}
    assert all(entry is not None and entry < 13 for entry, _ in found)


@pytest.mark.breaks_record
def test_heads_of_kept_verdicts_are_those_of_the_record(disputed: Installation) -> None:
    """A record that was shortened and written anew does not have the chain that a kept verdict names."""
    with disputed.sessions() as session:
        session.execute(text("DELETE FROM record_entries WHERE n > 12"))
        session.commit()
    found = audit_with_scores(disputed.sessions)
    assert found.chain.whole
    assert "verdict" in {each.what for each in found.differs}


@pytest.mark.parametrize("visibility", Visibility)
def test_the_record_is_whole_whoever_sees_a_ruled_match(disputed: Installation, visibility: Visibility) -> None:
    transact(disputed.sessions, lambda session: show_to(session, 1, visibility))
    audited = audit_with_scores(disputed.sessions)
    assert (audited.whole, audited.differs) == (True, ())


@pytest.mark.breaks_record
@pytest.mark.parametrize(
    ("before", "after"), [(Visibility.PRIVATE, Visibility.CLUB), (Visibility.CLUB, Visibility.PRIVATE)]
)
def test_scores_in_use_follow_who_sees_a_match(disputed: Installation, before: Visibility, after: Visibility) -> None:
    """Where rows of facts are those of another visibility than the match has, the audit finds it."""
    transact(disputed.sessions, lambda session: show_to(session, 1, before))
    transact(disputed.sessions, lambda session: set_visibility(session, [1], after))
    assert [each.what for each in audit_with_scores(disputed.sessions).differs] == ["score"]
