"""Accounts, links that make them, and logins, as the database has them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import pytest
from argon2 import extract_parameters
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts import attempts, links, logins, members, passwords
from app.accounts.attempts import MustWait, TriedName
from app.accounts.links import LinkUsed
from app.accounts.members import LastAdmin, NameRefused
from app.accounts.passwords import PasswordRefused
from app.accounts.roles import Role
from app.database.opening import transact
from app.database.tables.accounts import Account, Link, Login, LoginAttempt
from app.matches.installation import Installation
from tests.app.conftest import SHIPPED_HASHER
from tests.offenders import for_every

pytestmark = pytest.mark.databases_differ

T = TypeVar("T")
NOW = datetime(2026, 5, 1, 18, tzinfo=UTC)
HERE, THERE = "a" * 32, "b" * 32


@pytest.fixture
def within(fupan: Installation) -> Callable[[Callable[[Session], T]], T]:
    """Does something in a transaction."""
    return lambda work: transact(fupan.sessions, work)


Within = Callable[[Callable[[Session], T]], T]


def account(session: Session, name: str = "Li", role: Role = Role.MEMBER) -> Account:
    return members.make_account(session, name, "hash", role, NOW)


@for_every("password", ["x" * 9, "", "1234567890", "QWERTYUIOP", "x" * 1025])
def test_passwords_that_are_not_taken(password: str) -> None:
    with pytest.raises(PasswordRefused):
        passwords.password_hash(password)


def test_a_password_is_kept_as_a_hash_and_fits_itself_alone() -> None:
    kept = passwords.password_hash("three blue trees")
    assert kept.startswith("$argon2id$")
    assert kept != passwords.password_hash("three blue trees")
    assert passwords.fits(kept, "three blue trees")
    for other in ("three blue tree", "", "x" * 5000):
        assert not passwords.fits(kept, other)
    assert not passwords.fits(None, "the password of nobody")


def test_a_hash_costs_as_much_as_rfc_9106_recommends() -> None:
    made = extract_parameters(SHIPPED_HASHER.hash("three blue trees"))
    assert (made.time_cost, made.memory_cost, made.parallelism) == (3, 64 * 1024, 4)


def test_a_name_that_looks_the_same_is_taken(within: Within[object]) -> None:
    within(account)
    for name in ("Li", "LI", " li ", "Ｌｉ"):
        with pytest.raises(NameRefused):
            within(lambda session, name=name: account(session, name))
    for name in ("", "   ", "x" * 101):
        with pytest.raises(NameRefused, match="1 to 100"):
            within(lambda session, name=name: account(session, name))


def test_a_link_is_stored_as_its_hash_and_used_once(within: Within[str], fupan: Installation) -> None:
    secret = within(lambda session: links.invite(session, Role.RECORDER, None, NOW))
    with fupan.sessions() as session:
        assert secret not in str(session.execute(select(Link.__table__)).all())  # type: ignore[attr-defined]
        assert links.valid(session, secret, NOW).role == "recorder"
    made = within(lambda session: links.redeem(session, secret, "Li", "hash", NOW).role)
    assert made == "recorder"
    with pytest.raises(LinkUsed):
        within(lambda session: links.redeem(session, secret, "Sun", "hash", NOW).name)
    with pytest.raises(LinkUsed):
        within(lambda session: links.valid(session, "no such secret", NOW).role)


def test_a_link_ends(within: Within[str]) -> None:
    secret = within(lambda session: links.invite(session, Role.MEMBER, None, NOW))
    with pytest.raises(LinkUsed):
        within(lambda session: links.valid(session, secret, NOW + links.LASTS).role)
    within(lambda session: str(links.clear(session, NOW + links.LASTS)))
    assert within(lambda session: str(session.scalars(select(Link)).all())) == "[]"


def test_a_name_that_is_refused_leaves_the_link(within: Within[str]) -> None:
    within(lambda session: account(session).name)
    secret = within(lambda session: links.invite(session, Role.MEMBER, None, NOW))
    with pytest.raises(NameRefused):
        within(lambda session: links.redeem(session, secret, "li", "hash", NOW).name)
    assert within(lambda session: links.redeem(session, secret, "Sun", "hash", NOW).name) == "Sun"


def test_an_invitation_is_not_used_twice_by_requests_at_once(within: Within[str], fupan: Installation) -> None:
    secret = within(lambda session: links.invite(session, Role.MEMBER, None, NOW))

    def use(name: str) -> bool:
        try:
            transact(fupan.sessions, lambda session: links.redeem(session, secret, name, "hash", NOW).id)
        except LinkUsed:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(use, (f"Player {n}" for n in range(8)))) == 1
    with fupan.sessions() as session:
        assert len(members.accounts(session)) == 1


def test_a_recovery_gives_a_new_password_and_ends_the_logins(within: Within[str], fupan: Installation) -> None:
    def begin(session: Session) -> str:
        return logins.begin(session, account(session, role=Role.ARBITER), "Firefox", HERE, NOW)

    def recovered(session: Session) -> str:
        found = members.account_named(session, "li")
        assert found is not None
        return links.recover(session, found, None, NOW)

    token = within(begin)
    first = within(recovered)
    second = within(recovered)
    with pytest.raises(LinkUsed):
        within(lambda session: links.valid(session, first, NOW).role)
    within(lambda session: links.redeem(session, second, "anything", "new hash", NOW).name)
    with fupan.sessions() as session:
        (found,) = members.accounts(session)
        assert (found.name, found.password, found.role) == ("Li", "new hash", "arbiter")
        assert logins.logged_in(session, token, NOW) is None


def test_a_login_lasts_while_it_is_used(within: Within[str], fupan: Installation) -> None:
    token = within(lambda session: logins.begin(session, account(session), "x" * 500, HERE, NOW))
    with fupan.sessions() as session:
        assert token not in str(session.execute(select(Login.__table__)).all())  # type: ignore[attr-defined]
        now = logins.logged_in(session, token, NOW)
        assert now is not None
        assert (now.name, now.role, now.stale) == ("Li", Role.MEMBER, False)
        later = logins.logged_in(session, token, NOW + timedelta(days=29))
        assert later is not None
        assert later.stale
        assert logins.logged_in(session, token, NOW + logins.IDLE) is None
        assert logins.logged_in(session, "another", NOW) is None
    within(lambda session: str(logins.note_use(session, now.login, NOW + timedelta(days=29))))
    with fupan.sessions() as session:
        assert logins.logged_in(session, token, NOW + timedelta(days=58)) is not None


def test_logins_are_ended_one_by_one_or_all_but_one(within: Within[str], fupan: Installation) -> None:
    def begin(session: Session) -> str:
        found = members.account_named(session, "Li") or account(session)
        return logins.begin(session, found, "Firefox", HERE, NOW)

    def count() -> int:
        with fupan.sessions() as session:
            return len(logins.logins_of(session, 1))

    tokens = [within(begin) for _ in range(4)]
    assert len(set(tokens)) == 4
    within(lambda session: str(logins.end(session, 2, 1)))
    assert count() == 4
    within(lambda session: str(logins.end(session, 1, 1)))
    assert count() == 3
    within(lambda session: str(logins.end_others(session, 1, 2)))
    with fupan.sessions() as session:
        assert [logins.logged_in(session, each, NOW) is None for each in tokens] == [True, False, True, True]


def test_a_role_ends_with_its_removal(within: Within[str], fupan: Installation) -> None:
    def begin(session: Session) -> str:
        account(session, "Sun", Role.ADMIN)
        return logins.begin(session, account(session, "Li", Role.ADMIN), "Firefox", HERE, NOW)

    def change(session: Session) -> str:
        found = members.account_named(session, "Li")
        assert found is not None
        found.role = "member"
        return ""

    token = within(begin)
    within(change)
    with fupan.sessions() as session:
        found = logins.logged_in(session, token, NOW)
        assert found is not None
        assert found.role is Role.MEMBER


def test_a_club_keeps_an_admin(within: Within[str], fupan: Installation) -> None:
    within(lambda session: account(session, "Li", Role.ADMIN).name)
    with fupan.sessions() as session:
        (li,) = members.accounts(session)
        with pytest.raises(LastAdmin):
            members.set_role(session, li, Role.ARBITER, None)
        with pytest.raises(LastAdmin):
            members.remove(session, li, None)
        account(session, "Sun", Role.ADMIN)
        members.remove(session, li, None)
        assert [each.name for each in members.accounts(session)] == ["Sun"]


def begin(session: Session, name: str, network: str, now: datetime = NOW, *, known: bool = False) -> int | None:
    return attempts.begin(session, TriedName(name, network, known), now)


def fail(session: Session, name: str, network: str, now: datetime = NOW, *, known: bool = False) -> None:
    attempt = begin(session, name, network, now, known=known)
    assert attempt is not None, "it is not its turn"
    attempts.decide(session, attempt, failed=True)


def test_a_name_waits_after_five_failures_in_a_minute_where_it_failed_alone(within: Within[object]) -> None:
    for n in range(attempts.FAILURES):
        within(lambda session, n=n: fail(session, "Li", HERE, NOW + timedelta(seconds=n)))
    now = NOW + timedelta(seconds=10)
    with pytest.raises(MustWait) as wait:
        within(lambda session: fail(session, "Ｌi", HERE, now))
    assert wait.value.seconds == 50
    within(lambda session: fail(session, "Sun", HERE, now))
    within(lambda session: fail(session, "Li", THERE, now))
    within(lambda session: fail(session, "Li", HERE, now + timedelta(seconds=50)))


def test_a_network_waits_after_many_names_but_not_a_browser_that_is_known(within: Within[object]) -> None:
    for n in range(attempts.NAMES):
        within(lambda session, n=n: fail(session, f"name {n}", HERE, NOW + timedelta(seconds=n)))
    now = NOW + timedelta(seconds=30)
    with pytest.raises(MustWait) as wait:
        within(lambda session: fail(session, "another", HERE, now))
    assert wait.value.seconds == 30
    within(lambda session: fail(session, "another", THERE, now))
    within(lambda session: fail(session, "another", HERE, now, known=True))
    within(lambda session: fail(session, "another", HERE, now + timedelta(seconds=31)))


@pytest.mark.parametrize("exists", [True, False])
def test_a_name_waits_thirty_seconds_at_most_for_other_networks(within: Within[object], exists: bool) -> None:
    if exists:
        within(account)
    for n in range(attempts.NETWORKS):
        within(lambda session, n=n: fail(session, "Li", f"{n}" * 32))
    with pytest.raises(MustWait) as wait:
        within(lambda session: fail(session, "li", HERE))
    assert wait.value.seconds == 30
    within(lambda session: fail(session, "Li", HERE, known=True))
    within(lambda session: fail(session, "Li", THERE, NOW + timedelta(seconds=30)))


def test_strangers_do_not_make_a_name_wait_where_it_logged_in_lately(within: Within[object]) -> None:
    within(lambda session: logins.begin(session, account(session), "Firefox", HERE, NOW))
    for n in range(attempts.NETWORKS):
        within(lambda session, n=n: fail(session, "Li", f"{n}" * 32))
    within(lambda session: fail(session, "Li", HERE))
    with pytest.raises(MustWait):
        within(lambda session: fail(session, "Li", THERE))


def test_undecided_attempts_have_later_ones_wait_for_their_turn(within: Within[object], fupan: Installation) -> None:
    begun = [within(lambda session: begin(session, "Li", HERE)) for _ in range(attempts.FAILURES + 1)]
    assert begun.pop() is None
    assert None not in begun
    assert within(lambda session: begin(session, "Sun", HERE)) is not None
    within(lambda session: attempts.decide(session, begun[0], failed=False))
    assert within(lambda session: begin(session, "Li", HERE)) is not None
    within(lambda session: attempts.decide(session, begun[1], failed=True))
    assert within(lambda session: begin(session, "Li", HERE)) is None, "four others may fail"
    with pytest.raises(MustWait):
        within(lambda session: begin(session, "Li", HERE, NOW + attempts.UNDECIDED))
    assert within(lambda session: begin(session, "Li", HERE, NOW + attempts.WITHIN)) is not None
    with fupan.sessions() as session:
        assert len(session.scalars(select(LoginAttempt)).all()) == 1, "those of the last minute are kept"
