"""Games in the database: the repository, invitations, and moving to another browser."""
