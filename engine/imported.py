"""Values that are imported when they are first asked for."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final, TypeVar

T_co = TypeVar("T_co", covariant=True)


class ImportedValues(Mapping[str, T_co]):
    """Values by name, in the order of their places.  To list the names, or to count them, imports nothing."""

    __slots__ = ("_found", "_places")

    def __init__(self, places: Mapping[str, str]) -> None:
        """``places`` are the module and the variable of each value, such as ``engine.rulebook.terms:TERMS``."""
        self._places: Final = places
        self._found: Final[dict[str, T_co]] = {}

    @property
    def places(self) -> Mapping[str, str]:
        """The module and the variable of each value."""
        return self._places

    def __getitem__(self, name: str) -> T_co:
        if name not in self._found:
            module, _, variable = self._places[name].partition(":")
            self._found[name] = getattr(import_module(module), variable)
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
