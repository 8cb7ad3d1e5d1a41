"""The help of the site: what a reader can do with it, subject by subject."""

from typing import Final

from flask import render_template

from app.text.help_topics import TOPICS, files_of, pieces, topic_named
from app.text.language import _
from app.web.http.compression import without_secrets
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages

BLUEPRINT: Final = Pages("help", __name__)


@BLUEPRINT.get("/help", may=May.READ)
@without_secrets
def page() -> str:
    """Lists the topics of the help, each with its first paragraph."""
    return render_template("help/page.html", topics=TOPICS, pieces=pieces)


@BLUEPRINT.get("/help/<name>", may=May.READ)
@without_secrets
def topic(name: str) -> str:
    """Shows one topic of the help."""
    help_topic = topic_named(name)
    if help_topic is None:
        raise Refusal(404, _("There is no such topic."))
    return render_template(
        "help/topic.html", topic=help_topic, files=files_of(help_topic), topics=TOPICS, pieces=pieces
    )
