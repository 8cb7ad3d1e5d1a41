"""From the bytes of an input to its texts: unpacked, decoded, taken by lines or as a whole."""
