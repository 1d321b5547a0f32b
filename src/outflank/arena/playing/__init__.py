"""Play games in supervised processes."""
