"""Who a player is: the key by which matches of one person are found."""

from unicodedata import normalize

from engine.record.match import Player, given_value


def person_key(player: Player) -> str | None:
    """The key of a player: the id, or the name if the log has no id; None for an empty key, which is nobody's.

    Ids and names share one space.  An id that is there but empty, or white space, is nobody's too: the name stands in
    only for an id that is absent.
    """
    said = given_value(player.id)
    return normal((given_value(player.name) if said is None else said) or "") or None


def written_name(player: Player) -> str | None:
    """The name that is written with a player's key: the name, else the key; None if neither says who it is."""
    return normal(given_value(player.name) or "") or person_key(player)


def normal(text: str) -> str:
    """A text in the Unicode form NFC, without white space around it, as ids, names and events are compared."""
    return normalize("NFC", text).strip()
