"""`fupan arrange`: the best ways to set thirteen cards."""

import json
import sys
from collections.abc import Iterator

import click

from app.cli.asked_language import for_programs
from app.cli.commands import argument, command, option
from app.cli.inputs import WrongUsage, reason_of
from app.cli.output import print_lines
from app.judging.arranging import (
    ANALYSIS,
    GAME,
    PLACES,
    BestArrangements,
    HandRefused,
    HandToSet,
    answer,
    given_rows,
    hand_of,
    mean_text,
    rules_of,
)
from app.text.decimals import fixed, root, score_shown, signed
from app.text.language import _, _n, said
from app.text.terminal import Style, folded, style_of, width, wrapped
from engine.cards.packed import card_text
from engine.replay.analysis import Against, AnalysedArrangement, BestOnDeals, DealtChoice, Rows

_GIVEN = ("opponents", "deals", "seed")


@command()
@argument("cards", nargs=-1, required=True, metavar="CARDS...")
@option(
    "--against",
    "given",
    multiple=True,
    metavar="'F / M / B'",
    help="An opponent's rows, front, middle and back; can be repeated, for up to three.",
)
@option("--opponents", default=1, show_default=True, metavar="N", help="The number of opponents who are dealt cards.")
@option("--deals", default=1_000, show_default=True, metavar="N", help="The number of deals.")
@option("--seed", default=1, show_default=True, metavar="N", help="The seed of the random deals.")
@option("--rules", "preset", metavar="PRESET", help="The preset of Chinese poker to use.")
@option(
    "--option",
    "changes",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change one option of the rules; can be repeated.",
)
@option("--top", default=10, show_default=True, metavar="N", help="The number of arrangements to show.")
@option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.pass_context
def arrange(
    context: click.Context,
    cards: tuple[str, ...],
    given: tuple[str, ...],
    opponents: int,
    deals: int,
    seed: int,
    preset: str | None,
    changes: tuple[str, ...],
    top: int,
    as_json: bool,
) -> None:
    """Show the best ways to set 13 cards of Chinese poker in three rows.

    CARDS are written as in logs: As Kh Td. With --against, every legal arrangement is settled with those rows. Without
    it, opponents are dealt the remaining cards many times, and set them by a simple measure. The same seed gives the
    same deals, and each mean has its standard error.
    """
    if given:
        for name in _GIVEN:
            if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
                raise WrongUsage(
                    _("--{name} is for opponents who are dealt cards; with --against their rows are given", name=name)
                )
    try:
        arrangements = answer(
            HandToSet(
                cards=hand_of(" ".join(cards)),
                rules=rules_of(preset, changes),
                given=tuple(given_rows(text, number) for number, text in enumerate(given, 1)),
                opponents=opponents,
                deals=deals,
                seed=seed,
                shown=top,
            )
        )
    except HandRefused as refused:
        raise WrongUsage(reason_of(refused)) from None
    style = style_of(sys.stdout)
    if as_json:
        with for_programs():
            print_lines([json.dumps(arrangements.as_dict(), ensure_ascii=False)], Style())
    else:
        print_lines(answer_lines(arrangements, style), style)


def answer_lines(arrangements: BestArrangements, style: Style) -> Iterator[str]:
    """An answer as text: the hand, the number of its arrangements, how they are measured, and the best of them."""
    question, count = arrangements.question, arrangements.found.count
    yield from _cards_lines(question.cards, style)
    yield _("rules: {name} {preset}", name=GAME.name, preset=question.rules.preset)
    counts = _(
        "arrangements: {arrangements}, of them legal {legal}, different in play {differing}",
        arrangements=f"{ANALYSIS.arrangements:,}",
        legal=f"{count.legal:,}",
        differing=f"{count.differing:,}",
    )
    yield from folded(counts, style.width)
    for name, points in arrangements.naturals.items():
        yield _("natural: {name}, {points} from each opponent", name=name, points=points)
    if arrangements.surrender is not None:
        yield _("surrender: {surrender}", surrender=style.score(arrangements.surrender))
    yield ""
    if isinstance(arrangements.found, Against):
        yield from _against_lines(arrangements, arrangements.found, style)
    else:
        yield from _dealt_lines(arrangements, arrangements.found, style)


