"""Matchmaking: seats people who want the same game at one table."""
