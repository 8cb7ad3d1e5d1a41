"""Use without a connection: the service worker, the page for what is not kept, and the manifest of the site."""

import json
from typing import Final

from flask import Response, abort, current_app, render_template, request, url_for

from app.drawing.colours import colour
from app.text.language import LANGUAGES
from app.text.language.saying import speaking
from app.text.translations.languages import Language
from app.web.http.assets import Assets
from app.web.http.compression import without_secrets
from app.web.http.pages import May, Pages
from engine import __version__

BLUEPRINT: Final = Pages("offline", __name__)
_SCRIPT: Final = "js/service-worker.js"
_FILES: Final = (
    "favicon.svg",
    "icons/192.png",
    "js/offline.js",
    "js/offline_page.js",
    "js/replay/replay.js",
    "js/replay/card_search.js",
    "js/replay/moves.js",
    "js/replay/moving.js",
    "js/replay/notes.js",
    "js/replay/tricks.js",
    "js/replay/walking.js",
)
"""Files that are kept from the start."""
_ICONS: Final = (192, 512)


@BLUEPRINT.get("/service-worker.js", may=May.READ)
@without_secrets
def worker() -> Response:
    """The service worker: the script of that name, after what this release has it keep from the start."""
    assets: Assets = current_app.extensions["fupan-assets"]
    pages = {str(page_language): url_for("offline.page_in", tag=page_language) for page_language in LANGUAGES}
    files = [url_for("assets.sheet"), *(url_for("static", filename=name) for name in _FILES)]
    release = {
        "version": f"{__version__}-{assets.release()}",
        "pages": pages,
        "files": files,
        "versioned": [url_for("static", filename="", v=None), url_for("assets.sheet", v=None)],
        "language": url_for("offline.language"),
    }
    answer = Response(f"const RELEASE = {json.dumps(release)};\n{assets.text(_SCRIPT)}", mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


@BLUEPRINT.get("/offline", may=May.READ)
@without_secrets
def page() -> str:
    """The replays that this browser keeps, in the language of the reader."""
    return render_template("offline.html")


@BLUEPRINT.get("/offline/<tag>", may=May.READ)
@without_secrets
def page_in(tag: str) -> str:
    """The same page in a language; the service worker keeps one of each."""
    if tag not in LANGUAGES:
        abort(404)
    with speaking(Language(tag)):
        return render_template("offline.html")


@BLUEPRINT.get("/offline/language", may=May.READ)
def language() -> Response:
    """Nothing: the service worker keeps the language of the reader under this address."""
    return Response(status=204)


@BLUEPRINT.get("/manifest.webmanifest", may=May.READ)
def manifest() -> Response:
    """The name and icons of the site, for browsers that put it among the programs of a device."""
    icons = [
        {"src": url_for("static", filename=f"icons/{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in _ICONS
    ]
    vector = {"src": url_for("static", filename="favicon.svg"), "sizes": "any", "type": "image/svg+xml"}
    document = {
        "name": "Fupan 复盘",
        "short_name": "Installation",
        "start_url": url_for("home.page"),
        "scope": url_for("home.page"),
        "display": "minimal-ui",
        "background_color": colour("paper"),
        "theme_color": colour("theme"),
        "icons": [vector, *icons],
    }
    answer = Response(json.dumps(document, ensure_ascii=False), mimetype="application/manifest+json")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
