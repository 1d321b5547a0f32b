"""A single game in progress: session, seats, views, and the tables that screens use."""
