"""How strong accounts are at each game: a projection of the rated tables that have ended.

For each game there is a list of outcomes, in the order of their ends. The ratings are a pure fold over that list, so
whoever writes an outcome, however late and how often, the same ratings come of it.
"""
