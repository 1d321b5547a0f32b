"""Arguments and helpers that several commands share."""
