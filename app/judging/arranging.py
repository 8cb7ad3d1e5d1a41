"""The best arrangement of a hand: the question, checked, and the answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.text.decimals import fixed, root
from app.text.language import _, _c, _n, said
from engine.cards.packed import BLACK_JOKER, FIRST_BARE, RANKS, SUITS, Card, card_text, cards_text, parse_card
from engine.games import GAMES
from engine.replay.analysis import (
    FEWEST_DEALS,
    MOST_DEALS,
    MOST_SHOWN,
    Against,
    AnalysedArrangement,
    BestOnDeals,
    DealtChoice,
    Rows,
    opponent,
)
from engine.rulebook.codes import UNKNOWN_OPTION
from engine.rulebook.findings import finding
from engine.rulebook.options import RuleSet, RulesUnknown

GAME, ANALYSIS = next((game, game.analysis) for game in GAMES.values() if game.analysis is not None)
"""The game whose hands are arranged, and its analysis."""

PLACES: Final = 3
"""The number of decimal places of means and their standard errors."""
MOST_SEED: Final = 10**15
LONGEST: Final = 400
"""The most characters of a text of cards."""

_QUOTED: Final = 20


class HandRefused(Exception):
    """Why there is no answer, in words: what was found and what is expected."""


@dataclass(frozen=True, slots=True)
class HandToSet:
    """A hand to be set, and how its arrangements are measured."""

    cards: tuple[Card, ...]
    rules: RuleSet
    given: tuple[Rows, ...] = ()
    """The rows of the opponents; if empty, the opponents are dealt cards."""
    opponents: int = 1
    deals: int = 1_000
    seed: int = 1
    shown: int = 10

    def __post_init__(self) -> None:
        """Raises HandRefused if the question is not valid."""
        if not ANALYSIS.covers(GAME.judge(self.rules)):
            raise HandRefused(
                _("no best arrangement is known where a banker settles, one card compares rows or losses have a limit")
            )
        named = dict.fromkeys(self.cards, _c("arrange", "the hand"))
        for number, rows in enumerate(self.given, 1):
            for card in (card for row in rows for card in row):
                if card in named:
                    raise HandRefused(
                        _(
                            "{card} is in {named} and in the rows of {opponent}; there is one of each card",
                            card=card_text(card),
                            named=named[card],
                            opponent=opponent(number),
                        )
                    )
                named[card] = _("the rows of {opponent}", opponent=opponent(number))
        most = ANALYSIS.most_opponents(self.rules)
        _within(_("opponents"), len(self.given) or self.opponents, 1, most)
        _within(_("deals"), self.deals, FEWEST_DEALS, MOST_DEALS)
        _within(_("the seed"), self.seed, 0, MOST_SEED)
        _within(_("arrangements shown"), self.shown, 1, MOST_SHOWN)


@dataclass(frozen=True, slots=True)
class BestArrangements:
    """The best arrangements of a hand, and its other possibilities."""

    question: HandToSet
    found: Against | BestOnDeals
    naturals: Mapping[str, int]
    surrender: int | None
    """What a surrender wins, a negative number; None if it is not allowed."""
    words: tuple[tuple[str, ...], ...]
    """The rows of each arrangement in words."""
    unit: str
    """What is counted: ``points`` or ``units``."""

    def as_dict(self) -> dict[str, object]:
        """The answer for JSON: whole numbers, and decimals as texts."""
        question, best = self.question, self.found
        fields: dict[str, object] = {
            "cards": cards_text(question.cards),
            "rules": {"preset": question.rules.preset, "options": dict(question.rules.options)},
            "arrangements": ANALYSIS.arrangements,
            "legal": best.count.legal,
            "different": best.count.differing,
            "naturals": dict(self.naturals),
            "surrender": self.surrender,
        }
        if isinstance(best, Against):
            fields["against"] = {"rows": [rows_text(rows) for rows in question.given]}
            fields["equal"] = best.best
        else:
            fields["against"] = {"opponents": question.opponents, "deals": question.deals, "seed": question.seed}
        fields["choices"] = [
            _choice_dict(choice, words) for choice, words in zip(best.choices, self.words, strict=True)
        ]
        if isinstance(best, Against):
            fields["breakdown"] = [
                {"opponent": reason.opponent, "rule": reason.rule, "text": reason.text, "points": reason.points}
                for reason in best.reasons
            ]
        return fields


def _choice_dict(choice: AnalysedArrangement, words: tuple[str, ...]) -> dict[str, object]:
    fields: dict[str, object] = {name: cards_text(row) for name, row in zip(ANALYSIS.rows, choice.rows, strict=True)}
    fields |= {"words": dict(zip(ANALYSIS.rows, words, strict=True)), "alike": choice.alike, "points": choice.points}
    if isinstance(choice, DealtChoice):
        fields |= {
            "mean": mean_text(choice),
            "error": root(*choice.mean.variance, PLACES),
            "behind": fixed(choice.behind.total, choice.behind.count, PLACES),
            "behind_error": root(*choice.behind.variance, PLACES),
        }
    return fields


def mean_text(choice: DealtChoice) -> str:
    """What an arrangement wins in a deal, on average."""
    return fixed(choice.mean.total, choice.mean.count, PLACES)


def answer(question: HandToSet) -> BestArrangements:
    """The answer to a question."""
    chooser = ANALYSIS.chooser(question.rules)
    best: Against | BestOnDeals
    if question.given:
        best = chooser.against(question.cards, question.given, question.shown)
    else:
        best = chooser.at_random(question.cards, question.opponents, question.deals, question.seed, question.shown)
    return BestArrangements(
        question=question,
        found=best,
        naturals=chooser.naturals(question.cards),
        surrender=chooser.surrender(len(question.given) or question.opponents),
        words=tuple(chooser.words(choice.rows) for choice in best.choices),
        unit=chooser.unit,
    )


def hand_of(text: str) -> tuple[Card, ...]:
    """The thirteen cards of a text.  Raises HandRefused."""
    cards = _cards(text, _c("arrange", "the hand"))
    if len(cards) != ANALYSIS.cards:
        raise HandRefused(_("a hand is {cards} cards, and {found}", cards=ANALYSIS.cards, found=_there_are(len(cards))))
    return cards


def given_rows(text: str, number: int) -> Rows:
    """The rows of an opponent (numbered from 1) from a text.  Raises HandRefused."""
    whose = _("the rows of {opponent}", opponent=opponent(number))
    cards = _cards(text.replace("/", " "), whose)
    rows = [_cards(part, whose) for part in text.split("/")]
    sizes = tuple(map(len, rows))
    if sizes != ANALYSIS.row_sizes:
        count_words = ", ".join(map(str, sizes)) if len(cards) else _("none")
        wanted = _("FRONT / MIDDLE / BACK with 3, 5 and 5 cards")
        raise HandRefused(
            _(
                "{whose} are written {wanted}, and the numbers of cards found are {found}",
                whose=whose,
                wanted=wanted,
                found=count_words,
            )
        )
    return tuple(rows)


def rows_text(rows: Rows) -> str:
    """Rows as a log writes them."""
    return " / ".join(map(cards_text, rows))


def rules_of(preset: str | None, changes: Sequence[str]) -> RuleSet:
    """The rules of a preset with changes in the form ``NAME=VALUE``.  Raises HandRefused."""
    options: dict[str, object] = {}
    for change in changes:
        name, equals, value = change.partition("=")
        if not name or not equals:
            raise HandRefused(
                _("{found} is not a change of an option; write NAME=VALUE, such as wheel=second", found=_quoted(change))
            )
        if name in options:
            raise HandRefused(_("the option {found} is given twice", found=_quoted(name)))
        try:
            options[name] = GAME.rules.option(name).parse(value)
        except RulesUnknown as unknown:
            raise HandRefused(_reason(unknown)) from None
    try:
        return GAME.rules.resolve(preset, options)
    except RulesUnknown as unknown:
        raise HandRefused(_reason(unknown)) from None


def _reason(unknown: RulesUnknown) -> str:
    fault = finding(
        UNKNOWN_OPTION, "log.rules", variant=unknown.variant, recorded=_cut(unknown.recorded), details=unknown.details
    )
    if fault.expected in fault.message:
        return said(fault.message)
    if fault.message.endswith("?"):
        return _("{message} Expected: {expected}", message=fault.message, expected=fault.expected)
    return _("{message}; expected: {expected}", message=fault.message, expected=fault.expected)


def _cards(text: str, whose: str) -> tuple[Card, ...]:
    cards: list[Card] = []
    if len(text) > LONGEST:
        raise HandRefused(
            _(
                "{whose}: a text of {count} characters; at most {most} are read",
                whose=whose,
                count=f"{len(text):,}",
                most=LONGEST,
            )
        )
    for word in text.split():
        card = parse_card(word)
        if card is None:
            raise HandRefused(
                _("{found} in {whose} is not a card; {card}", found=_quoted(word), whose=whose, card=_a_card())
            )
        if card >= FIRST_BARE:
            missing = _("a card that is not known") if word == "??" else _("a card without a suit")
            raise HandRefused(
                _(
                    "{found} in {whose} is {missing}; {card}",
                    found=_quoted(word),
                    whose=whose,
                    missing=missing,
                    card=_a_card(),
                )
            )
        if card >= BLACK_JOKER:
            raise HandRefused(
                _(
                    "{found} in {whose} is a joker, and {title} has none; {card}",
                    found=_quoted(word),
                    whose=whose,
                    title=_(GAME.title),
                    card=_a_card(),
                )
            )
        if card in cards:
            raise HandRefused(
                _("{card} is in {whose} twice; there is one of each card", card=card_text(card), whose=whose)
            )
        cards.append(card)
    return tuple(cards)


def _within(what: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise HandRefused(
            _(
                "{what}: {number} found, and {least} to {most} expected",
                what=what,
                number=f"{number:,}",
                least=f"{least:,}",
                most=f"{most:,}",
            )
        )


def _there_are(cards: int) -> str:
    return _n("there is {count} card", "there are {count} cards", cards) if cards else _("there are no cards")


def _a_card() -> str:
    return _("a card is a rank of {ranks} and a suit of {suits}, such as Th", ranks=RANKS, suits=SUITS)


def _quoted(text: str) -> str:
    return repr(_cut(text))


def _cut(text: str) -> str:
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"
