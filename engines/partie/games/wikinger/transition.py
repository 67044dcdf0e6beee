"""From one state to the next: the parts of the state, and what several moves do to them."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.wikinger.data import PLACES
from partie.games.wikinger.state import Player, Spot, State, Step, Turn
from partie.kit import Chance, Seat
from partie.kit.pools import draw, put
from partie.kit.transition import Description
from partie.kit.transition import Transition as Base


class Transition(Base[State, Step, Player]):
    """The state while one move of a seat is carried out."""

    def __init__(self, state: State, seat: Seat, chance: Chance, description: Description | None = None) -> None:
        super().__init__(state, state.players, seat, chance, description)
        self.options = state.options
        self.step = state.step
        self.turns = state.turns
        self.round = state.round
        self.first = state.first
        self.tiles = state.tiles
        self.bag = state.bag
        self.stock = state.stock
        self.box = state.box
        self.wheel = state.wheel
        self.drawn = state.drawn
        self.display = state.display
        self.auction = state.auction
        self.turn = state.turn
        self.queue = state.queue

    def after(self) -> State:
        """The state after the move."""
        return type(self.state)(
            self.options,
            self.step,
            self.turns,
            self.round,
            self.first,
            self.tiles,
            self.bag,
            self.stock,
            self.box,
            self.wheel,
            self.drawn,
            self.display,
            self.auction,
            tuple(self.players),
            self.turn,
            self.queue,
        )

    def put_on_turn(self, seat: int) -> None:
        """A seat has to decide something."""
        self.turns += 1
        self.turn = Turn(seat)

    # --- gold, points, pieces ---------------------------------------------------------------------------------------

    def pay(self, seat: int, price: int) -> tuple[int, int]:
        """Gold goes to the bank, points in place of what is missing (B5). Gives the gold and the points paid."""
        player = self.players[seat]
        gold = min(price, player.gold)
        points = price - gold
        if price:
            self.players[seat] = replace(player, gold=player.gold - gold, points=player.points - points)
        return gold, points

    def earn(self, seat: int, points: int, gold: int) -> None:
        """Points and gold for a seat."""
        if points or gold:
            player = self.players[seat]
            self.players[seat] = replace(player, points=player.points + points, gold=player.gold + gold)

    def draw_tile(self) -> str:
        """A tile off the pile."""
        tile, self.tiles = draw(self.tiles, self.chance)
        return tile

    def draw_figure(self) -> None:
        """A figure out of the bag, next to the wheel."""
        figure, self.bag = draw(self.bag, self.chance)
        self.drawn = put(self.drawn, figure)

    def discard(self, piece: str) -> None:
        """A piece leaves the game."""
        self.box = put(self.box, piece)

    def lay(self, row: str, column: int, spot: Spot) -> None:
        """A tile comes to a place of the area of the seat that moves."""
        self.player = replace(self.player, land={**self.player.land, PLACES[row, column]: spot})

    def wait(self, figure: str) -> None:
        """A figure comes to the mainland of the seat that moves."""
        self.player = replace(self.player, mainland=put(self.player.mainland, figure))
