"""What the roles of a club are called."""

from app.accounts.roles import Role
from app.text.language import _, _c


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


def duties_of(role: Role) -> str:
    """What somebody with a role may do beyond those with a smaller one: a sentence."""
    match role:
        case Role.GUEST:
            return _("Sees public matches, the rules and the rule books.")
        case Role.MEMBER:
            return _("Sees the club's matches and statistics, uploads matches, takes notes, opens disputes.")
        case Role.RECORDER:
            return _("Takes in uploads, fills score sheets, corrects names, chooses rules and who sees a match.")
        case Role.ARBITER:
            return _("Rules on disputes, signs verdicts, makes house rules, sees private matches.")
        case Role.ADMIN:
            return _("Invites people, gives roles, deletes and undoes.")
