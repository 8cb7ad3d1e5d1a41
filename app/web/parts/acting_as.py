"""Who acts: in a club the account that is logged in; elsewhere a name and a role, which the session remembers."""

from typing import Final

from flask import request, session
from sqlalchemy.orm import Session

from app.accounts import roles as accounts
from app.accounts.members import role_of
from app.database.tables.accounts import Account
from app.database.tables.matches import storable
from app.disputes.audit_log.actors import NAME, ActorRole
from app.disputes.cases.states import Acting, CannotAct, MayNot
from app.text.language import _
from app.web.http.this_login import is_club, this_login

_ACTING: Final = "acting"


def acting_before() -> Acting | None:
    """Who acts, as the session remembers it, or who is logged in."""
    if is_club():
        return _logged_in()
    pair = session.get(_ACTING)
    if isinstance(pair, list) and len(pair) == 2 and pair[1] in list(ActorRole):
        return Acting(str(pair[0])[:NAME], ActorRole(pair[1]))
    return None


def acting_now() -> Acting:
    """Who acts, as the form says it; the session remembers it.  In a club, who is logged in.  Raises CannotAct."""
    acting = acting_as(request.form.get("acting-name", ""), request.form.get("acting-role", ""))
    if not is_club():
        session[_ACTING] = [acting.name, str(acting.role)]
    return acting


def acting_as(name: str, role: str) -> Acting:
    """Who acts, by the name and the role that somebody gives.  In a club, who is logged in.  Raises CannotAct."""
    if is_club():
        if (me := _logged_in()) is None:
            raise CannotAct(_("Log in first."))
        return me
    name = " ".join(storable(name).split())
    if not 1 <= len(name) <= NAME or role not in list(ActorRole):
        raise CannotAct(_("Say who acts: a name of 1 to {count} characters, and a role.", count=NAME))
    return Acting(name, ActorRole(role))


def arbiter_named(opened: Session, account: int) -> str | None:
    """The name of an account of a club that may rule at the moment; None for any other."""
    arbiter = opened.get(Account, account)
    return None if arbiter is None or role_of(arbiter) < accounts.Role.ARBITER else arbiter.name


def _logged_in() -> Acting | None:
    me = this_login()
    if me is None:
        return None
    return Acting(me.name, ActorRole.ARBITER if me.role >= accounts.Role.ARBITER else ActorRole.PLAYER)


def forget() -> None:
    """Forgets who acts."""
    session.pop(_ACTING, None)


def status_of(reason: CannotAct) -> int:
    """The status of the answer to what is not done."""
    return 403 if isinstance(reason, MayNot) else 422
