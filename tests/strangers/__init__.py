"""Clients of others: they know the documents that the service serves, and nothing of its code."""
