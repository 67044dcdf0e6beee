"""Broken twins of the toy game: each breaks one law in a way that somebody will one day break it by mistake.

They prove the conformance suite, which must catch each by the law meant for it. Where a fault shows in other laws
as well, these are named too, so that nothing is caught by chance.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Annotated, Any, NamedTuple
from uuid import uuid4

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from partie.kit import Chance, Event, Illegal, Lesson, LessonMove, Line, Offer, Range, Result, Seat, View, Viewer
from partie.kit.chance import ChanceForbidden, T
from tests.engines.picking import Picking
from tests.engines.toys import Toy, rules, view, view_types
from tests.engines.toys.lesson import LESSON
from tests.engines.toys.state import ENERGY, FIELDS, VALUE, Bid, Done, Draw, Gather, Move, Options, Peek, State, Step


class Twin(NamedTuple):
    """A broken engine, the law that is meant to catch it, and the others that it breaks as well."""

    engine: Toy
    law: str
    also: frozenset[str]


TWINS: list[Twin] = []


TOLD = ("views_keep_secrets", "lines_keep_secrets", "forecasts_keep_secrets", "marks_stay_hidden")
"""What shows, further on, whatever somebody has learnt without its being announced."""


def breaks(law: str, *also: str) -> Callable[[type[Toy]], type[Toy]]:
    """Enter a broken engine under the law it breaks."""

    def enter(engine: type[Toy]) -> type[Toy]:
        TWINS.append(Twin(engine(), law, frozenset(also)))
        return engine

    return enter


def changed_player(state: State, seat: Seat, **changes: Any) -> State:
    """The state with something else about one player."""
    return rules.seated(state, seat, replace(state.players[seat], **changes))


def top_secret(state: State, seat: Seat) -> int:
    """Something that a seat cannot know: what another seat holds in hand."""
    other = state.players[seat - 1]
    return VALUE[other.hand[0]] if other.hand else 0


# Whole games


@breaks("games_end", "progress_falls")
class NeverEnds(Toy):
    """The last round is followed by another."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        after = super().apply(state, seat, move, chance)
        return replace(after, round=1) if after.round > 1 else after


@breaks("games_end")
class EndsInSilence(Toy):
    """Nobody must act any more, and there is no result."""

    def result(self, state: State) -> Result | None:
        return None


@breaks("games_end")
class ResultTooEarly(Toy):
    """The result stands before the last turn is made."""

    def result(self, state: State) -> Result | None:
        last = state.round == state.options.rounds and state.phase == "turns"
        return view.result(replace(state, phase="over") if last else state)


@breaks("games_end", "lessons_can_be_played")
class LosesTheTurn(Toy):
    """Somebody must act and has no move: who has no energy left may not even end the turn."""

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        moves = super().legal(state, seat)
        return moves if state.phase != "turns" or state.energy else []

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if state.phase == "turns" and not state.energy:
            raise Illegal("no_energy", "T6")
        return super().apply(state, seat, move, chance)


@breaks("progress_falls")
class StandsStill(Toy):
    """Walking brings nothing nearer to its end, by the engine's own measure."""

    def progress(self, state: State) -> int:
        return super().progress(state) + (sum(player.pawn for player in state.players) if state.energy else 0) * 2


@breaks("progress_falls")
class PastTheEnd(Toy):
    """The measure falls for ever, below nothing, so it promises no end."""

    def progress(self, state: State) -> int:
        return super().progress(state) - 20


