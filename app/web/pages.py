"""The pages, a blueprint each, and what their templates may use."""

from typing import Final

from flask import Blueprint

from app.web.disputes.disputes import BLUEPRINT as DISPUTES
from app.web.disputes.erasing import BLUEPRINT as ERASING
from app.web.disputes.evidence import BLUEPRINT as EVIDENCE
from app.web.disputes.issued_verdicts import BLUEPRINT as HANDED_OUT
from app.web.disputes.rulings import BLUEPRINT as RULINGS
from app.web.disputes.verify import BLUEPRINT as VERIFY
from app.web.http.computing import BLUEPRINT as COMPUTING
from app.web.languages import BLUEPRINT as LANGUAGES
from app.web.matches.api import BLUEPRINT as API
from app.web.matches.compare_records import BLUEPRINT as RECORDS
from app.web.matches.comparison import BLUEPRINT as COMPARISON
from app.web.matches.deleted import BLUEPRINT as DELETED
from app.web.matches.home import BLUEPRINT as HOME
from app.web.matches.jobs import BLUEPRINT as JOBS
from app.web.matches.join_split import BLUEPRINT as PARTS
from app.web.matches.matches import BLUEPRINT as MATCHES
from app.web.matches.reconcile import BLUEPRINT as RECONCILE
from app.web.matches.recorded_page import BLUEPRINT as WRITTEN
from app.web.matches.refusals import BLUEPRINT as REFUSALS
from app.web.matches.rules_of_match import BLUEPRINT as CHOOSING
from app.web.matches.score import BLUEPRINT as SCORE
from app.web.matches.settlement import BLUEPRINT as SETTLEMENT
from app.web.matches.uploads import BLUEPRINT as UPLOADS
from app.web.matches.uploads import KEPT as KEPT_UPLOADS
from app.web.offline import BLUEPRINT as OFFLINE
from app.web.phrases import BLUEPRINT as PHRASES
from app.web.players.events import BLUEPRINT as EVENTS
from app.web.players.hand_search import BLUEPRINT as HANDS
from app.web.players.luck import BLUEPRINT as LUCK
from app.web.players.partner_matrix import BLUEPRINT as PARTNERS
from app.web.players.people import BLUEPRINT as PEOPLE
from app.web.players.person_pairs import BLUEPRINT as PAIRS
from app.web.players.ratings import BLUEPRINT as RATINGS
from app.web.players.strength import BLUEPRINT as STRENGTH
from app.web.replay.drawings import BLUEPRINT as DRAWINGS
from app.web.replay.embed import BLUEPRINT as EMBED
from app.web.replay.hall import BLUEPRINT as HALL
from app.web.replay.notes import BLUEPRINT as NOTES
from app.web.replay.pictures import BLUEPRINT as PICTURES
from app.web.replay.plays import BLUEPRINT as PLAYS
from app.web.replay.replay import BLUEPRINT as REPLAY
from app.web.replay.shape import BLUEPRINT as SHAPE
from app.web.replay.share import BLUEPRINT as SHARE
from app.web.replay.studies import BLUEPRINT as STUDIES
from app.web.replay.what_if import BLUEPRINT as WHAT_IF
from app.web.rules.arrange import BLUEPRINT as ARRANGE
from app.web.rules.book import BLUEPRINT as BOOK
from app.web.rules.glossary import BLUEPRINT as GLOSSARY
from app.web.rules.house_rules import BLUEPRINT as HOUSE
from app.web.rules.rules import BLUEPRINT as RULES
from app.web.sheets.paste import BLUEPRINT as PASTE
from app.web.sheets.sheets import BLUEPRINT as SHEETS
from app.web.sheets.typed_logs import BLUEPRINT as BY_HAND
from app.web.sheets.writing import BLUEPRINT as WRITING
from app.web.sheets.writing_begin import BLUEPRINT as WRITING_BEGIN
from app.web.style import BLUEPRINT as STYLE
from app.web.words import BLUEPRINT as WORDS

BLUEPRINTS: Final[tuple[Blueprint, ...]] = (
    HOME,
    MATCHES,
    COMPARISON,
    RECONCILE,
    CHOOSING,
    COMPUTING,
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
