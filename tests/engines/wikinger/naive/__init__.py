"""Wikinger once more, written from the printed rules in the plainest way, to hold the engine against.

Nothing here uses the engine but the names of its moves: grids, loops and the trying of every trip, with all numbers of
the rule book set down a second time.
"""
