"""`fupan explain`: the page of a finding code, of a rule or of a verdict."""

import sys
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final

import click

from app.cli.commands import argument, command
from app.cli.output import print_lines
from app.cli.words import labelled, paragraphs, with_commas
from app.judging.finding_examples import cases_of, without_details
from app.text.catalogue import VERDICT_PAGES, VerdictPage, all_codes, all_rules, close_names
from app.text.glossary import Section, also_called, game_title, spellings, term_names, terms_named
from app.text.language import DEFAULT, _
from app.text.terminal import Style, style_of
from engine.rulebook.findings import Code, Rule, Severity
from engine.rulebook.glossary import Term

_SUGGESTIONS: Final = 5


@command()
@argument("name", metavar="NAME")
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
            _("Did you mean {names}?", names=with_commas(close))
            if close
            else _("There are: {names}", names=", ".join([*VERDICT_PAGES, *all_codes()]))
        )
        raise click.UsageError(
            _(
                "unknown finding code, rule, verdict or word: {name}. {hint}",
                name=repr(Style().safe(name, 60)),
                hint=hint,
            )
        )
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
    """The page of a code: its meaning, its severity, and its cases with examples."""
    yield labelled(style.paint(code.id, "strong"), _(code.meaning))
    yield ""
    yield from paragraphs(_(code.explanation), style)
    yield ""
    yield from paragraphs(_weight(code), style)
    for message, example in cases_of(code):
        yield ""
        if example is None:
            yield from paragraphs(without_details(_(message.text)), style, indent=2)
        else:
            yield labelled(_("Example"), game_title(example.game))
            yield from (f"      {style.safe(action)}" for action in example.actions)
            yield from paragraphs(example.readable.message, style, indent=2)
        if message.help:
            yield from paragraphs(_(message.help), style, indent=6)


def verdict_page(verdict: VerdictPage, style: Style) -> Iterator[str]:
    """The page of a verdict: its meaning, and its causes."""
    yield labelled(style.paint(verdict.name, "strong"), _(verdict.meaning))
    yield ""
    yield from paragraphs(_(verdict.explanation), style)


def terms_page(terms: Iterable[tuple[Section, Term]], style: Style) -> Iterator[str]:
    """Words with their names.  The pages of their rules follow; a rule that several words share is printed once."""
    shown: set[str] = set()
    for number, (section, term) in enumerate(terms):
        if number:
            yield ""
        head = style.paint(term.english, "strong")
        if section.game is not None:
            head = _("{term} ({game})", term=head, game=game_title(section.game.name))
        yield labelled(head, with_commas([_spellings(term), term.pinyin]))
        if term.also:
            yield from paragraphs(_("Also: {names}", names=with_commas(also_called(term))), style)
        yield from paragraphs(_("Source: {source}", source=_(term.source)), style)
        for rule in term.rules:
            if rule not in shown:
                shown.add(rule)
                yield ""
                yield from rule_page(all_rules()[rule], style)


def _spellings(term: Term) -> str:
    return " / ".join(dict.fromkeys(name for language, name in spellings(term).items() if language is not DEFAULT))


def rule_page(rule: Rule, style: Style) -> Iterator[str]:
    """The page of a rule: the rule, the options that change it, and its source."""
    yield labelled(style.paint(rule.id, "strong"), _(rule.title))
    yield ""
    yield from paragraphs(_(rule.text), style)
    yield ""
    if rule.options:
        game = rule.id.partition(".")[0]
        yield from paragraphs(
            _("Options: {options} (see: fupan rules {game})", options=with_commas(rule.options), game=game), style
        )
    yield from paragraphs(_("Source: {source}", source=_(rule.source)), style)


def _weight(code: Code) -> str:
    if code.about_result:
        return _("Severity: error about a recorded result. A match with no other errors is misscored.")
    if code.severity is Severity.ERROR:
        return _("Severity: error. The match is illegal, or unreadable if it cannot be replayed.")
    if code.severity is Severity.WARNING:
        return _("Severity: warning. It does not change the verdict.")
    return _("Severity: notice. It is information, not a fault.")
