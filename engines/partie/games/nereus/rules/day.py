"""What goes by itself between the turns: discovery, the reveal, rounds, phase III, the end of a day and of the game."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.nereus.data import CREW, DATA
from partie.games.nereus.rules import neutral
from partie.games.nereus.rules.doing import Doing
from partie.games.nereus.scoring import settle
from partie.games.nereus.state import CHANGES, MARKER, NEUTRAL, OFFER, OVER, Turn
from partie.games.nereus.state import CREW as CHOOSE

_DAYS = DATA.days


def begin(doing: Doing) -> None:
    """Phase I: a discovery card brings treasures to its fields (D2). Then everybody chooses."""
    day = doing.day
    card = doing.chance.pick(day.deck)
    deck = tuple(other for other in day.deck if other != card)
    doing.day = replace(day, deck=deck, card=card, phase="action", round=1)
    doing.say("day", day=day.number, card=card)
    ships = {player.ship for player in doing.players}
    if doing.neutral.ship:
        ships.add(doing.neutral.ship)
    for field in doing.side.discovery[card]:
        if field not in ships and len(doing.sea.get(field, ())) < DATA.fields.treasures:
            treasure = doing.draw_treasure()
            doing.add_to_field(field, treasure)
            doing.say("discovered", treasure=treasure, field=field)
    _choose(doing)


def _choose(doing: Doing) -> None:
    doing.step = CHOOSE
    doing.turn = Turn(seat=doing.day.hourglass, crew="")


def reveal(doing: Doing) -> None:
    """All choices are shown in one instant; the neutral player acts, then whoever has the hourglass (C1, C4)."""
    doing.chance.uncover("crew")
    for seat, player in enumerate(doing.players):
        doing.say("revealed", seat=seat, crew=player.choice)
        played = (*player.played, player.choice)
        doing.players[seat] = replace(player, played=played, choice="", tries=CHANGES)
    if doing.neutral.ship:
        neutral.act(doing)
    seats = len(doing.players)
    order = tuple(str((doing.day.hourglass + far) % seats) for far in range(seats))
    doing.day = replace(doing.day, queue=order)
    go_on(doing)


def go_on(doing: Doing) -> None:
    """The next turn of the round or of phase III, else what comes after it."""
    while doing.day.phase == "explorer" and doing.day.queue[:1] == (NEUTRAL,):
        doing.day = replace(doing.day, queue=doing.day.queue[1:], prices=doing.day.prices[1:])
        neutral.leave_explorers(doing)
        neutral.act(doing)
    queue = doing.day.queue
    if not queue:
        _round_over(doing)
        return
    seat = int(queue[0])
    doing.turns += 1
    doing.day = replace(doing.day, queue=queue[1:])
    if doing.day.phase == "action":
        doing.step = MARKER
        player = doing.players[seat]
        doing.turn = fresh_turn(seat, player.played[-1], player.done)
        doing.say("turn_begins", seat=seat, crew=doing.turn.crew)
    else:
        doing.step = OFFER
        doing.turn = Turn(seat=seat, crew="explorer", extra=True, done=doing.players[seat].done)
        doing.say("offer", seat=seat, coins=doing.day.prices[0])


def fresh_turn(seat: int, crew: str, done: tuple[str, ...], *, extra: bool = False) -> Turn:
    """A turn in which no action is done yet. ``done`` are the holds that were complete when it began (T6)."""
    return Turn(seat=seat, crew=crew, basic=True, gold=crew != "explorer", improved=crew in done, extra=extra)


def _round_over(doing: Doing) -> None:
    day, seats = doing.day, len(doing.players)
    if day.phase == "explorer":
        _day_over(doing)
    elif day.round < _DAYS.rounds:
        hourglass = (day.hourglass + 1) % seats
        doing.day = replace(day, round=day.round + 1, hourglass=hourglass)
        doing.say("hourglass", seat=hourglass, round=day.round + 1)
        _choose(doing)
    else:
        queue, prices = _explorers(doing)
        doing.day = replace(day, phase="explorer", queue=queue, prices=prices)
        go_on(doing)


def _explorers(doing: Doing) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Who may have an extra turn, from the left, and what it costs each by the table's way of reckoning (E3, E4)."""
    model = doing.options.explorer_price
    queue, prices = [], []
    for index, owner in enumerate(doing.rows["explorer"]):
        if owner:
            queue.append(owner)
            prices.append(len(queue) + 1 if model == "rank" else doing.side.prices[model][index])
    return tuple(queue), tuple(prices)


def _day_over(doing: Doing) -> None:
    """Phase IV: markers and cards come back, sun and hourglass go on; after the last day all is scored (D5, F1)."""
    day = doing.day
    if day.number == _DAYS.days:
        _end(doing)
        return
    doing.rows = {crew: ("",) * len(doing.rows[crew]) for crew in CREW}
    doing.players = [replace(player, played=()) for player in doing.players]
    if doing.neutral.ship:
        doing.neutral = replace(doing.neutral, played=())
    sun = (day.sun + 1) % len(doing.players)
    doing.day = replace(day, number=day.number + 1, sun=sun, hourglass=sun)
    doing.say("sun", seat=sun)
    begin(doing)


def _end(doing: Doing) -> None:
    """All hands are shown and scored."""
    doing.chance.uncover("hands")
    doing.step = OVER
    doing.turn = Turn(seat=doing.day.sun, crew="")
    for seat, player in enumerate(doing.players):
        settlement = settle(player)
        for card, points in settlement.cards:
            doing.say("end_card", seat=seat, card=card, points=points)
        doing.say("end_gold", seat=seat, coins=settlement.gold, points=settlement.gold_points)
        doing.say("scored", seat=seat, points=settlement.points)
    doing.say("game_over")
