"""The game of the nights: small and quick, with all that can go wrong at a table.

Everybody picks a card of their hand in secret, and may pick again. The highest card acts: it marks points (open, so
it can be taken back), draws (a card that only its seat knows), and is done. After some rounds all hands are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from partie.kit import Chance, Engine, Event, Illegal, Line, Result, Seat, Value, View, Viewer

CARDS: Final = tuple(f"card-{number:02}" for number in range(30))
"""The later in this list, the higher. No card's name is found in anything else that is sent."""

HAND: Final = 3
TRIES: Final = 3
ACTIONS: Final = 3


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table."""

    rounds: Annotated[int, Meta(ge=1, le=3)] = 2


class Pick(Struct, frozen=True, tag_field="type", tag="pick", forbid_unknown_fields=True):
    """Pick a card of your hand, face down."""

    card: str


class Mark(Struct, frozen=True, tag_field="type", tag="mark", forbid_unknown_fields=True):
    """Mark a point."""


class Draw(Struct, frozen=True, tag_field="type", tag="draw", forbid_unknown_fields=True):
    """Draw a card."""


class Done(Struct, frozen=True, tag_field="type", tag="done", forbid_unknown_fields=True):
    """End the round."""


class Trip(Struct, frozen=True, tag_field="type", tag="trip", forbid_unknown_fields=True):
    """Run into a mistake of the game."""


Move: TypeAlias = Pick | Mark | Draw | Done | Trip


class Player(Struct, frozen=True):
    """What belongs to a seat. ``pick`` is "" until a card is picked, which stays in the hand until then."""

    hand: tuple[str, ...]
    pick: str = ""
    tries: int = TRIES
    score: int = 0


class State(Struct, frozen=True):
    """A position. ``shown`` are the cards that were played."""

    rounds: int
    round: int
    phase: Literal["pick", "act", "over"]
    deck: dict[str, int]
    players: tuple[Player, ...]
    actor: int = -1
    left: int = 0
    shown: tuple[str, ...] = ()


class Night(Engine[State, Move]):
    """The game, in its versions 1 and 2, which play alike."""

    key = "night"
    version = 2
    versions = range(1, 3)
    seats = range(2, 5)
    options = Options
    move = Move
    state = State
    max_events = 200

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        deck = dict.fromkeys(CARDS, 1)
        players = []
        for _ in range(seats):
            hand = []
            for _ in range(HAND):
                hand.append(chance.draw(deck))
                deck = _without(deck, hand[-1])
            players.append(Player(tuple(hand)))
        return State(options.rounds, 1, "pick", deck, tuple(players))

    def pending(self, state: State) -> frozenset[Seat]:
        if state.phase == "pick":
            return frozenset(seat for seat, player in enumerate(state.players) if not player.pick)
        return frozenset((state.actor,)) if state.phase == "act" else frozenset()

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        player = state.players[seat]
        if state.phase == "pick":
            return [Pick(card) for card in player.hand if card != player.pick] if player.tries else []
        if state.phase != "act" or seat != state.actor:
            return []
        if not state.left:
            return [Done()]
        return [Mark(), Draw(), Done()] if state.deck else [Mark(), Done()]

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if isinstance(move, Trip):
            raise ZeroDivisionError("the game's own mistake")
        if move not in self.legal(state, seat):
            raise Illegal("no_such_thing", "N1", seat=seat)
        player = state.players[seat]
        match move:
            case Pick(card):
                state = _seated(state, seat, replace(player, pick=card, tries=player.tries - 1))
                return _reveal(state, chance) if all(one.pick for one in state.players) else state
            case Mark():
                return replace(_seated(state, seat, replace(player, score=player.score + 1)), left=state.left - 1)
            case Draw():
                card = chance.draw(state.deck)
                state = replace(state, deck=_without(state.deck, card), left=state.left - 1)
                return _seated(state, seat, replace(player, hand=(*player.hand, card)))
            case Done() if state.round < state.rounds:
                return replace(state, phase="pick", round=state.round + 1, actor=-1, left=0)
            case Done():
                chance.uncover("hands")
                return replace(state, phase="over", actor=-1, left=0)

    def view(self, state: State, viewer: Viewer) -> View:
        over = state.phase == "over"
        players: dict[str, Value] = {}
        for seat, player in enumerate(state.players):
            shown: dict[str, Value] = {"score": player.score, "cards": len(player.hand), "picked": bool(player.pick)}
            if over or seat == viewer:
                shown["hand"] = list(player.hand)
            if seat == viewer and player.pick:
                shown["pick"] = player.pick
            players[str(seat)] = shown
        view: View = {"round": state.round, "phase": state.phase, "deck": len(state.deck), "players": players}
        if state.phase == "act":
            view |= {"actor": state.actor, "left": state.left}
        if state.shown:
            view["shown"] = list(state.shown)
        return view

    def result(self, state: State) -> Result | None:
        return Result.of([(player.score,) for player in state.players]) if state.phase == "over" else None

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        lines = [Line(type(event.move).__name__.lower(), {"seat": event.seat})]
        if isinstance(event.move, Pick) and viewer == event.seat:
            lines.append(Line("picked", {"card": event.move.card}))
        if isinstance(event.move, Draw) and viewer == event.seat:
            lines.append(Line("drew", {"card": after.players[event.seat].hand[-1]}))
        return lines + [Line("shown", {"card": card}) for card in after.shown[len(before.shown) :]]

    def turn(self, state: State) -> int:
        return state.round

    def chapters(self, state: State) -> int:
        return state.round if state.phase == "over" else state.round - 1

    def determinize(self, state: State, viewer: Viewer, chance: Chance) -> State:
        if state.phase == "over":
            return state
        pool = dict(state.deck)
        for seat, player in enumerate(state.players):
            pool |= {} if seat == viewer else dict.fromkeys(player.hand, 1)
        players = []
        for seat, player in enumerate(state.players):
            if seat == viewer:
                players.append(player)
                continue
            hand = []
            for _ in player.hand:
                hand.append(chance.draw(pool))
                pool = _without(pool, hand[-1])
            players.append(replace(player, hand=tuple(hand), pick=hand[0] if player.pick else ""))
        return replace(state, deck=pool, players=tuple(players))

    def progress(self, state: State) -> int:
        if state.phase == "over":
            return 0
        later = (state.rounds - state.round) * (len(state.players) * TRIES + ACTIONS + 2)
        if state.phase == "act":
            return later + state.left + 1
        return later + ACTIONS + 2 + sum(player.tries for player in state.players)


def _without(deck: dict[str, int], card: str) -> dict[str, int]:
    return {other: 1 for other in deck if other != card}


def _seated(state: State, seat: int, player: Player) -> State:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def _reveal(state: State, chance: Chance) -> State:
    """Show all picks; the highest acts."""
    chance.uncover("picks")
    picks = tuple(player.pick for player in state.players)
    players = []
    for player in state.players:
        hand = tuple(card for card in player.hand if card != player.pick)
        players.append(Player(hand, score=player.score))
    return replace(
        state,
        phase="act",
        players=tuple(players),
        actor=picks.index(max(picks)),
        left=ACTIONS,
        shown=state.shown + picks,
    )


night = Night()
"""The game."""

old_night = type("OldNight", (Night,), {"version": 1, "versions": range(1, 2)})()
"""The game as a node plays it that does not know its newest version yet."""
