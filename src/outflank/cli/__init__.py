"""The ``outflank`` command: one subcommand a file."""
