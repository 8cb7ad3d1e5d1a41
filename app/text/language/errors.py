"""What an error says, as a text that can still be put in the language of the reader."""

from engine.rulebook.sentences import Text


def text_of(error: BaseException) -> str:
    """The text that an error was raised with; ``str(error)`` would be English for ever."""
    first = error.args[0] if error.args else None
    return first if isinstance(first, Text) else str(error)
