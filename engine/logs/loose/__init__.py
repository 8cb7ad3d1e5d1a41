"""Loose text: matches that people write by hand or in a chat, one action a line, in English or Chinese."""
