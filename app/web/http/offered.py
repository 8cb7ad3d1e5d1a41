"""What pages of a club offer: the links and forms that the sender of the request may follow and send, and no others.

The addresses that a template makes of what one may not open are marked, and what leads there is taken out of the
finished page: of a link to something to read the words stay, and a form, a button, or a link to an act goes, with the
paragraph or the entry of a list that has nothing else.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Flask, Response, g, url_for

from app.web.http.permissions import is_to_read, may_open

_TO_READ: Final = "\ufdd0"
_TO_ACT: Final = "\ufdd1"
_GONE: Final = "\ufdd2"
"""Characters that no text has."""
_SENT: Final = re.compile(rf'<(form|button)\b[^>]*action="[{_TO_READ}{_TO_ACT}][^>]*>.*?</\1>', re.DOTALL)
_LINK: Final = re.compile(rf'<a\b([^>]*href="([{_TO_READ}{_TO_ACT}])[^>]*)>(.*?)</a>', re.DOTALL)
_EMPTY: Final = re.compile(rf"<(p|li|ul|ol|nav)\b[^>]*>(?:[\s·{_GONE}])*{_GONE}(?:[\s·{_GONE}])*</\1>")
_BETWEEN: Final = re.compile(rf"(?:\s·\s*)?{_GONE}")
_DEEP: Final = 2
"""A list is empty once its entries are."""
_MARKED: Final = "fupan_marked"


def offer_what_one_may(app: Flask, of_matches: Mapping[str, Callable[[int], bool]]) -> None:
    """Leaves out of the pages of an application what would be refused.

    ``of_matches``: by endpoint, whether it is open to the sender of the request for the match of a number.
    """

    def address(endpoint: str, **values: Any) -> str:
        """An address, marked if it would be refused."""
        made = url_for(endpoint, **values)
        if may_open(endpoint) and (endpoint not in of_matches or of_matches[endpoint](values["identity"])):
            return made
        setattr(g, _MARKED, True)
        return f"{_TO_READ if is_to_read(endpoint) else _TO_ACT}{made}"

    app.jinja_env.globals["url_for"] = address

    @app.after_request
    def take_out(response: Response) -> Response:
        if _MARKED in g:
            text = response.get_data(as_text=True)
            response.set_data(_without_marks(_offered(text) if response.mimetype == "text/html" else text))
        return response


def _offered(page: str) -> str:
    page = _LINK.sub(_words, _SENT.sub(_GONE, page))
    for _ in range(_DEEP):
        page = _EMPTY.sub(_GONE, page)
    return _BETWEEN.sub("", page)


def _words(link: re.Match[str]) -> str:
    """What stays of a link."""
    attributes, mark, words = link.groups()
    return words if mark == _TO_READ and 'class="button' not in attributes else _GONE


def _without_marks(text: str) -> str:
    for mark in (_TO_READ, _TO_ACT):
        text = text.replace(mark, "").replace(f"\\u{ord(mark):x}", "")
    return text
