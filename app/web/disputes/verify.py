"""Verifies a verdict: a file, and what to check it with."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from flask import Response, render_template, request

from app.database.tables.matches import storable
from app.disputes.verdicts.verifying import Verification
from app.disputes.verdicts.words import HEADLINES, TITLES, conclusion, facts
from app.drawing.files.fonts import NoFont
from app.text.language import _, marked
from app.web.disputes.prints import KINDS, printed_verdict, short_enough
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages
from app.web.parts.verification import LONGEST_HASH, NAME, NotAsked, verification
from engine.verdict.proof.canonical import BYTES

BLUEPRINT: Final = Pages("verify", __name__, url_prefix="/verify")

_OUTCOMES: Final[Mapping[str, str]] = MappingProxyType(
    {"ok": marked("ok"), "failed": marked("failed"), "skipped": marked("not checked")}
)


@BLUEPRINT.get("", may=May.READ)
def form() -> str:
    """The form for a verdict, the log that it is about, the issuer's key and a head of the record."""
    return _page()


@BLUEPRINT.post("", may=May.READ)
def check() -> tuple[str, int] | str | Response:
    """The outcome of each check of the verdict that was sent, or its print.  Nothing of what was sent is kept."""
    file = request.files.get("verdict")
    if file is None or not file.filename:
        raise Refusal(400, _("No verdict was chosen. Go back and choose one."))
    name = storable(file.filename)[:NAME]
    try:
        result = verification(file.stream.read(BYTES + 1))
        wanted = request.form.get("as")
        if wanted in KINDS and result.verdict is not None:
            return printed_verdict(result.verdict, short_enough(result.record), wanted)
    except NotAsked as refused:
        return _page(refused=str(refused)), 422
    except NoFont as reason:
        return _page(refused=f"{reason}"), 503
    return _page(result, name)


def _page(result: Verification | None = None, name: str = "", refused: str = "") -> str:
    return render_template(
        "disputes/verify.html",
        found=result,
        name=name,
        refused=refused,
        headline="" if result is None else HEADLINES[result.standing],
        conclusion="" if result is None else conclusion(result),
        titles=TITLES,
        outcomes=_OUTCOMES,
        facts=[] if result is None or result.verdict is None else facts(result.verdict, result.keys),
        head=request.form.get("head", "")[:64],
        printed=request.form.get("hash", "")[:LONGEST_HASH],
    )
