"""The texts of templates in the language of the reader."""

from typing import Any

from jinja2 import Environment, pass_eval_context
from jinja2.nodes import EvalContext
from markupsafe import Markup

from app.text.language.saying import _ as translated
from app.text.language.saying import current, said, value_said, words
from app.text.translations.languages import LANGUAGES


def translate(environment: Environment) -> None:
    """Gives templates their texts in the language of the reader.

    ``_``, ``_c`` and ``_n`` take what is written in the template itself, which may have elements of HTML.  A text from
    elsewhere goes through the filter ``translated``, so that it is escaped.
    """
    environment.finalize = _shown
    environment.filters["translated"] = translated
    environment.globals.update(
        {"_": _in_page, "_c": _in_context, "_n": _counted_in_page, "language": current, "languages": LANGUAGES}
    )


def _shown(value: Any) -> Any:
    return said(value) if isinstance(value, str) else value


@pass_eval_context
def _in_page(context: EvalContext, template: str, /, **values: object) -> str:
    """A text in the language of the reader.  Values are escaped; the template may have elements of HTML."""
    return _filled(context, words(current()).of("", template), values)


@pass_eval_context
def _in_context(evaluation: EvalContext, context: str, template: str, /, **values: object) -> str:
    """A text that means something else in another context, in the language of the reader."""
    return _filled(evaluation, words(current()).of(context, template), values)


@pass_eval_context
def _counted_in_page(context: EvalContext, one: str, many: str, count: int, /, **values: object) -> str:
    """A text about a number of things; ``{count}`` is the number with thousands separators."""
    return _filled(context, words(current()).counted(one, many, count), {"count": f"{count:,}"} | values)


def _filled(context: EvalContext, template: str, values: dict[str, object]) -> str:
    put = {name: value_said(value) for name, value in values.items()}
    if context.autoescape:
        return Markup(template).format(**put) if put else Markup(template)  # noqa: S704
    return template.format(**put) if put else template
