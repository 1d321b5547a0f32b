"""Storage: one database for games, club and archive; files for named saves."""
