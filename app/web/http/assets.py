"""Static files at addresses that change with their contents, so that browsers may cache them without a time limit.

A page loads one style sheet: those of the static folder as one.
"""

import os
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

from flask import Response, current_app, request
from werkzeug.security import safe_join

from app.web.http.compression import without_secrets
from app.web.http.pages import May, Pages

BLUEPRINT: Final = Pages("assets", __name__)
STYLE_SHEETS: Final = (
    "colours",
    "faces",
    "base",
    "parts",
    "cards",
    "pages",
    "replay/replay",
    "replay/suits",
    "replay/fans",
    "replay/felt",
    "replay/rows",
    "replay/embedded",
    "replay/review",
    "replay/exercise",
    "replay/share",
    "replay/ending",
    "replay/scored",
    "replay/hall",
    "offline",
    "help",
    "drawings",
    "replay/notes",
    "replay/plays",
    "rules/arrange",
    "sheets/sheets",
    "disputes/verify",
    "club/club",
    "players/strength",
    "players/people",
    "matches/compare_records",
    "players/hands",
    "tables",
    "disputes/disputes",
    "matches/score",
    "matches/match",
    "matches/uploads",
    "sheets/typed_logs",
    "sheets/writing",
    "rules/book",
    "replay/what_if",
    "narrow",
)
"""The sheets that pages load as one, in their order: a later one overrides an earlier one."""
_NAMES: Final = tuple(f"css/{sheet}.css" for sheet in STYLE_SHEETS)
_DIGITS: Final = 16
Stamp = tuple[int, int]


class Assets:
    """The static folder, with the hash of each file that was asked for."""

    def __init__(self, folder: Path) -> None:
        """``folder`` has the files."""
        self._folder: Final = folder
        self._lock: Final = Lock()
        self._known: Final[dict[str, tuple[str, Stamp, str]]] = {}
        """By the name of a file its path, and the hash that it had at a stamp."""

    def version(self, name: str) -> str | None:
        """The hash of the contents of a file, cut short; None if there is no such file."""
        with self._lock:
            known = self._known.get(name)
        path = safe_join(str(self._folder), name) if known is None else known[0]
        if path is None:
            return None
        try:
            status = os.stat(path)
            stamp = (status.st_mtime_ns, status.st_size)
            if known is None or known[1] != stamp:
                known = (path, stamp, _hash(Path(path).read_bytes()))
                with self._lock:
                    self._known[name] = known
        except (OSError, ValueError):
            return None
        return known[2]

    def style_version(self) -> str:
        """The hash of the style sheets together; it changes when one of them does."""
        return _hash(" ".join(str(self.version(name)) for name in _NAMES).encode())

    def release(self) -> str:
        """The hash of all files together; it changes when one of them does."""
        names = sorted(path.relative_to(self._folder).as_posix() for path in self._folder.rglob("*") if path.is_file())
        return _hash(" ".join(f"{name}={self.version(name)}" for name in names).encode())

    def text(self, name: str) -> str:
        """What a file says.  Raises OSError where it cannot be read."""
        return (self._folder / name).read_text(encoding="utf-8")

    def style(self) -> bytes:
        """The style sheets as one.  Raises OSError where one of them cannot be read."""
        return b"\n".join((self._folder / name).read_bytes() for name in _NAMES)


@BLUEPRINT.get("/style.css", may=May.READ)
@without_secrets
def sheet() -> Response:
    """The style sheet.  Its address carries its hash as ``?v=``."""
    assets: Assets = current_app.extensions["fupan-assets"]
    answer = Response(assets.style(), mimetype="text/css")
    answer.set_etag(assets.style_version())
    answer.make_conditional(request)
    return answer


def _hash(contents: bytes) -> str:
    return sha256(contents).hexdigest()[:_DIGITS]
