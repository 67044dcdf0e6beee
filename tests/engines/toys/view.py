"""What each viewer may see, how an event reads, and what the viewer can expect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from partie.kit import Chance, Event, Illegal, Line, NoChance, Offer, Range, Refusal, Result, Value, View, Viewer
from tests.engines.toys import rules
from tests.engines.toys.state import FIELDS, FLAG, VALUE, Bid, Done, Draw, Gather, Move, Peek, Player, State, Step


def knows(state: State, viewer: Viewer, card: str) -> bool:
    """Whether the viewer has seen a card that now lies on the deck or in another hand."""
    return viewer in state.known.get(card, ())


def view(state: State, viewer: Viewer) -> View:
    """The public board; the viewer's hand and bid; what was seen of others; all hands at the end."""
    shown: View = {
        "phase": state.phase,
        "round": state.round,
        "rounds": state.options.rounds,
        "deck": sum(state.deck.values()) + bool(state.top),
        "discard": dict.fromkeys(state.discard, True),
        "fields": {
            field: {
                "flag": state.flags[number],
                "pawns": [seat for seat, player in enumerate(state.players) if player.pawn == number],
            }
            for number, field in enumerate(FIELDS)
        },
        "players": {str(seat): player_view(state, seat, viewer) for seat in range(len(state.players))},
    }
    if state.phase == "turns":
        shown["turn"] = {
            "seat": rules.current(state),
            "energy": state.energy,
            "order": list(state.order),
            "peeked": state.peeked,
            "drawn": state.drawn,
        }
    if state.top and knows(state, viewer, state.top):
        shown["top"] = state.top
    return shown


def player_view(state: State, seat: int, viewer: Viewer) -> dict[str, Value]:
    """One player as the viewer sees it."""
    player = state.players[seat]
    shown: dict[str, Value] = {
        "points": player.points,
        "flags": player.flags,
        "field": FIELDS[player.pawn],
        "cards": len(player.hand),
        "chosen": bool(player.bid),
        "tries": player.tries,
    }
    seen = [card for card in player.hand if seat == viewer or state.phase == "over" or knows(state, viewer, card)]
    if seen:
        shown["hand"] = dict.fromkeys(seen, True)
    if player.bid and seat == viewer:
        shown["bid"] = player.bid
    return shown


