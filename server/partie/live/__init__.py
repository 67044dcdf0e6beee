"""Tables awake on this node.

``machine`` says what a table does next, without I/O; ``actor`` is its inbox and worker, and carries that out;
``subscribers`` are those who show it, ``spectators`` how far behind some of them are, ``frames`` what they are sent.
``tables`` is the registry of all of them. Who else takes note of a table is an :class:`~partie.live.observer.Observer`.
"""
