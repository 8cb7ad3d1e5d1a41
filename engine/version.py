"""The version of the engine, which every report names."""

__version__ = "0.3.0"
