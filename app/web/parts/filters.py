"""What every template may use: filters and names for cards, verdicts, rules and times."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from markupsafe import Markup, escape

from app.disputes.cases.interest import interest_words
from app.disputes.cases.states import acting_words, outcome_words, state_words
from app.disputes.cases.words import reasons_once
from app.drawing.charts import Chart, Heat, described, table_of
from app.drawing.charts.figures import figure_json, figure_of, written_template
from app.drawing.table.svg import within_page
from app.judging.arranging import GAME
from app.judging.rules_of_match.prose import with_option_titles
from app.judging.rules_of_match.refusal import ended
from app.judging.rules_of_match.words import chosen_title, meaning_words, option_words, value_words
from app.matches.listing import title_of
from app.players.statistics.output import writes_parquet
from app.replay.notes.indexing import with_tags
from app.replay.notes.spots import DrawnTable
from app.text.catalogue import VERDICT_PAGES, all_codes, all_rules, section_of
from app.text.decimals import fixed, score_shown
from app.text.decimals import signed as signed_decimal
from app.text.frame_terms import rank_shown
from app.text.game_terms import said_by_game
from app.text.glossary import game_title, in_reader, option_title, preset_title
from app.text.hand_sizes import cards_held, number_sign
from app.text.language import _, marked, said
from app.text.language.sentence import capital, sentence
from app.text.log_terms import log_word, words_of_kind
from app.text.places import double_words
from app.text.readable import OF_SEATS, readable, recorded_value
from app.text.seats import board_called, seat_words, short_name
from app.text.verdict_names import ADDS_UP, DAMAGED, SCORE_SHEET, sheet_meaning, shown_in, verdict_name
from app.web.http.pages import Pages
from app.web.http.paging import page_numbers
from app.web.parts.club_words import (
    club_called,
    seen_by,
    unlisted_link,
    uploads_waiting,
    visibility_choices,
    visibility_words,
    way_back,
)
from app.web.parts.faces import Face, faces
from app.web.parts.previews import preview_of_hand, preview_of_match, preview_of_page
from app.web.parts.statistics_words import archived, hand_address, match_address, names_words
from app.web.parts.steps import pointed_text, worst
from engine import __version__
from engine.games import GAMES
from engine.replay.strength import UNIT
from engine.rulebook.book import Block
from engine.rulebook.findings import Code, Rule
from engine.rulebook.options import OptionValue, value_text
from engine.rulebook.sentences import Text, enumerated, listed, say_of
from engine.verdict.score_sheet import unchecked_hands
from engine.verdict.stored_report import StoredReport

BLUEPRINT: Final = Pages("filters", __name__)

BLUEPRINT.add_app_template_filter(title_of)
BLUEPRINT.add_app_template_filter(with_tags)
BLUEPRINT.add_app_template_filter(described, "chart_words")
BLUEPRINT.add_app_template_filter(table_of, "chart_table")
BLUEPRINT.add_app_template_filter(score_shown, "signed")
BLUEPRINT.add_app_template_filter(value_text)
BLUEPRINT.add_app_template_filter(short_name)
BLUEPRINT.add_app_template_filter(seat_words)
BLUEPRINT.add_app_template_filter(chosen_title)
BLUEPRINT.add_app_template_filter(value_words)
BLUEPRINT.add_app_template_filter(pointed_text)
BLUEPRINT.add_app_template_filter(worst)
BLUEPRINT.add_app_template_filter(rank_shown)
BLUEPRINT.add_app_template_filter(game_title)
BLUEPRINT.add_app_template_filter(in_reader)
BLUEPRINT.add_app_template_filter(capital)
BLUEPRINT.add_app_template_filter(said)
BLUEPRINT.add_app_template_filter(readable)
BLUEPRINT.add_app_template_filter(sentence)
BLUEPRINT.add_app_template_filter(shown_in)
BLUEPRINT.add_app_template_filter(verdict_name)
BLUEPRINT.add_app_template_filter(sentence, "whole_sentence")
BLUEPRINT.add_app_template_filter(ended)
BLUEPRINT.add_app_template_filter(with_option_titles)
BLUEPRINT.add_app_template_filter(words_of_kind, "kind_name")
BLUEPRINT.add_app_template_filter(state_words)
BLUEPRINT.add_app_template_filter(acting_words)
BLUEPRINT.add_app_template_filter(outcome_words)
BLUEPRINT.add_app_template_filter(names_words)
BLUEPRINT.add_app_template_filter(interest_words)
_CARDS: Final = 12
_UNITS: Final[Mapping[str, Text]] = MappingProxyType(
    {"points": say_of("arrange", "points"), "units": say_of("arrange", "units")}
)


_PLACES: Final = 2
_LINK: Final = re.compile(r"</?a(?:\s[^>]*)?>")
_SIGNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "unreadable": "?",
        "illegal": "✕",
        "misscored": "≠",
        "incomplete": "…",
        ADDS_UP: "∑",
        SCORE_SHEET: "∑",
        "clean": "✓",
        DAMAGED: "!",
    }
)
_SEVERITIES: Final[Mapping[str, str]] = MappingProxyType(
    {"error": marked("error"), "warning": marked("warning"), "notice": marked("notice")}
)

BLUEPRINT.add_app_template_global(board_called, "pair_named")
BLUEPRINT.add_app_template_global(page_numbers)
BLUEPRINT.add_app_template_global(cards_held)
BLUEPRINT.add_app_template_global(number_sign)
BLUEPRINT.add_app_template_global(archived)
BLUEPRINT.add_app_template_global(match_address)
BLUEPRINT.add_app_template_global(hand_address)
BLUEPRINT.add_app_template_global(section_of)
BLUEPRINT.add_app_template_global(seen_by)
BLUEPRINT.add_app_template_global(club_called)
BLUEPRINT.add_app_template_global(way_back)
BLUEPRINT.add_app_template_global(unlisted_link)
BLUEPRINT.add_app_template_global(uploads_waiting)
BLUEPRINT.add_app_template_global(visibility_choices)
BLUEPRINT.add_app_template_global(visibility_words)
BLUEPRINT.add_app_template_global(double_words)
BLUEPRINT.add_app_template_global(option_title)
BLUEPRINT.add_app_template_global(option_words)
BLUEPRINT.add_app_template_global(preset_title)
BLUEPRINT.add_app_template_global(writes_parquet)
BLUEPRINT.add_app_template_global(reasons_once)
BLUEPRINT.add_app_template_global(preview_of_hand)
BLUEPRINT.add_app_template_global(preview_of_match)
BLUEPRINT.add_app_template_global(preview_of_page)


@BLUEPRINT.app_template_filter()
def chart_figure(chart: Chart | Heat) -> Markup:
    """The figure that the browser draws of a chart, as JSON."""
    return figure_json(figure_of(chart))


@BLUEPRINT.app_template_global()
def chart_template() -> Markup:
    """How the browser draws every chart, as JSON."""
    return written_template()


@BLUEPRINT.app_template_global()
def meaning(game: str, option: str, value: OptionValue) -> str:
    """What a value of an option of a game means."""
    return meaning_words(GAMES[game].rules.option(option), value)


@BLUEPRINT.app_template_global()
def rule_page(rule: str) -> Rule | None:
    """The page of a rule; None for one that only another version knows."""
    return all_rules().get(rule)


@BLUEPRINT.app_template_global()
def code_page(code: str) -> Code | None:
    """The page of a finding code; None for one that only another version knows."""
    return all_codes().get(code)


@BLUEPRINT.app_template_filter()
def verdict_sign(shown: str) -> str:
    """The sign of a verdict, or of the mark in its place."""
    return _SIGNS.get(shown, _SIGNS[DAMAGED])


@BLUEPRINT.app_template_global()
def engine_version() -> str:
    """The version of the engine that runs."""
    return __version__


@BLUEPRINT.app_template_filter()
def verdict_meaning(report: StoredReport) -> str:
    """What the verdict in a report means, or the mark in its place, as a sentence."""
    unchecked = unchecked_hands(report)
    if unchecked is not None and report.rules is not None:
        return sentence(sheet_meaning(unchecked, report.rules.game))
    return sentence(_(VERDICT_PAGES[report.verdict].meaning))


@BLUEPRINT.app_template_filter()
def severity_name(severity: str) -> str:
    """How grave a finding is, in the language of the reader."""
    return _(_SEVERITIES.get(severity, severity))


@BLUEPRINT.app_template_filter()
def translated(text: str) -> str:
    """A text of the rule book, or any other marked one, in the language of the reader."""
    return said(text) if isinstance(text, Text) else _(text)


@BLUEPRINT.app_template_filter()
def sentence_end(text: str) -> str:
    """A text with a full stop, unless it ends a sentence by itself."""
    shown = said(text)
    return shown if shown.endswith((".", "?", "。", "？")) else shown + _(".")


@BLUEPRINT.app_template_global()
def players_named(seats: Iterable[str], names: Mapping[str, str]) -> list[Markup]:
    """The players of some seats, as pages call them."""
    return [untranslated(short_name(names.get(seat, seat))) for seat in seats]


@BLUEPRINT.app_template_global()
def scores_said(scores: Mapping[str, int | None], names: Mapping[str, str]) -> str:
    """Scores by seat in one phrase: ``Li Wei +3, Sun Yue −3``."""
    return commas([f"{short_name(names.get(seat, seat))} {score_shown(score)}" for seat, score in scores.items()])


@BLUEPRINT.app_template_global()
def entry_value(field: str, value: str, names: Mapping[str, str]) -> str:
    """A recorded or a derived value of a field of a log as people read it; names are not translated by a browser."""
    shown = recorded_value(field, value, names)
    return untranslated(shown) if field in OF_SEATS and shown != said(value) else shown


@BLUEPRINT.app_template_filter()
def in_words(items: Iterable[str]) -> str:
    """Several things in one phrase: ``a, b and c``."""
    return _phrase(listed, list(items))


@BLUEPRINT.app_template_filter()
def commas(items: Iterable[str]) -> str:
    """Several things separated by commas."""
    return _phrase(enumerated, list(items))


def _phrase(joined: Callable[[Sequence[str]], str], items: Sequence[str]) -> str:
    """Some things joined in the language of the reader; with markup if some of them have it."""
    if not any(isinstance(argument, Markup) for argument in items):
        return said(joined(items))
    places = [f"\ue000{number}\ue001" for number in range(len(items))]
    phrase = escape(said(joined(places)))
    for place, item in zip(places, items, strict=True):
        phrase = Markup(str(phrase).replace(place, escape(item)))  # noqa: S704
    return phrase


@BLUEPRINT.app_template_filter()
def untranslated(text: str) -> Markup:
    """A name or another text that is the same in every language, marked as such."""
    return Markup('<span translate="no">{}</span>').format(text)


@BLUEPRINT.app_template_filter()
def zipped(values: Iterable[Any], words: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Pairs of values and what is shown of them."""
    return list(zip(values, words, strict=True))


