"""What the roles of a club are called."""

from app.accounts.roles import Role
from app.text.language import _c


def role_words(role: Role) -> str:
    """A role, in the language of the reader."""
    match role:
        case Role.GUEST:
            return _c("role", "guest")
        case Role.MEMBER:
            return _c("role", "member")
        case Role.RECORDER:
            return _c("role", "recorder")
        case Role.ARBITER:
            return _c("role", "arbiter")
        case Role.ADMIN:
            return _c("role", "admin")
