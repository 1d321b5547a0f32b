"""Computer players at work: inline, in threads and in processes."""