@BLUEPRINT.app_template_filter()
def as_cards(text: str) -> tuple[Face, ...]:
    """The faces of a text that is nothing but a few cards; none of any other text."""
    words = text.split()
    drawn = (faces(words) or ()) if 0 < len(words) <= _CARDS else ()
    return () if any(face.kind == "bare" for face in drawn) else drawn


@BLUEPRINT.app_template_filter()
def some_cards(text: str) -> tuple[Face, ...]:
    """The faces of cards, however many; none of a text that is not only cards."""
    return faces(text.split()) or ()


@BLUEPRINT.app_template_filter()
def kind_of_block(block: Block) -> str:
    """What kind of part of a rule book it is."""
    return type(block).__name__


@BLUEPRINT.app_template_filter()
def in_code(text: str) -> Markup:
    """A word of logs or options within a sentence."""
    return Markup('<code translate="no">{}</code>').format(text)


@BLUEPRINT.app_template_filter()
def reading_shown(text: str) -> str:
    """What cards are, in the language of the reader, with ranks as cards show them."""
    return said(readable(text))


@BLUEPRINT.app_template_filter()
def played(text: str) -> str:
    """A moment as a log has it, to the minute, by the table's clock."""
    return f"{text[:10]} {text[11:16]}"


@BLUEPRINT.app_template_filter()
def moment(value: datetime) -> str:
    """A moment to the minute, in UTC."""
    return value.strftime("%Y-%m-%d %H:%M")


