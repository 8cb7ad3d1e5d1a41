"""Checkpoints: a replay is brought back to an earlier point, so that it goes on from there in other ways."""

from collections.abc import Callable
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType
from typing import Any, Final

from msgspec import Struct

from engine.climbing.reader import ActionReader
from engine.memo import BoundedMemo

_PLAIN: Final = frozenset({int, str, bool, float, bytes, type(None), frozenset, range})
_SHARED: Final = (
    type,
    FunctionType,
    MethodType,
    BuiltinFunctionType,
    MappingProxyType,
    Enum,
    BoundedMemo,
    ActionReader,
)
"""What does not change, or remembers what holds of any replay."""


class Checkpoint:
    """All that may change in some objects, as it is now.

    The objects stay the same ones: their contents are put back.  So a point stays valid while the objects go on, and
    after they were brought back to another point.
    """

    def __init__(self, *roots: object) -> None:
        """``roots`` are the objects; whatever they refer to is looked through, but for readers, rules and findings."""
        self._restores: Final[list[Callable[[], object]]] = []
        seen: dict[type, list[object]] = {}
        waiting: list[Any] = list(roots)
        while waiting:
            value = waiting.pop()
            if type(value) in _PLAIN or isinstance(value, _SHARED):
                continue
            if isinstance(value, Struct) and value.__struct_config__.frozen:
                continue
            alike = seen.setdefault(type(value), [])
            if any(other is value for other in alike):
                continue
            alike.append(value)
            if isinstance(value, tuple):
                waiting += value
            elif isinstance(value, list):
                waiting += value
                self._restores.append(_list_restorer(value))
            elif isinstance(value, set):
                self._restores.append(_set_restorer(value))
            elif isinstance(value, dict):
                waiting += value.values()
                self._restores.append(_dict_restorer(value))
            else:
                self._look_at(value, waiting)

    def restore(self) -> None:
        """Brings the objects back to this point."""
        for restore in self._restores:
            restore()

    def _look_at(self, value: Any, waiting: list[Any]) -> None:
        fields = getattr(value, "__dict__", None)
        if fields is not None:
            waiting += fields.values()
            self._restores.append(_dict_restorer(fields))
        if isinstance(value, Struct):
            names = list(value.__struct_fields__)
        else:
            names = [name for kind in type(value).__mro__ for name in _slots(kind) if hasattr(value, name)]
        if names:
            values = [getattr(value, name) for name in names]
            waiting += values
            self._restores.append(_slots_restorer(value, names, values))


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (
        (slots,) if isinstance(slots, str) else tuple(name for name in slots if name not in ("__dict__", "__weakref__"))
    )


def _list_restorer(value: list[Any]) -> Callable[[], object]:
    saved = value[:]
    return lambda: value.__setitem__(slice(None), saved)


def _set_restorer(value: set[Any]) -> Callable[[], object]:
    saved = frozenset(value)

    def restore() -> None:
        value.clear()
        value.update(saved)

    return restore


def _dict_restorer(value: dict[Any, Any]) -> Callable[[], object]:
    saved = dict(value)

    def restore() -> None:
        value.clear()
        value.update(saved)

    return restore


def _slots_restorer(value: object, names: list[str], values: list[Any]) -> Callable[[], object]:
    pairs = tuple(zip(names, values, strict=True))
    put = setattr if isinstance(value, Struct) else object.__setattr__

    def restore() -> None:
        for name, saved in pairs:
            put(value, name, saved)

    return restore
