"""Pages that say beside each address the permission that it needs, and what it is needed for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from flask import Blueprint
from flask.typing import RouteCallable

from app.accounts.roles import Role
from app.accounts.tokens import Scope


class May(StrEnum):
    """A permission."""

    READ = "read"
    """Read what is public: rules, books, public matches and their verdicts; check a verdict."""
    FOLLOW = "follow"
    """Read what is the club's: disputes, sheets, the search of hands."""
    COUNT = "count"
    """Read statistics, ratings, events and people.  A club may open them to guests."""
    TAKE_PART = "take part"
    """Upload and write logs, take notes, play on by hand, dispute and comment; have an account."""
    RECORD = "record"
    """Fill sheets, rename, join and split, choose rules, see all uploads."""
    RULE = "rule"
    """Take up disputes, rule, sign verdicts, make house rules."""
    MANAGE = "manage"
    """Delete, undo and erase; invite, give roles."""


class Of(StrEnum):
    """What a permission is needed for: what an address names."""

    CLUB = "club"
    """The installation: the address names nothing else."""
    MATCH = "match"
    DISPUTE = "dispute"
    VERDICT = "verdict"
    PERSON = "person"
    SHEET = "sheet"
    DRAFT = "draft"
    HOUSE = "house rules"
    SEARCH = "saved search"
    PRESENTATION = "presentation"
    COMPUTATION = "computation"
    JOB = "job"
    UPLOAD = "upload"
    REFUSAL = "refusal"
    DELETION = "deletion"
    ACCOUNT = "account"
    """People of a club; a server for one person has none."""


class Only(StrEnum):
    """Who alone may do something with an object, of those who have the permission: what they are to the object."""

    AUTHOR = "author"
    """Who wrote the note."""
    AUTHOR_OR_RECORDER = "author or recorder"
    PLAYER_OR_RECORDER = "player or recorder"
    """Who sat at the table of the match."""
    OPENER_OR_PLAYER = "opener or player"
    """Who opened the dispute, or sat at the table of its match."""
    NO_PLAYER = "no player"
    """Whose person did not sit at the table: it is known which player that is, or declared that it is none.

    Who has the name of a seat rules with a second arbiter, and neither takes up, closes nor signs.
    """


LEAST: Final[Mapping[May, Role]] = MappingProxyType(
    {
        May.READ: Role.GUEST,
        May.FOLLOW: Role.MEMBER,
        May.COUNT: Role.MEMBER,
        May.TAKE_PART: Role.MEMBER,
        May.RECORD: Role.RECORDER,
        May.RULE: Role.ARBITER,
        May.MANAGE: Role.ADMIN,
    }
)
"""The smallest role that has a permission."""
SCOPES: Final[Mapping[May, Scope]] = MappingProxyType(
    {
        May.READ: Scope.READ,
        May.FOLLOW: Scope.READ,
        May.COUNT: Scope.READ,
        May.TAKE_PART: Scope.UPLOAD,
        May.RECORD: Scope.UPLOAD,
        May.RULE: Scope.RULE,
        May.MANAGE: Scope.ADMIN,
    }
)
"""The scope that a token needs for what needs a permission."""
SEEN_BY: Final[Mapping[Of, Role]] = MappingProxyType(
    {
        Of.CLUB: Role.GUEST,
        Of.MATCH: Role.GUEST,
        Of.DISPUTE: Role.MEMBER,
        Of.VERDICT: Role.GUEST,
        Of.PERSON: Role.MEMBER,
        Of.SHEET: Role.MEMBER,
        Of.DRAFT: Role.MEMBER,
        Of.HOUSE: Role.GUEST,
        Of.SEARCH: Role.MEMBER,
        Of.PRESENTATION: Role.GUEST,
        Of.COMPUTATION: Role.GUEST,
        Of.JOB: Role.MEMBER,
        Of.UPLOAD: Role.RECORDER,
        Of.REFUSAL: Role.MEMBER,
        Of.DELETION: Role.ADMIN,
        Of.ACCOUNT: Role.GUEST,
    }
)
"""The smallest role that sees some of these."""


@dataclass(frozen=True, slots=True)
class Permission:
    """What an address needs with a method."""

    may: May
    of: Of = Of.CLUB
    only: Only | None = None
    """What the permission does not say.  Where the act itself is, it is refused with 403."""


Needs = Mapping[tuple[str, str], Permission]
"""What is needed, by endpoint and method.  What GET needs is needed for HEAD too."""
STATIC: Final[Needs] = MappingProxyType({("static", "GET"): Permission(May.READ)})
"""What Flask serves by itself."""


class Pages(Blueprint):
    """A blueprint whose views say beside their address what they need: ``may``, and ``of`` and ``only``.

    ``@pages.get("/help", may=May.READ)`` is for everybody, as nothing but a permission is named.
    """

    def __init__(self, name: str, import_name: str, **options: Any) -> None:
        """``options`` are those of a blueprint."""
        super().__init__(name, import_name, **options)
        self._needed: Final[dict[tuple[str, str], Permission]] = {}

    def add_url_rule(
        self,
        rule: str,
        endpoint: str | None = None,
        view_func: RouteCallable | None = None,
        provide_automatic_options: bool | None = None,
        **options: Any,
    ) -> None:
        """Adds an address.  Raises TypeError where it does not say what it needs, or not what another does."""
        view = endpoint or getattr(view_func, "__name__", "")
        if not isinstance(options.get("may"), May):
            raise TypeError(f"{self.name}.{view}: say what it needs, with may=")
        needed = Permission(options.pop("may"), options.pop("of", Of.CLUB), options.pop("only", None))
        for method in options.get("methods", ("GET",)):
            if self._needed.setdefault((f"{self.name}.{view}", method), needed) != needed:
                raise TypeError(f"{self.name}.{view}: its addresses need different things")
        super().add_url_rule(rule, endpoint, view_func, provide_automatic_options, **options)

    @property
    def needed(self) -> Needs:
        """What its views need."""
        return MappingProxyType(self._needed)


def needs_of(pages: Iterable[Pages]) -> Needs:
    """What all addresses of some pages need, and what Flask serves by itself."""
    return MappingProxyType(
        {key: needed for needs in (*(page.needed for page in pages), STATIC) for key, needed in needs.items()}
    )
