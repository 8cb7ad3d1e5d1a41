"""Drawings of the table at a step: what lies where, and its writers.  Nothing here reads files, clocks or databases."""