@breaks("pieces_are_conserved")
class LosesFlags(Toy):
    """A gathered flag is nowhere."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        after = super().apply(state, seat, move, chance)
        return changed_player(after, seat, flags=0) if isinstance(move, Gather) else after


@breaks("determinizations_are_positions")
class ImaginesMoreCards(Toy):
    """A determinization deals cards twice."""

    def determinize(self, state: State, viewer: Viewer, chance: Chance) -> State:
        drawn = super().determinize(state, viewer, chance)
        return replace(drawn, deck=dict.fromkeys(drawn.deck, 2)) if drawn is not state else state

    def view(self, state: State, viewer: Viewer) -> View:
        return super().view(replace(state, deck=dict.fromkeys(state.deck, 1)), viewer)


@breaks("results_are_sound")
class CountsFromZero(Toy):
    """The best place is 0."""

    def result(self, state: State) -> Result | None:
        result = super().result(state)
        return None if result is None else replace(result, places=tuple(place - 1 for place in result.places))


@breaks("results_are_sound")
class OneWinnerOnly(Toy):
    """Of equals only the first wins."""

    def result(self, state: State) -> Result | None:
        result = super().result(state)
        return None if result is None else replace(result, winners=(0,))


@breaks("results_are_sound", "forecasts_hold", "everything_said_has_words")
class LeavesOutAutomaticPlayers(Toy):
    """The game plays a player of its own, who has neither a score nor a forecast."""

    def automatic(self, seats: int, options: Options) -> int:
        return 1


# Moves


@breaks("legal_moves_are_accepted", "offers_are_legal")
class ListsTooMuch(Toy):
    """A card may be chosen again, says the list, as often as one likes."""

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if state.phase == "bids":
            return [Bid(card) for card in state.players[seat].hand]
        return super().legal(state, seat)


@breaks("legal_moves_are_accepted")
class ListsTwice(Toy):
    """The end of the turn is listed twice."""

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        moves = super().legal(state, seat)
        return [*moves, Done()] if Done() in moves else moves


@breaks("other_moves_are_refused")
class ListsTooLittle(Toy):
    """A seat with all its energy left may end the turn, but its moves do not say so."""

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        moves = super().legal(state, seat)
        return [move for move in moves if move != Done()] if state.energy == ENERGY else moves


@breaks("other_moves_are_refused")
class TakesAnything(Toy):
    """A field that is none is walked to: any unknown id counts as the next field."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if isinstance(move, Step) and move.to not in FIELDS:
            move = Step(FIELDS[(state.players[seat].pawn + 1) % len(FIELDS)])
        return super().apply(state, seat, move, chance)


@breaks("other_moves_are_refused")
class Stumbles(Toy):
    """An unknown id is not refused but raises what it happens to raise."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if isinstance(move, Step):
            FIELDS.index(move.to)
        return super().apply(state, seat, move, chance)


@breaks("other_moves_are_refused")
class MovesForOthers(Toy):
    """The end of the turn ends it, even if another seat sends it."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if isinstance(move, Done) and state.phase == "turns":
            seat = rules.current(state)
        return super().apply(state, seat, move, chance)


@breaks("domains_hold_all_moves")
class ForgetsACard(Toy):
    """The domain of the cards lacks one."""

    def domains(self, seats: int, options: Options) -> Mapping[str, Sequence[str]]:
        return {**super().domains(seats, options), "card": list(VALUE)[1:]}


class Slip(Struct, frozen=True, tag_field="type", tag="gather"):
    """A move under the name of another, with a field that the other has not."""

    field: str = ""


@breaks("moves_survive_the_wire", "sets_have_no_say")
class LosesTheMove(Toy):
    """A listed move is of a type that the union does not know."""

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        moves: list[Any] = list(super().legal(state, seat))
        listed: list[Any] = [Slip("field-1") if move == Gather() else move for move in moves]
        return listed

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if isinstance(move, Gather):
            raise Illegal("no_flag", "T8")
        return super().apply(state, seat, Gather() if isinstance(move, Slip) else move, chance)

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        if isinstance(event.move, Slip):
            event = replace(event, move=Gather())
        return super().describe(before, event, after, viewer)

    def offers(self, state: State, seat: Seat) -> Sequence[Offer[Move]]:
        return ()


class Halt(Struct, tag_field="type", tag="done", forbid_unknown_fields=True):
    """The end of a turn, as a struct that anybody may change."""


@breaks("moves_survive_the_wire", "lessons_can_be_played")
class LooseMoves(Toy):
    """A move is not frozen."""

    move = Bid | Step | Gather | Peek | Draw | Halt

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        moves: list[Any] = list(super().legal(state, seat))
        listed: list[Any] = [Halt() if isinstance(move, Done) else move for move in moves]
        return listed

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        return super().apply(state, seat, Done() if isinstance(move, Halt) else move, chance)

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        if isinstance(event.move, Halt):
            event = replace(event, move=Done())
        return super().describe(before, event, after, viewer)


# Simultaneous choices


