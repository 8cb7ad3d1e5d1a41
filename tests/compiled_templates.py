"""Templates compiled once in a process, however many applications the tests open."""

from typing import Final

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class CompiledTemplates(BytecodeCache):
    """The code of templates in memory, by name and place; Jinja compiles one anew whose text has changed."""

    def __init__(self) -> None:
        self._compiled: Final[dict[str, bytes]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._compiled:
            bucket.bytecode_from_string(self._compiled[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key] = bucket.bytecode_to_string()


def share() -> None:
    """Has every application that this process opens from now on use the same compiled templates."""
    Flask.jinja_options = {"bytecode_cache": CompiledTemplates()}
