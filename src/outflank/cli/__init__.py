"""The ``outflank`` command: one command a file in ``commands``."""
