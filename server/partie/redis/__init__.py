"""Redis itself: connecting by URL, running the built-in server, and checking what a given server guarantees."""
