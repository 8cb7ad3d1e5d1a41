"""Commands, options and arguments whose help and errors are in the language of the reader.

They have the names and arguments of Click's own decorators.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeVar

import click

from app.cli.asked_language import OPTION, VARIABLE, names_of_languages, run_in
from app.cli.click_words import METAVARS, click_said
from app.text.language import DEFAULT, _, current, language_named, marked, said
from app.text.terminal import first_columns, folded, padded, style_of, width
from engine.imported import ImportedValues
from engine.rulebook.sentences import Text, say

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
_HELP: Final = marked("Show this message and exit.")
_LANGUAGE: Final = say(
    "Say everything in this language: {languages}. {variable} in the environment does the same.",
    languages=names_of_languages(),
    variable=VARIABLE,
)
_REQUIRED: Final = marked("required")
_WORD: Final = re.compile(r"[A-Z]{2,}")
HELP_NAMES: Final = ("-h", "--help")
_SENTENCE: Final = 1_000
"""The most columns of the sentence that lists a command: no sentence is as long."""
AS_IT_IS: Final = "\b"
"""A paragraph that begins with a line of this character keeps its lines."""
_USAGE: Final = marked("Usage:")
_HEADING: Final = marked("{heading}:")


class Option(click.Option):
    """An option with its help in the language of the reader."""

    def __init__(self, names: Sequence[str] | None = None, *, help: str | None = None, **named: Any) -> None:
        """The arguments are those of Click; ``help`` may be a text with values."""
        super().__init__(names, help=help, **named)
        self.words: Final = help
        """The help as it was given, with the values that it is made from."""

    def make_metavar(self, *args: Any, **named: Any) -> str:
        """The placeholder for the value, in the language of the reader."""
        return _(super().make_metavar(*args, **named))

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option as it is typed, and its help."""
        record = super().get_help_record(ctx)
        if record is None or self.words is None:
            return record
        extra = record[1].removeprefix(self.help or "").strip()
        text = said(self.words) if isinstance(self.words, Text) else _(self.words)
        return record[0], f"{text}  {_extra(extra)}" if extra else text


class Argument(click.Argument):
    """An argument with its name in the language of the reader."""

    def make_metavar(self, *args: Any, **named: Any) -> str:
        """The placeholder for the value, in the language of the reader."""
        return _(super().make_metavar(*args, **named))


class UsageError(click.UsageError):
    """Why a command line cannot be understood, shown in the language of the reader."""

    def __init__(self, error: click.UsageError) -> None:
        """``error`` is Click's own."""
        super().__init__(error.format_message(), error.ctx)

    def show(self, file: Any = None) -> None:
        """Writes the usage of the command, how to get help, and the error."""
        stream = file or sys.stderr
        if self.ctx is not None:
            click.echo(self.ctx.get_usage(), file=stream)
            hint = _("Try '{command} {option}' for help.", command=self.ctx.command_path, option=HELP_NAMES[-1])
            click.echo(f"{hint}\n", file=stream)
        click.echo(_("Error: {message}", message=click_said(self.message)), file=stream)


@contextmanager
def errors_said() -> Iterator[None]:
    """Puts errors of usage in the language of the reader."""
    try:
        yield
    except UsageError:
        raise
    except click.UsageError as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            raise
        raise UsageError(error) from None


def _extra(text: str) -> str:
    """What Click says in brackets behind a help: the value without the option, and whether it must be given."""
    parts = (part.partition(": ") for part in text.strip("[]").split("; "))
    said_parts = (
        _("default: {value}", value=value) if name == "default" and value else _(name) if name == _REQUIRED else name
        for name, _colon, value in parts
    )
    return f"[{'; '.join(said_parts)}]"


def unknown_language(name: str) -> str:
    """The sentence about a name that names no language."""
    return _("there is no language {name}; there are {languages}", name=repr(name), languages=names_of_languages())


def _known_language(_context: click.Context, _parameter: click.Parameter, name: str | None) -> None:
    if name is not None and language_named(name) is None:
        raise click.BadParameter(unknown_language(name))


