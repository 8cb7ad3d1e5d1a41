"""The addresses on a person's page, and the names that it shows."""

from collections.abc import Mapping
from typing import Final

from flask import session as visit

from app.players.statistics.people import Alias
from app.text.language import _
from app.text.seats import short_name
from app.web.http.addresses import Arguments, address_of

_ANONYMOUS: Final = "names_hidden"
LONGEST: Final = 60
"""Characters of a name that a page shows."""


def names_are_hidden() -> bool:
    """Whether this visitor sees numbers instead of names."""
    return bool(visit.get(_ANONYMOUS))


def hide_names(hidden: bool) -> None:
    """Hides names from this visitor from now on, or shows them again."""
    if hidden:
        visit[_ANONYMOUS] = True
    else:
        visit.pop(_ANONYMOUS, None)


def name_of(person: int, name: str, hidden: bool) -> str:
    """What a page calls a person: the name, or ``Player`` with the number that the person has here."""
    return _("Player {number}", number=person) if hidden else short_name(name, LONGEST)


def alias_text(alias: Alias) -> str:
    """A joined key with the name that is written with it."""
    return alias.key if alias.key == alias.name else f"{alias.name} ({alias.key})"


class PersonLinks:
    """The addresses of a person's page with one part of its filter changed."""

    def __init__(self, person: int, chosen: Mapping[str, str], game: str) -> None:
        self._person: Final = person
        self._chosen: Final = dict(chosen)
        self._game: Final = game

    def page(self, **changed: str | None) -> str:
        """The page of the game that is shown; None takes a part of the filter out."""
        return address_of("people.person", self._with(changed))

    def hands(self, **changed: str | int | None) -> str:
        """The hands behind a figure."""
        return address_of("people.hands", self._with(changed))

    def file(self, what: str, form: str) -> str:
        """The file of a table or a chart."""
        return address_of("people.file", {"identity": self._person, "what": what, "form": form, **self._chosen})

    def _with(self, changed: Mapping[str, str | int | None]) -> Arguments:
        return {"identity": self._person, **self._chosen, "game": self._game, **changed}
