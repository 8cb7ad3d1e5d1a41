"""The steps of a hand that decide what is derived from it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.record.actions import parse_action
from engine.replay.frames import Frame
from engine.verdict.recorded_sheet.entry import RecordedEntry


@dataclass(slots=True)
class DecidingSteps:
    """The steps (0 is the deal) after which values are decided."""

    places: list[int] = field(default_factory=list)
    """The step after which each seat was out, in the order of finish."""
    roles: dict[str, int] = field(default_factory=dict)
    """By role, the step after which its seat is known."""
    end: int | None = None
    """The step that ends the hand; None if it does not end."""
    verbs: dict[str, int] = field(default_factory=dict)
    """By verb, the last step of an action with it."""


def deciding_steps(frames: Iterable[Frame]) -> DecidingSteps:
    """The deciding steps of a hand, from its frames, the deal first."""
    steps = DecidingSteps()
    held: Mapping[str, str] = {}
    for frame in frames:
        out = sum(map(len, frame.finish))
        steps.places += [frame.step] * (out - len(steps.places))
        for role, seat in frame.roles:
            if held.get(role) != seat:
                steps.roles[role] = frame.step
        held = dict(frame.roles)
        if frame.action is not None:
            steps.verbs[parse_action(frame.action).verb] = frame.step
        if frame.stage == "over" and steps.end is None:
            steps.end = frame.step
    return steps


def at_step(entry: RecordedEntry, steps: DecidingSteps, verbs: Mapping[str, tuple[str, ...]]) -> RecordedEntry:
    """An entry of a hand with the step that decides it, if there is one.

    ``verbs`` are, by field, the verbs of the actions that decide it.
    """
    step: int | None = None
    if entry.field == "finish":
        step = _first_apart(entry, steps) if steps.places else steps.end
    elif entry.field == "roles":
        step = steps.roles.get(entry.what)
    elif entry.field in ("scores", "levels", "units") and entry.when != "before":
        step = steps.end
    elif entry.field in verbs:
        step = max((steps.verbs[verb] for verb in verbs[entry.field] if verb in steps.verbs), default=steps.end)
    return entry if step is None else replace(entry, step=step)


def _first_apart(entry: RecordedEntry, steps: DecidingSteps) -> int:
    """The step at which the first place that differs was taken; that of the last place if none differs."""
    if not entry.recorded:
        return steps.places[-1]
    recorded, derived = entry.recorded.split(", "), entry.computed.split(", ")
    apart = next((at for at, (one, other) in enumerate(zip(recorded, derived, strict=False)) if one != other), None)
    return steps.places[-1] if apart is None or apart >= len(steps.places) else steps.places[apart]
