"""The folders of templates and static files."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parents[1]


def folder(name: str) -> Path:
    """The folder of templates or static files: inside the package of an installed copy, beside it in a checkout."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
