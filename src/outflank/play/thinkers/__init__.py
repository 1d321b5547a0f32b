"""Who finds the moves of computer seats: in place, in threads, in processes."""
