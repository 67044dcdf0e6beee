"""Mutants of the games: rules with one small fault each, which the tests must catch.

``python -m tests.mutants [GAME...]`` (``make mutants``) changes one place of a game's rules, scorings, views or data,
runs the game's tests, its golden games and its conformance suite, and says which changes nobody noticed. The places
are chosen by a fixed seed. Changes that make no difference are listed in ``equivalent.toml``, each with its reason.
"""
