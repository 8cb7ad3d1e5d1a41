"""`fupan help`: the help by topic, as the pages have it."""

import sys

import click

from app.cli.commands import argument, command
from app.cli.output import print_lines
from app.cli.rules.explain import paragraphs
from app.cli.words import labelled, with_commas
from app.text.help_topics import TOPICS, files_of, pieces, topic_named
from app.text.language import _
from app.text.terminal import Style, style_of


@command("help")
@argument("topic", metavar="[TOPIC]", required=False)
def help_topics(topic: str | None) -> None:
    """List the topics of the help; with TOPIC show one of them.

    The pages of `fupan serve` have the same texts at /help.
    """
    style = style_of(sys.stdout)
    if topic is None:
        print_lines([labelled(style.paint(each.name, "strong"), _(each.title)) for each in TOPICS], style)
        return
    found = topic_named(topic)
    if found is None:
        names = with_commas([each.name for each in TOPICS])
        raise click.UsageError(
            _("unknown topic: {name}. The topics are {names}", name=repr(Style().safe(topic, 60)), names=names)
        )
    lines = [style.paint(_(found.title), "strong")]
    for text in found.paragraphs:
        lines += ["", *paragraphs("".join(piece for piece, _literal in pieces(text)), style)]
    for each in found.sections:
        lines += ["", style.paint(_(each.title), "strong")]
        for lead, text in each.parts:
            said = "".join(piece for piece, _literal in pieces(text))
            lines += paragraphs(f"{_(lead)} {said}" if lead else said, style)
    for name, text in files_of(found).items():
        lines += ["", style.paint(name, "strong"), *text.splitlines()]
    print_lines(lines, style)
