"""Matchmaking."""
