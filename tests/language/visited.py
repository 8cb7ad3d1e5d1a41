"""The pages of the demo that links lead to, in a language: a run of the tests walks them once for all their checks."""

import pickle
from pathlib import Path

import pytest
from flask import Flask

from app.text.language import Language
from app.web.http.pages import Of
from tests import profiles
from tests.language.demo_site import STARTS
from tests.language.walked import Visited, all_names, endpoint_alone, one_and_two_names, walk
from tests.once import made_once
from tests.permissions import TABLE


def opened(web: Flask) -> set[str]:
    """The endpoints that a reader can open."""
    return {each.endpoint for each in web.url_map.iter_rules() if "GET" in (each.methods or ())}


def without_pages(web: Flask) -> set[str]:
    """Those of them that answer with something else than a page."""
    return {
        each
        for each in opened(web)
        if each.startswith("api.") or each.endswith((".file", ".as_csv", ".as_json", ".as_logs"))
    } | {
        *(
            "hand_search.decisions",
            "review.decisions",
            "static",
            "assets.sheet",
            "drawings.png",
            "drawings.svg",
            "disputes.shown",
            "hand_search.form",
        ),
        *("language.choose", "luck.bins", "sheets.as_match", "writing.as_text", "shape.counts", "hall.state"),
        *("pictures.beside_link", "pictures.trick", "computing.robots"),
        *("pictures.card", "pictures.whole", "book.example_drawing", "study.change"),
        *("offline.worker", "offline.manifest", "offline.language", "offline.page_in"),
        *("health.process", "health.ready"),
        "archived.match",  # where an archive is shown
        *(each for (each, method), (_, of) in TABLE.items() if method == "GET" and of is Of.ACCOUNT),  # of a club
    }


def visited(folders: pytest.TempPathFactory, web: Flask, language: Language) -> list[Visited]:
    """The pages of a language: in English one of each kind.

    In Chinese, the long profile tries all arguments that links have, in all combinations; the push profile tries each
    argument of a page and each two together, and one link to each picture and file.
    """

    def walk_once(folder: Path) -> None:
        (folder / "pages.pickle").write_bytes(pickle.dumps(_walk(web, language)))

    folder = made_once(folders, f"pages-{language}", walk_once)
    found: list[Visited] = pickle.loads((folder / "pages.pickle").read_bytes())
    return found


def _walk(web: Flask, language: Language) -> list[Visited]:
    client = web.test_client()
    client.set_cookie("lang", language)
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language  # pages in frames of other sites read no cookies
    if language is Language.ENGLISH:
        return list(walk(web, client, STARTS, 1, endpoint_alone))
    if profiles.PROFILE == "long":
        return list(walk(web, client, STARTS, 2, all_names))
    no_pages = without_pages(web)

    def shapes(place: tuple[str, str], names: list[str]) -> list[tuple[str, ...]]:
        return [place] if place[0] in no_pages else one_and_two_names(place, names)

    return list(walk(web, client, STARTS, 1, shapes))
