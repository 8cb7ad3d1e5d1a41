"""Who acts: a name and a role, which the session remembers."""

from typing import Final

from flask import request, session

from app.database.tables.matches import storable
from app.disputes.audit_log.actors import NAME, Role
from app.disputes.cases.states import Acting, CannotAct
from app.text.language import _

_ACTING: Final = "acting"


def acting_before() -> Acting | None:
    """Who acts, as the session remembers it."""
    found = session.get(_ACTING)
    if isinstance(found, list) and len(found) == 2 and found[1] in list(Role):
        return Acting(str(found[0])[:NAME], Role(found[1]))
    return None


def acting_now() -> Acting:
    """Who acts, as the form says it; the session remembers it.  Raises CannotAct."""
    name = " ".join(storable(request.form.get("acting-name", "")).split())
    role = request.form.get("acting-role", "")
    if not 1 <= len(name) <= NAME or role not in list(Role):
        raise CannotAct(_("Say who acts: a name of 1 to {count} characters, and a role.", count=NAME))
    session[_ACTING] = [name, role]
    return Acting(name, Role(role))


def forget() -> None:
    """Forgets who acts."""
    session.pop(_ACTING, None)
