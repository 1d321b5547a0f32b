"""What the engine refuses to do."""


class CannotThink(ValueError):
    """A position or a limit the engine cannot work with; the message says what would do."""
