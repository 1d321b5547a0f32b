"""One game being played: the session, its seats and view, and the tables that screens show."""
