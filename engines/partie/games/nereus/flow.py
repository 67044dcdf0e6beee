"""What goes by itself between the turns: discovery, the reveal, rounds, phase III, the end of a day and of the game."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.nereus import neutral
from partie.games.nereus.data import CREW, DATA
from partie.games.nereus.scoring import settle
from partie.games.nereus.state import CHANGES, MARKER, NEUTRAL, OFFER, OVER, Turn
from partie.games.nereus.state import CREW as CHOOSE
from partie.games.nereus.transition import Transition

_DAYS = DATA.days


def begin(transition: Transition) -> None:
    """Phase I: a discovery card brings treasures to its spaces (D2). Then everybody chooses."""
    day = transition.day
    card = transition.chance.pick(day.deck)
    deck = tuple(other for other in day.deck if other != card)
    transition.day = replace(day, deck=deck, card=card, phase="action", round=1)
    transition.say("day", day=day.number, card=card)
    ships = {player.ship for player in transition.players}
    if transition.neutral.ship:
        ships.add(transition.neutral.ship)
    for field in transition.side.discovery[card]:
        if field not in ships and len(transition.sea.get(field, ())) < DATA.fields.treasures:
            treasure = transition.draw_treasure()
            transition.add_to_field(field, treasure)
            transition.say("discovered", treasure=treasure, field=field)
    _choose(transition)


def _choose(transition: Transition) -> None:
    transition.step = CHOOSE
    transition.turn = Turn(seat=transition.day.hourglass, crew="")


def reveal(transition: Transition) -> None:
    """All choices are shown in one instant; the neutral player acts, then the holder of the hourglass (C1, C4)."""
    transition.chance.uncover("crew")
    for seat, player in enumerate(transition.players):
        transition.say("revealed", seat=seat, crew=player.choice)
        played = (*player.played, player.choice)
        transition.players[seat] = replace(player, played=played, choice="", tries=CHANGES)
    if transition.neutral.ship:
        neutral.act(transition)
    queue = tuple(map(str, transition.clockwise_from(transition.day.hourglass)))
    transition.day = replace(transition.day, queue=queue)
    go_on(transition)


def go_on(transition: Transition) -> None:
    """The next turn of the round or of phase III, else what comes after it."""
    while transition.day.phase == "explorer" and transition.day.queue[:1] == (NEUTRAL,):
        transition.day = replace(transition.day, queue=transition.day.queue[1:], prices=transition.day.prices[1:])
        neutral.leave_explorers(transition)
        neutral.act(transition)
    queue = transition.day.queue
    if not queue:
        _round_over(transition)
        return
    seat = int(queue[0])
    transition.turns += 1
    transition.day = replace(transition.day, queue=queue[1:])
    if transition.day.phase == "action":
        transition.step = MARKER
        player = transition.players[seat]
        transition.turn = fresh_turn(seat, player.played[-1], player.done)
        transition.say("turn_begins", seat=seat, crew=transition.turn.crew)
    else:
        transition.step = OFFER
        transition.turn = Turn(seat=seat, crew="explorer", extra=True, done=transition.players[seat].done)
        transition.say("offer", seat=seat, coins=transition.day.prices[0])


def fresh_turn(seat: int, crew: str, done: tuple[str, ...], *, extra: bool = False) -> Turn:
    """A turn in which no action is done yet. ``done`` are the holds that were complete when it began (T6)."""
    return Turn(seat=seat, crew=crew, basic=True, gold=crew != "explorer", improved=crew in done, extra=extra)


def _round_over(transition: Transition) -> None:
    day = transition.day
    if day.phase == "explorer":
        _day_over(transition)
    elif day.round < _DAYS.rounds:
        hourglass = transition.clockwise(day.hourglass)
        transition.day = replace(day, round=day.round + 1, hourglass=hourglass)
        transition.say("hourglass", seat=hourglass, round=day.round + 1)
        _choose(transition)
    else:
        queue, prices = _explorers(transition)
        transition.day = replace(day, phase="explorer", queue=queue, prices=prices)
        go_on(transition)


def _explorers(transition: Transition) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The seats that may have an extra turn, from the left, and what it costs each at this table (E3, E4)."""
    model = transition.options.explorer_price
    queue, prices = [], []
    for index, owner in enumerate(transition.rows["explorer"]):
        if owner:
            queue.append(owner)
            prices.append(len(queue) + 1 if model == "rank" else transition.side.prices[model][index])
    return tuple(queue), tuple(prices)


def _day_over(transition: Transition) -> None:
    """Phase IV: markers and cards come back, sun and hourglass go on; after the last day all is scored (D5, F1)."""
    day = transition.day
    if day.number == _DAYS.days:
        _end(transition)
        return
    transition.rows = {crew: ("",) * len(transition.rows[crew]) for crew in CREW}
    transition.players = [replace(player, played=()) for player in transition.players]
    if transition.neutral.ship:
        transition.neutral = replace(transition.neutral, played=())
    sun = transition.clockwise(day.sun)
    transition.day = replace(day, number=day.number + 1, sun=sun, hourglass=sun)
    transition.say("sun", seat=sun)
    begin(transition)


def _end(transition: Transition) -> None:
    """All hands are shown and scored."""
    transition.chance.uncover("hands")
    transition.step = OVER
    transition.turn = Turn(seat=transition.day.sun, crew="")
    for seat, player in enumerate(transition.players):
        settlement = settle(player)
        for card, points in settlement.cards:
            transition.say("end_card", seat=seat, card=card, points=points)
        transition.say("end_gold", seat=seat, coins=settlement.gold, points=settlement.gold_points)
        transition.say("scored", seat=seat, points=settlement.points)
    transition.say("game_over")