@breaks("choices_are_simultaneous")
class FirstComeFirstServed(Toy):
    """The seat that chose first begins the turns."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        after = super().apply(state, seat, move, chance)
        if isinstance(move, Bid) and after.phase == "turns":
            return replace(after, order=(seat, *[other for other in after.order if other != seat]))
        return after


@breaks("choices_are_simultaneous", "lessons_can_be_played")
class ChoicesInterfere(Toy):
    """Once another has chosen, a seat may choose only once more."""

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        moves = super().legal(state, seat)
        return moves if not self.late(state, seat) else moves[:1]

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if isinstance(move, Bid) and self.late(state, seat) and move not in self.legal(state, seat):
            raise Illegal("no_bids", "T2")
        return super().apply(state, seat, move, chance)

    def late(self, state: State, seat: Seat) -> bool:
        return state.phase == "bids" and any(player.bid and other != seat for other, player in enumerate(state.players))

    def offers(self, state: State, seat: Seat) -> Sequence[Offer[Move]]:
        return ()


# States


class LooseState(State, frozen=True):
    """A state with a set in it."""

    seen: frozenset[str] = frozenset()


@breaks("states_are_plain")
class HoldsASet(Toy):
    """The state remembers the cards that were played as a set."""

    state = LooseState

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        state = super().setup(seats, options, chance)
        return LooseState(**{name: getattr(state, name) for name in State.__struct_fields__})

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        after = super().apply(state, seat, move, chance)
        return replace(after, seen=frozenset(after.discard))


@breaks("sets_have_no_say")
class OrderedBySet(Toy):
    """The discard pile is laid in the order of a set."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        after = super().apply(state, seat, move, chance)
        if len(after.discard) == len(state.discard):
            return after
        laid = tuple(set(state.discard))
        return replace(after, discard=laid + after.discard[len(state.discard) :])


class WiderState(State, frozen=True):
    """A state with a field more."""

    moves: int = 0


@breaks("states_survive_a_snapshot", "folds_repeat", "equal_states_answer_alike", "determinizations_are_positions")
class ForgetsKnowledge(Toy):
    """The type that snapshots are read with lacks a field that the state has."""

    state = State

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        state = super().setup(seats, options, chance)
        return WiderState(**{name: getattr(state, name) for name in State.__struct_fields__}, moves=1)


class NotedState(State, frozen=True):
    """A state with a dict that is written into."""

    notes: dict[str, int] = field(default_factory=dict)


@breaks("states_never_change", "undo_restores_the_state", "choices_are_simultaneous", "equal_states_answer_alike")
class CountsInPlace(Toy):
    """Moves are counted in the very dict that the old state holds."""

    state = NotedState

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        state = super().setup(seats, options, chance)
        return NotedState(**{name: getattr(state, name) for name in State.__struct_fields__}, notes={"moves": 0})

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        after = super().apply(state, seat, move, chance)
        assert isinstance(state, NotedState)
        state.notes["moves"] += 1
        return after


class Unrecorded(Picking):
    """A chance that keeps no record of what it gives."""

    def __init__(self, number: int) -> None:
        self.number = number

    def pick(self, items: Sequence[T]) -> T:
        return items[self.number % len(items)]

    def uncover(self, what: str) -> None:
        """Say nothing."""


_draws = count()


@breaks("folds_repeat")
class DrawsByItself(Toy):
    """The drawn card comes from a chance that nobody records."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if not isinstance(move, Draw) or state.top:
            return super().apply(state, seat, move, chance)
        chance.uncover("a card")
        return super().apply(state, seat, move, Unrecorded(next(_draws)))


_numbers = count()


@breaks("equal_states_answer_alike", "views_keep_secrets", "views_have_their_type")
class NumbersItsViews(Toy):
    """Every view has another number."""

    def view(self, state: State, viewer: Viewer) -> View:
        return {**super().view(state, viewer), "number": next(_numbers)}


# Versions


@breaks("recorded_games_fold_alike")
class ChangesTheRules(Toy):
    """A flag is worth four points since yesterday, under the same version."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        after = super().apply(state, seat, move, chance)
        if not isinstance(move, Gather):
            return after
        return changed_player(after, seat, points=after.players[seat].points + 1)


