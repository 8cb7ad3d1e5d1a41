"""What is kept of one person: of an account, and of the person of the statistics that it is tied to."""
