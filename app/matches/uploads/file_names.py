"""The names under which raw files are downloaded: those that they came with."""

import re
from typing import Final

_LINE: Final = re.compile(r":(\d+)$")
_PART: Final = re.compile(r"#\d+$")
_PACKED: Final = re.compile(r"\.(?:gz|zst)$", re.IGNORECASE)
_FORBIDDEN: Final = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"|?*\u202a-\u202e\u2066-\u2069]')
_LONGEST: Final = 150


def download_name(source: str, fallback: str) -> str:
    """The name of the file that holds the bytes of a record, from its source; ``fallback`` where that has none.

    The third line of ``evening.jsonl.gz`` is ``evening-3.json``; a member of a zip has its own name.
    """
    name = source.replace("\\", "/").rpartition("/")[2]
    name = _PART.sub("", name)
    line = _LINE.search(name)
    name = _PACKED.sub("", _LINE.sub("", name))
    if line is not None:
        stem, dot, ending = name.rpartition(".")
        name = f"{stem or ending}-{line[1]}{dot}{ending}" if dot else f"{name}-{line[1]}"
        name = re.sub(r"\.jsonl$", ".json", name, flags=re.IGNORECASE)
    name = _FORBIDDEN.sub("_", name).strip(" .")
    return name[-_LONGEST:].lstrip(" .") if name else fallback
