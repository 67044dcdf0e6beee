"""Who keeps order at the service, what they did, and what holds because of it."""
