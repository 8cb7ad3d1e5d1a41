"""Bytes as the database stores them: packed with zstd."""

import zstandard


def packed(data: bytes) -> bytes:
    """Bytes as the database stores them."""
    return zstandard.ZstdCompressor(level=6).compress(data)


def unpacked(data: bytes, size: int) -> bytes:
    """The bytes that were packed, at most ``size`` of them."""
    return zstandard.ZstdDecompressor().decompress(data, max_output_size=size) if size else b""
