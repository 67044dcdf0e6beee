"""The outcome of a rated table: its places, and the change of the ratings."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from partie.features.ratings.rating import Rating
from partie.features.ratings.skill import NEW, rated
from partie.table import Table


class RatedSeat(Struct, frozen=True):
    """A seat that counts: the person who started the game in it, the place (1 is best), the rating before and after.

    Both ratings are those of a new player until the outcome has been processed.
    """

    seat: int
    person: str
    place: int
    before: Rating = NEW
    after: Rating = NEW


class Outcome(Struct, frozen=True):
    """The end of a rated table, with the seq and the mark of the log's event that ended it.

    ``ended`` in milliseconds since 1970. ``seats`` are those of accounts; with fewer than two of them nobody is rated.
    ``void``: moderators have closed the table, so it does not count until they reopen it.
    """

    table: str
    game: str
    ended: int
    seq: int
    mark: str
    seats: tuple[RatedSeat, ...]
    void: bool = False

    @property
    def counts(self) -> bool:
        """Whether the outcome changes any rating."""
        return not self.void and len(self.seats) > 1

    @property
    def persons(self) -> tuple[str, ...]:
        """The persons in the outcome."""
        return tuple(seat.person for seat in self.seats)


def outcome(table: Table) -> Outcome | None:
    """The outcome of a rated table that was played to its end, as if all persons were accounts; else None.

    A seat counts for the person who started the game in it, no matter which person or bot ended it.
    """
    result = table.result
    if not table.rated or table.ending != "finished" or result is None:
        return None
    seats = tuple(RatedSeat(seat, person, result.places[seat]) for seat, person in enumerate(table.began) if person)
    return Outcome(table.id, table.game, table.at, table.seq, table.mark, seats)


def among(found: Outcome, accounts: Collection[str]) -> Outcome:
    """The outcome among accounts only; with fewer than two of them nobody is rated."""
    seats = tuple(seat for seat in found.seats if seat.person in accounts)
    return replace(found, seats=seats if len(seats) > 1 else ())


def applied(found: Outcome, ratings: dict[str, Rating]) -> Outcome:
    """The outcome with its change of the ratings. Updates ``ratings``."""
    before = [ratings.get(seat.person, NEW) for seat in found.seats]
    after = rated(before, [seat.place for seat in found.seats]) if found.counts else before
    seats = zip(found.seats, before, after, strict=True)
    done = tuple(replace(seat, before=old, after=new) for seat, old, new in seats)
    ratings.update((seat.person, seat.after) for seat in done)
    return replace(found, seats=done)
