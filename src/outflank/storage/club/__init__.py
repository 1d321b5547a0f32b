"""The club in the database: members, seeks, challenges, events, tokens, passwords."""
