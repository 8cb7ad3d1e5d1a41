"""The engine of Fupan: match logs in, judgements out.

Pure: nothing here touches files by name, the network, a clock or chance.  The same bytes,
rules and version give the same report, byte for byte.
"""

__version__ = "0.2.0"
