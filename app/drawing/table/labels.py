"""The words of drawings that are not in the log, in one place, in the language of the reader."""

from dataclasses import dataclass, fields
from typing import Final

from app.text.language import _, marked


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of a drawing."""

    passed: str = marked("pass")
    to_beat: str = marked("to beat")
    turn: str = marked("to act")
    leads: str = marked("to lead")
    dealer: str = marked("dealer")
    illegal: str = marked("not allowed")
    laid: str = marked("on the table")
    captured: str = marked("captured")
    foul: str = marked("foul")
    face_down: str = marked("face down")
    gone: str = marked("White: may still come")
    no_play: str = marked("the play was not recorded")

    def title(self, hand: int, step: int, steps: int) -> str:
        """What a drawing shows: a hand, and a step of how many."""
        return _("hand {hand}, {step}/{steps}", hand=hand, step=step, steps=steps)

    def with_play(self, title: str, name: str, reading: str) -> str:
        """A title with whose play it shows, and what the play is."""
        return _("{title}, {name}: {reading}", title=title, name=name, reading=reading)

    def with_alone(self, role: str) -> str:
        """A role of a seat that plays alone."""
        return _("{role}, alone", role=role)

    def at_level(self, rank: str) -> str:
        """The level of a team."""
        return _("level {rank}", rank=rank)


ENGLISH: Final = Labels()


def labels_now() -> Labels:
    """The words in the language of the reader."""
    return Labels(**{field.name: _(getattr(ENGLISH, field.name)) for field in fields(Labels)})
