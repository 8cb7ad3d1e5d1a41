"""What people are in a club."""

from enum import IntEnum


class Role(IntEnum):
    """What somebody is in a club.  A greater role may do all that a smaller one may."""

    GUEST = 0
    """Somebody who has not logged in."""
    MEMBER = 1
    RECORDER = 2
    ARBITER = 3
    ADMIN = 4


def role_named(name: str) -> Role:
    """The role with a name in small letters.  Raises ValueError if an account cannot have it."""
    for role in Role:
        if role is not Role.GUEST and role.name.lower() == name:
            return role
    raise ValueError(name)


def stored_role(name: str) -> Role:
    """The role that a stored word names; that of a guest, who has no account, for a word that is damaged."""
    try:
        return role_named(name)
    except ValueError:
        return Role.GUEST
