"""The user's files: named saves, exports, the data directory."""
