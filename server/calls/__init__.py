"""Being called: who is told by push, mail or webhook that a table waits, when nobody is looking at it.

A projection beside the log. What stands at a table is asked of its fold (:mod:`server.calls.asks`), what is due is a
pure function of it (:mod:`server.calls.plan`), and whoever sends has claimed it before (:mod:`server.calls.book`).
"""
