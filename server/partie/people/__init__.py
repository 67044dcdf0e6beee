"""Persons: guests and accounts, their names and sessions, moving to other devices, and invitations."""
