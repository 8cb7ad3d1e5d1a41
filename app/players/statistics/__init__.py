"""Statistics of players: what is counted of judged matches, and the figures that are made of it.

Where what is:

- `app.database.tables.statistics`: the tables.  ``FACTS`` has one row a counted hand and seat, numbers only, clustered
  by person; ``TALLIES`` their sums by seat and match; ``SEAT_RESULTS`` the result of a match for each seat;
  ``COUNTED_MATCHES`` the matches; ``HAND_PLAYS`` (`plays`) and ``HAND_CODES`` what hands are searched by; ``WORDS`` the
  texts behind the numbers.
- `app.judging.counted`, `app.judging.counting`: what is counted of one judgement, as it is packed beside it.  The
  engine counts (`engine.statistics.facts`) while it judges.
- `fact_rows`: the rows are those of the judgements that are shown.  Whatever changes which judgement of a match is
  shown calls ``refresh`` in the same transaction.  `match_rows` makes them, `tally_rows` and `bomb_rows` the sums.
- `recount`: what is not counted yet, the figures that take long
  (``passes_able``, what settings of cards lost, the strength of dealt cards), and counting everything again.
  ``pending`` says how much is left; the worker beside the server, and `fupan stats`, do it.
- `adjusted`: what rulings of arbiters change in what is counted: scores of hands, totals and the winner.
- `unadjusted`: the columns ``computed_X``, which keep what rulings replaced; ``columns_of`` gives the columns of a
  table after rulings, or as computed, and every figure reads them through it.
- `people`: people who were joined and split, keys, and the names that are shown.
- `filters`: a ``FactFilter`` as conditions on ``FACTS``.
- `person`: sums of a person, or of everybody, under such a filter; `figures`: those of the format.
- `bombs`: what became of the bombs of a person.
- `luck`: results set against what the dealt cards let one expect.
- `intervals`: 95 % intervals of means and shares.
- `output`: JSON, CSV and Parquet.

A release that counts otherwise than the one before sets ``judgements.counted`` to 0 in a migration: everything is then
counted again as it was after an upgrade from a version without statistics.
"""
