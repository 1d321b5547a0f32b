"""The routes of the API, one feature per file, and how their bodies are read and written."""
