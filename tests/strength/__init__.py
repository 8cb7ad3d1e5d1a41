"""Fits the constants of the strength of dealt hands, and says how well they predict.

``python -m tests.strength`` fits them on hands of equal players, and writes them into ``statistics.py`` of the game.
"""
