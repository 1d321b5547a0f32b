"""Infrastructure for any package: child processes, fair queues, token buckets, durable files."""
