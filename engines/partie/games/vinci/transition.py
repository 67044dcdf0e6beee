"""From one state to the next: the parts of the state, and what several moves do to them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from partie.games.vinci.effects import Effects, effects
from partie.games.vinci.empire import Attack, Holdings, empires, in_order, may_give_up
from partie.games.vinci.ruleset import ruleset
from partie.games.vinci.state import SURVIVE, Holding, Pair, Player, State, State2, Step, persons, turn_order
from partie.kit import Chance, Seat
from partie.kit.pools import draw, put
from partie.kit.transition import Description
from partie.kit.transition import Transition as Base


class Transition(Base[State, Step, Player]):
    """The state while one move of a seat is carried out."""

    def __init__(self, state: State, seat: Seat, chance: Chance, description: Description | None = None) -> None:
        super().__init__(state, state.players, seat, chance, description)
        self.options = state.options
        self.rules = ruleset(state.options)
        self.step = state.step
        self.turns = state.turns
        self.round = state.round
        self.first = state.first
        self.land = state.land
        self.empires = empires(state.land)
        self.bag = state.bag
        self.pairs = state.pairs
        self.turn = state.turn
        self.survivors = state.survivors
        self.last = state.last
        self._in_order: tuple[Holdings, list[str]] = {}, []
        self.persons = persons(state)
        self.order = turn_order(state)
        # Version 1 knows neither.
        self._fixed = (state.persons, state.order) if isinstance(state, State2) else ()

    @property
    def to_act(self) -> int:
        """The seat that has to decide: the one on turn, or one with survivors to place."""
        return self.survivors[0][0] if self.step == SURVIVE else self.turn.seat

    def is_fictitious(self, seat: int) -> bool:
        """Whether the game itself plays a seat."""
        return seat >= self.persons

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """All seats in the order of their turns, beginning with that one."""
        at = self.order.index(seat)
        return (*self.order[at:], *self.order[:at])

    def clockwise(self, seat: int) -> int:
        """The seat whose turn comes after that of another one."""
        return (*self.clockwise_from(seat), seat)[1]

    @property
    def effects(self) -> Effects:
        """What the tiles of the moving seat's active empire do."""
        return effects(self.rules, self.player.tiles)

    @property
    def own(self) -> Holdings:
        """The moving seat's active empire."""
        return self.empires.active(self.seat)

    @property
    def provinces(self) -> list[str]:
        """The provinces of the moving seat's active empire, in the order of the map."""
        own, found = self.own, self._in_order
        if found[0] is not own:
            found = self._in_order = own, in_order(own)
        return found[1]

    @property
    def ruins(self) -> Holdings:
        """The moving seat's declined empire."""
        return self.empires.declined(self.seat)

    @property
    def attack(self) -> Attack:
        """What the moving seat's civilization could conquer."""
        return Attack(self.rules, self.land, self.empires, self.players, self.seat)

    @property
    def may_give_up(self) -> bool:
        """Whether the moving seat's civilization, which has no province, may make room for another one."""
        return may_give_up(self.rules, self.attack, self.player, self.turn)

    def after(self) -> State:
        """The state after the move."""
        empires.remember(self.land, self.empires)
        return self.rules.state(
            self.options,
            self.step,
            self.turns,
            self.round,
            self.first,
            self.land,
            self.bag,
            self.pairs,
            tuple(self.players),
            self.turn,
            self.survivors,
            self.last,
            *self._fixed,
        )

    def hold(self, province: str, holding: Holding) -> None:
        """A province is held so from now on."""
        self.hold_all({province: holding})

    def hold_all(self, holdings: Holdings) -> None:
        """These provinces are held so from now on."""
        if not holdings:
            return
        self.empires = self.empires.changed(self.land, holdings)
        self.land = {**self.land, **holdings}

    def seize(self, province: str, holding: Holding) -> Holding | None:
        """A province is held so from now on, and no longer as it was, which is returned."""
        return self._replace(province, holding)

    def leave(self, province: str) -> None:
        """A province is empty from now on."""
        self._replace(province, None)

    def _replace(self, province: str, holding: Holding | None) -> Holding | None:
        """A province changes hands. The tiles of its owner leave with the last one of a declined empire."""
        land = dict(self.land)
        before = land.pop(province, None)
        if holding is not None:
            land[province] = holding
        self.empires = self.empires.changed(self.land, {province: holding})
        self.land = land
        if before is not None and before.declined and not self.empires.declined(before.owner):
            self._forget_ruins(before.owner)
        return before

    def clear_ruins(self, seat: int) -> None:
        """A seat's whole declined empire leaves the map (D2)."""
        for province in in_order(self.empires.declined(seat)):
            self.leave(province)
            self.say("ruins_removed", seat=seat, province=province)

    def _forget_ruins(self, seat: int) -> None:
        self.return_tiles(self.players[seat].ruins)
        self.players[seat] = replace(self.players[seat], ruins=())

    def add_pieces(self, province: str, number: int) -> None:
        """Pieces of the hand come into a province of the seat, or out of it if the number is negative."""
        self.lay({province: self.land[province].pieces + number})

    def lay(self, pieces: Mapping[str, int]) -> None:
        """So many pieces lie in provinces of the seat from now on; they come from the hand or into it."""
        held = {province: self.land[province] for province in pieces}
        taken = sum(pieces.values()) - sum([holding.pieces for holding in held.values()])
        self.hold_all({province: replace(holding, pieces=pieces[province]) for province, holding in held.items()})
        self.player = replace(self.player, hand=self.player.hand - taken)

    def return_tiles(self, tiles: tuple[str, ...]) -> None:
        """Tiles go back into the bag."""
        for tile in tiles:
            self.bag = put(self.bag, tile)

    def draw_tile(self) -> str:
        """A tile out of the bag."""
        tile, self.bag = draw(self.bag, self.chance)
        return tile

    def draw_pair(self) -> Pair:
        """Two tiles out of the bag. Of two that would be copies of each other one is replaced (X22)."""
        one, other = self.draw_tile(), self.draw_tile()
        if self.rules.tiles[one].copies and self.rules.tiles[other].copies:
            drawn = self.draw_tile()
            self.return_tiles((other,))
            self.say("replaced", tile=other, second=drawn)
            other = drawn
        return Pair((one, other))
