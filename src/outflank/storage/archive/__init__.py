"""The archive of published games, searchable by position."""
