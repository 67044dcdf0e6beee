"""Delivery of messages to the world outside: emails, and what may be sent again."""
