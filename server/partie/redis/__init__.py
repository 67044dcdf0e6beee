"""Redis itself: reaching it by URL, running one of our own, and what a given one does not guarantee."""