@breaks("recorded_games_fold_alike")
class DrawsMoreForForks(Toy):
    """A determinization draws once more than it did, so that forks cannot be folded."""

    def determinize(self, state: State, viewer: Viewer, chance: Chance) -> State:
        chance.roll(range(1, 7))
        return super().determinize(state, viewer, chance)


# Views


@breaks("views_are_plain", "patches_rebuild_views", "views_have_their_type")
class ShowsNull(Toy):
    """What is absent is shown as null."""

    def view(self, state: State, viewer: Viewer) -> View:
        shown: Any = super().view(state, viewer)
        return {**shown, "turn": shown.get("turn")}


@breaks("views_are_plain", "views_have_their_type")
class ShowsFloats(Toy):
    """The mean of the points is a float."""

    def view(self, state: State, viewer: Viewer) -> View:
        mean: Any = sum(player.points for player in state.players) / len(state.players)
        return {**super().view(state, viewer), "mean": mean}


@breaks("views_are_plain", "views_have_their_type")
class ListsForEver(Toy):
    """A list in the view is longer than a patch should resend."""

    def view(self, state: State, viewer: Viewer) -> View:
        history: Any = [0] * 65
        return {**super().view(state, viewer), "history": history}


@breaks("views_have_their_type")
class ShowsMoreThanItSays(Toy):
    """The view has the number of all cards, of which its type knows nothing."""

    def view(self, state: State, viewer: Viewer) -> View:
        return {**super().view(state, viewer), "total": len(VALUE)}


@breaks("views_have_their_type")
class ShowsAnotherType(Toy):
    """Once the game is over, the round is shown as 0, which its type excludes."""

    def view(self, state: State, viewer: Viewer) -> View:
        shown = super().view(state, viewer)
        return {**shown, "round": 0} if state.phase == "over" else shown


class ViewWithDefault(view_types.View, frozen=True):
    """A view with a member that has a value where it is missing."""

    history: int = 0


@breaks("views_have_their_type")
class AddsADefault(Toy):
    """The type of the view says of a member that it is always there, and it never is."""

    view_type = ViewWithDefault


@breaks("symmetric_information_is_shown_to_all")
class SaysThatAllAreShownTheSame(Toy):
    """Hands are shown to their own seats alone, and the engine says that nothing is."""

    symmetric_information = True


@breaks("counts_never_fall")
class CountsTheTurnsOfARound(Toy):
    """The number of the turn begins again with every round."""

    def turn(self, state: State) -> int:
        return state.turn


@breaks("patches_rebuild_views", "views_have_their_type")
class ReusesItsView(Toy):
    """One dict is filled again for every view, so the old view is the new one."""

    def __init__(self) -> None:
        self.shown: View = {}

    def view(self, state: State, viewer: Viewer) -> View:
        self.shown["fields"] = super().view(state, viewer)["fields"]
        return {**super().view(state, viewer), "again": self.shown}


# Secrets


@breaks("secrets_take_their_values", "forecast_ends_are_reached")
class ImaginesTheTruth(Toy):
    """A determinization is the state itself."""

    def determinize(self, state: State, viewer: Viewer, chance: Chance) -> State:
        return state


@breaks("secrets_take_their_values")
class KeepsTheBid(Toy):
    """A determinization leaves a face-down bid what it is, when the hand still holds it."""

    def secrets(self, state: State, viewer: Viewer) -> Mapping[str, frozenset[str]]:
        return {item: values for item, values in super().secrets(state, viewer).items() if not item.startswith("bid")}


@breaks("secrets_take_their_values", "forecast_ends_are_reached")
class NeverImaginesTheTruth(Toy):
    """The true card of a hand is the one that no determinization gives it."""

    def determinize(self, state: State, viewer: Viewer, chance: Chance) -> State:
        true = self.hidden(state, viewer)
        drawn = super().determinize(state, viewer, chance)
        while any(
            drawn_card == true[item] for item, drawn_card in self.hidden(drawn, viewer).items() if "hand" in item
        ):
            drawn = super().determinize(state, viewer, chance)
        return drawn


