"""Compiles the catalogues of translations when Fupan is built or installed."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface[Any]):
    """Writes one compiled catalogue a language before the files of a build are gathered."""

    PLUGIN_NAME = "catalogues"

    # The build has lists and tables of its own under these names.
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Writes the files and adds them to the build."""
        del version
        sys.path.insert(0, self.root)
        try:
            from app.text.translations.compiling import compile_all
        finally:
            sys.path.remove(self.root)
        written = compile_all()
        build_data["artifacts"] += [str(path.relative_to(Path(self.root))) for path in written]
