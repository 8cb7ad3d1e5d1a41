"""One step of a hand as a page shows it: the table, who did what, what there is to say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from app.drawing.table.holding import MarkedCards
from app.drawing.table.rows import lists_gone
from app.drawing.table.sight import marked_of
from app.text.frame_terms import fact_value, rank_shown, word
from app.text.language import _, said
from app.text.language.sentence import sentence
from app.text.places import double_words, place_name
from app.text.readable import readable
from app.web.parts.faces import Face, face
from app.web.parts.outline import Outline
from app.web.parts.seats import CardColumns, Seat, faces_of, seat_of, side_by_side
from app.web.parts.steps import PointedText, Step, pointed_text, step_of
from engine.cards.packed import RANKS, SUITS
from engine.replay.frames import Frame, TablePlay, WhyLegal
from engine.replay.views import ALL, View
from engine.verdict.stored_report import StoredFinding

_SIGNS: Final[Mapping[str, str]] = MappingProxyType({"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"})
_LONGEST: Final = 280
"""Characters of a sentence."""


@dataclass(frozen=True, slots=True)
class Play:
    """A play on the table, or an illegal one next to it."""

    seat: str
    name: str
    cards: CardColumns
    reading: str
    step: int


@dataclass(frozen=True, slots=True)
class Legal:
    """Why a play is legal."""

    reading: str
    on: Play | None
    """The play that it beats; None on a lead."""
    by: str
    """What makes it beat that play, in words."""
    wild: tuple[str, ...]
    """The cards that its wild cards are played as, in words."""


@dataclass(frozen=True, slots=True)
class SuitGone:
    """A suit, and which of its cards cannot come any more."""

    kind: str
    """``spades`` and so on."""
    sign: str
    ranks: tuple[tuple[str, bool], ...]
    """From the ace down: the rank, and whether the card is gone."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A frame with the names, faces and findings that belong to it."""

    step: int
    steps: int
    stage: str
    stage_words: str
    facts: tuple[tuple[str, tuple[str, ...]], ...]
    """Facts of the whole table: each name with its values, such as all declarations."""
    seats: tuple[Seat, ...]
    in_rows: bool
    """Whether seats lay rows, in turns instead of tricks."""
    gone: tuple[SuitGone, ...]
    """While rows are placed card by card: the pack with the cards that cannot come any more; empty otherwise."""
    table: Play | None
    """The play to beat; beside an illegal play the one that it was made on."""
    illegal: Play | None
    """The illegal play that the action made or that still lies on the table."""
    follows: bool
    """Whether the next play has one to beat."""
    laid: CardColumns | None
    """Cards that lie on the table and are nobody's."""
    turn: str | None
    """The name of whose turn it is."""
    done: Step | None
    """The action that led here; None at the deal."""
    captured: tuple[Face, ...]
    """Cards that this action took from the table into the hand of who did it."""
    finish: tuple[tuple[str, str], ...]
    """Who finished so far: the place, and who took it."""
    double: str
    """What it is called that partners took the first two places; empty for any other finish."""
    findings: tuple[tuple[StoredFinding, PointedText | None], ...]
    """Told only where all hands are shown: they may speak of any card."""
    hidden_findings: int
    """Number of hidden findings."""
    previous_finding: int | None
    """The nearest step before this one that has findings."""
    next_finding: int | None
    """The nearest step after it; None if it may not be shown."""
    trick: int
    """The trick or the turn of the action, from 1; 0 before the first."""
    previous_trick: int
    next_trick: int | None
    """The step of the next lead; None if it may not be shown, or if there is none."""
    legal: Legal | None
    """Why the play that led here is legal."""
    asked: str | None
    """The name of the seat whose legal plays can be asked for."""
    actor: int
    """The place of the seat that acted in the order of play, from 1; 0 at the deal."""


