"""What a rated table came to: who had which place, and what that did to the ratings."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from partie.features.ratings.skill import NEW, Rating, rated
from partie.table import Table


class RatedSeat(Struct, frozen=True):
    """A seat that counts: who began the game in it, the place of 1 for the best, and the rating before and after.

    Both are new ones until the outcome has had its turn.
    """

    seat: int
    person: str
    place: int
    before: Rating = NEW
    after: Rating = NEW


class Outcome(Struct, frozen=True):
    """The end of a rated table, by the seq and the mark of the log's event that ended it.

    ``ended`` in milliseconds since 1970. ``seats`` are those of accounts; with fewer than two of them nobody is
    rated. ``void``: moderators have closed the table, and it counts for nothing until they open it again.
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
        """Whether it changes anybody's rating."""
        return not self.void and len(self.seats) > 1

    @property
    def persons(self) -> tuple[str, ...]:
        """The persons that it is about."""
        return tuple(seat.person for seat in self.seats)


def outcome(table: Table) -> Outcome | None:
    """The outcome of a rated table that was played to its end, all persons being taken for accounts; else None.

    A seat counts for the person who began the game in it, whoever, or whichever bot, ended it.
    """
    result = table.result
    if not table.rated or table.ending != "finished" or result is None:
        return None
    seats = tuple(RatedSeat(seat, person, result.places[seat]) for seat, person in enumerate(table.began) if person)
    return Outcome(table.id, table.game, table.at, table.seq, table.mark, seats)


def among(found: Outcome, accounts: Collection[str]) -> Outcome:
    """The outcome among the accounts alone; where there are fewer than two nobody is rated."""
    seats = tuple(seat for seat in found.seats if seat.person in accounts)
    return replace(found, seats=seats if len(seats) > 1 else ())


def applied(found: Outcome, ratings: dict[str, Rating]) -> Outcome:
    """The outcome with what it does to the ratings, which are changed."""
    before = [ratings.get(seat.person, NEW) for seat in found.seats]
    after = rated(before, [seat.place for seat in found.seats]) if found.counts else before
    seats = zip(found.seats, before, after, strict=True)
    done = tuple(replace(seat, before=old, after=new) for seat, old, new in seats)
    ratings.update((seat.person, seat.after) for seat in done)
    return replace(found, seats=done)