@breaks("views_keep_secrets", "marks_stay_hidden", "open_events_uncover_nothing", "views_have_their_type")
class ShowsBids(Toy):
    """Everybody sees the face-down bids."""

    def view(self, state: State, viewer: Viewer) -> View:
        shown = super().view(state, viewer)
        bids: View = {str(seat): player.bid for seat, player in enumerate(state.players) if player.bid}
        return {**shown, "bids": bids}


@breaks("views_keep_secrets", "views_have_their_type")
class SortsBySecret(Toy):
    """The pawns of a field stand in the order of what their seats hold in hand."""

    def view(self, state: State, viewer: Viewer) -> View:
        order = sorted(range(len(state.players)), key=lambda seat: sum(VALUE[c] for c in state.players[seat].hand))
        seats: Any = order
        return {**super().view(state, viewer), "seats": seats}


@breaks("legal_moves_keep_secrets")
class ListsBySecret(Toy):
    """The order of the legal moves depends on another's hand."""

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        moves = super().legal(state, seat)
        return moves[::-1] if top_secret(state, seat) > 4 else moves


@breaks("lines_keep_secrets", "marks_stay_hidden", "open_events_uncover_nothing")
class TellsTheBid(Toy):
    """The history names the card that was chosen face down."""

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        if isinstance(event.move, Bid) and after.phase == "bids":
            viewer = event.seat
        return super().describe(before, event, after, viewer)


@breaks("marks_stay_hidden")
class TellsTheDraw(Toy):
    """The history names the card that another drew. Twins have the same draw, so equal bytes do not show it."""

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        if isinstance(event.move, Draw) and event.draws:
            viewer = event.seat
        return super().describe(before, event, after, viewer)


@breaks("refusals_keep_secrets")
class RefusesKnowingly(Toy):
    """A seat that names a card of another's hand learns whose it is."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if isinstance(move, Bid) and state.phase == "bids":
            for other, player in enumerate(state.players):
                if other != seat and move.card in player.hand:
                    raise Illegal("not_in_hand", "T2", seat=other)
        return super().apply(state, seat, move, chance)


@breaks("forecasts_keep_secrets")
class ForecastsKnowingly(Toy):
    """A part of the forecast carries what another holds."""

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        ranges = super().forecast(state, viewer)
        if state.phase == "over":
            return ranges
        hint = top_secret(state, ranges[0].seat)
        first = replace(ranges[0].parts[0], params={**ranges[0].parts[0].params, "hint": hint})
        return [replace(ranges[0], parts=(first, *ranges[0].parts[1:])), *ranges[1:]]


@breaks("offers_keep_secrets")
class OffersKnowingly(Toy):
    """An offer's gain is computed with another's hand."""

    def offers(self, state: State, seat: Seat) -> Sequence[Offer[Move]]:
        gain = (Line("points", {"points": top_secret(state, seat)}),)
        return [replace(offer, gain=gain) for offer in super().offers(state, seat)]


@breaks("marks_stay_hidden")
class TakesIdsApart(Toy):
    """A card's value is read out of its id, whatever the id may be."""

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        for player in state.players:
            sum(int(card.split("-")[1]) for card in player.hand)
        return super().forecast(state, viewer)


# Undo


class Mute:
    """A chance that is never told what was uncovered."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def pick(self, items: Sequence[T]) -> T:
        return self.chance.pick(items)

    def roll(self, faces: Sequence[int]) -> int:
        return self.chance.roll(faces)

    def draw(self, pool: Mapping[str, int]) -> str:
        return self.chance.draw(pool)

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        return self.chance.shuffle(items)

    def uncover(self, what: str) -> None:
        """Say nothing."""


@breaks("open_events_uncover_nothing", *TOLD)
class PeeksInSecret(Toy):
    """A top card that another has looked at is looked at, or drawn, without a word: it can be taken back."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        return super().apply(state, seat, move, Mute(chance) if isinstance(move, Peek | Draw) else chance)


@breaks("open_events_uncover_nothing", *TOLD)
class PeeksByItself(Toy):
    """The top card is decided without chance, so looking at it can be taken back."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if isinstance(move, Peek) and not state.top:
            return super().apply(state, seat, move, Unrecorded(0))
        return super().apply(state, seat, move, chance)


@breaks("undo_restores_the_state")
class SwallowsThePreview(Toy):
    """A preview that may not draw draws the first card of the deck instead."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        return super().apply(state, seat, move, Stubborn(chance))


