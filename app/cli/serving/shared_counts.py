"""Where the processes of one server count the requests of programs together: a file of SQLite in a temporary folder.

The library that bounds volume has no storage for this that needs no server of its own.
"""

import sqlite3
import time
from pathlib import Path
from threading import Lock
from typing import Any, Final

from limits.storage import Storage

_SCHEME: Final = "fupan-counts"
_TABLE: Final = "CREATE TABLE IF NOT EXISTS counts (key TEXT PRIMARY KEY, count INTEGER NOT NULL, ends REAL NOT NULL)"


def address_of(file: Path) -> str:
    """What `app.database.config.Config` has as ``api_counts`` to count in a file."""
    return f"{_SCHEME}://{file}"


class SharedCounts(Storage):
    """Counts in a file.  Safe to use from several processes and threads."""

    STORAGE_SCHEME = [_SCHEME]  # noqa: RUF012 (the library declares it so)

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: Any) -> None:
        super().__init__(uri, wrap_exceptions, **options)
        file = (uri or "").removeprefix(f"{_SCHEME}://")
        self._lock: Final = Lock()
        self._file: Final = sqlite3.connect(file, timeout=5, isolation_level=None, check_same_thread=False)
        self._do("PRAGMA journal_mode = WAL")
        self._do("PRAGMA synchronous = OFF")
        self._do(_TABLE)

    @property
    def base_exceptions(self) -> type[Exception]:
        """What the database raises."""
        return sqlite3.Error

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Adds to a count, which begins anew when it has ended.  Returns it."""
        now = time.time()
        self._do("DELETE FROM counts WHERE ends <= ?", now)
        return int(
            self._do(
                "INSERT INTO counts VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET count = count + excluded.count "
                "RETURNING count",
                *(key, amount, now + expiry),
            )
        )

    def get(self, key: str) -> int:
        """A count; 0 where there is none."""
        return int(self._do("SELECT count FROM counts WHERE key = ? AND ends > ?", key, time.time()) or 0)

    def get_expiry(self, key: str) -> float:
        """When a count ends."""
        return float(self._do("SELECT ends FROM counts WHERE key = ?", key) or time.time())

    def check(self) -> bool:
        """Whether it can be used."""
        return bool(self._do("SELECT 1"))

    def reset(self) -> None:
        """Ends all counts."""
        self._do("DELETE FROM counts")

    def clear(self, key: str) -> None:
        """Ends a count."""
        self._do("DELETE FROM counts WHERE key = ?", key)

    def _do(self, statement: str, *values: str | float) -> Any:
        """The first value that a statement gives; None if it gives none."""
        with self._lock:
            row = self._file.execute(statement, values).fetchall()
        return row[0][0] if row else None
