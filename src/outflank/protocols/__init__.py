"""GTP and NBoard, as an engine for other programs and as a client of other engines."""
