"""Mechanisms for any package: guarded processes, fair queues, token buckets, durable lines."""
