"""Playing games in guarded processes."""
