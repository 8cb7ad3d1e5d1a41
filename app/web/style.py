"""The style sheet of every page: those of the static folder as one, so that a page loads one file."""

from typing import Final

from flask import Blueprint, Response, current_app, request

from app.web.http.assets import Assets
from app.web.http.compression import without_secrets

BLUEPRINT: Final = Blueprint("style", __name__)


@BLUEPRINT.get("/style.css")
@without_secrets
def sheet() -> Response:
    """The style sheet.  Its address carries its hash as ``?v=``."""
    assets: Assets = current_app.extensions["fupan-assets"]
    answer = Response(assets.style(), mimetype="text/css")
    answer.set_etag(assets.style_version())
    answer.make_conditional(request)
    return answer
