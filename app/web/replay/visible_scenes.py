"""The steps of a hand that a request may see, and the cards that were played in them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from types import MappingProxyType
from typing import Final

from flask import Response, g, request, url_for

from app.drawing.table.holding import MarkedCards
from app.drawing.table.sight import marked_of
from app.text.language import _, _c, marked
from app.web.http.errors import Refusal
from app.web.http.security import framable
from app.web.parts.faces import Face, face, face_of_text
from app.web.parts.hand_list import AT_FINDING
from app.web.parts.legal_plays import asked_seat
from app.web.parts.open_hand import OpenHand, PlayedHand, seat_below, step_asked
from app.web.parts.outline import Outline, outline_of
from app.web.parts.scene import Scene, scene_of
from app.web.parts.seats import in_columns, stacks_by_rank
from app.web.replay.ending import Ending, ending_of
from app.web.replay.note_marks import HIDDEN, NotesByStep, noted_of, with_marks
from engine.cards.packed import CARD_TEXTS, UNKNOWN
from engine.record.actions import parse_action
from engine.replay.frames import Frame, SeatFrame
from engine.replay.views import TABLE, View, seen_frame
from engine.verdict.stored_report import StoredFinding

FIND: Final = "find"
"""Asks for the first step after that of the address that begins a trick, has findings, or plays a card."""
NEXT_TRICK: Final = "trick"
CARD: Final = "card"
"""Asks for the step at which the seat of ``?of=`` plays the card that ``?card=`` names as the page labels it."""
SCENES: Final = 40
"""Scenes of one answer."""
_PLACE: Final = 987_654_321
"""Stands for the step in an address."""
_ROW: Final = ":"
RESULTS_SHOWN: Final = "shown"
PLAYED: Final = "played"
"""Whether cards that were played remain in the holdings, greyed, before the end of the hand."""
GREYED: Final = "grey"
_CHOICES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "results": {
            RESULTS_SHOWN: marked("Show results ahead"),
            "hidden": marked("Hide results until they happen"),
        },
        "colours": {"four": marked("Four colours of suits"), "two": marked("Two colours of suits")},
        PLAYED: {GREYED: marked("Show played cards in grey"), "gone": marked("Leave out played cards")},
    }
)
"""The values of each choice with what a link says that asks for it, the default last; kept in a cookie of its name."""
_YEAR: Final = 365 * 24 * 3600
_BACK: Final = CARD_TEXTS[UNKNOWN]
_PLAYS: Final = ("play", "capture")
_OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card that a seat holds or held."""

    text: str
    played: int | None = None
    """The step at which it was played; None while it is held."""


Holdings = Mapping[str, tuple[HeldCard, ...]]
"""By seat, the cards that it holds or has played, where all of them are known."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The addresses of the steps of a hand, with all that the address of the page keeps."""

    before: str
    after: str

    def __call__(self, step: int) -> str:
        """The address of a step."""
        return f"{self.before}{step}{self.after}"

    def find(self, step: int, what: str) -> str:
        """The address of the first step after one that begins a trick, or has findings."""
        return f"{self(step)}&{FIND}={what}"


@dataclass(frozen=True, slots=True)
class VisibleScenes:
    """The scenes that a request asks for and may see."""

    step: int
    """The step of the first one."""
    frames: Sequence[Frame]
    """The frames of the hand from the deal on, as far as they may be seen yet."""
    scenes: Sequence[Scene]
    outline: Outline
    noted: NotesByStep
    at: Steps
    ending: Ending | None
    ahead: bool
    """Whether later steps may be shown too."""


def choice_of(name: str) -> str:
    """What is chosen for replays: by the address, else earlier, else the default."""
    known = tuple(_CHOICES[name])
    for text in (request.args.get(name), None if framable() else request.cookies.get(name)):
        if text in known:
            return str(text)
    return known[-1]


@dataclass(frozen=True, slots=True)
class OfferedChoice:
    """A choice for replays that is not made."""

    asks: Mapping[str, str]
    """The argument of an address that makes it."""
    words: str


def choices_offered(opened: OpenHand, reviewed: bool, *, in_rows: bool) -> list[OfferedChoice]:
    """What can be chosen otherwise for a replay.

    Where the review is asked for, that asks itself for results ahead.
    """
    left_out = set()
    if reviewed and not may_show_later_steps(opened):
        left_out.add("results")
    if in_rows or opened.view == TABLE:
        left_out.add(PLAYED)
    return [
        OfferedChoice({name: value}, _(words))
        for name, known in _CHOICES.items()
        for value, words in known.items()
        if name not in left_out and value != choice_of(name)
    ]


