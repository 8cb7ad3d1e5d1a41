"""Compiles the library, where a compiler is found.

This runs at a build alone: no module of the engine imports it.  So it may import what the headers are written from.
"""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from engine.fast.headers import write_headers
from engine.fast.library import FILE, FOLDER, PURE, fingerprint

COMPILERS: Final = ("cc", "gcc", "clang")
FLAGS: Final = ("-std=c11", "-O2", "-fPIC", "-shared", "-fvisibility=hidden")


def compiler() -> list[str] | None:
    """The command of the compiler: that of the variable CC, else the first that is found; None if there is none."""
    stated = shlex.split(os.environ.get("CC", ""))
    if stated:
        return stated if shutil.which(stated[0]) else None
    program = next((name for name in COMPILERS if shutil.which(name)), None)
    return None if program is None else [program]


def compile_library(file: Path = FILE, flags: Sequence[str] = FLAGS, folder: Path = FOLDER) -> bool:
    """Writes the library to a file.  Returns whether it could: False without a compiler, and where it fails."""
    command = compiler()
    if command is None:
        return False
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    named = f'-DFUPAN_SOURCES="{fingerprint()}"'
    sources = [str(path) for path in sorted(folder.glob("*.c"))]
    with TemporaryDirectory() as made:
        write_headers(Path(made))
        call = [*command, *flags, named, f"-I{made}", *sources, "-o", str(unfinished)]
        done = subprocess.run(call, check=False)  # noqa: S603
    if done.returncode:
        unfinished.unlink(missing_ok=True)
        return False
    unfinished.replace(file)
    return True


def built() -> Path | None:
    """Writes the library for a build.  Returns its file; None for a build without it."""
    return FILE if not os.environ.get(PURE) and compile_library() else None


if __name__ == "__main__":
    for stated in sys.argv[1:]:
        write_headers(Path(stated))
    if not sys.argv[1:]:
        built()
