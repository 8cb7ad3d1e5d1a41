"""Uploading logs: the form, and what was found in each file."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, cast

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.errors import Refusal
from app.fupan import this_fupan
from app.ingest import Ingested, ingest
from app.views.verdicts import VERDICTS

BLUEPRINT: Final = Blueprint("uploads", __name__, url_prefix="/upload")

SHOWN: Final = 50
"""Matches of a file that are listed one by one."""
NAME: Final = 255
"""Characters of a file's name."""
SAMPLE: Final = "samples/spring-cup.json"
"""A match to begin with, among the static files."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a file held: how many matches of each verdict, and the first of them."""

    name: str
    total: int
    new: int
    verdicts: tuple[tuple[str, int], ...]
    """With how many matches have it, the worst first."""
    shown: tuple[Ingested, ...]


@BLUEPRINT.get("")
def form() -> str:
    """The form."""
    return render_template("uploads/form.html", sample=SAMPLE)


@BLUEPRINT.post("")
def take() -> str:
    """Keeps the matches of the files sent, and says what was found; ``?part=results`` is that without a page around."""
    files = [file for file in request.files.getlist("logs") if file.filename]
    if not files:
        raise Refusal(400, "No file was chosen. Go back and choose one or more logs.")
    results = [taken(cast(BinaryIO, file.stream), (file.filename or "")[:NAME]) for file in files]
    bare = request.args.get("part") == "results"
    return render_template("uploads/results.html" if bare else "uploads/done.html", results=results)


@BLUEPRINT.post("/sample")
def sample() -> Response:
    """Keeps the sample match, and leads to its page."""
    path = Path(current_app.static_folder or "") / SAMPLE
    with path.open("rb") as stream:
        result = taken(stream, path.name)
    return redirect(url_for("matches.match", identity=result.shown[0].id), 303)


def taken(stream: BinaryIO, name: str) -> Taken:
    """Keeps the matches of a file."""
    fupan = this_fupan()
    counted: Counter[str] = Counter()
    shown: list[Ingested] = []
    new = 0
    for each in ingest(fupan.sessions, fupan.checker, stream, name):
        counted[each.verdict] += 1
        new += each.new
        if len(shown) < SHOWN:
            shown.append(each)
    return Taken(
        name=name,
        total=counted.total(),
        new=new,
        verdicts=tuple((verdict, counted[verdict]) for verdict in VERDICTS if counted[verdict]),
        shown=tuple(shown),
    )
