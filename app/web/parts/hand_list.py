"""The list of hands that an address carries: the arguments of the page that lists them, never the hands themselves.

``?list=hands?q=bombs>=3`` on the replay of a hand says that the hand was reached from this search. The server works the
list out again from it, so that there is nothing to store and nothing to forge.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl

from flask import g, request

from app.text.language import _
from app.web.http.errors import Refusal

LIST: Final = "list"
AT_FINDING: Final = "finding"
"""Opens a hand at its first finding: the value of ``?find=``."""
LONGEST: Final = 4_000
"""Characters of a list in an address."""
_ARGUMENTS: Final = 20
KINDS: Final = ("hands", "person", "best", "worst", "study")
"""The search of hands, the hands of a person, the best and the worst hands of an event, and the chapters of a study."""
_QUOTED: Final = str.maketrans({"%": "%25", "&": "%26", "+": "%2B", ";": "%3B"})
"""Only what would be read as something else, for the whole is quoted once more in the address."""


@dataclass(frozen=True, slots=True)
class HandList:
    """A list of hands by the kind of its page and the arguments of that."""

    kind: str
    arguments: Mapping[str, str]

    @property
    def text(self) -> str | None:
        """The list as addresses carry it; None where that would be too long."""
        given = "&".join(f"{name}={text.translate(_QUOTED)}" for name, text in self.arguments.items() if text)
        whole = f"{self.kind}?{given}"
        return whole if len(whole) <= LONGEST else None

    @classmethod
    def read(cls, text: str) -> "HandList | None":
        """The list that a text names; None where it names none."""
        kind, _mark, rest = text.partition("?")
        if kind not in KINDS or len(text) > LONGEST:
            return None
        try:
            return cls(kind, dict(parse_qsl(rest, max_num_fields=_ARGUMENTS)))
        except ValueError:
            return None


def carry_list(identity: int, number: int) -> None:
    """Lets the links to this hand on the page that is being made carry the list of the address.

    Raises Refusal where the address has something else in its place.
    """
    text = request.args.get(LIST)
    if text is None:
        return
    carried = HandList.read(text)
    if carried is None:
        raise Refusal(404, _("The address names an unknown list of hands: {name}.", name=text[:20]))
    g.hand_list = (identity, number, carried)


def carried_list() -> HandList | None:
    """The list of the address of a hand that was opened; None without one."""
    if "hand_list" not in g:
        return None
    carried: HandList = g.hand_list[2]
    return carried


def keep_list(_endpoint: str, values: dict[str, object]) -> None:
    """Keeps ``?list=`` in links to the hand of the address: a function for ``Blueprint.url_defaults``."""
    if "hand_list" not in g:
        return
    identity, number, carried = g.hand_list
    if (values.get("identity"), values.get("number")) == (identity, number):
        values.setdefault(LIST, carried.text)