class Stubborn(Mute):
    """A chance that has an answer where there may be none."""

    def draw(self, pool: Mapping[str, int]) -> str:
        try:
            return self.chance.draw(pool)
        except ChanceForbidden:
            return min(pool)

    def uncover(self, what: str) -> None:
        self.chance.uncover(what)


# Forecasts


@breaks("forecasts_hold")
class ForecastsTooLittle(Toy):
    """The unknown cards of a hand are taken for the lowest ones at best."""

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        return [
            replace(item, high=item.low, parts=()) if item.high - item.low > 2 else item
            for item in super().forecast(state, viewer)
        ]


@breaks("forecast_ends_are_reached")
class ForecastsTooMuch(Toy):
    """A range that holds, but wider than need be."""

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        return [
            replace(item, high=item.high + 1, parts=()) if item.low != item.high else item
            for item in super().forecast(state, viewer)
        ]


@breaks("forecasts_hold")
class PartsDoNotAddUp(Toy):
    """The breakdown forgets the hand."""

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        return [replace(item, parts=item.parts[:1]) for item in super().forecast(state, viewer)]


@breaks("forecast_becomes_the_result")
class AnotherResult(Toy):
    """The result counts something that no forecast counted."""

    def result(self, state: State) -> Result | None:
        result = super().result(state)
        if result is None:
            return None
        bonus = Line("points", {"points": 7})
        return replace(
            result,
            scores=tuple(score + 7 for score in result.scores),
            parts=tuple((*parts, bonus) for parts in result.parts),
        )


# Sizes


@breaks("views_are_small", "views_have_their_type")
class ShowsEverything(Toy):
    """The view repeats the rules on every space."""

    def view(self, state: State, viewer: Viewer) -> View:
        rules_of_spaces: View = dict.fromkeys(FIELDS, "Take the flag of the space where your pawn stands. " * 400)
        return {**super().view(state, viewer), "rules": rules_of_spaces}


@breaks("events_are_small")
class TellsEverything(Toy):
    """The history lists the cards of the whole deck at every move."""

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        deck = [Line("bid", {"seat": event.seat, "card": card}) for card in VALUE]
        return [*super().describe(before, event, after, viewer), *deck * 20]


@breaks("events_are_small")
class PlaysTooLong(Toy):
    """A game may have more events than a table has room for."""

    max_events = 50_000


LOOKS = 336


class Trip(Struct, frozen=True, tag_field="type", tag="trip", forbid_unknown_fields=True):
    """Walk to a space and say how often to look back on the way, which changes nothing."""

    to: str
    looks: Annotated[int, Meta(ge=0, lt=LOOKS)]


@breaks("lists_of_moves_are_short", "everything_said_has_words")
class ListsEveryDetour(Toy):
    """Each way of walking is a move of its own."""

    move = Bid | Step | Gather | Peek | Draw | Done | Trip

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        moves: list[Any] = list(super().legal(state, seat))
        steps = [move for move in moves if isinstance(move, Step)]
        trips: list[Any] = [Trip(step.to, looks) for step in steps for looks in range(LOOKS)]
        return moves + trips

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if isinstance(move, Trip):
            move = Step(move.to)
        return super().apply(state, seat, move, chance)

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        if isinstance(event.move, Trip):
            event = replace(event, move=Step(event.move.to))
        return super().describe(before, event, after, viewer)


# What lies outside


@breaks("calls_read_no_clock")
class LooksAtTheClock(Toy):
    """A move at midnight could get another card; nothing comes of it yet."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        datetime.now(UTC)
        return super().apply(state, seat, move, chance)


@breaks("calls_read_no_clock")
class MeasuresItself(Toy):
    """A forecast measures how long it takes, with a function that was imported by its name."""

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        process_time()
        return super().forecast(state, viewer)


@breaks("calls_draw_only_from_chance")
class HasItsOwnDice(Toy):
    """The deck is shuffled with a seed of the engine's own, and put in order again."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        Random(state.round).shuffle([*state.deck])
        return super().apply(state, seat, move, chance)