def keep_choices(answer: Response) -> Response:
    """Keeps in a cookie what an address chooses for all replays."""
    for name, known in _CHOICES.items():
        chosen = request.args.get(name)
        if chosen in known and answer.status_code == 200:
            answer.set_cookie(name, str(chosen), max_age=_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    return answer


def scenes_asked(
    opened: OpenHand,
    endpoint: str,
    count: int = 1,
    *,
    step: int | None = None,
    notes: bool = False,
) -> VisibleScenes:
    """The scenes from the step of the address on, ``count`` at the most.

    Unless results are shown, each scene is as its own step shows it.  None has what its view hides.

    ``endpoint`` is that of the page that the steps are on, ``step`` a step to begin at in place of that of the address.
    With ``notes`` the scenes have the marks of notes.
    """
    below = looked_from(opened)
    step = _found(opened, step_asked(opened) if step is None else step)
    ahead = may_show_later_steps(opened)
    last = min(step + min(count, SCENES) - 1, opened.steps)
    frames = opened.frames(opened.steps if ahead else last)
    outline = outline_of(frames, opened.match.game, findings_shown(opened))
    noted = noted_of(opened, opened.steps if ahead else last) if notes else HIDDEN
    return VisibleScenes(
        step=step,
        frames=frames,
        scenes=[
            _scene(
                opened,
                frame,
                findings_shown(opened),
                outline if ahead else outline.up_to(frame.step),
                below,
                noted,
                held,
            )
            for frame, held in zip(frames[step : last + 1], _held(frames, step, last + 1), strict=True)
        ],
        outline=outline,
        noted=noted,
        at=step_addresses(opened, endpoint),
        ending=ending_of(opened) if last == opened.steps else None,
        ahead=ahead,
    )


def values_of(opened: OpenHand, shown: VisibleScenes) -> dict[str, object]:
    """What templates of the replay need to know of a hand, on whatever page it is shown."""
    return {
        "match": opened.stored.row,
        "number": opened.number,
        "hands": opened.hands,
        "names": opened.names,
        "view": opened.asked,
        "outline": shown.outline,
        "at": shown.at,
        "rows": shown.frames[0].in_rows,
    }


def scene_without_later(opened: OpenHand, step: int, below: str) -> tuple[Scene, Ending | None]:
    """The scene of a step, and what the end of the hand shows; nothing of later steps.

    What the reader has chosen for replays plays no part.
    """
    said, frames = opened.said_at_end, opened.frames(step)
    outline = outline_of(frames, opened.match.game, said)
    scene = scene_of_hand(opened, frames[step], said, outline, below)
    if frames[step].stage == _OVER and not scene.in_rows:
        *_before, held = holdings_with_played(frames[: step + 1])
        scene = with_played(scene, frames[step], held, opened.view)
    return scene, ending_of(opened) if step == opened.steps else None


def may_show_later_steps(opened: OpenHand) -> bool:
    """Whether later steps may be shown: the reader asks for results, and all hands are shown."""
    return opened.view.whole and choice_of("results") == RESULTS_SHOWN


def findings_shown(opened: OpenHand) -> Mapping[int, Sequence[StoredFinding]]:
    """The findings of the hand by step that the reader wants to see.

    Those about the whole hand may reveal how it ends: they are at the deal if results may be shown, else at the end.
    """
    return opened.said if may_show_later_steps(opened) else opened.said_at_end


def _found(opened: OpenHand, step: int) -> int:
    """A step, or if the address asks for that the next one that begins a trick, has findings or plays a card.

    It is the last step or the same one if there is none.  Raises Refusal.
    """
    what = request.args.get(FIND)
    if what is None:
        return step
    said = findings_shown(opened)
    if what == AT_FINDING:
        return min((other for other in said if other > step), default=step)
    if what == CARD:
        seat, label = request.args.get("of", ""), request.args.get("card", "")
        return _step_of_card(opened, step, seat, label) or step
    if what != NEXT_TRICK:
        raise Refusal(404, _("There is nothing to find by the name {name}.", name=what[:20]))
    return outline_of(opened.frames(opened.steps), opened.match.game, said).next_trick(step) or opened.steps


def _step_of_card(opened: OpenHand, after: int, seat: str, label: str) -> int | None:
    """The first step after one at which a seat played a card, which is named as pages label it; None without such.

    Raises Refusal if the view does not show the cards of the seat.
    """
    if seat not in opened.match.seats or not (opened.view.whole or opened.view.seat == seat):
        raise Refusal(404, _("This view does not show the cards of {name}.", name=seat[:20]))
    cards = marked_of(opened.frames(after)[-1])
    for step, text in enumerate(opened.actions[after:], after + 1):
        action = parse_action(text)
        if action.seat != seat:
            continue
        for word in action.words:
            played = face(face_of_text(word.partition(_ROW)[0]), cards)
            if played is not None and played.label == label:
                return step
    return None


def looked_from(opened: OpenHand) -> str:
    """The seat that is looked from, which links keep if the address names it."""
    below = seat_below(opened)
    if request.args.get("seat"):
        g.seat_below = below
    return below


def _scene(
    opened: OpenHand,
    frame: Frame,
    said: Mapping[int, Sequence[StoredFinding]],
    outline: Outline,
    below: str,
    noted: NotesByStep,
    held: Holdings | None,
) -> Scene:
    asked = asked_seat(frame, opened.match.game, opened.actions, opened.view)
    scene = scene_of_hand(opened, frame, said, outline, below, asked)
    if held is not None:
        scene = with_played(scene, frame, held, opened.view)
    return with_marks(scene, noted.at(frame.step))


def _held(frames: Sequence[Frame], begin: int, last: int) -> Iterable[Holdings | None]:
    """What the seats hold and have played at some frames of a hand; None where that is not shown.

    It is shown where the reader asks for it, and at the end of the hand.
    """
    greyed = choice_of(PLAYED) == GREYED
    shown = [not frame.in_rows and (greyed or frame.stage == _OVER) for frame in frames[begin:last]]
    if not any(shown):
        return [None] * len(shown)
    held = islice(holdings_with_played(frames[:last]), begin, last)
    return [holdings if is_shown else None for holdings, is_shown in zip(held, shown, strict=True)]


def scene_of_hand(
    hand: PlayedHand,
    frame: Frame,
    said: Mapping[int, Sequence[StoredFinding]],
    outline: Outline,
    below: str,
    asked: str | None = None,
) -> Scene:
    """The scene of a frame of a hand, as the view of the hand sees it: see `scene_of`."""
    shown, levels = seen_frame(frame, hand.view), hand.levels()
    return scene_of(shown, hand.match.game, hand.names, levels, said, outline, hand.view, asked, below)


def step_addresses(opened: OpenHand, endpoint: str = "replay.hand") -> Steps:
    address = url_for(endpoint, identity=opened.stored.row.id, number=opened.number, step=_PLACE, view=opened.asked)
    before, _step, after = address.partition(str(_PLACE))
    return Steps(before, after)


def viewer(view: View, names: Mapping[str, str]) -> str:
    """Whose cards a view shows, in words."""
    if view.seat is not None:
        return names.get(view.seat, view.seat)
    return _c("replay", "All hands") if view.whole else _("The table")


def holdings_with_played(frames: Sequence[Frame]) -> Iterator[Holdings]:
    """The holdings at each frame of a hand, from the deal on."""
    seats = {seat.seat: _known(seat) for seat in frames[0].seats}
    yield _shown(seats)
    for before, frame in pairwise(frames):
        action = parse_action(frame.action or "")
        played = action.seat if action.verb in _PLAYS else None
        for old, seat in zip(before.seats, frame.seats, strict=True):
            row = seats[seat.seat]
            if old.cards == seat.cards or row is None:
                continue
            if seat.hidden or _BACK in seat.cards:
                seats[seat.seat] = None
                continue
            gone = Counter(old.cards) - Counter(seat.cards)
            _take(row, gone, frame.step if seat.seat == played else None)
            _give(row, Counter(seat.cards) - Counter(old.cards), seat.cards, frame.captured)
        yield _shown(seats)


def _known(seat: SeatFrame) -> list[HeldCard] | None:
    """The cards of a seat at the deal; None if not all of them are known."""
    return None if seat.hidden or _BACK in seat.cards else [HeldCard(text) for text in seat.cards]


def _shown(seats: Mapping[str, list[HeldCard] | None]) -> Holdings:
    return {seat: tuple(row) for seat, row in seats.items() if row is not None}


def _take(row: list[HeldCard], gone: Counter[str], step: int | None) -> None:
    """Marks cards as played, or takes them out where they went elsewhere."""
    for place in range(len(row) - 1, -1, -1):
        card = row[place]
        if card.played is None and gone[card.text]:
            gone[card.text] -= 1
            if step is None:
                del row[place]
            else:
                row[place] = replace(card, played=step)


def _give(row: list[HeldCard], more: Counter[str], order: Sequence[str], captured: Sequence[str]) -> None:
    """Puts cards in behind those that they follow in the holding; a play that was taken back is held again."""
    before: str | None = None
    for text in order:
        if more[text]:
            more[text] -= 1
            back = None if text in captured else next((card for card in row if card.text == text and card.played), None)
            if back is not None:
                row[row.index(back)] = HeldCard(text)
            else:
                place = next((n for n in range(len(row), 0, -1) if row[n - 1] == HeldCard(before or "")), 0)
                row.insert(place, HeldCard(text))
        before = text


def with_played(scene: Scene, frame: Frame, held: Holdings, view: View) -> Scene:
    """A scene with the cards that its seats have played, in their holdings; of a view, those of its own seat."""
    cards = marked_of(frame)
    return replace(
        scene,
        seats=tuple(
            replace(
                seat, holding=in_columns(stacks_by_rank([(card.text, _face(card, cards)) for card in held[seat.seat]]))
            )
            if seat.seat in held and (view.whole or view.seat == seat.seat) and any(e.played for e in held[seat.seat])
            else seat
            for seat in scene.seats
        ),
    )


def _face(held: HeldCard, cards: MarkedCards) -> Face | None:
    shown = face(held.text, cards)
    if shown is None or held.played is None:
        return shown
    label = _("{card}, played at step {step}", card=shown.label, step=held.played)
    return replace(shown, label=label, classes=f"{shown.classes} felt-played", played=held.played)
