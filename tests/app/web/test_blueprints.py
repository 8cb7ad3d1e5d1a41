"""The pages are found by walking their folder; the order in which they are registered has no effect."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from flask import Blueprint, Flask

from app.web.create_app import blueprints

REPO = Path(__file__).parents[3]


def registered(found: Iterable[Blueprint]) -> Flask:
    web = Flask(__name__, static_folder=None)
    for each in found:
        web.register_blueprint(each)
    return web


def test_every_module_with_a_page_is_found_once() -> None:
    found = [each.name for each in blueprints()]
    assert len(found) == len(set(found)) > 50
    assert {"home", "replay", "files", "add"} <= set(found)


def test_an_endpoint_names_the_module_that_answers() -> None:
    modules = {each.name: each.import_name.rpartition(".")[2] for each in blueprints()}
    others = {"api": "operations", "tokens": "own_tokens"}
    others |= {"all_changes": "changes", "own_changes": "changes"}
    assert {name: module for name, module in modules.items() if name != module} == others


def test_no_two_pages_answer_the_same_address() -> None:
    rules = registered(blueprints()).url_map.iter_rules()
    shape = Counter((each.rule, method) for each in rules for method in (each.methods or set()) - {"HEAD", "OPTIONS"})
    assert [each for each, times in shape.items() if times > 1] == []


def test_the_order_has_no_effect() -> None:
    here, there = registered(blueprints()), registered(reversed(blueprints()))
    assert here.jinja_env.filters == there.jinja_env.filters
    assert here.jinja_env.globals.keys() == there.jinja_env.globals.keys()
    assert here.error_handler_spec[None] == there.error_handler_spec[None]
    for app in (here, there):
        assert len(app.after_request_funcs.get(None, ())) <= 1
        assert len(app.before_request_funcs.get(None, ())) <= 1
        assert len(app.template_context_processors[None]) == 1


def test_what_templates_may_use_is_registered_once_and_in_one_module() -> None:
    registering = re.compile(r'app_template_(?:filter|global)\((?:(\w+)(?:, "(\w+)")?|"(\w+)")?\)(?:\ndef (\w+))?')
    found = {
        path.name: [next(filter(None, reversed(each))) for each in registering.findall(path.read_text("utf-8"))]
        for path in (REPO / "app").rglob("*.py")
    }
    assert [name for name, names in found.items() if names] == ["filters.py"]
    assert len(found["filters.py"]) == len(set(found["filters.py"])) > 60
