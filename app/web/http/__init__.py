"""What every request and answer goes through: hosts, security, errors, languages, compression."""
