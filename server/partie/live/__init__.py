"""Tables awake on this node.

``machine`` decides what a table does next, without I/O; ``actor`` is its inbox and worker, and carries that out.
``subscribers`` are the clients that show it, ``spectators`` the delay of some of them, ``frames`` the updates they are
sent. ``tables`` is the registry of all awake tables. Anything else that needs to know about a table is an
:class:`~partie.live.observer.Observer`.
"""
