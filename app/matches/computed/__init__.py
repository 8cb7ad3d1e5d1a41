"""What a page or an answer of the API needs and the engine has to work out: decided, queued, made, and kept."""
