"""What readers choose once for all replays: whether results are shown ahead, and the colours of suits."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from flask import Response, request

from app.web.http.framing import framable

RESULTS_SHOWN: Final = "shown"
_CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"results": (RESULTS_SHOWN, "hidden"), "colours": ("four", "two")}
)
"""The values of each choice, the default last; it is kept in a cookie of the same name."""
_YEAR: Final = 365 * 24 * 3600


def chosen(name: str) -> str:
    """What is chosen for replays: by the address, else earlier, else the default."""
    known = _CHOICES[name]
    for text in (request.args.get(name), None if framable() else request.cookies.get(name)):
        if text in known:
            return str(text)
    return known[-1]


def keep_choices(answer: Response) -> Response:
    """Keeps in a cookie what an address chooses for all replays."""
    for name, known in _CHOICES.items():
        chosen = request.args.get(name)
        if chosen in known and answer.status_code == 200:
            answer.set_cookie(name, str(chosen), max_age=_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    return answer
