"""Fits the constants of the chance that a team wins a hand, and measures it on matches that were held out.

``python -m tests.fitting FOLDER`` reads the records of OpenGuanDan in a folder (``greedy.jsonl.gz``,
``random.jsonl.gz``) and writes ``engine/insight/fitted_chance.py``.
"""
