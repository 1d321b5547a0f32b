"""What a command tells a person who asked for something that cannot be done."""


class UsageError(ValueError):
    """Something a person asked for that cannot be done; shown as one line."""
