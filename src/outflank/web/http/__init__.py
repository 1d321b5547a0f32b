"""The server around the application: connections, threads, processes, streams, limits."""
