"""From the bytes of an input to its texts: unpacked, decoded, and divided into lines or read as a whole."""
