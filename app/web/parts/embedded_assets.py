"""Pages that are read apart from the site: in a frame of another one, or as a file without a server.

They are made by the templates of the site.  Links to its other pages are taken out: their words stay as text, unless
they make no sense without the link.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from flask import Flask
from jinja2 import Environment

from app.text.folders import folder
from app.text.language.templates import translate
from app.web.parts.filters import BLUEPRINT as FILTERS

Links = Callable[..., str]
"""The address of an endpoint with its arguments, as ``url_for`` of Flask; `AWAY` where the page must not lead."""
AWAY: Final = "fupan:away"
"""The address of links that are taken out."""
_LINK: Final = re.compile(rf'<a\b(?=[^>]* href="{AWAY})([^>]*)>(.*?)</a>', re.DOTALL)
_CLASS: Final = re.compile(r'\bclass="([^"]*)"')
_DROPPED: Final = re.compile(
    r'<p class="replay-ask-plays">.*?</p>'
    rf'|(?: · )?<a class="(?:dispute-this|felt-next-hand)"(?=[^>]* href="{AWAY})[^>]*>.*?</a>',
    re.DOTALL,
)
"""What says nothing without its link."""
_EMPTY: Final = re.compile(r'<p class="felt-ending-links">\s*</p>')


def nowhere(_endpoint: str, **_values: object) -> str:
    """The links of a file: none leads anywhere."""
    return AWAY


def embedded_page(template: str, links: Links = nowhere, **values: Any) -> str:
    """A page made by a template, in the language of the reader, with the links that ``links`` lets stand."""
    return without_links(environment(links).get_template(template).render(**values))


@lru_cache(maxsize=4)
def environment(links: Links) -> Environment:
    """The templates of the site, with its filters but nothing of a request."""
    site = Flask(__name__, static_folder=None, template_folder=str(folder("templates")))
    site.register_blueprint(FILTERS)
    made_here: Environment = site.jinja_env
    made_here.add_extension("jinja2.ext.do")
    translate(made_here)
    made_here.globals.update(url_for=links, g=MappingProxyType({}))
    return made_here


def without_links(page: str) -> str:
    """A page without its links that lead nowhere."""
    return _EMPTY.sub("", _LINK.sub(_text_of, _DROPPED.sub("", page)))


def _text_of(link: re.Match[str]) -> str:
    named = _CLASS.search(link[1])
    return f'<span class="{named[1]}">{link[2]}</span>' if named else f"<span>{link[2]}</span>"
