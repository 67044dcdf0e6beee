"""A whole game, move by move, with its own account of everything."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from partie.games.wikinger.state import (
    Bid,
    Buy,
    ChooseColour,
    EndFerrying,
    Exchange,
    Ferry,
    Move,
    Options,
    Options2,
    Pass,
    Place,
    PlaceStart,
    Remove,
    TakeNone,
    TakeSpecial,
)
from partie.kit import Draws
from tests.engines.wikinger.naive.area import BUILDINGS, ROWS, SAILS, open_places
from tests.engines.wikinger.naive.boats import Figures, crossings
from tests.engines.wikinger.naive.scores import Tribe, final, large, small

COLOURS: Final = ("fisherman", "goldsmith", "scout", "noble", "warrior", "boatman")
GOLD: Final = {2: 30, 3: 25, 4: 20}


class Game:
    """The table and who has to do what: ``step`` and ``seat``."""

    def __init__(self, seats: int, options: Options, draws: Draws) -> None:
        self.options = options
        self.second = isinstance(options, Options2)
        self.advanced = options.game == "advanced"
        self.automatic = (options.auction, options.figures) == ("none", "automatic")
        self.tribes = [Tribe(GOLD[seats]) for _ in range(seats)]
        self.round = 0
        self.step = ""
        self.wheel: dict[int, tuple[str, str]] = {}
        self.drawn: Counter[str] = Counter()
        self.display: list[str] = []
        self.bidders: list[int] = []
        self.high, self.bidder = 0, -1
        self.bought = ("", "")
        self.special = ""
        self.most_expensive = False
        self.queue: list[int] = []
        self.ferried: Counter[str] = Counter()
        self.draws = deque(draws)
        self.first = self.seat = int(str(self.draws.popleft()))
        self._begin_round()

    @property
    def tribe(self) -> Tribe:
        """The seat to act."""
        return self.tribes[self.seat]

    def play(self, move: Move, draws: Draws) -> None:
        """Make a move that is allowed, with what chance gave for it."""
        self.draws = deque(draws)
        getattr(self, f"_{type(move).__name__.lower()}")(move)
        if self.draws:
            raise AssertionError(f"nobody draws {self.draws}")

    def _draw(self, count: int) -> list[str]:
        return [str(self.draws.popleft()) for _ in range(count)]

    def _next(self, seat: int) -> int:
        return (seat + 1) % len(self.tribes)

    def _from_first(self) -> list[int]:
        return [(self.first + far) % len(self.tribes) for far in range(len(self.tribes))]

    def _ask(self, step: str, seat: int) -> None:
        self.step, self.seat = step, seat

    # --- the offer ----------------------------------------------------------------------------------------------------

    def _begin_round(self) -> None:
        self.round += 1
        if self.advanced:
            self.display += self._draw(4 - len(self.display))
        if not self.advanced or (self.second and self.automatic):
            self._lay_tiles()
            self.drawn = Counter(self._draw(12))
            self._place_figures()
            return
        self.drawn = Counter(self._draw(13))
        self.bidders, self.high, self.bidder = self._from_first(), 0, -1
        if self.options.auction == "none":
            self._ask("remove", self.first)
        else:
            self._ask_bidder()

    def _lay_tiles(self) -> None:
        tiles = self._draw(12)
        islands = [tile for tile in tiles if tile not in SAILS]
        ships = [tile for tile in tiles if tile in SAILS]
        self.wheel = {space: (tile, "") for space, tile in enumerate([*islands, *reversed(ships)])}

    def _place_figures(self) -> None:
        figures = sorted(self.drawn.elements(), key=COLOURS.index)
        self.wheel = {space: (self.wheel[space][0], figure) for space, figure in enumerate(figures)}
        self.drawn = Counter()
        self._ask("buy", self.first)

    def _ask_bidder(self) -> None:
        while self.bidders and self.bidders[0] != self.bidder:
            tribe = self.tribes[self.bidders[0]]
            if tribe.gold + tribe.points > self.high or self._opens():
                self._ask("bid", self.bidders[0])
                return
            self.bidders.pop(0)
        if self.bidder >= 0:
            self.first = self.bidder
            self._pay(self.tribes[self.first], self.high)
        self._ask("remove", self.first)

    def _opens(self) -> bool:
        """Whether "nothing" would be a bid of 0."""
        return self.second and self.options.auction == "open" and self.bidder < 0

    def _bid(self, move: Bid) -> None:
        self.high, self.bidder = move.coins, self.bidders.pop(0)
        if self.options.auction == "open":
            self.bidders.append(self.bidder)
        self._ask_bidder()

    def _pass(self, _: Pass) -> None:
        self.bidders.pop(0)
        self._ask_bidder()

    def _pay(self, tribe: Tribe, price: int) -> None:
        missing = max(0, price - tribe.gold)
        tribe.gold -= price - missing
        tribe.points -= missing

    def _remove(self, move: Remove) -> None:
        self.drawn[move.figure] -= 1
        self.drawn = +self.drawn
        self._lay_tiles()
        if self.options.figures == "automatic":
            self._place_figures()
        else:
            self._ask_colour(self.first)

    def _choosecolour(self, move: ChooseColour) -> None:
        self._place_colour(move.figure)
        self._ask_colour(self._next(self.seat))

    def _ask_colour(self, seat: int) -> None:
        if len(self.drawn) == 1:
            self._place_colour(next(iter(self.drawn)))
        if self.drawn:
            self._ask("colour", seat)
        else:
            self._ask("buy", self.first)

    def _place_colour(self, figure: str) -> None:
        for _ in range(self.drawn.pop(figure)):
            top = max(space for space, (_, there) in self.wheel.items() if not there)
            self.wheel[top] = (self.wheel[top][0], figure)

    # --- buying -------------------------------------------------------------------------------------------------------

    def _buy(self, move: Buy) -> None:
        price = move.field - min(self.wheel)
        self.most_expensive = self.advanced and price > 0 and move.field == max(self.wheel)
        self.bought = self.wheel.pop(move.field)
        self._pay(self.tribe, price)
        if self.tribe.started:
            self._find_place()
        else:
            self.step = "start"

    def _placestart(self, move: PlaceStart) -> None:
        self.tribe.started = True
        self.tribe.grid[ROWS.index(move.row), 1] = ("start", "")
        self._find_place()

    def _find_place(self) -> None:
        if open_places(self.tribe.grid, self.bought[0]):
            self.step = "place"
        else:
            self.tribe.waiting[self.bought[1]] += 1
            self._placed()

    def _place(self, move: Place) -> None:
        lay(self.tribe, move, *self.bought)
        self._placed()

    def _placed(self) -> None:
        self.bought = ("", "")
        if self.most_expensive and self.display:
            self.step = "special"
        else:
            self._end_turn()

    def _takenone(self, _: TakeNone) -> None:
        self._end_turn()

    def _takespecial(self, move: TakeSpecial) -> None:
        self.display.remove(move.special)
        if move.special == "five-gold":
            self.tribe.gold += 5
        elif len(alike(self.tribe, move.special)) > 1:
            self.special, self.step = move.special, "exchange"
            return
        else:
            take(self.tribe, move.special)
        self._end_turn()

    def _exchange(self, move: Exchange) -> None:
        swap(self.tribe, (ROWS.index(move.row), move.column), self.special)
        self.special = ""
        self._end_turn()

    def _end_turn(self) -> None:
        if self.wheel:
            self._ask("buy", self._next(self.seat))
        elif self.round % 2:
            for tribe in self.tribes:
                tribe.gold += small(tribe)
            self._close()
        else:
            self.queue = self._from_first()
            self._go_on()

    # --- the end of a round -------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        self.ferried = Counter()
        while self.queue:
            self.seat = self.queue[0]
            if any(isinstance(move, Ferry) for move in self._ferries()):
                self.step = "ferry"
                return
            self._score()
        self._close()

    def _score(self) -> None:
        points, gold = large(self.tribe)
        self.tribe.points += points
        self.tribe.gold += gold
        self.queue.pop(0)

    def _close(self) -> None:
        if self.round == 6:
            self.step = "over"
            return
        self.first = self._next(self.first)
        self._begin_round()

    def _ferry(self, move: Ferry) -> None:
        self.ferried[move.row] += 1
        bring(self.tribe, move)

    def _endferrying(self, move: EndFerrying) -> None:
        used = self._boats_for(move.boatmen)
        self.tribe.waiting["boatman"] -= move.boatmen
        for _ in range(used):
            self.tribe.specials.remove("boat")
        self._score()
        self._go_on()

    def _crossings(self) -> frozenset[tuple[Figures, int, int]]:
        """All that could have been brought over since this player's turn to ferry began."""
        tribe = self.tribe
        free = Counter(row for (row, _), (_, figure) in tribe.grid.items() if not figure)
        most = tuple(min(tribe.waiting[ROWS[row]], free[row]) + self.ferried[ROWS[row]] for row in range(1, 6))
        return crossings(most, tribe.waiting["boatman"], tribe.specials.count("boat"), advanced=self.advanced)

    def _over(self, *more: int) -> Figures:
        return tuple(self.ferried[ROWS[row]] + more.count(row) for row in range(1, 6))

    def _boats_for(self, boatmen: int) -> int:
        return min(boats for over, sent, boats in self._crossings() if over == self._over() and sent == boatmen)

    def _largest(self) -> set[Figures]:
        """The largest sets that can come over, all of the same size."""
        sets = {over for over, _, _ in self._crossings()}
        most = max(map(sum, sets))
        return {over for over in sets if sum(over) == most}

    def _ferries(self) -> set[Move]:
        possible = {over for over, _, _ in self._crossings()}
        rows = {row for row in range(1, 6) if self._over(row) in possible}
        if self.second and self.round == 6:
            best = self._largest()
            rows = {row for row in rows if any(all(map(int.__le__, self._over(row), whole)) for whole in best)}
        return {
            Ferry(ROWS[row], column)  # type: ignore[arg-type]
            for (row, column), (_, figure) in self.tribe.grid.items()
            if row in rows and not figure and self.tribe.waiting[ROWS[row]]
        }

    def _endings(self) -> set[Move]:
        if self.second and self.round == 6:
            sent = [sent for over, sent, _ in self._crossings() if over == self._over()]
            return {EndFerrying(min(sent))} if self._over() in self._largest() else set()
        found: set[Move] = set()
        for number in {sent for over, sent, _ in self._crossings() if over == self._over()}:
            boats = self._boats_for(number)
            more = {over for over, _, used in self._crossings() if used <= boats}
            if self.round < 6 or not any(self._over(row) in more for row in range(1, 6)):
                found.add(EndFerrying(number))
        return found

    # --- what is allowed ----------------------------------------------------------------------------------------------

    def legal(self) -> set[Move]:
        """All moves of the seat to act."""
        return set(getattr(self, f"_may_{self.step}")())

    def _may_over(self) -> Iterable[Move]:
        return ()

    def _may_bid(self) -> Iterable[Move]:
        most = self.tribe.gold + self.tribe.points
        nothing = Bid(0) if self._opens() else Pass()
        return [nothing, *(Bid(coins) for coins in range(self.high + 1, most + 1))]

    def _may_remove(self) -> Iterable[Move]:
        return [Remove(figure) for figure in self.drawn]  # type: ignore[arg-type]

    def _may_colour(self) -> Iterable[Move]:
        return [ChooseColour(figure) for figure in self.drawn]  # type: ignore[arg-type]

    def _may_buy(self) -> Iterable[Move]:
        zero, *others = sorted(self.wheel)
        tribe, figure = self.tribe, self.wheel[zero][1]
        alone = all(self.wheel[space][1] != figure for space in others)
        poor = bool(others) and tribe.gold < others[0] - zero
        allowed = [space for space in others if space - zero <= tribe.gold + tribe.points]
        return [Buy(space) for space in ([zero] if alone or poor else []) + allowed]

    def _may_start(self) -> Iterable[Move]:
        return [PlaceStart(row) for row in ROWS[1:]]

    def _may_place(self) -> Iterable[Move]:
        tile, figure = self.bought
        for row, column in open_places(self.tribe.grid, tile):
            yield Place(ROWS[row], column, stands=False)
            if row and ROWS[row] == figure:
                yield Place(figure, column, stands=True)  # type: ignore[arg-type]

    def _may_special(self) -> Iterable[Move]:
        return [TakeNone(), *(TakeSpecial(special) for special in self.display)]  # type: ignore[arg-type]

    def _may_exchange(self) -> Iterable[Move]:
        return [Exchange(ROWS[row], column) for row, column in alike(self.tribe, self.special)]  # type: ignore[arg-type]

    def _may_ferry(self) -> Iterable[Move]:
        return self._ferries() | self._endings()

    # --- what it comes to ---------------------------------------------------------------------------------------------

    def after(self, tribe: Tribe) -> tuple[int, tuple[int, int], int]:
        """What small, large and final scoring would bring the seat to act if its area were this."""
        tribes = [*self.tribes[: self.seat], tribe, *self.tribes[self.seat + 1 :]]
        return small(tribe), large(tribe), final(tribes)[self.seat][0]

    def table(self) -> dict[str, Any]:
        """All that lies on the table."""
        return {
            "step": self.step,
            "round": self.round,
            "first": self.first,
            "wheel": {f"field-{space}": pair for space, pair in self.wheel.items()},
            "drawn": +self.drawn,
            "display": Counter(self.display),
            "bought": self.bought,
            "special": self.special,
            "ferried": self.ferried if self.step == "ferry" else Counter(),
            "tribes": [
                replace(tribe, waiting=+tribe.waiting, specials=sorted(tribe.specials)) for tribe in self.tribes
            ],
        }


