"""Matchmaking: people who want to play the same game are brought to one table."""
