"""The pages, a blueprint each, and what their templates may use."""

from typing import Final

from flask import Blueprint

from app.views.api import BLUEPRINT as API
from app.views.arrange import BLUEPRINT as ARRANGE
from app.views.book import BLUEPRINT as BOOK
from app.views.by_hand import BLUEPRINT as BY_HAND
from app.views.choosing import BLUEPRINT as CHOOSING
from app.views.comparison import BLUEPRINT as COMPARISON
from app.views.deleted import BLUEPRINT as DELETED
from app.views.disputes import BLUEPRINT as DISPUTES
from app.views.drawings import BLUEPRINT as DRAWINGS
from app.views.embed import BLUEPRINT as EMBED
from app.views.erasing import BLUEPRINT as ERASING
from app.views.events import BLUEPRINT as EVENTS
from app.views.evidence import BLUEPRINT as EVIDENCE
from app.views.glossary import BLUEPRINT as GLOSSARY
from app.views.hall import BLUEPRINT as HALL
from app.views.handed_out import BLUEPRINT as HANDED_OUT
from app.views.hands import BLUEPRINT as HANDS
from app.views.home import BLUEPRINT as HOME
from app.views.house import BLUEPRINT as HOUSE
from app.views.jobs import BLUEPRINT as JOBS
from app.views.languages import BLUEPRINT as LANGUAGES
from app.views.luck import BLUEPRINT as LUCK
from app.views.matches import BLUEPRINT as MATCHES
from app.views.notes import BLUEPRINT as NOTES
from app.views.offline import BLUEPRINT as OFFLINE
from app.views.partner_matrix import BLUEPRINT as PARTNERS
from app.views.parts import BLUEPRINT as PARTS
from app.views.paste import BLUEPRINT as PASTE
from app.views.people import BLUEPRINT as PEOPLE
from app.views.person_pairs import BLUEPRINT as PAIRS
from app.views.phrases import BLUEPRINT as PHRASES
from app.views.pictures import BLUEPRINT as PICTURES
from app.views.plays import BLUEPRINT as PLAYS
from app.views.ratings import BLUEPRINT as RATINGS
from app.views.reconcile import BLUEPRINT as RECONCILE
from app.views.records import BLUEPRINT as RECORDS
from app.views.refusals import BLUEPRINT as REFUSALS
from app.views.replay import BLUEPRINT as REPLAY
from app.views.rules import BLUEPRINT as RULES
from app.views.rulings import BLUEPRINT as RULINGS
from app.views.score import BLUEPRINT as SCORE
from app.views.settlement import BLUEPRINT as SETTLEMENT
from app.views.shape import BLUEPRINT as SHAPE
from app.views.share import BLUEPRINT as SHARE
from app.views.sheets import BLUEPRINT as SHEETS
from app.views.strength import BLUEPRINT as STRENGTH
from app.views.studies import BLUEPRINT as STUDIES
from app.views.style import BLUEPRINT as STYLE
from app.views.uploads import BLUEPRINT as UPLOADS
from app.views.uploads import KEPT as KEPT_UPLOADS
from app.views.verify import BLUEPRINT as VERIFY
from app.views.what_if import BLUEPRINT as WHAT_IF
from app.views.words import BLUEPRINT as WORDS
from app.views.writing import BLUEPRINT as WRITING
from app.views.writing_begin import BLUEPRINT as WRITING_BEGIN
from app.views.written import BLUEPRINT as WRITTEN

BLUEPRINTS: Final[tuple[Blueprint, ...]] = (
    HOME,
    MATCHES,
    COMPARISON,
    RECONCILE,
    CHOOSING,
    HOUSE,
    REPLAY,
    DRAWINGS,
    PICTURES,
    SHARE,
    EMBED,
    HALL,
    PLAYS,
    SHAPE,
    WHAT_IF,
    NOTES,
    STUDIES,
    HANDS,
    SETTLEMENT,
    WRITTEN,
    SCORE,
    UPLOADS,
    BY_HAND,
    WRITING_BEGIN,
    WRITING,
    JOBS,
    SHEETS,
    PASTE,
    PHRASES,
    KEPT_UPLOADS,
    REFUSALS,
    PARTS,
    DELETED,
    DISPUTES,
    EVIDENCE,
    ERASING,
    RULINGS,
    HANDED_OUT,
    RULES,
    BOOK,
    GLOSSARY,
    LANGUAGES,
    STRENGTH,
    ARRANGE,
    VERIFY,
    PEOPLE,
    RATINGS,
    RECORDS,
    EVENTS,
    PARTNERS,
    PAIRS,
    LUCK,
    API,
    STYLE,
    OFFLINE,
    WORDS,
)
