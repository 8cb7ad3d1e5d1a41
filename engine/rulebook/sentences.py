"""English sentences that know what they are made from, so that they can be put in another language."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Self

Translate = Callable[[str, str], str]
"""Gives the template of another language for a context (empty for most) and an English template."""

_RUN: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks of runs, in which the ace is below and above the others."""
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class _Value(str):
    """A value as a template has it.  ``{rank:5}`` is the lowest rank of a run of five that ends with the rank."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        highest = "10" if self == "T" else str(self)
        if not spec or highest not in _RUN:
            return str(self)
        return _RUN[max(_RUN.index(highest, 1) + 1 - int(spec), 0)]


class Text(str):
    """A text in English that remembers its template and the values in it.  Values may be such texts too."""

    __slots__ = ("context", "template", "values")

    context: str
    """What tells the template from an equal one with another meaning, such as the name of a game; mostly empty."""
    template: str
    values: Mapping[str, str | int]

    def __new__(cls, template: str, values: Mapping[str, str | int] = _NOTHING, context: str = "") -> Self:
        """The text of a template, in which ``{name}`` is the value of that name."""
        made = super().__new__(cls, template.format_map(values) if values else template)
        made.template, made.values, made.context = template, values, context
        return made

    def __getnewargs__(self) -> tuple[str, dict[str, str | int], str]:  # type: ignore[override]
        return self.template, dict(self.values), self.context

    def put(self, translate: Translate) -> str:
        """The text in the language of ``translate``."""
        template = translate(self.context, self.template)
        if not self.values:
            return template
        values = ((name, put(value, translate)) for name, value in self.values.items())
        return template.format_map({name: _Value(value) if isinstance(value, str) else value for name, value in values})

    def made(self) -> list[Any]:
        """What the text is made from, ready for JSON: the template, the values, and the context if there is one."""
        values = {name: made_from(value) for name, value in self.values.items()}
        return [self.template, values, self.context] if self.context else [self.template, values]


def say(template: str, /, **values: str | int) -> Text:
    """The sentence or phrase of a template: ``say("{seat} is out", seat="E")``.

    A template without values may have braces; it is shown as it is.
    """
    return Text(template, values)


def say_of(context: str, template: str, /, **values: str | int) -> Text:
    """As `say`, for a template that means something else in another context, such as another game."""
    return Text(template, values, context)


def marked(template: str) -> str:
    """The template itself.  It marks a template that is used elsewhere, so that the catalogues must have it."""
    return template


def listed(items: Sequence[str]) -> str:
    """Several things in one phrase: ``a, b and c``."""
    if len(items) < 2:
        return items[0] if items else ""
    last = say("{first} and {last}", first=items[-2], last=items[-1])
    return _before(items[:-2], last)


def either(items: Sequence[str]) -> str:
    """Several possibilities in one phrase: ``a, b or c``."""
    if len(items) < 2:
        return items[0] if items else ""
    last = say("{first} or {last}", first=items[-2], last=items[-1])
    return _before(items[:-2], last)


def enumerated(items: Sequence[str]) -> str:
    """Several things separated by commas: ``a, b, c``."""
    return _before(items[:-1], items[-1]) if items else ""


def _before(items: Sequence[str], rest: str) -> str:
    for item in reversed(items):
        rest = say("{first}, {rest}", first=item, rest=rest)
    return rest


def put(value: str | int, translate: Translate) -> str | int:
    """A value of a text in the language of ``translate``; what is not a `Text` is the same in every language."""
    return value.put(translate) if isinstance(value, Text) else value


def made_from(value: str | int) -> Any:
    """A value of a text, ready for JSON."""
    if isinstance(value, Text):
        return value.made()
    return str(value) if isinstance(value, str) else value


def read_made(made: Any) -> Any:
    """The text or value that `made_from` wrote.  Raises ValueError for anything else."""
    if not isinstance(made, list):
        return made
    match made:
        case [str(template), dict(values)]:
            context = ""
        case [str(template), dict(values), str(context)]:
            pass
        case _:
            raise ValueError("not what a text is made from")
    try:
        return Text(template, {name: read_made(value) for name, value in values.items()}, context)
    except (KeyError, IndexError, AttributeError) as error:
        raise ValueError("a template whose values are missing") from error
