"""What holds of the sources of all templates."""

from typing import Final

from flask import Flask
from jinja2 import nodes
from jinja2.environment import Environment
from jinja2.loaders import BaseLoader

LONGEST: Final = 160
"""Signs of a line."""


def test_no_line_is_long(web: Flask) -> None:
    assert isinstance(web.jinja_env.loader, BaseLoader)
    long = [
        f"{name}:{number}"
        for name in web.jinja_env.list_templates()
        for number, line in enumerate(web.jinja_env.loader.get_source(web.jinja_env, name)[0].splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert not long, "\n".join(long)


def test_a_block_is_one_of_the_template_that_is_extended(web: Flask) -> None:
    # Jinja leaves out a block whose name the extended template lacks, and says nothing.
    for name in web.jinja_env.list_templates():
        parents = _extended(web.jinja_env, name)
        if parents:
            offered = set().union(*(_blocks(web.jinja_env, parent) for parent in parents))
            outermost = {node.name for node in _parsed(web.jinja_env, name).body if isinstance(node, nodes.Block)}
            assert outermost <= offered, name


def test_a_template_that_extends_another_writes_in_blocks_alone(web: Flask) -> None:
    shows = (nodes.Output, nodes.For, nodes.CallBlock, nodes.FilterBlock)
    for name in web.jinja_env.list_templates():
        if _extended(web.jinja_env, name):
            for node in _parsed(web.jinja_env, name).body:
                lost = isinstance(node, shows) and any(
                    not isinstance(part, nodes.TemplateData) or part.data.strip() for part in _written(node)
                )
                assert not lost, (name, node.lineno)


def _written(node: nodes.Node) -> list[nodes.Node]:
    return list(node.nodes) if isinstance(node, nodes.Output) else [node]


def _extended(environment: Environment, name: str) -> list[str]:
    """The templates that one extends, the nearest first."""
    parents = []
    extends = _parsed(environment, name).find(nodes.Extends)
    while extends is not None:
        assert isinstance(extends.template, nodes.Const)
        parents.append(extends.template.value)
        extends = _parsed(environment, parents[-1]).find(nodes.Extends)
    return parents


def _blocks(environment: Environment, name: str) -> set[str]:
    return {block.name for block in _parsed(environment, name).find_all(nodes.Block)}


def _parsed(environment: Environment, name: str) -> nodes.Template:
    assert isinstance(environment.loader, BaseLoader)
    source, _, _ = environment.loader.get_source(environment, name)
    return environment.parse(source)
