"""Which preset fits a table: questions about options, and how well each preset fits the answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.rulebook.options import Option, RuleBook, value_text


@dataclass(frozen=True, slots=True)
class Question:
    """An option, and the values that presets have, in notation of the command line."""

    option: Option
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Miss:
    """An answer that a preset does not fit."""

    option: Option
    wanted: str
    has: str


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a preset fits the answers."""

    preset: str
    fitting: int
    """The number of answers that it fits."""
    misses: tuple[Miss, ...]

    @property
    def address(self) -> dict[str, str]:
        """The arguments that change the preset to fit every answer."""
        return {miss.option.name: miss.wanted for miss in self.misses}


def asked_of(book: RuleBook, names: Sequence[str]) -> tuple[Question, ...]:
    """The questions about options, each with its possible values, or else with those that the presets have."""
    options = [book.option(name) for name in names]
    presets = [book.resolve(name).options for name in book.presets]
    found = []
    for option in options:
        values = option.choices or (("true", "false") if isinstance(option.default, bool) else ())
        seen = values or tuple(dict.fromkeys(value_text(each[option.name]) for each in presets))
        found.append(Question(option, seen))
    return tuple(found)


def fits(book: RuleBook, questions: Sequence[Question], answers: Mapping[str, str]) -> tuple[Fit, ...]:
    """The presets, those that fit most answers first; equal ones in the order of the book."""
    found = []
    for preset in book.presets:
        options = book.resolve(preset).options
        misses = tuple(
            Miss(question.option, answers[question.option.name], value_text(options[question.option.name]))
            for question in questions
            if question.option.name in answers
            and answers[question.option.name] != value_text(options[question.option.name])
        )
        found.append(Fit(preset, len(answers) - len(misses), misses))
    return tuple(sorted(found, key=lambda fit: -fit.fitting))
