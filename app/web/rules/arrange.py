"""The best ways to set thirteen cards, by an address that holds the whole question."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from flask import render_template, request

from app.judging.arranging import (
    ANALYSIS,
    GAME,
    LONGEST,
    MOST_SEED,
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
from app.matches.installation import this_installation
from app.text.decimals import fixed, root, score_shown, signed
from app.text.language import _, _c
from app.web.http.pages import May, Pages
from app.web.http.paging import known_arguments
from app.web.parts.arranged_rows import ArrangedRow, _faces, arranged_rows
from app.web.parts.faces import PLAIN, face_of_text
from app.web.parts.writing_pad import PadRow as Suit
from app.web.parts.writing_pad import pad_of
from engine.replay.analysis import FEWEST_DEALS, Against, AnalysedArrangement, DealtChoice, WinningReason

BLUEPRINT: Final = Pages("arrange", __name__, url_prefix="/arrange")

DEALS: Final = 300
MOST_DEALS: Final = 500
"""Deals of one answer; the command line takes more."""
SHOWN: Final = 10
MOST_LINES: Final = 20
"""Lines of the fields that take several."""
LONGEST_OPTIONS: Final = 2_000
"""Characters of the field for options."""

_FIELDS: Final = ("cards", "against", "rules", "options", "opponents", "deals", "seed", "tap")
UNDO: Final = "undo"
"""What is tapped to take the last card back."""
_PACK: Final = MappingProxyType(dict.fromkeys((rank + suit for suit in "shdc" for rank in "AKQJT98765432"), 1))
_EXAMPLE: Final[tuple[tuple[str, str], ...]] = (
    ("cards", "As Kd Qc 9s 9d 5c 5d 4h Kh Jh 9h 8h 7h"),
    ("against", "6h 6d 4c / Th Td 9c Qs 8d / 3s 3h 3d 2c 2d"),
)
"""The hands of Amy and Bob in the rules."""


@dataclass(frozen=True, slots=True)
class SettingLine:
    """One setting of the list."""

    rows: tuple[ArrangedRow, ...]
    alike: int
    worth: str
    error: str
    """Of a mean its standard error; empty of a number that is exact."""
    behind: str
    behind_error: str


@dataclass(frozen=True, slots=True)
class CardPad:
    """The cards to tap."""

    suits: tuple[Suit, ...]
    count: int
    """The number of cards that are chosen."""


@BLUEPRINT.get("", may=May.READ)
def page() -> tuple[str, int]:
    """The form, and for the cards of ``?cards=`` the best arrangements, measured by what else the address says.

    With ``?tap=`` the form alone, with a card more among the cards, or one less.
    """
    asked = known_arguments(request.args, _FIELDS)
    arrangements, refused = None, ""
    if "tap" in asked:
        asked["cards"] = _tapped(asked.get("cards", ""), asked["tap"])
    elif any(name in request.args for name in _FIELDS):
        try:
            question = _question(asked)
            with this_installation().turns.taken():
                arrangements = answer(question)
        except HandRefused as reason:
            refused = str(reason)
    shown = render_template(
        "rules/arrange.html",
        asked=asked,
        refused=refused,
        pad=_pad(asked.get("cards", "")),
        size=ANALYSIS.cards,
        undo=UNDO,
        game=GAME.name,
        presets=GAME.rules.presets,
        usual=GAME.rules.default,
        example=dict(_EXAMPLE),
        bounds={
            "cards": LONGEST,
            "against": 3 * LONGEST,
            "options": LONGEST_OPTIONS,
            "deals": (FEWEST_DEALS, DEALS, MOST_DEALS),
            "seed": MOST_SEED,
        },
        answer=arrangements,
        hand=() if arrangements is None else _faces(arrangements.question.cards),
        given=() if arrangements is None else [arranged_rows(rows) for rows in arrangements.question.given],
        lines=() if arrangements is None else _lines(arrangements),
        reasons=_reasons(arrangements),
        arrangements=ANALYSIS.arrangements,
        giving_up=_giving_up(arrangements),
        together=_c("arrange", "Together"),
    )
    return shown, 400 if refused else 200


def _tapped(cards: str, tapped: str) -> str:
    """A text of cards after a card was tapped: it is added, or taken out if it was there."""
    words = cards.split()
    if tapped == UNDO:
        return " ".join(words[:-1])
    if tapped in words:
        return " ".join(word for word in words if word != tapped)
    return " ".join((*words, tapped)) if tapped in _PACK and len(words) < ANALYSIS.cards else cards


def _pad(cards: str) -> CardPad:
    """The cards to tap; those of a text are chosen."""
    chosen = [word for word in map(face_of_text, cards[:LONGEST].split()) if word in _PACK]
    return CardPad(pad_of(_PACK, chosen, PLAIN), len(chosen))


def _question(asked: dict[str, str]) -> HandToSet:
    if any(len(text) > LONGEST_OPTIONS for text in asked.values()):
        raise HandRefused(_("a field of more than {most} characters", most=f"{LONGEST_OPTIONS:,}"))
    given = _split(asked.get("against", ""))
    deals = _number(asked, "deals", DEALS)
    if deals > MOST_DEALS:
        raise HandRefused(
            _(
                "deals: {deals} found, and at most {most} expected on this page; the command fupan arrange takes more",
                deals=f"{deals:,}",
                most=MOST_DEALS,
            )
        )
    return HandToSet(
        cards=hand_of(asked.get("cards", "")),
        rules=rules_of(asked.get("rules"), _split(asked.get("options", ""))),
        given=tuple(given_rows(text, number) for number, text in enumerate(given, 1)),
        opponents=_number(asked, "opponents", 1),
        deals=deals,
        seed=_number(asked, "seed", 1),
        shown=SHOWN,
    )


def _split(text: str) -> list[str]:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        raise HandRefused(
            _("a field of {count} lines; at most {most} are read", count=f"{len(lines):,}", most=MOST_LINES)
        )
    return lines


def _number(asked: dict[str, str], name: str, usual: int) -> int:
    if name not in asked:
        return usual
    text = asked[name]
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(MOST_SEED)):
        raise HandRefused(_("{name}: {text} found, and a whole number expected", name=name, text=repr(text[:20])))
    return int(text)


def _lines(arrangements: BestArrangements) -> list[SettingLine]:
    return [
        _line(choice, arranged_rows(choice.rows, words))
        for choice, words in zip(arrangements.found.choices, arrangements.words, strict=True)
    ]


def _line(choice: AnalysedArrangement, rows: tuple[ArrangedRow, ...]) -> SettingLine:
    if not isinstance(choice, DealtChoice):
        return SettingLine(rows, choice.alike, score_shown(choice.points), "", "", "")
    return SettingLine(
        rows=rows,
        alike=choice.alike,
        worth=signed(mean_text(choice)),
        error=root(*choice.mean.variance, PLACES),
        behind=fixed(choice.behind.total, choice.behind.count, PLACES),
        behind_error=root(*choice.behind.variance, PLACES),
    )


def _reasons(arrangements: BestArrangements | None) -> dict[str, list[WinningReason]]:
    """How the best is settled, by opponent."""
    by_opponent: dict[str, list[WinningReason]] = {}
    if arrangements is not None and isinstance(arrangements.found, Against):
        for reason in arrangements.found.reasons:
            by_opponent.setdefault(reason.opponent, []).append(reason)
    return by_opponent


def _giving_up(arrangements: BestArrangements | None) -> bool:
    """Whether surrendering loses less than the best setting does on average."""
    if arrangements is None or arrangements.surrender is None:
        return False
    best = arrangements.found.choices[0]
    count = best.mean.count if isinstance(best, DealtChoice) else 1
    return best.points < arrangements.surrender * count
