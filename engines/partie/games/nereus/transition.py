"""From one state to the next: the parts of the state, and what several moves do to them."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.nereus.data import DATA
from partie.games.nereus.state import GEM, Bag, Player, Science, State, Step
from partie.games.nereus.tables import KIND, side_of
from partie.kit import Chance, Seat
from partie.kit.pools import draw, merge, put, take
from partie.kit.transition import Description
from partie.kit.transition import Transition as Base

_POWER = DATA.seat.power_limit


class Transition(Base[State, Step, Player]):
    """The state while one move of a seat is carried out."""

    def __init__(self, state: State, seat: Seat, chance: Chance, description: Description | None = None) -> None:
        super().__init__(state, state.players, seat, chance, description)
        self.options = state.options
        self.step = state.step
        self.turns = state.turns
        self.day = state.day
        self.sea = state.sea
        self.rows = state.rows
        self.bag = state.bag
        self.science = state.science
        self.gems = state.gems
        self.turn = state.turn
        self.neutral = state.neutral
        self.side = side_of(state)

    def after(self) -> State:
        """The state after the move."""
        return State(
            self.options,
            self.step,
            self.turns,
            self.day,
            self.sea,
            self.rows,
            tuple(self.players),
            self.bag,
            self.science,
            self.gems,
            self.turn,
            self.neutral,
        )

    # --- gold, points, power ----------------------------------------------------------------------------------------

    def pay(self, gold: int) -> None:
        """Gold goes to the supply."""
        if gold:
            self.player = replace(self.player, gold=self.player.gold - gold)
            self.say("paid", seat=self.seat, coins=gold)

    def earn(self, gold: int) -> None:
        """Gold comes from the supply."""
        if gold:
            self.player = replace(self.player, gold=self.player.gold + gold)
            self.say("gold", seat=self.seat, coins=gold)

    def score(self, points: int) -> None:
        """Victory points."""
        if points:
            self.player = replace(self.player, points=self.player.points + points)
            self.say("points", seat=self.seat, points=points)

    def learn(self, power: int) -> None:
        """Science power; what goes beyond the end of the scale is lost (W4)."""
        more = min(power, _POWER - self.player.power)
        if more:
            self.player = replace(self.player, power=self.player.power + more)
            self.say("power", seat=self.seat, count=more)

    # --- treasures --------------------------------------------------------------------------------------------------

    def draw_treasure(self) -> str:
        """A random treasure; if the bag is empty, one set is added first and owed from then on (D6)."""
        if not self.bag.treasures:
            more = {str(colour): count for colour, count in DATA.refill.colours.items()}
            self.bag = Bag(more, merge(self.bag.owed, more))
            self.say("bag_refilled", count=sum(more.values()))
        treasure, left = draw(self.bag.treasures, self.chance)
        self.bag = Bag(left, self.bag.owed)
        return treasure

    def draw_to_hand(self, count: int = 1) -> None:
        """Random treasures for the seat that moves."""
        for _ in range(count):
            treasure = self.draw_treasure()
            self.player = replace(self.player, hand=(*self.player.hand, treasure))
            self.say("drew", seat=self.seat, treasure=treasure)

    def to_bag(self, treasure: str) -> None:
        """A treasure goes back into the bag, a gem to the supply; what is owed leaves the game (D6)."""
        if treasure == GEM:
            self.gems += 1
        elif self.bag.owed.get(treasure):
            self.bag = Bag(self.bag.treasures, take(self.bag.owed, treasure))
        else:
            self.bag = Bag(put(self.bag.treasures, treasure), self.bag.owed)

    def take_from_field(self, field: str, treasure: str) -> None:
        """One treasure of a space comes into the hand."""
        left = list(self.sea[field])
        left.remove(treasure)
        self._set_field(field, tuple(left))
        self.player = replace(self.player, hand=(*self.player.hand, treasure))
        self.say("took", seat=self.seat, treasure=treasure, field=field)

    def take_all(self, field: str) -> None:
        """All treasures of a space come into the hand (V4)."""
        found = self.sea.get(field)
        if not found:
            return
        self._set_field(field, ())
        self.player = replace(self.player, hand=self.player.hand + found)
        for treasure in found:
            self.say("took", seat=self.seat, treasure=treasure, field=field)

    def clear_field(self, field: str) -> tuple[str, ...]:
        """Take all treasures off a space, to be put elsewhere by the caller."""
        found = self.sea.get(field, ())
        if found:
            self._set_field(field, ())
        return found

    def add_to_field(self, field: str, treasure: str) -> None:
        """Lay a treasure onto a space."""
        self._set_field(field, (*self.sea.get(field, ()), treasure))

    def _set_field(self, field: str, treasures: tuple[str, ...]) -> None:
        sea = dict(self.sea)
        if treasures:
            sea[field] = treasures
        else:
            del sea[field]
        self.sea = sea

    # --- science cards ----------------------------------------------------------------------------------------------

    def draw_card(self) -> str:
        """A science card off the pile, or of the shuffled discards where it is empty; "" if there are none (W5).

        Cards given back at the start lie in the pile; from now on their givers cannot tell them apart from the others.
        """
        pile = self.science.pile
        discards = self.science.discards
        for seat, player in enumerate(self.players):
            if player.returned:
                for card in player.returned:
                    pile = put(pile, card)
                self.players[seat] = replace(player, returned=())
        if not pile:
            for card in discards:
                pile = put(pile, card)
            discards = ()
            if not pile:
                return ""
            self.say("pile_shuffled", count=sum(pile.values()))
        card, pile = draw(pile, self.chance)
        self.science = Science(pile, discards)
        return card

    def draw_cards(self, count: int) -> None:
        """Science cards into the hidden hand of the seat that moves."""
        for _ in range(count):
            card = self.draw_card()
            if card:
                self.player = replace(self.player, science=(*self.player.science, card))
                self.confide("drew_card", seat=self.seat, card=KIND[card])
                self.say_to_others("drew_a_card", seat=self.seat)

    def lay_open(self, card: str) -> None:
        """A science card of the hand goes onto the open discards: everybody sees it now."""
        self.chance.uncover("science card")
        hand = list(self.player.science)
        hand.remove(card)
        self.player = replace(self.player, science=tuple(hand))
        self.science = Science(self.science.pile, (*self.science.discards, card))
