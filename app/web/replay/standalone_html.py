"""A hand as one HTML file that replays without a server: style, script and every table are in it.

Of each table but the first only the parts that differ from the table before are written.  What these have in common,
such as a hand while its seat passes, and the face of each card, is written once and named by its number.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import Any, Final

from markupsafe import Markup

from app.judging.hand_ending import hand_ending
from app.text.folders import folder
from app.text.language import _, current
from app.text.language.reports import put_report
from app.web.parts.embedded_assets import embedded_page, environment, nowhere, without_links
from app.web.parts.open_hand import PlayedHand
from app.web.parts.outline import Outline, Trick, outline_of, tricks_of
from app.web.parts.scene import Scene
from app.web.replay.ending import Ending
from app.web.replay.visible_scenes import Steps, scene_of_hand, viewer
from engine.record.match import Match, MatchInfo, given_value
from engine.replay.fold import frames
from engine.replay.frames import Frame
from engine.replay.game import Judge, MatchReplay
from engine.replay.views import View
from engine.verdict.report import Report
from engine.verdict.stored_report import as_stored

MOST_STEPS: Final = 600
"""The most steps of a hand that a file is made of; hands of the four games have at most about two hundred."""
SHEETS: Final = (
    "colours",
    "faces",
    "base",
    "parts",
    "cards",
    "replay/replay",
    "replay/fans",
    "replay/felt",
    "replay/rows",
    "replay/embedded",
    "replay/ending",
)
"""The style sheets of a file, in their order."""
_SCRIPT: Final = "js/replay/embedded.js"
_AT: Final = Steps("#step-", "")
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_LINE: Final = re.compile(r"\n\s*")
_FACE: Final = re.compile(r'<span class="card[^"]*" role="img" aria-label="[^"]*">[^<]*</span>')
_COLUMN: Final = re.compile(r'<span class="felt-column">((?:<i c=\d+></i>)+)</span>')
_PIECE: Final = re.compile(
    r'<header>.*?</header>|<div class="felt-place[^"]*"><div class="felt-fan .*?</div></div>'
    r'|<p class="felt-aside-cards">.*?</p>',
    re.DOTALL,
)
_NUMBER: Final = re.compile(r"\d+")
_LISTED: Final = re.compile(r'(<li\b[^>]*) data-step="(\d+)"')
_UNFIT: Final = re.compile(r"[^A-Za-z0-9-]+")


@dataclass(frozen=True)
class SharedHand(PlayedHand):
    """A hand of a match with all that a file of it needs."""

    title: str
    """What the match is called."""
    below: str
    """The seat that is looked from."""
    frames: Sequence[Frame]
    """All frames of the hand, with everything in them."""
    four_colours: bool = False
    before: Callable[[], MatchReplay | None] = lambda: None
    """Gives the match as it stands before the hand; None if the hands before are to be replayed."""


class HandTooLong(Exception):
    """A hand with more steps than a file is made of, as a sentence."""

    def __init__(self, steps: int) -> None:
        super().__init__(
            _(
                "The hand has {steps} steps; a standalone file is made of {most} at most.",
                steps=steps,
                most=MOST_STEPS,
            )
        )


def refuse_long(steps: int) -> None:
    """Raises HandTooLong for a number of steps that is more than a file is made of."""
    if steps > MOST_STEPS:
        raise HandTooLong(steps)


def judged_hand(match: Match, judge: Judge, report: Report, number: int, view: View) -> SharedHand:
    """A hand (``number`` from 1) of a match with its report, as a view saw it.

    The report must have rules and hands.  Raises HandTooLong.
    """
    assert report.rules is not None
    info = given_value(match.match) or MatchInfo()
    refuse_long(len(match.hands[number - 1].actions))
    return SharedHand(
        title=given_value(info.id) or given_value(info.event) or _("Match"),
        match=match,
        rules=report.rules,
        judge=judge,
        report=put_report(as_stored(report), current()),
        number=number,
        view=view,
        below=view.seat or match.seats[0],
        frames=list(islice(frames(judge, match, number - 1), MOST_STEPS + 1)),
    )


def file_of(hand: SharedHand, step: int = 0) -> bytes:
    """The file of a hand, which opens at a step, in the language of the reader.  It loads nothing.

    What the view of the hand hides is not in it.  The same hand gives the same bytes.  Raises HandTooLong.
    """
    refuse_long(hand.steps)
    outline = outline_of(hand.frames, hand.match.game, hand.said_at_end)
    scenes = [scene_of_hand(hand, frame, hand.said_at_end, outline, hand.below) for frame in hand.frames]
    faces: dict[str, int] = {}
    pieces: dict[str, int] = {}
    parts = [_shortened(difference, faces, pieces) for difference in _differences(hand, scenes)]
    ending = _ending(hand)
    style, script = _style(), _script()
    return embedded_page(
        "replay/standalone.html",
        title=hand.title,
        number=hand.number,
        hands=hand.hands,
        names=hand.names,
        match={"id": 0},
        view=hand.asked,
        seen_by=viewer(hand.view, hand.names),
        scene=scenes[step],
        last=scenes[-1],
        outline=outline,
        at=_AT,
        ending=ending if step == hand.steps else None,
        ending_at_last=ending,
        tricks=_list(hand, outline),
        opens=[turn.step for turn in outline.turns if turn.opens],
        found=sorted(last_step for last_step in hand.said_at_end if last_step),
        four_colours=hand.four_colours,
        paced=hand.paced,
        rows=hand.frames[0].in_rows,
        policy=(
            f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; img-src data:; "
            "base-uri 'none'; form-action 'none'"
        ),
        style=Markup(style),  # noqa: S704 (our own style sheets)
        script=Markup(script),  # noqa: S704 (our own script)
        faces=Markup("".join(faces)),  # noqa: S704 (the templates escape)
        pieces=Markup("".join(f"<div>{piece}</div>" for piece in pieces)),  # noqa: S704
        parts=Markup("\n".join(parts)),  # noqa: S704
    ).encode()


def name_of_file(match: str, number: int, view: View) -> str:
    """What the file of a hand (``number`` from 1) is called."""
    seen_by = "" if view.whole else f"-{view.name}"
    return f"{_UNFIT.sub('-', match).strip('-') or 'fupan'}-hand-{number}{seen_by}.html"


def _differences(hand: SharedHand, scenes: Sequence[Scene]) -> Iterator[str]:
    """Each scene in turn as its step and the parts that differ from the scene before."""
    before: dict[str, str] = {}
    for scene in scenes:
        parts = _parts(hand, scene)
        fresh = "".join(part for name, part in parts.items() if before.get(name) != part)
        before.update(parts)
        yield f'<div data-scene="{scene.step}" data-trick="{scene.trick}">{fresh}</div>'


def _parts(hand: SharedHand, scene: Scene) -> dict[str, str]:
    macros: Any = environment(nowhere).get_template("macros/scene.html").module
    match: Mapping[str, int] = {"id": 0}
    view = hand.asked
    ending = _ending(hand) if scene.step == hand.steps else None
    number, hands = hand.number, hand.hands
    parts = {
        "happened": macros.happened(scene, match, number, hand.names, view),
        "centre": macros.centre(scene, match, number, hands, hand.names, view, ending),
        "findings": macros.findings(scene, match, number, hand.names, _AT),
        **{f"seat-{seat.number}": macros.seat(seat, scene, _AT) for seat in scene.seats},
    }
    return {name: _LINE.sub("\n", without_links(str(part))) for name, part in parts.items()}


def _shortened(scene: str, faces: dict[str, int], pieces: dict[str, int]) -> str:
    """A scene with the number of each face instead of its element, and of a column the numbers of its faces.

    Heads of seats and fans of cards are replaced by numbers too.  New faces and pieces are added to those known.
    """
    short = _FACE.sub(lambda face: f"<i c={faces.setdefault(face[0], len(faces))}></i>", scene)
    short = _COLUMN.sub(lambda column: f'<i k="{" ".join(_NUMBER.findall(column[1]))}"></i>', short)
    return _PIECE.sub(lambda piece: f"<i p={pieces.setdefault(piece[0], len(pieces))}></i>", short)


def _list(hand: SharedHand, outline: Outline) -> Markup:
    """The list of all actions, trick by trick."""
    said = hand.said_at_end
    tricks: list[Trick] = []
    reached = 0
    while reached < hand.steps:
        listed, page = tricks_of(hand, hand.frames, outline, reached + 1, said)
        tricks += listed
        reached = page.first + len(page.items)
    macros: Any = environment(nowhere).get_template("macros/steps.html").module
    listing = "".join(str(macros.trick(trick, hand.names, None, _AT)) for trick in tricks)
    return Markup(_LISTED.sub(r'\1 data-step="\2" id="step-\2"', listing))  # noqa: S704 (the templates escape)


def _ending(hand: SharedHand) -> Ending | None:
    """What the end of the hand shows. None where a view hides hands, because the end may show them."""
    if not hand.view.whole:
        return None
    shown = hand_ending(hand.match, hand.report.hands, hand.judge, hand.number - 1, hand.names, hand.before())
    return Ending(shown=shown, written=None, losses=())


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


@lru_cache(maxsize=1)
def _style() -> str:
    text = "".join((folder("static") / f"css/{name}.css").read_text(encoding="utf-8") for name in SHEETS)
    return _LINE.sub("\n", _COMMENT.sub("", text))


@lru_cache(maxsize=1)
def _script() -> str:
    return (folder("static") / _SCRIPT).read_text(encoding="utf-8")