def _against_lines(arrangements: BestArrangements, against: Against, style: Style) -> Iterator[str]:
    for number, rows in enumerate(arrangements.question.given, 1):
        yield _("opponent {number}: {rows}", number=number, rows=_rows(rows, style))
    yield ""
    ties = _n(
        "{count} arrangement wins as much as the first", "{count} arrangements win as much as the first", against.best
    )
    yield _("The best in {unit}; {ties}.", unit=_(arrangements.unit), ties=ties)
    for place, choice in enumerate(against.choices, 1):
        yield ""
        yield from _choice_lines(place, score_shown(choice.points), choice, arrangements.words[place - 1], style)
    yield ""
    yield _("How the first is settled:")
    for reason in against.reasons:
        text = said(reason.text)
        if reason.opponent:
            text = _("{opponent}, {reason}", opponent=reason.opponent, reason=text)
        yield from _folded(f"{score_shown(reason.points)}  {text}", style)


def _dealt_lines(arrangements: BestArrangements, dealt: BestOnDeals, style: Style) -> Iterator[str]:
    question = arrangements.question
    opponents = _n("{count} opponent", "{count} opponents", question.opponents)
    text = _(
        "The best in {unit} a deal, with the standard error of the mean: {opponents}, {deals} deals from the seed "
        "{seed}. Behind: what the first wins more on the same deals.",
        unit=_(arrangements.unit),
        opponents=opponents,
        deals=f"{question.deals:,}",
        seed=question.seed,
    )
    yield from folded(text, style.width)
    apart = "±" if style.symbols else "+-"
    for place, choice in enumerate(dealt.choices, 1):
        mean = f"{signed(mean_text(choice))} {apart} {root(*choice.mean.variance, PLACES)}"
        if place > 1:
            behind = fixed(choice.behind.total, choice.behind.count, PLACES)
            error = root(*choice.behind.variance, PLACES)
            mean += "   " + _("behind {points}", points=f"{behind} {apart} {error}")
        yield ""
        yield from _choice_lines(place, mean, choice, arrangements.words[place - 1], style)
    if arrangements.surrender is not None and _is_worse(dealt.choices[0], arrangements.surrender):
        yield ""
        yield _(
            "Surrendering, at {surrender}, loses less than any of them on average.",
            surrender=style.score(arrangements.surrender),
        )


def _is_worse(choice: DealtChoice, surrender: int) -> bool:
    return choice.mean.total < surrender * choice.mean.count


def _choice_lines(
    place: int, worth: str, choice: AnalysedArrangement, words: tuple[str, ...], style: Style
) -> Iterator[str]:
    more = f"   {_('({count} alike)', count=choice.alike)}" if choice.alike > 1 else ""
    yield f"{place:3d}  {style.paint(style.safe(worth), 'strong')}{more}"
    yield f"     {_rows(choice.rows, style)}"
    yield from _folded(" / ".join(map(said, words)), style)


def _cards_lines(cards: tuple[int, ...], style: Style) -> Iterator[str]:
    texts = [card_text(card) for card in cards]
    plain = Style(style.encoding, False, style.width, style.symbols)
    yield from wrapped(
        [style.card(text) for text in texts], style.width, lengths=[width(plain.card(text)) for text in texts]
    )


def _rows(rows: Rows, style: Style) -> str:
    return " / ".join(" ".join(style.card(card_text(card)) for card in row) for row in rows)


def _folded(text: str, style: Style) -> Iterator[str]:
    return (f"     {line}" for line in folded(style.safe(text), style.width - 5))
