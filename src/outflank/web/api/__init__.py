"""The routes of the API, one feature per file, and the parsing and serialization of bodies."""
