"""Being called: who is told by push, email or webhook that a table waits, when nobody is looking at it.

A projection beside the log. What stands at a table is asked of its fold (:mod:`.decision_tokens`), what is due is a
pure function of it (:mod:`.plan`), and whoever sends has claimed it before (:mod:`.book`).
"""