def scene_of(
    frame: Frame,
    game: str,
    names: Mapping[str, str],
    levels: Mapping[str, str],
    said_of: Mapping[int, Sequence[StoredFinding]],
    outline: Outline,
    view: View = ALL,
    asked: str | None = None,
    below: str | None = None,
) -> Scene:
    """The scene of a frame, which has what the view shows.

    ``names`` and ``levels`` are by seat and may lack seats.  ``said_of`` has the findings of the hand by step, and
    ``outline`` its tricks, as far as they may be seen yet.  ``asked`` is the seat whose legal plays can be asked for,
    ``below`` the one that is looked from.
    """
    cards = marked_of(frame)
    order = [seat.seat for seat in frame.seats]
    here = said_of.get(frame.step, ())
    text = frame.action
    last_shown = len(outline.turns)
    done = None if text is None else step_of(frame.step, text, order, cards, here)
    on, illegal = frame.table, None
    if frame.illegal is not None:
        on, illegal = frame.illegal.on, _play(frame.illegal.play, names, cards)
    beaten, illegal = _as_large(_play(on, names, cards), illegal)
    return Scene(
        step=frame.step,
        steps=frame.steps,
        stage=frame.stage,
        stage_words=word(frame.stage),
        facts=_facts(frame, dict(names)),
        seats=tuple(
            seat_of(
                seat,
                number,
                frame,
                game,
                names,
                levels.get(seat.seat, ""),
                cards,
                view,
                below or order[0],
                outline.known,
            )
            for number, seat in enumerate(frame.seats, 1)
        ),
        in_rows=frame.in_rows,
        gone=_gone(frame) if lists_gone(frame) else (),
        table=beaten,
        illegal=illegal,
        follows=frame.table is not None,
        laid=side_by_side(faces_of(frame.laid, cards)) if frame.laid else None,
        turn=None if frame.turn is None else names.get(frame.turn, frame.turn),
        done=done,
        captured=faces_of(frame.captured, cards),
        finish=tuple(
            (
                place_name(number, game, last=frame.stage == "over" and number == len(frame.finish)),
                _(" and ").join(names.get(seat, seat) for seat in place),
            )
            for number, place in enumerate(frame.finish, 1)
        ),
        double=double_words(game, frame.finish) if frame.stage == "over" else "",
        findings=tuple(
            (
                finding,
                None
                if text is None or finding.action is None
                else pointed_text(text, finding.column, finding.recorded),
            )
            for finding in (here if view.whole else ())
        ),
        hidden_findings=0 if view.whole else len(here),
        previous_finding=max((step for step in said_of if step < frame.step), default=None),
        next_finding=min((step for step in said_of if frame.step < step <= last_shown), default=None),
        trick=outline.trick_of(frame.step),
        previous_trick=outline.previous_trick(frame.step),
        next_trick=outline.next_trick(frame.step),
        legal=None if frame.why_legal is None else legal_of(frame.why_legal, names, cards),
        asked=None if asked is None else names.get(asked, asked),
        actor=0 if done is None or done.seat is None else order.index(done.seat) + 1,
    )


def _facts(frame: Frame, names: dict[str, str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    by_word: dict[str, tuple[str, ...]] = {}
    for name, value in frame.facts:
        if (name, value) not in frame.roles:
            by_word[word(name)] = (*by_word.get(word(name), ()), fact_value(name, value, names))
    return tuple(by_word.items())


def _gone(frame: Frame) -> tuple[SuitGone, ...]:
    return tuple(
        SuitGone(kind, sign, tuple((rank_shown(rank), rank + suit in frame.gone) for rank in reversed(RANKS)))
        for suit, (kind, sign) in zip(SUITS, _SIGNS.items(), strict=True)
    )


def _play(play: TablePlay | None, names: Mapping[str, str], cards: MarkedCards) -> Play | None:
    if play is None:
        return None
    return Play(
        seat=play.seat,
        name=names.get(play.seat, play.seat),
        cards=side_by_side(faces_of(play.cards, cards)),
        reading=said(readable(play.reading)),
        step=play.step,
    )


def _as_large(one: Play | None, other: Play | None) -> tuple[Play | None, Play | None]:
    """Two plays whose cards are laid out as those of the longer one, so that they are of one size."""
    if one is None or other is None or not one.cards.columns:
        return one, other
    classes = max(one.cards, other.cards, key=lambda fan: len(fan.columns)).classes
    same = [replace(play, cards=replace(play.cards, classes=classes)) for play in (one, other)]
    return same[0], same[1]


def legal_of(why: WhyLegal, names: Mapping[str, str], cards: MarkedCards) -> Legal:
    """Why a play is legal, with the names of players and the faces of cards."""
    claims = [known_face.claim for text in why.wild if (known_face := face(text, cards)) is not None]
    return Legal(said(readable(why.reading)), _play(why.on, names, cards), said(why.by), tuple(claims))


def sentence_of(scene: Scene, names: Mapping[str, str]) -> str:
    """The action of a scene and its findings as a sentence; nothing of later steps.

    ``names`` are by seat.  Where a view hides findings, none is said.
    """
    done = scene.done
    if done is None:
        text = _("The cards are dealt.") if scene.steps else _("The play was not recorded.")
    elif done.seat is None:
        text = str(done.arguments[0]) if done.arguments else "…"
    else:
        name = names.get(done.seat, done.seat)
        text = _("{name} {does}.", name=name, does=_deed(done))
    errors = [finding.message for finding, _pointed in scene.findings if finding.severity == "error"]
    if errors:
        text = _("{first} {second}", first=text, second=sentence(said(errors[0])))
    elif scene.legal is not None and scene.legal.on is not None:
        text = _(
            "{text} {play} beats {other} by {name}.",
            text=text,
            play=scene.legal.reading,
            other=scene.legal.on.reading,
            name=scene.legal.on.name,
        )
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _deed(step: Step) -> str:
    """What a seat does, with its cards as signs."""
    return " ".join((step.does, *(_sign(argument) for argument in step.arguments)))


def _sign(part: Face | str) -> str:
    if isinstance(part, str):
        return part
    if part.kind in _SIGNS:
        return part.rank + _SIGNS[part.kind]
    return part.rank or part.name