def describe(before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
    """The event in lines; a hidden card is named to its own seat alone."""
    seat, own = event.seat, event.seat == viewer
    lines: list[Line] = []
    match event.move:
        case Bid(card):
            key = "chose" if not before.players[seat].bid else "chose_again"
            lines.append(Line(f"{key}_card", {"seat": seat, "card": card}) if own else Line(key, {"seat": seat}))
            if after.phase == "turns":
                lines += revealed(before, after)
        case Step(to):
            lines.append(Line("walked", {"seat": seat, "field": to}))
        case Gather():
            lines.append(Line("gathered", {"seat": seat, "points": FLAG}))
        case Peek():
            lines.append(
                Line("peeked_card", {"seat": seat, "card": after.top}) if own else Line("peeked", {"seat": seat})
            )
        case Draw():
            card = after.players[seat].hand[-1]
            seen = own or knows(after, viewer, card)
            lines.append(Line("drew_card", {"seat": seat, "card": card}) if seen else Line("drew", {"seat": seat}))
        case Done():
            lines.append(Line("done", {"seat": seat}))
            if after.phase == "over":
                lines.append(Line("ended"))
            elif after.round != before.round:
                lines.append(Line("round", {"round": after.round}))
    return lines


def revealed(before: State, after: State) -> list[Line]:
    """The bids in the order of the seats, and who was paid."""
    cards = after.discard[-len(after.players) :]
    lines = [Line("bid", {"seat": seat, "card": card}) for seat, card in enumerate(cards)]
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if new.points != old.points:
            lines.append(Line("won", {"seat": seat, "points": new.points - old.points}))
    return lines


def offers(state: State, seat: int) -> Sequence[Offer[Move]]:
    """What can be done with the seat's cards in the phase of bids, and with the spaces in its turn."""
    if state.phase == "bids":
        return [offer(state, seat, card, Bid(card)) for card in state.players[seat].hand]
    if state.phase != "turns" or rules.current(state) != seat:
        return []
    steps = [offer(state, seat, field, Step(field)) for field in FIELDS]
    here = FIELDS[state.players[seat].pawn]
    return [offer(state, seat, here, Gather()), *[step for step in steps if step.target != here]]


def offer(state: State, seat: int, target: str, move: Move) -> Offer[Move]:
    """One target: whether its move would be accepted, what it costs and what it brings."""
    try:
        attempt(state, seat, move)
    except Illegal as illegal:
        return Offer(target, refusal=Refusal.of(illegal))
    match move:
        case Step(to):
            price = (Line("energy", {"energy": rules.distance(state.players[seat].pawn, to)}),)
            return Offer(target, move, price=price)
        case Gather():
            return Offer(target, move, price=(Line("energy", {"energy": 1}),), gain=(Line("points", {"points": FLAG}),))
    return Offer(target, move)


def attempt(state: State, seat: int, move: Move) -> None:
    """Raise :class:`Illegal` if the move is; what it would uncover stays covered."""
    if isinstance(move, Bid):
        # With the others' choices put aside, this one can never be the last, which would reveal them.
        others = tuple(
            replace(player, bid="") if other != seat else player for other, player in enumerate(state.players)
        )
        state = replace(state, players=others)
    rules.apply(state, seat, move, NoChance())


def held(player: Player) -> int:
    """What the hand is worth at the end."""
    return sum(VALUE[card] for card in player.hand)


def scores(state: State) -> tuple[int, ...]:
    """What everybody would have, were the game over."""
    return tuple(player.points + held(player) for player in state.players)


def result(state: State) -> Result | None:
    """Points and the worth of the hand; equal scores share a place."""
    if state.phase != "over":
        return None
    reached = scores(state)
    places = tuple(1 + sum(other > score for other in reached) for score in reached)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    parts = tuple(
        (Line("points", {"points": player.points}), Line("hand", {"points": held(player)})) for player in state.players
    )
    return Result(scores=reached, places=places, winners=winners, parts=parts)


def unknown(state: State, seat: int, viewer: Viewer) -> list[int]:
    """The places of the seat's hand whose cards the viewer does not know."""
    if seat == viewer or state.phase == "over":
        return []
    return [place for place, card in enumerate(state.players[seat].hand) if not knows(state, viewer, card)]


def unseen(state: State, viewer: Viewer) -> list[str]:
    """The cards of which the viewer does not know where they are: all but those it has before its eyes."""
    seen = set(state.discard)
    for seat, player in enumerate(state.players):
        hidden = unknown(state, seat, viewer)
        seen.update(card for place, card in enumerate(player.hand) if place not in hidden)
    if state.top and knows(state, viewer, state.top):
        seen.add(state.top)
    return [card for card in VALUE if card not in seen]


def forecast(state: State, viewer: Viewer) -> Sequence[Range]:
    """Unknown cards of a hand are worth at least the lowest and at most the highest unseen ones."""
    worth = sorted(VALUE[card] for card in unseen(state, viewer))
    ranges = []
    for seat, player in enumerate(state.players):
        places = unknown(state, seat, viewer)
        sure = sum(VALUE[card] for place, card in enumerate(player.hand) if place not in places)
        low = sure + sum(worth[: len(places)])
        high = sure + sum(worth[len(worth) - len(places) :])
        hand = {"points": low} if low == high else {"low": low, "high": high}
        parts = (Line("points", {"points": player.points}), Line("hand" if low == high else "hand_range", dict(hand)))
        ranges.append(Range(seat=seat, low=player.points + low, high=player.points + high, parts=parts))
    return ranges


def secrets(state: State, viewer: Viewer) -> Mapping[str, frozenset[str]]:
    """Unknown cards in hands, the face-down bids, and the top card when somebody else has looked at it."""
    values = frozenset(unseen(state, viewer))
    items: dict[str, frozenset[str]] = {}
    for seat, player in enumerate(state.players):
        places = unknown(state, seat, viewer)
        items |= {f"hand.{seat}.{place}": values for place in places}
        if player.bid and seat != viewer:
            known = frozenset(card for place, card in enumerate(player.hand) if place not in places)
            items[f"bid.{seat}"] = known | values if places else known
    if state.top and not knows(state, viewer, state.top):
        items["top"] = values
    return items


def hidden(state: State, viewer: Viewer) -> Mapping[str, str]:
    """The true values of :func:`secrets`."""
    items: dict[str, str] = {}
    for seat, player in enumerate(state.players):
        items |= {f"hand.{seat}.{place}": player.hand[place] for place in unknown(state, seat, viewer)}
        if player.bid and seat != viewer:
            items[f"bid.{seat}"] = player.bid
    if state.top and not knows(state, viewer, state.top):
        items["top"] = state.top
    return items


def determinize(state: State, viewer: Viewer, chance: Chance) -> State:
    """Deal the unseen cards again to all unknown places; face-down bids are any card of the new hands."""
    if state.phase == "over":
        return state
    cards = list(chance.shuffle(unseen(state, viewer)))
    renamed: dict[str, str] = {}
    players = []
    for seat, player in enumerate(state.players):
        places = unknown(state, seat, viewer)
        renamed |= {player.hand[place]: cards.pop() for place in places}
        hand = tuple(renamed[card] if place in places else card for place, card in enumerate(player.hand))
        bid = chance.pick(hand) if player.bid and seat != viewer else player.bid
        players.append(replace(player, hand=hand, bid=bid))
    if state.top and not knows(state, viewer, state.top):
        renamed[state.top] = cards.pop()
    return replace(
        state,
        players=tuple(players),
        top=renamed.get(state.top, state.top),
        known={renamed.get(card, card): seats for card, seats in state.known.items()},
        deck=dict.fromkeys(sorted(cards), 1),
    )
