"""GTP and NBoard, both ways: as an engine for others, and other engines as players."""
