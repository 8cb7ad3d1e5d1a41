"""The addresses for programs, version 1."""
