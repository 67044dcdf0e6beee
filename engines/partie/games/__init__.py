"""The rules: pure functions from logs of moves to states. Knows nothing of servers, sockets, Redis or time."""
