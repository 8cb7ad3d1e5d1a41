"""A page of rulings, to be printed: those of an event, or of any other filter of disputes."""

from typing import Final

from flask import render_template, request

from app.database.row_pages import PER_PAGE
from app.disputes.cases.inquiry import found_words, under_words
from app.disputes.cases.listing import COUNTED, seat_names
from app.disputes.cases.reading import numbers_of_ruled, ruled_disputes
from app.disputes.cases.states import RulingOutcome, outcome_words
from app.disputes.cases.words import subject_words
from app.matches.installation import this_installation
from app.web.disputes.disputes import chosen_of, count_words, filter_of
from app.web.http.left_out import LeftOut
from app.web.http.pages import May, Pages
from app.web.http.paging import whole

BLUEPRINT: Final = Pages("rulings", __name__)


@BLUEPRINT.get("/disputes/rulings", may=May.FOLLOW)
def page() -> str:
    """The rulings on the disputes that the filter of the address lets through, from the first dispute on."""
    chosen = chosen_of(request.args)
    with this_installation().sessions() as session:
        wanted = filter_of(chosen)
        disputes = ruled_disputes(session, wanted, whole(request.args.get("after")) or 0)
        number, unruled, every = numbers_of_ruled(session, wanted)
        shown = disputes[:PER_PAGE]
        names = seat_names(
            session, [whole_dispute.dispute.match for whole_dispute in shown if whole_dispute.dispute.match is not None]
        )
    return render_template(
        "disputes/rulings.html",
        disputes=shown,
        more=shown[-1].dispute.id if len(disputes) > PER_PAGE else None,
        chosen=chosen,
        left_out_rows=LeftOut(count_words, number, every, COUNTED) if chosen else None,
        unruled=unruled,
        names=names,
        outcomes={str(outcome): outcome_words(outcome) for outcome in RulingOutcome},
        subject_words=subject_words,
        found_words=found_words,
        under_words=under_words,
    )
