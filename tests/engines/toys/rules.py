"""Setup, legal moves and what each move does."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from partie.kit import Chance, Illegal
from tests.engines.toys.state import (
    ENERGY,
    FIELDS,
    FLAG,
    SHARE,
    TRIES,
    VALUE,
    WIN,
    Bid,
    Done,
    Draw,
    Gather,
    Move,
    Options,
    Peek,
    Player,
    State,
    Step,
)


def setup(seats: int, options: Options, chance: Chance) -> State:
    """Deal the hands; every second field has a flag."""
    deck = dict.fromkeys(VALUE, 1)
    players = []
    for _ in range(seats):
        hand = []
        for _ in range(options.cards):
            card = chance.draw(deck)
            deck = without(deck, card)
            hand.append(card)
        players.append(Player(hand=tuple(hand)))
    flags = tuple(number % 2 == 1 for number in range(len(FIELDS)))
    return State(options=options, round=1, phase="bids", deck=deck, players=tuple(players), flags=flags)


def without(pool: dict[str, int], card: str) -> dict[str, int]:
    """The pool without a card that lies in it once."""
    return {other: count for other, count in pool.items() if other != card}


def current(state: State) -> int:
    """The seat whose turn it is, in the phase of turns."""
    return state.order[state.turn]


def pending(state: State) -> frozenset[int]:
    """The seats that must act: all that have not chosen, or the one whose turn it is."""
    if state.phase == "bids":
        return frozenset(seat for seat, player in enumerate(state.players) if not player.bid)
    return frozenset((current(state),)) if state.phase == "turns" else frozenset()


def legal(state: State, seat: int) -> Sequence[Move]:
    """All moves of the seat."""
    player = state.players[seat]
    if state.phase == "bids":
        return [Bid(card) for card in player.hand if card != player.bid] if player.tries else []
    if state.phase != "turns" or seat != current(state):
        return []
    moves: list[Move] = []
    if state.energy:
        moves += [Step(FIELDS[(player.pawn + far) % len(FIELDS)]) for far in range(1, state.energy + 1)]
        if state.flags[player.pawn]:
            moves.append(Gather())
        if can_peek(state, seat):
            moves.append(Peek())
        if not state.drawn and (state.deck or state.top):
            moves.append(Draw())
    moves.append(Done())
    return moves


def can_peek(state: State, seat: int) -> bool:
    """Whether there is a top card that the seat has not seen, and the turn still allows to look."""
    unseen = bool(state.deck) if not state.top else seat not in state.known.get(state.top, ())
    return state.options.peeking and not state.peeked and unseen


def apply(state: State, seat: int, move: Move, chance: Chance) -> State:
    """The state after the move; raises :class:`Illegal`."""
    if state.phase == "over":
        raise Illegal("over", "T1")
    if isinstance(move, Bid):
        return bid(state, seat, move, chance)
    if state.phase != "turns" or seat != current(state):
        raise Illegal("not_your_turn", "T5")
    if isinstance(move, Done):
        return next_turn(state, chance)
    if not state.energy:
        raise Illegal("no_energy", "T6")
    player = state.players[seat]
    match move:
        case Step(to):
            far = distance(player.pawn, to)
            if not 1 <= far <= state.energy:
                raise Illegal("too_far", "T7", energy=state.energy)
            return seated(spend(state, far), seat, replace(player, pawn=(player.pawn + far) % len(FIELDS)))
        case Gather():
            if not state.flags[player.pawn]:
                raise Illegal("no_flag", "T8")
            flags = tuple(flag and field != player.pawn for field, flag in enumerate(state.flags))
            richer = replace(player, flags=player.flags + 1, points=player.points + FLAG)
            return seated(spend(replace(state, flags=flags), 1), seat, richer)
        case Peek():
            return peek(state, seat, chance)
        case Draw():
            return draw(state, seat, chance)


def seated(state: State, seat: int, player: Player) -> State:
    """The state with one player replaced."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def spend(state: State, energy: int) -> State:
    """The state with less energy."""
    return replace(state, energy=state.energy - energy)


