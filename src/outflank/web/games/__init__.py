"""What requests do to games: one service, computer replies, links, the change notifier."""