def lay(tribe: Tribe, move: Place, tile: str, figure: str) -> None:
    """Tile and figure come to the area; a special building that waits for the tile takes its place."""
    place = (ROWS.index(move.row), move.column)
    tribe.grid[place] = (tile, figure if move.stands else "")
    if not move.stands:
        tribe.waiting[figure] += 1
    if f"special-{tile}" in tribe.specials:
        tribe.specials.remove(f"special-{tile}")
        swap(tribe, place, f"special-{tile}")


def alike(tribe: Tribe, special: str) -> list[tuple[int, int]]:
    """The places of the tiles that a special building could replace."""
    building = special.removeprefix("special-")
    return [place for place, (tile, _) in tribe.grid.items() if tile == building and tile in BUILDINGS]


def swap(tribe: Tribe, place: tuple[int, int], special: str) -> None:
    """A special building comes in the place of a tile."""
    tribe.grid[place] = (special, tribe.grid[place][1])


def take(tribe: Tribe, special: str) -> None:
    """A special tile comes to the mainland, or on the one tile that it can replace."""
    places = alike(tribe, special)
    if places:
        swap(tribe, places[0], special)
    else:
        tribe.specials.append(special)


def bring(tribe: Tribe, move: Ferry) -> None:
    """A figure leaves the mainland."""
    place = (ROWS.index(move.row), move.column)
    tribe.waiting[move.row] -= 1
    tribe.grid[place] = (tribe.grid[place][0], move.row)
