"""What is handed out on paper or as a picture: verdicts as HTML and PDF, tables as PNG; all made without a network."""