@BLUEPRINT.app_template_filter()
def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: ``1 error``, ``2 errors``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


@BLUEPRINT.app_template_filter()
def in_strong(text: str) -> Markup:
    """A part of a sentence that stands out."""
    return Markup("<strong>{}</strong>").format(text)


@BLUEPRINT.app_template_filter()
def role_name(role: str, game: str | None = None) -> str:
    """A role in the language of the reader."""
    return log_word(game, role)


@BLUEPRINT.app_template_filter()
def row_name(row: str) -> str:
    """A row, or a natural, of the game whose hands are arranged, in the language of the reader."""
    return log_word(GAME.name, row)


@BLUEPRINT.app_template_filter()
def unit_name(unit: str) -> str:
    """What an arrangement wins, in the language of the reader: points or units."""
    return said(_UNITS[unit])


@BLUEPRINT.app_template_filter()
def in_a_row(names: Iterable[str]) -> str:
    """Names in one phrase: ``Ann, Bo and Cy``."""
    return said(listed(list(names)))


@BLUEPRINT.app_template_filter()
def thousandths(number: int) -> str:
    """A number of thousandths with two decimal places."""
    return fixed(number, UNIT, _PLACES).replace("-", "−")


@BLUEPRINT.app_template_filter()
def signed_thousandths(number: int) -> str:
    """A number of thousandths with its sign and two decimal places."""
    return signed_decimal(fixed(number, UNIT, _PLACES))


@BLUEPRINT.app_template_filter()
def percentage(number: int) -> str:
    """A number of thousandths as a percentage with one decimal place."""
    return fixed(number, 10, 1)


@BLUEPRINT.app_template_filter()
def measure_title(text: str) -> str:
    """A text of a measure in the language of the reader; it begins with a capital letter."""
    return capital(measure_words(text))


@BLUEPRINT.app_template_filter()
def measure_words(text: str) -> str:
    """A text of a measure in the language of the reader."""
    return with_option_titles(said_by_game(text))


@BLUEPRINT.app_template_filter()
def without_links(html: Markup) -> Markup:
    """The elements of a page without their links, which nobody can follow in a hall."""
    return Markup(_LINK.sub("", html))  # noqa: S704 (only elements are taken out)


@BLUEPRINT.app_template_filter()
def drawn_here(table: DrawnTable) -> Markup:
    """The drawing of a table as an element of a page that has its symbols."""
    return Markup(within_page(table.drawing, defined=False))  # noqa: S704 (it escapes its words itself)
