"""Which pages other sites may show in a frame: those of the blueprint for embedding, and no others.

A framed page is on a page of somebody else.  Therefore it is made without the visitor's session and cookies, and it has
no forms and no links to pages with forms.
"""

from typing import Final

from flask import request

FRAMED: Final = "embed"
"""The blueprint whose pages may be framed."""


def framable() -> bool:
    """Whether the answer to the request may be shown in a frame of another site."""
    return request.blueprint == FRAMED
