"""`fupan explain`: the page of a finding code or of a rule."""

import sys
import textwrap
from collections.abc import Iterator

import click

from app.cli.output import print_lines
from app.handbook import all_codes, all_rules, close_names
from app.terminal import Style, style_of
from engine.rulebook.findings import Code, Rule, Severity


@click.command()
@click.argument("name", metavar="CODE-OR-RULE")
def explain(name: str) -> None:
    """Say what a finding code or a rule means.

    Codes stand in brackets before a finding (does-not-beat), rules beneath it (guandan.beats).
    """
    style = style_of(sys.stdout)
    wanted = name.strip().lower()
    found_code, found_rule = all_codes().get(wanted), all_rules().get(wanted)
    if found_code is None and found_rule is None:
        close = close_names(wanted)
        hint = f"Did you mean {', '.join(close)}?" if close else f"There are: {', '.join(all_codes())}"
        raise click.UsageError(f"no finding code and no rule is named {Style().safe(name, 60)!r}. {hint}")
    lines: list[str] = []
    if found_code:
        lines += code_page(found_code, style)
    if found_rule:
        lines += rule_page(found_rule, style)
    print_lines(lines, style)


def code_page(code: Code, style: Style) -> Iterator[str]:
    """The page of a code: what it means, how much it weighs, what it says."""
    yield f"{style.paint(code.id, 'strong')}: {code.meaning}"
    yield ""
    yield from paragraphs(code.explanation, style)
    yield ""
    yield from paragraphs(_weight(code), style)


def rule_page(rule: Rule, style: Style) -> Iterator[str]:
    """The page of a rule: what it is, the options that govern it, where it comes from."""
    yield f"{style.paint(rule.id, 'strong')}: {rule.title}"
    yield ""
    yield from paragraphs(rule.text, style)
    yield ""
    if rule.options:
        game = rule.id.partition(".")[0]
        yield from paragraphs(f"Options: {', '.join(rule.options)} (see: fupan rules {game})", style)
    yield from paragraphs(f"Source: {rule.source}", style)


def paragraphs(text: str, style: Style) -> Iterator[str]:
    """A text in lines that fit the terminal, its paragraphs apart."""
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield ""
        yield from textwrap.wrap(style.safe(" ".join(paragraph.split()), len(text)), min(style.width, 88))


def _weight(code: Code) -> str:
    if code.about_result:
        return "An error about a recorded result: a match with no other error is misscored."
    if code.severity is Severity.ERROR:
        return "An error: the match is illegal, or cannot be read."
    if code.severity is Severity.WARNING:
        return "A warning: nothing in play or score changes."
    return "A notice: worth knowing, and no fault."
