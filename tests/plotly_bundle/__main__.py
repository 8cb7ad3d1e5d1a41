"""Writes the drawing library that pages load: ``python -m tests.plotly_bundle`` (needs npm and the npm registry).

It is a bundle of the parts of plotly.js that the charts use (`entry.js`), of the version that the installed package
``plotly`` has, so that figures which Python accepts are figures that the browser can draw.
"""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from plotly.offline import get_plotlyjs_version

HERE: Final = Path(__file__).parent
BUNDLE: Final = HERE.parents[1] / "static" / "vendor" / "plotly.min.js"
TOOLS: Final = ("esbuild@0.28.2", "stream-browserify@3.0.0")
OPTIONS: Final = (
    "--bundle",
    "--minify",
    "--format=iife",
    "--global-name=Plotly",
    "--target=es2020",
    "--define:global=window",
    "--define:define.amd=false",
    "--alias:stream=stream-browserify",
    "--loader:.css=empty",
    "--legal-comments=eof",
)


def main() -> None:
    """Makes the bundle in a folder of its own.  Raises CalledProcessError where npm or esbuild fails."""
    version = get_plotlyjs_version()
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "package.json").write_text("{}", encoding="utf-8")
        wanted = (f"plotly.js@{version}", *TOOLS)
        subprocess.run(("npm", "install", "--no-audit", "--no-fund", *wanted), cwd=folder, check=True)
        package = folder / "node_modules" / "plotly.js"
        made_of = json.loads((package / "package.json").read_text(encoding="utf-8"))["version"]
        if made_of != version:
            sys.exit(f"npm installed plotly.js {made_of}, but the package plotly has {version}.")
        for source in HERE.glob("*.js"):
            (folder / source.name).write_bytes(source.read_bytes())
        licence = (package / "LICENSE").read_text(encoding="utf-8")
        command = (
            "npx",
            "esbuild",
            "entry.js",
            *OPTIONS,
            f"--alias:culori={name}/culori.js",
            "--outfile=made.js",
        )
        subprocess.run(command, cwd=folder, check=True)
        made = (folder / "made.js").read_text(encoding="utf-8")
        BUNDLE.write_text(f"{head(version, licence)}{made}", encoding="utf-8")
    print(f"{BUNDLE}: plotly.js {version}, {BUNDLE.stat().st_size:,} bytes")


def head(version: str, licence: str) -> str:
    """The comment at the head of the bundle, with the licence of the library."""
    lines = (
        f"plotly.js {version}, a build of the traces scatter, bar and heatmap, with the words of zh-CN and zh-TW.",
        "How it was made: README.md beside this file.",
        "",
        *licence.strip().splitlines(),
    )
    return "".join(("/*!\n", *(f" * {line}".rstrip() + "\n" for line in lines), " */\n"))


if __name__ == "__main__":
    main()
