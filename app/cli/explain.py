"""`fupan explain`: the page of a finding code, of a rule or of a verdict."""

import sys
import textwrap
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final

import click

from app.catalogue import VERDICT_PAGES, VerdictPage, all_codes, all_rules, close_names
from app.cli.output import print_lines
from app.glossary import Section, term_names, terms_named
from app.terminal import Style, style_of
from engine.rulebook.findings import Code, Rule, Severity
from engine.rulebook.glossary import Term

_SUGGESTIONS: Final = 5


@click.command()
@click.argument("name", metavar="NAME")
def explain(name: str) -> None:
    """Explain a finding code, a rule, a verdict, or a word of a game.

    A finding shows its code in brackets (does-not-beat) and its rule below (guandan.beats). The verdicts are clean,
    misscored, illegal, incomplete and unreadable. A word may be English, Chinese or pinyin: hitchhike, 进贡, jingong.
    """
    style = style_of(sys.stdout)
    wanted = name.strip().lower()
    found_code, found_rule = all_codes().get(wanted), all_rules().get(wanted)
    found_verdict = VERDICT_PAGES.get(wanted)
    found_terms = terms_named(wanted)
    if found_code is None and found_rule is None and found_verdict is None and not found_terms:
        close = close_names(wanted) or get_close_matches(wanted, term_names(), _SUGGESTIONS, 0.6)
        hint = (
            f"Did you mean {', '.join(close)}?" if close else f"There are: {', '.join([*VERDICT_PAGES, *all_codes()])}"
        )
        raise click.UsageError(f"unknown finding code, rule, verdict or word: {Style().safe(name, 60)!r}. {hint}")
    lines: list[str] = []
    if found_code:
        lines += code_page(found_code, style)
    if found_rule:
        lines += rule_page(found_rule, style)
    if found_verdict:
        lines += verdict_page(found_verdict, style)
    if not lines:
        lines += terms_page(found_terms, style)
    print_lines(lines, style)


def code_page(code: Code, style: Style) -> Iterator[str]:
    """The page of a code: its meaning, its severity, and its cases, if they have texts of their own."""
    yield f"{style.paint(code.id, 'strong')}: {code.meaning}"
    yield ""
    yield from paragraphs(code.explanation, style)
    yield ""
    yield from paragraphs(_weight(code), style)
    cases = [message for message in code.messages.values() if message.help]
    if cases:
        yield ""
        yield "Cases, with the details of a finding in braces:"
    for message in cases:
        yield ""
        yield from paragraphs(message.text, style, indent=2)
        yield from paragraphs(message.help, style, indent=6)


def verdict_page(verdict: VerdictPage, style: Style) -> Iterator[str]:
    """The page of a verdict: its meaning, and its causes."""
    yield f"{style.paint(verdict.name, 'strong')}: {verdict.meaning}"
    yield ""
    yield from paragraphs(verdict.explanation, style)


def terms_page(terms: Iterable[tuple[Section, Term]], style: Style) -> Iterator[str]:
    """Words with their names.  The pages of their rules follow; a rule that several words share is printed once."""
    shown: set[str] = set()
    for number, (section, term) in enumerate(terms):
        if number:
            yield ""
        where = "" if section.game is None else f" ({section.game.title})"
        yield f"{style.paint(term.english, 'strong')}{where}: {_spellings(term)}, {term.pinyin}"
        if term.also:
            yield from paragraphs(f"Also: {', '.join(term.also)}", style)
        yield from paragraphs(f"Source: {term.source}", style)
        for rule in term.rules:
            if rule not in shown:
                shown.add(rule)
                yield ""
                yield from rule_page(all_rules()[rule], style)


def _spellings(term: Term) -> str:
    return " / ".join(dict.fromkeys((term.simplified, term.traditional)))


def rule_page(rule: Rule, style: Style) -> Iterator[str]:
    """The page of a rule: the rule, the options that change it, and its source."""
    yield f"{style.paint(rule.id, 'strong')}: {rule.title}"
    yield ""
    yield from paragraphs(rule.text, style)
    yield ""
    if rule.options:
        game = rule.id.partition(".")[0]
        yield from paragraphs(f"Options: {', '.join(rule.options)} (see: fupan rules {game})", style)
    yield from paragraphs(f"Source: {rule.source}", style)


def paragraphs(text: str, style: Style, *, indent: int = 0) -> Iterator[str]:
    """A text in lines that fit the terminal, with its paragraphs separated."""
    margin = " " * indent
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield ""
        yield from textwrap.wrap(
            style.safe(" ".join(paragraph.split()), len(text)),
            min(style.width, 88),
            initial_indent=margin,
            subsequent_indent=margin,
        )


def _weight(code: Code) -> str:
    if code.about_result:
        return "Severity: error about a recorded result. A match with no other errors is misscored."
    if code.severity is Severity.ERROR:
        return "Severity: error. The match is illegal, or unreadable if it cannot be replayed."
    if code.severity is Severity.WARNING:
        return "Severity: warning. It does not change the verdict."
    return "Severity: notice. It is information, not a fault."