def distance(pawn: int, to: str) -> int:
    """How many fields onward a field lies; 0 for the pawn's own and for what is no field."""
    return (FIELDS.index(to) - pawn) % len(FIELDS) if to in FIELDS else 0


def bid(state: State, seat: int, move: Bid, chance: Chance) -> State:
    """Choose or choose again; the last choice reveals all."""
    if state.phase != "bids":
        raise Illegal("no_bids", "T2")
    player = state.players[seat]
    if not player.tries:
        raise Illegal("no_tries", "T3", tries=TRIES)
    if move.card not in player.hand:
        raise Illegal("not_in_hand", "T2")
    if move.card == player.bid:
        raise Illegal("same_card", "T3")
    state = seated(state, seat, replace(player, bid=move.card, tries=player.tries - 1))
    return reveal(state, chance) if all(other.bid for other in state.players) else state


def reveal(state: State, chance: Chance) -> State:
    """Show all bids at once, pay the highest, and begin the turns in the order of the bids."""
    chance.uncover("bids")
    bids = tuple(player.bid for player in state.players)
    values = [VALUE[card] for card in bids]
    best = [seat for seat, value in enumerate(values) if value == max(values)]
    prize = WIN if len(best) == 1 else SHARE
    players = tuple(
        replace(
            player,
            hand=tuple(card for card in player.hand if card != player.bid),
            bid="",
            tries=TRIES,
            points=player.points + (prize if seat in best else 0),
        )
        for seat, player in enumerate(state.players)
    )
    return replace(
        state,
        phase="turns",
        players=players,
        discard=state.discard + bids,
        known={card: seats for card, seats in state.known.items() if card not in bids},
        order=tuple(sorted(range(len(players)), key=lambda seat: (-values[seat], seat))),
        turn=0,
        energy=ENERGY,
        peeked=False,
        drawn=False,
    )


def peek(state: State, seat: int, chance: Chance) -> State:
    """Look at the top card: drawn now if nobody has looked before, else uncovered to one more seat."""
    if not state.options.peeking:
        raise Illegal("peeking_off", "T9")
    if not can_peek(state, seat):
        raise Illegal("no_peek", "T9")
    if state.top:
        chance.uncover("top")
    else:
        top = chance.draw(state.deck)
        state = replace(state, top=top, deck=without(state.deck, top))
    seen = (*state.known.get(state.top, ()), seat)
    return spend(replace(state, known={**state.known, state.top: seen}, peeked=True), 1)


def draw(state: State, seat: int, chance: Chance) -> State:
    """Take the top card, which those who have looked at it will remember."""
    if state.drawn:
        raise Illegal("drawn", "T10")
    if not state.top and not state.deck:
        raise Illegal("empty", "T10")
    if state.top:
        card, deck = state.top, state.deck
        if seat not in state.known.get(card, ()):
            chance.uncover("top")
    else:
        card = chance.draw(state.deck)
        deck = without(state.deck, card)
    player = state.players[seat]
    state = replace(state, top="", deck=deck, drawn=True)
    return seated(spend(state, 1), seat, replace(player, hand=(*player.hand, card)))


def next_turn(state: State, chance: Chance) -> State:
    """The next seat's turn, the next round, or the end."""
    if state.turn + 1 < len(state.order):
        return replace(state, turn=state.turn + 1, energy=ENERGY, peeked=False, drawn=False)
    if state.round < state.options.rounds:
        return replace(state, phase="bids", round=state.round + 1, order=(), turn=0, energy=0)
    chance.uncover("hands")
    deck = {**state.deck, state.top: 1} if state.top else state.deck
    return replace(state, phase="over", order=(), turn=0, energy=0, deck=deck, top="", known={})


def progress(state: State) -> int:
    """Every bid uses an attempt, every step energy, every end a turn or a round."""
    turn = ENERGY + 1
    rounds = (state.options.rounds - state.round) * len(state.players) * (turn + TRIES)
    if state.phase == "bids":
        return rounds + len(state.players) * turn + sum(player.tries for player in state.players)
    if state.phase == "turns":
        return rounds + (len(state.order) - state.turn - 1) * turn + state.energy + 1
    return 0
