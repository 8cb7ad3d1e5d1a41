"""`fupan help`: the help by topic, as the pages have it."""

import sys

import click

from app.cli.commands import argument, command
from app.cli.output import print_lines
from app.cli.words import labelled, paragraphs, with_commas
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
        print_lines([labelled(style.paint(entry.name, "strong"), _(entry.title)) for entry in TOPICS], style)
        return
    help_topic = topic_named(topic)
    if help_topic is None:
        names = with_commas([entry.name for entry in TOPICS])
        raise click.UsageError(
            _("unknown topic: {name}. The topics are {names}", name=repr(Style().safe(topic, 60)), names=names)
        )
    lines = [style.paint(_(help_topic.title), "strong")]
    for text in help_topic.paragraphs:
        lines += ["", *paragraphs("".join(piece for piece, _literal in pieces(text)), style)]
    for section in help_topic.sections:
        lines += ["", style.paint(_(section.title), "strong")]
        for lead, text in section.parts:
            said = "".join(piece for piece, _literal in pieces(text))
            lines += paragraphs(f"{_(lead)} {said}" if lead else said, style)
    for name, text in files_of(help_topic).items():
        lines += ["", style.paint(name, "strong"), *text.splitlines()]
    print_lines(lines, style)
