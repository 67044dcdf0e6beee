"""Nights: the real tables, connections and clocks of some nodes in a world that is all imagined, faults included.

A night is a list of steps, made of one seed. It is played in virtual time, on one thread, without a socket, so the same
list is the same night on every machine. ``python -m tests.simulation`` plays many; ``docs/simulation.md`` tells what a
night is, what is checked and what was found.
"""
