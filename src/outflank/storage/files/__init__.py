"""Files of the user: named saves, exports, the data directory."""
