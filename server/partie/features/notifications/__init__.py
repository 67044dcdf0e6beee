"""Notifications: messages by push, email or webhook to people whose table waits for them while they do not look at it.

A projection next to the log. The demands of a table on a person are computed from its state (:mod:`.demands`), the
notifications due are a pure function of them (:mod:`.plan`), and a node claims a notification before it sends it
(:mod:`.book`).
"""
