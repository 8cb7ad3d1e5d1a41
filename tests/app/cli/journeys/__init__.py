"""Journeys through the operations of the API, by subject."""
