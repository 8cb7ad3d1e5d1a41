"""Notes at a step of a hand, with marks and arrows on its cards, and studies: hands with their notes as files."""
