"""What templates say as HTML is written in them: a text from elsewhere is escaped."""

import pytest
from flask import Flask, render_template_string
from jinja2 import nodes

TEMPLATES = {"_": 1, "_c": 2, "_n": 2}
"""By function, how many of its first arguments are not values."""


def test_templates_say_only_what_is_written_in_them(web: Flask) -> None:
    said = 0
    for name in web.jinja_env.list_templates():
        source, _, _ = web.jinja_env.loader.get_source(web.jinja_env, name)
        for call in web.jinja_env.parse(source).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name in TEMPLATES:
                said += 1
                first = call.args[: TEMPLATES[call.node.name]]
                assert all(isinstance(each, nodes.Const) for each in first), (name, call.lineno)
    assert said > 1000


@pytest.mark.parametrize("source", ["{{ text|translated }}", "{{ _('by {name}', name=text) }}", "{{ text }}"])
def test_a_text_from_elsewhere_is_escaped(web: Flask, source: str) -> None:
    with web.test_request_context("/?lang=zh-Hans"):
        shown = render_template_string(source, text="<b>{seat}</b>")
    assert "&lt;b&gt;{seat}" in shown
