"""Static files at addresses that change with their contents, so that browsers may cache them without a time limit."""

from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

from werkzeug.security import safe_join

_DIGITS: Final = 16
Stamp = tuple[int, int]


class Assets:
    """The static folder, with the hash of each file that was asked for."""

    def __init__(self, folder: Path) -> None:
        """``folder`` has the files."""
        self._folder: Final = folder
        self._lock: Final = Lock()
        self._known: Final[dict[str, tuple[Stamp, str]]] = {}

    def version(self, name: str) -> str | None:
        """The hash of the contents of a file, cut short; None if there is no such file."""
        path = safe_join(str(self._folder), name)
        if path is None:
            return None
        try:
            status = Path(path).stat()
            stamp = (status.st_mtime_ns, status.st_size)
            with self._lock:
                known = self._known.get(path)
            if known is None or known[0] != stamp:
                known = (stamp, sha256(Path(path).read_bytes()).hexdigest()[:_DIGITS])
                with self._lock:
                    self._known[path] = known
        except (OSError, ValueError):
            return None
        return known[1]
