"""How strong accounts are at each game: a projection of the rated tables that have ended.

For each game there is a list of outcomes, in the order of their ends. The ratings are a pure fold over that list, so
whoever writes an outcome, however late and how often, the same ratings come of it.
"""

from partie.features.ratings.outcome import Outcome, RatedSeat, outcome
from partie.features.ratings.ratings import Ratings, Standing
from partie.features.ratings.skill import NEW, Rating, Shown, rated, shown

__all__ = ["NEW", "Outcome", "RatedSeat", "Rating", "Ratings", "Shown", "Standing", "outcome", "rated", "shown"]
