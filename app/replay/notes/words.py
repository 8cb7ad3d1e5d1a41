"""Marks and arrows in words, for readers who do not see them."""

from collections.abc import Mapping

from app.drawing.table.cards import card_name
from app.replay.notes.drawn import SHAPE_WORDS, Drawn, Target
from app.text.language import _


def target_words(text: str, names: Mapping[str, str]) -> str:
    """What is pointed at, in words; ``names`` are those of the players by seat."""
    target = Target.read(text)
    if target is None:
        return text
    name = names.get(target.seat, target.seat)
    if not target.card:
        return name
    if target.copy > 1:
        return _("{card} of {name}, number {number}", card=card_name(target.card), name=name, number=target.copy)
    return _("{card} of {name}", card=card_name(target.card), name=name)


def drawn_words(drawn: Drawn, names: Mapping[str, str]) -> list[str]:
    """Each mark and each arrow as a phrase."""
    marks = [
        _("{shape} on {target}", shape=_(SHAPE_WORDS[each.shape]), target=target_words(each.on, names))
        for each in drawn.marks
    ]
    arrows = [
        _("arrow from {start} to {end}", start=target_words(each.start, names), end=target_words(each.to, names))
        for each in drawn.arrows
    ]
    return marks + arrows
