"""From one state to the next: the parts of the state, and what several moves do to them."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.glenmore.data import GOODS, LIMIT, NOTHING, SPACES
from partie.games.glenmore.price import plus
from partie.games.glenmore.state import EMPTY, OVER, Player, State, Step
from partie.kit import Chance, Seat
from partie.kit.transition import Description
from partie.kit.transition import Transition as Base


class Transition(Base[State, Step, Player]):
    """The state while one move of a seat is carried out."""

    def __init__(self, state: State, seat: Seat, chance: Chance, description: Description | None = None) -> None:
        super().__init__(state, state.players, seat, chance, description)
        self.number = state.number
        self.track = state.track
        self.tail = state.tail
        self.warehouse = state.warehouse
        self.stacks = state.stacks
        self.removed = state.removed
        self.coins = state.coins
        self.members = state.members
        self.turn = state.turn
        self.scorings = state.scorings
        self.settlement = state.settlement

    def after(self) -> State:
        """The state after the move."""
        return State(
            self.state.options,
            self.number,
            self.track,
            self.tail,
            tuple(self.players),
            self.warehouse,
            self.stacks,
            self.removed,
            self.coins,
            self.members,
            self.turn,
            self.scorings,
            self.settlement,
        )

    @property
    def step(self) -> Step:
        """The next decision, as the turn has it."""
        return self.turn.step

    @step.setter
    def step(self, step: Step) -> None:
        self.turn = replace(self.turn, step=step)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.turn.step == OVER

    def gain_points(self, plot: str, points: int) -> None:
        """Points for an activation."""
        self.player = replace(self.player, points=self.player.points + points)
        self.say("points", seat=self.seat, tile=plot, points=points)

    def gain_whisky(self, plot: str, count: int) -> None:
        """Barrels come next to the land."""
        self.player = replace(self.player, whisky=self.player.whisky + count)
        self.say("whisky", seat=self.seat, tile=plot, count=count)

    # --- goods ------------------------------------------------------------------------------------------------------

    def put(self, plot: str, kind: int) -> None:
        """A good comes from the supply onto a tile, unless that is full (A3)."""
        counts = self.player.goods.get(plot, NOTHING)
        if sum(counts) >= LIMIT:
            return
        goods = {**self.player.goods, plot: plus(counts, kind, 1)}
        self.player = replace(self.player, goods=goods)
        self.say("grew", seat=self.seat, tile=plot, good=GOODS[kind])

    def drop(self, plot: str, kind: int) -> None:
        """A good leaves a tile and goes back to the supply."""
        goods = dict(self.player.goods)
        left = plus(goods[plot], kind, -1)
        if any(left):
            goods[plot] = left
        else:
            del goods[plot]
        self.player = replace(self.player, goods=goods)

    def sell(self, plot: str, kind: int) -> None:
        """A good goes back to the supply for the coins of the row's highest covered space (W5)."""
        coins = self.warehouse[kind]
        self.drop(plot, kind)
        self.player = replace(self.player, coins=self.player.coins + coins)
        self.warehouse = plus(self.warehouse, kind, -1)
        self.say("sold", seat=self.seat, good=GOODS[kind], tile=plot, coins=coins)

    def give(self, plot: str, kind: int) -> None:
        """One of the seat's goods goes into the payment."""
        self.drop(plot, kind)
        self.turn = replace(self.turn, given=plus(self.turn.given, kind, 1))
        self.say("gave", seat=self.seat, good=GOODS[kind], tile=plot, **{"for": self.turn.paying})

    def buy(self, kind: int) -> None:
        """A good is bought on the row's lowest empty space and goes into the payment at once (W2, W5)."""
        coins = self.warehouse[kind] + 1
        self.player = replace(self.player, coins=self.player.coins - coins)
        self.warehouse = plus(self.warehouse, kind, 1)
        self.turn = replace(self.turn, given=plus(self.turn.given, kind, 1))
        self.say("bought", seat=self.seat, good=GOODS[kind], coins=coins, **{"for": self.turn.paying})

    # --- clan members -----------------------------------------------------------------------------------------------

    def member_leaves(self, plot: str) -> None:
        """One clan member less on a tile; where it goes is the caller's matter."""
        members = dict(self.player.members)
        if members[plot] > 1:
            members[plot] -= 1
        else:
            del members[plot]
        self.player = replace(self.player, members=members)

    def member_arrives(self, plot: str) -> None:
        """One clan member more on a tile; where it comes from is the caller's matter."""
        members = {**self.player.members, plot: self.player.members.get(plot, 0) + 1}
        self.player = replace(self.player, members=members)

    # --- the track --------------------------------------------------------------------------------------------------

    def set_space(self, space: int, what: str) -> str:
        """Put something onto a space of the track; gives back what was there."""
        space %= SPACES
        before = self.track[space]
        self.track = (*self.track[:space], what, *self.track[space + 1 :])
        return before

    def remove_tile(self, space: int) -> None:
        """The tile on a space leaves the game."""
        tile = self.set_space(space, EMPTY)
        self.removed = (*self.removed, tile)
        self.say("removed", tile=tile, field=space)
