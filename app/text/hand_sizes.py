"""How many cards a seat has in hand, which may be known only as the most that it can be."""

from app.text.language import _, _n


def cards_held(count: int, *, at_most: bool) -> str:
    """The number with the word: ``34 cards``, ``at most 34 cards``."""
    if at_most:
        return _n("at most {count} card", "at most {count} cards", count)
    return _n("{count} card", "{count} cards", count)


def number_held(count: int, *, at_most: bool) -> str:
    """The number alone: ``34``, ``at most 34``."""
    return _("at most {count}", count=count) if at_most else str(count)


def number_sign(count: int, *, at_most: bool) -> str:
    """The number where there is little room: ``34``, ``≤34``."""
    return f"≤{count}" if at_most else str(count)
