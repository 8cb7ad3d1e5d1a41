"""The print of a verdict as one HTML file that needs no network."""

from functools import lru_cache
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from app.disputes.prints.sheet import BESIDE, HOW, NOTHING, PrintedSheet
from app.drawing.colours import light_colours
from app.drawing.table.paints import style_sheet
from app.drawing.table.svg import definitions, within_page
from app.text.folders import folder
from app.text.language import _
from app.text.language.templates import translate

_TEMPLATE: Final = "disputes/verdicts/print.html"
_STYLE: Final = "css/disputes/printed.css"


def html_of(sheet: PrintedSheet) -> str:
    """The print as an HTML file with its style and its pictures in it: it loads nothing."""
    drawings = [remark.picture for remark in sheet.remarks if remark.picture is not None]
    style = light_colours() + (folder("static") / _STYLE).read_text(encoding="utf-8") + style_sheet()
    return (
        _environment()
        .get_template(_TEMPLATE)
        .render(
            sheet=sheet,
            how=_(HOW),
            beside="" if sheet.discussed == NOTHING else _(BESIDE),
            style=Markup(style),  # noqa: S704 (our own style sheets)
            symbols=Markup(definitions(drawings)) if drawings else "",  # noqa: S704 (the writer escapes)
            remarks=[
                (
                    remark,
                    "" if remark.picture is None else Markup(within_page(remark.picture, defined=False)),  # noqa: S704
                )
                for remark in sheet.remarks
            ],
            noted=any(hand.note for hand in sheet.hands) or (bool(sheet.winner) and len(sheet.seats) < _FEW),
        )
        + "\n"
    )


_FEW: Final = 5
"""Seats beside which the table of scores has room for notes without need."""


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folder("templates")), autoescape=True, undefined=StrictUndefined, auto_reload=False
    )
    translate(environment)
    return environment
