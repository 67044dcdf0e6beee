"""Presence: who is at which table or in the lobby, and their names."""
