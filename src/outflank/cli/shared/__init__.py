"""What several commands share: arguments they read alike, and runs of games."""