def _show_help(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(context.get_help(), color=context.color)
        context.exit()


class Formatter(click.HelpFormatter):
    """Writes help.  What is English is laid out by Click, other languages by the columns of their characters."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Writes the line with the way to call a command."""
        if current() is DEFAULT or prefix is not None:
            super().write_usage(prog, args, prefix)
            return
        head = f"{_(_USAGE)}{prog} "
        lines = folded(args, max(self.width - width(head), 20)) or [""]
        self.write(f"{head}{lines[0]}\n".replace(" \n", "\n"))
        for line in lines[1:]:
            self.write(f"{' ' * width(head)}{line}\n")

    def write_heading(self, heading: str) -> None:
        """Writes the heading of a section."""
        self.write(f"{' ' * self.current_indent}{_(_HEADING, heading=_(heading))}\n")

    def write_text(self, text: str) -> None:
        """Writes paragraphs."""
        if current() is DEFAULT:
            super().write_text(text)
            return
        indent = " " * self.current_indent
        written = (
            "\n".join(f"{indent}{line}" for line in _lines(paragraph, self.width - self.current_indent))
            for paragraph in text.split("\n\n")
        )
        self.write("\n\n".join(written) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Writes terms with their texts beside them."""
        if current() is DEFAULT:
            super().write_dl(rows, col_max, col_spacing)
            return
        rows = list(rows)
        first = min(max((width(term) for term, _text in rows), default=0), col_max) + col_spacing
        indent = " " * self.current_indent
        for term, text in rows:
            lines = folded(text, max(self.width - first - 2, 10))
            if width(term) <= first - col_spacing:
                self.write(f"{indent}{padded(term, first)}{lines.pop(0) if lines else ''}".rstrip() + "\n")
            else:
                self.write(f"{indent}{term}\n")
            for line in lines:
                self.write(f"{indent}{' ' * first}{line}\n")


def _lines(paragraph: str, columns: int) -> list[str]:
    if paragraph.startswith(AS_IT_IS):
        return paragraph.splitlines()[1:]
    return folded(paragraph, columns)


class Context(click.Context):
    """The context of a command, whose help is written by the `Formatter`."""

    formatter_class: Any = Formatter


class _Said:
    """What commands and groups of commands share: ``--lang``, ``--help``, and their texts in the reader's language."""

    context_class: ClassVar[type[click.Context]] = Context
    help: str | None
    name: str | None

    def __init__(self, *args: Any, **named: Any) -> None:
        """The arguments are those of Click."""
        super().__init__(*args, **(named | {"add_help_option": False}))
        self.params: list[click.Parameter] = [
            *self.params,
            Option(
                [OPTION],
                metavar="LANGUAGE",
                is_eager=True,
                expose_value=False,
                callback=_known_language,
                help=_LANGUAGE,
            ),
            Option(HELP_NAMES, is_flag=True, is_eager=True, expose_value=False, callback=_show_help, help=_HELP),
        ]

    def main(self, args: Sequence[str] | None = None, *rest: Any, **named: Any) -> Any:
        """Runs a command line, in the language that it asks for."""
        with run_in(sys.argv[1:] if args is None else list(args)) as unknown:
            if unknown is not None:
                text = _("{variable}: {reason}; English is used", variable=VARIABLE, reason=unknown_language(unknown))
                click.echo(f"fupan: {style_of(sys.stderr).safe(text)}", err=True)
            return super().main(args, *rest, **named)  # type: ignore[misc]

    def make_context(self, *args: Any, **named: Any) -> click.Context:
        """Reads the arguments of the command.  Raises UsageError if they are wrong."""
        with errors_said():
            return super().make_context(*args, **named)  # type: ignore[misc,no-any-return]

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The parts of the line with the way to call the command."""
        return [_(piece) if piece in METAVARS else piece for piece in super().collect_usage_pieces(ctx)]  # type: ignore[misc]

    def format_help_text(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes what the command does."""
        if self.help:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(help_said(self.help))

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence of the help."""
        if current() is DEFAULT or not self.help:
            return super().get_short_help_str(limit)  # type: ignore[misc,no-any-return]
        first = _(next(paragraphs(self.help))).partition("。")[0]
        return first if width(first) <= limit else first_columns(first, limit - 2) + "…"


class Command(_Said, click.Command):
    """A command with its help and errors in the language of the reader."""


class Group(_Said, click.Group):
    """A command with subcommands, all with help and errors in the language of the reader."""

    command_class = Command


class ListedCommand(NamedTuple):
    """A command that is imported when it is called, with what is known of it before."""

    name: str
    place: str
    """Its module and the variable there, such as ``app.cli.matches.check:check``."""
    help: str
    """The first paragraph of its help."""
    heading: str
    """What it is listed under."""


class ListedGroup(Group):
    """A group whose commands are imported when they are called.  To list them it needs no more than their lines."""

    def __init__(self, *args: Any, listed: Sequence[ListedCommand], **named: Any) -> None:
        """The arguments are those of Click, and the commands of the group."""
        commands: Mapping[str, click.Command] = ImportedValues({entry.name: entry.place for entry in listed})
        super().__init__(*args, **named, commands=commands)
        self._listed: Final = listed

    def _lines(self) -> Group:
        """A group whose commands have the same names and lines, and do nothing."""
        return Group(commands=[Command(entry.name, help=entry.help) for entry in self._listed])

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the commands under their headings, with the first sentence of each."""
        columns = max(len(entry.name) for entry in self._listed)
        lines = self._lines().commands
        for heading in dict.fromkeys(entry.heading for entry in self._listed):
            entries = [entry.name for entry in self._listed if entry.heading == heading]
            with formatter.section(_(heading)):
                formatter.write_dl(
                    [(name.ljust(columns), lines[name].get_short_help_str(_SENTENCE)) for name in entries]
                )

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """The commands and the options that begin so."""
        from click.shell_completion import CompletionItem

        commands = sorted(self._lines().commands.items())
        items = [CompletionItem(name, help=subcommand.get_short_help_str()) for name, subcommand in commands]
        return [
            *(item for item in items if item.value.startswith(incomplete)),
            *click.Command.shell_complete(self, ctx, incomplete),
        ]


def command(name: str | None = None) -> Callable[[Callable[..., Any]], Command]:
    """Makes a command of a function, whose docstring is its help."""
    return click.command(name, cls=Command)


def group(name: str | None = None, *, cls: type[Group] = Group, **named: Any) -> Callable[[Callable[..., Any]], Group]:
    """Makes a group of commands of a function, whose docstring is its help."""
    return click.group(name, cls=cls, **named)


def option(*names: str, **named: Any) -> Callable[[Decorated], Decorated]:
    """Gives a command an option."""
    return click.option(*names, cls=Option, **named)


def argument(*names: str, **named: Any) -> Callable[[Decorated], Decorated]:
    """Gives a command an argument."""
    return click.argument(*names, cls=Argument, **named)


def texts_of(command: click.Command) -> Iterator[str | Text]:
    """Every text of the help of a command and its subcommands, as the catalogues have them."""
    yield from filter(is_words, paragraphs(command.help or ""))
    for parameter in command.params:
        if parameter.metavar and _WORD.search(parameter.metavar):
            yield parameter.metavar
        if isinstance(parameter, Option) and parameter.words:
            yield parameter.words
    if isinstance(command, click.Group):
        for subcommand in command.commands.values():
            yield from texts_of(subcommand)


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a help text, each on one line, except those that keep their lines."""
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        yield paragraph if paragraph.startswith(AS_IT_IS) else " ".join(paragraph.split())


def is_words(paragraph: str) -> bool:
    """Whether a paragraph of a help text is translated; examples of commands are the same in every language."""
    return not paragraph.startswith(AS_IT_IS)


def help_said(text: str) -> str:
    """A help text in the language of the reader."""
    return "\n\n".join(_(paragraph) if is_words(paragraph) else paragraph for paragraph in paragraphs(text))
