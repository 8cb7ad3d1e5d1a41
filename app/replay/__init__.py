"""What is added to a replay: notes and studies, what-if lines, presentations."""
