"""Deal and play apart: a player's results compared with what the dealt cards let one expect."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from flask import Response, redirect, render_template, request
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as Answer

from app.database.lookup import texts_of
from app.database.packing import BytesDamaged
from app.database.tables.statistics import COUNTED_MATCHES, SEAT_RESULTS
from app.drawing.charts import Chart, Point, Series, SeriesKind
from app.matches.installation import this_installation
from app.players.statistics.filters import FactFilter
from app.players.statistics.luck import LEAST, LEAST_MATCHES, LEAST_OF_BIN, Bin, Luck, ValueSum, average, lucks
from app.players.statistics.recount import pending
from app.text.decimals import fixed, signed
from app.text.glossary import game_title
from app.text.language import DEFAULT, _, _n, marked, speaking
from app.web.http.addresses import address_of
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import known_arguments
from app.web.parts.person_asked import FIELDS, asked_of, person_asked
from app.web.parts.statistics_words import name_of, names_are_hidden
from app.web.parts.table_files import file_of
from engine.games import GAMES
from engine.replay.game import Game
from engine.replay.strength import UNIT, Strength

BLUEPRINT: Final = Pages("luck", __name__, url_prefix="/people")
_PLACES: Final = 2
_UNKNOWN: Final = marked("Of no hand under this filter are all cards and the result known.")


@dataclass(frozen=True, slots=True)
class LuckLine:
    """A mean a hand in words, with half the width of its interval."""

    label: str
    meaning: str
    mean: str
    half: str


@dataclass(frozen=True, slots=True)
class LuckShown:
    """What `templates/people/luck.html` shows; ``lines`` and ``charts`` are empty if too few hands are known."""

    game: Game
    strength: Strength | None
    """None for a game that does not measure it."""
    hands: int
    known: int
    sentence: str
    """What follows from the numbers."""
    lines: tuple[LuckLine, ...] = ()
    charts: tuple[Chart, ...] = ()
    bins: tuple[Bin, ...] = ()


def luck_shown(session: Session, game: str, wanted: FactFilter) -> LuckShown:
    """What is shown of the person ``wanted.player`` in a game, under a filter."""
    of_game = GAMES[game]
    strength = of_game.strength
    luck = next(iter(lucks(session, game, wanted, binned=True)), None)
    if strength is None:
        return LuckShown(
            of_game, None, 0, 0, _("{game} does not measure the strength of dealt hands.", game=game_title(game))
        )
    if luck is None or not luck.known:
        hands = luck.hands if luck else 0
        return LuckShown(of_game, strength, hands, 0, _(_UNKNOWN))
    if not luck.enough:
        few = _(
            "That is too few to tell the cards and the play apart: nothing is said of fewer than {count} hands, or of "
            "hands of fewer than {matches} matches.",
            count=LEAST,
            matches=LEAST_MATCHES,
        )
        return LuckShown(of_game, strength, luck.hands, luck.known, few)
    return LuckShown(
        of_game,
        strength,
        luck.hands,
        luck.known,
        sentence_of(luck),
        _lines(luck, average(strength.fitted)),
        _charts(luck),
        luck.bins,
    )


def sentence_of(luck: Luck) -> str:
    """Whether what is beyond the cards may be chance, and how many hands a difference of this size needs."""
    beyond, needed = luck.beyond, luck.needed
    if needed is None:
        return _("Results match exactly what the cards predict.")
    measured = f"{decimal(beyond.mean, sign=True)} ± {decimal(beyond.half or Fraction(0))}"
    if beyond.is_noise:
        least = rounded_up(max(needed, beyond.count + 1))
        return _(
            "{measured} a hand beyond the cards: zero lies within the interval, so chance alone may have made the "
            "difference. One of this size needs about {count} hands to be distinguished from chance.",
            measured=measured,
            count=f"{least:,}",
        )
    return _(
        "{measured} a hand beyond the cards: zero lies outside the interval, which chance alone brings about once in "
        "20 times. A difference of this size needs about {count} hands to be distinguished from chance.",
        measured=measured,
        count=f"{min(rounded_up(needed), beyond.count):,}",
    )


def rounded_up(number: int) -> int:
    """A number rounded up to two digits that are not zero."""
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit


def decimal(thousandths: Fraction, *, sign: bool = False) -> str:
    """A number of thousandths with two decimal places and a true minus; ``sign``: with a plus too."""
    said = fixed(thousandths.numerator, thousandths.denominator * UNIT, _PLACES)
    return signed(said) if sign else said.replace("-", "−")


@BLUEPRINT.get("/<int:identity>/luck", may=May.COUNT, of=Of.PERSON)
def page(identity: int) -> str | Answer:
    """The results of a person set against the cards, under the filter of the address (without a game, in the one of
    most hands); a joined person leads to the one that was kept.
    """
    with this_installation().statistics() as session:
        who = person_asked(session, identity)
        if who.person != identity:
            return redirect(address_of("luck.page", {"identity": who.person, **known_arguments(request.args, FIELDS)}))
        games = _games(session, who.person)
        asked = asked_of(request.args, who.key)
        game = asked.wanted.game or games[0]
        shown = luck_shown(session, game, asked.wanted)
        name = name_of(who.person, who.name, names_are_hidden())
        waiting = pending(session).total
    others = {field: text for field, text in asked.chosen.items() if field not in ("game", "preset", "role")}
    return render_template(
        "players/luck_page.html",
        identity=identity,
        name=name,
        shown=shown,
        games={game_name: game_title(game_name) for game_name in games},
        others=others,
        left_aside=asked.left_aside,
        waiting=waiting,
        csv=address_of("luck.bins", {"identity": identity, **asked.chosen, "game": game}),
    )


@BLUEPRINT.get("/<int:identity>/luck/strength.csv", may=May.COUNT, of=Of.PERSON)
def bins(identity: int) -> Response:
    """The numbers of the charts as CSV; a mean of fewer than ten hands is left out."""
    with this_installation().statistics() as session:
        who = person_asked(session, identity)
        asked = asked_of(request.args, who.key)
        with speaking(DEFAULT):
            shown = luck_shown(session, asked.wanted.game or _games(session, who.person)[0], asked.wanted)
    return file_of([_record(band) for band in shown.bins], f"person-{who.person}-strength", "csv")


def _record(band: Bin) -> dict[str, object]:
    low, high = (None if end is None else _thousandths(Fraction(end)) for end in (band.low, band.high))
    means = (band.expected.mean, band.result.mean, band.result.half or Fraction(0))
    shown = map(_thousandths, means) if band.result.count >= LEAST_OF_BIN else (None, None, None)
    names = ("expected", "result", "result_half_interval")
    record: dict[str, object] = {"strength_from": low, "strength_below": high, "hands": band.result.count}
    return record | dict(zip(names, shown, strict=True))


def _thousandths(number: Fraction) -> Decimal:
    return Decimal(fixed(number.numerator, number.denominator * UNIT, 3))


def _games(session: Session, person: int) -> list[str]:
    """The games of counted matches of a person, that of most hands first."""
    hands = func.sum(SEAT_RESULTS.c.hands)
    rows = session.execute(
        select(COUNTED_MATCHES.c.game, hands)
        .join(SEAT_RESULTS, SEAT_RESULTS.c.match == COUNTED_MATCHES.c.match)
        .where(SEAT_RESULTS.c.person == person)
        .group_by(COUNTED_MATCHES.c.game)
        .order_by(hands.desc(), COUNTED_MATCHES.c.game)
    ).all()
    names = texts_of(session, (game for game, _ in rows))
    games = [names[game] for game, _ in rows if names[game] in GAMES]
    if rows and not games:
        raise BytesDamaged("the name of a game")
    return games or [*GAMES]


def _lines(luck: Luck, middle: int) -> tuple[LuckLine, ...]:
    strength = luck.strength
    return (
        LuckLine(
            _("Strength of the cards"),
            _("above the average of dealt hands"),
            decimal(strength.mean - middle, sign=True),
            _half(strength),
        ),
        LuckLine(
            _("Expected result"),
            _("from the cards of the whole table"),
            decimal(luck.expected.mean),
            _half(luck.expected),
        ),
        LuckLine(_("Result"), _("what came of it"), decimal(luck.result.mean), _half(luck.result)),
        LuckLine(
            _("Beyond the cards"),
            _("result less expected"),
            decimal(luck.beyond.mean, sign=True),
            _half(luck.beyond),
        ),
    )


def _half(summed: ValueSum) -> str:
    return decimal(summed.half or Fraction(0))


def _charts(luck: Luck) -> tuple[Chart, ...]:
    """That of the hands, and that of results if two ranges of strength or more have hands enough."""
    means = sum(band.result.count >= LEAST_OF_BIN for band in luck.bins)
    return (_hands_chart(luck), _results_chart(luck)) if means > 1 else (_hands_chart(luck),)


def _hands_chart(luck: Luck) -> Chart:
    return Chart(
        key="luck-hands",
        title=_("How strong the dealt cards were"),
        x_title=_("Strength of the cards"),
        y_title=_("Hands"),
        series=(
            Series(_("Hands"), tuple(Point(_label(band), band.result.count) for band in luck.bins), SeriesKind.BARS),
        ),
    )


def _results_chart(luck: Luck) -> Chart:
    enough = [band for band in luck.bins if band.result.count >= LEAST_OF_BIN]
    return Chart(
        key="luck-results",
        title=_("Result by the strength of the cards"),
        x_title=_("Strength of the cards"),
        y_title=_("Mean a hand"),
        series=(
            Series(_("Expected from the cards"), tuple(_point(band, band.expected, "") for band in luck.bins)),
            Series(
                _("Result"),
                tuple(_point(band, band.result, _("95 % interval")) for band in luck.bins),
                SeriesKind.MARKS,
            ),
        ),
        summary=_(
            "The mean result of hands with cards of about equal strength, beside the mean that the cards of the table "
            "let one expect, in {ranges} ranges of strength with {least} hands or more.",
            ranges=len(enough),
            least=LEAST_OF_BIN,
        ),
    )


def _point(band: Bin, of_bin: ValueSum, interval: str) -> Point:
    count = of_bin.count
    note = _n("{count} hand", "{count} hands", count)
    if count < LEAST_OF_BIN:
        return Point(_label(band), None, note=_("{hands}: too few for a mean", hands=note))
    mean, half = of_bin.mean / UNIT, (of_bin.half or Fraction(0)) / UNIT
    if not interval:
        return Point(_label(band), mean, note=note)
    return Point(
        _label(band), mean, note=_("{first}; {second}", first=note, second=interval), low=mean - half, high=mean + half
    )


def _label(band: Bin) -> str:
    low, high = ("" if end is None else _short(end) for end in (band.low, band.high))
    if not low:
        return _("below {number}", number=high)
    return _("{low} to {high}", low=low, high=high) if high else _("{number} or more", number=low)


def _short(thousandths: int) -> str:
    said = fixed(thousandths, UNIT, 3)
    return said.rstrip("0").rstrip(".").replace("-", "−")
