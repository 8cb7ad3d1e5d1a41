"""The help of the site: what a reader can do with it, subject by subject."""

from typing import Final

from flask import Blueprint, render_template

from app.web.http.compression import without_secrets

BLUEPRINT: Final = Blueprint("help", __name__)


@BLUEPRINT.get("/help")
@without_secrets
def page() -> str:
    """Shows how to upload, replay, check and share matches, and the bounds of the server."""
    return render_template("help/page.html")
