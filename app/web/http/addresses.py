"""Addresses of pages whose arguments are collected before."""

from collections.abc import Mapping
from typing import Any

from flask import url_for

Arguments = Mapping[str, str | int | None]
"""The arguments of an address by name; None for one that it does not have."""


def address_of(endpoint: str, arguments: Arguments) -> str:
    """The address of a page with some arguments."""
    # Flask takes its own options among the arguments, with types of their own.
    return url_for(endpoint, **dict[str, Any](arguments))
