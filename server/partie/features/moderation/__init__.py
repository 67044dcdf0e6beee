"""Moderation: who may moderate, what they did, and the rules in force because of it."""
