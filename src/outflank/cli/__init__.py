"""The ``outflank`` command; each module in ``commands`` is one command."""
