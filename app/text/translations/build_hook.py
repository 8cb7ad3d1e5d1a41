"""Compiles the catalogues of translations, and the fast lane where a compiler is, when Fupan is built or installed."""

import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompilingHook(BuildHookInterface[Any]):
    """Writes what is compiled before the files of a build are gathered."""

    PLUGIN_NAME = "compiled"

    # The build has lists and tables of its own under these names.
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Writes the files and adds them to the build.  A wheel with the compiled lane is for this platform alone."""
        del version
        sys.path.insert(0, self.root)
        try:
            from app.text.translations.compiling import compile_all
            from engine.fast.compiling import built
        finally:
            sys.path.remove(self.root)
        written = compile_all()
        library = built() if self.target_name == "wheel" else None
        if library is not None:
            written.append(library)
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data |= {"pure_python": False, "tag": f"py3-none-{platform}"}
        build_data["artifacts"] += [str(path.relative_to(Path(self.root))) for path in written]
