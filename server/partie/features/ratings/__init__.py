"""Ratings: the strength of accounts at each game, a projection of the rated tables that have finished.

Each game has a list of outcomes in the order in which the tables finished. The ratings are a pure fold over that list,
so the result does not depend on which node writes an outcome, how late or how often.
"""
