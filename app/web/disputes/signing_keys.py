"""The keys that pages can sign verdicts with: those of the key folder, which is outside the database."""

import os
from collections.abc import Sequence

from app.disputes.verdicts.key_folder import Key, KeyRefused, folder_of, keys_in


def keys_in_use() -> Sequence[Key]:
    """The keys that can sign, the newest first; none if the folder of keys cannot be used."""
    try:
        return [key for key in reversed(keys_in(folder_of(os.environ))) if key.until is None]
    except (KeyRefused, OSError):
        return []
