"""Notifications: messages by push, email or webhook to people whose table waits for them while they do not look at it.

A projection next to the log. What a table wants of a person is computed from its state (:mod:`.demands`), what is due
is a pure function of that (:mod:`.plan`), and a node claims a notification before it sends it (:mod:`.book`).
"""