@breaks("calls_draw_only_from_chance")
class NumbersByUuid(Toy):
    """A view is given a new id, and then is not."""

    def view(self, state: State, viewer: Viewer) -> View:
        uuid4()
        return super().view(state, viewer)


@breaks("calls_touch_nothing_outside")
class ReadsItsDataLate(Toy):
    """The settings of the rules are read from a file whenever a game begins."""

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        with Path(os.devnull).open() as data:
            data.read()
        return super().setup(seats, options, chance)


@breaks("calls_touch_nothing_outside")
class HeedsTheEnvironment(Toy):
    """A variable of the environment may turn an offer off."""

    def offers(self, state: State, seat: Seat) -> Sequence[Offer[Move]]:
        return () if os.environ.get("TOY_WITHOUT_OFFERS") else super().offers(state, seat)


# Offers, words, speed


@breaks("offers_are_legal")
class OffersTooMuch(Toy):
    """The flag is offered whether or not there is one."""

    def offers(self, state: State, seat: Seat) -> Sequence[Offer[Move]]:
        offers = super().offers(state, seat)
        return [Offer(o.target, Gather()) if o.refusal and o.refusal.code == "no_flag" else o for o in offers]


@breaks("offers_are_legal")
class OffersTooLittle(Toy):
    """The last of the fields in reach is not offered."""

    def offers(self, state: State, seat: Seat) -> Sequence[Offer[Move]]:
        offers = super().offers(state, seat)
        steps = [offer for offer in offers if isinstance(offer.move, Step)]
        return [offer for offer in offers if offer not in steps[1:]]


@breaks("offers_are_legal")
class OffersElsewhere(Toy):
    """The target of an offer is an id that the view does not have."""

    def offers(self, state: State, seat: Seat) -> Sequence[Offer[Move]]:
        return [replace(o, target=f"the {o.target}") for o in super().offers(state, seat)]


@breaks("everything_said_has_words")
class LacksAWord(Toy):
    """A line has no message."""

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        return [*super().describe(before, event, after, viewer), Line("and_so_on")]


@breaks("everything_said_has_words")
class LacksAParameter(Toy):
    """A message asks for what the line does not give."""

    def describe(self, before: State, event: Event[Move], after: State, viewer: Viewer) -> Sequence[Line]:
        return [Line(line.key, {"seat": event.seat}) for line in super().describe(before, event, after, viewer)]


@breaks("languages_say_the_same", "everything_said_has_words", "refusals_name_their_rule")
class HalfTranslated(Toy):
    """The German words lack a message, and a rule."""

    def __init__(self) -> None:
        self.folder = TemporaryDirectory(prefix="partie-half-translated-")
        half = Path(self.folder.name)
        for path in [*super().room.glob("*.json"), *super().room.glob("rules.*.md")]:
            text = path.read_text("utf-8")
            if ".de." in path.name:
                text = re.sub(r'^  "line.walked".*\n', "", text, flags=re.MULTILINE).replace("### T8", "#### T8")
            (half / path.name).write_text(text, "utf-8")

    @property
    def room(self) -> Path:
        return Path(self.folder.name)


@breaks("refusals_name_their_rule")
class MakesUpARule(Toy):
    """A refusal names a rule that the reference has not."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        try:
            return super().apply(state, seat, move, chance)
        except Illegal as illegal:
            raise Illegal(illegal.code, "T99", **illegal.params) from None


@breaks("lessons_can_be_played")
class TeachesWhatIsForbidden(Toy):
    """The lesson makes a move that is not legal where it comes."""

    def lesson(self) -> Lesson[Move] | None:
        return replace(LESSON, moves=(*LESSON.moves[:-1], LessonMove(0, Step("field-2"), "done")))


def slowly(seconds: float) -> None:
    """Keep the processor busy."""
    end = process_time() + seconds
    while process_time() < end:
        pass


@breaks("calls_are_quick")
class ThinksTooLong(Toy):
    """The forecast takes more than its bound."""

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        slowly(0.006)
        return super().forecast(state, viewer)


@breaks("calls_return")
class NeverAdvises(Toy):
    """Advice is sought for ever, and whatever interrupts it is ignored."""

    def advise(self, state: State, seat: Seat) -> Move | None:
        while True:
            try:
                slowly(1)
            except Exception:  # it is this that makes it hang for good
                continue
