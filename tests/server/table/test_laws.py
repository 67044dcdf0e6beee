"""The laws of decide and fold, under whatever several people do in whatever order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from partie.kit import RecordedChance, Viewer
from partie.kit.values import check_view
from partie.table import COLOURS, History, Refused, Snapshot
from partie.table.engine_calls import move_decoder
from partie.table.events import Moved
from partie.table.verify import verify
from partie.wire import client_in
from tests.engines.toys import toy
from tests.engines.toys.view import unseen
from tests.server.table.sitting import ANN, BOB, CID, DAN, TOYS, Sitting, check_type, nonce

PEOPLE = (ANN, BOB, CID, DAN)
SEATS = 3

T = TypeVar("T")


class Choices:
    """A number of hypothesis taken apart into as many choices as a step needs."""

    def __init__(self, number: int) -> None:
        self._number = number

    def below(self, bound: int) -> int:
        """A number in ``range(bound)``."""
        self._number, choice = divmod(self._number, bound)
        return choice

    def of(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]


class Evening:
    """People do what they like; each accepted command is also decoded, folded and compared by the sitting."""

    def __init__(self, *, start: bool, bot: bool) -> None:
        self.sitting = Sitting()
        self.struck: dict[int, bool] = {}
        self.read = 0
        self.must(ANN, client_in.Create("toy", SEATS, {"rounds": 3}))
        if start:
            self.must(ANN, client_in.Sit(0))
            self.must(BOB, client_in.Sit(1))
            self.must(CID, client_in.Sit(2)) if not bot else self.must(ANN, client_in.SeatBot(2))
            for seat in self.sitting.table.seats:
                if not seat.bot:
                    self.must(seat.person, client_in.Ready(True, nonce(seat.person)))

    # --- what people do -------------------------------------------------------------------------------------------

    def step(self, number: int) -> None:
        """One thing that somebody does, by the phase of the table."""
        choices = Choices(number)
        deeds: dict[str, tuple[Callable[[Choices], None], ...]] = {
            "open": (
                *(self.sit,) * 2,
                *(self.ready,) * 2,
                self.leave,
                self.bot,
                self.unbot,
                self.turn_away,
                self.come_and_go,
            ),
            "running": (
                *(self.move,) * 8,
                *(self.undo_or_redo,) * 5,
                *(self.propose_undo,) * 2,
                *(self.free_seat,) * 2,
                self.stale_move,
                self.end,
                self.answer,
                self.sit,
                self.bot,
                self.come_and_go,
                self.time_passes,
            ),
            "ended": (self.sit, self.ready, self.leave),
        }
        choices.of(deeds[self.sitting.table.phase])(choices)
        self.receipt(choices)

    def attempt(self, person: str, command: client_in.Do) -> Refused | None:
        """Do it or be refused; a refusal changes nothing, and everything else is looked at from all sides."""
        before, count = self.sitting.table, len(self.sitting.entries)
        refused = self.sitting.do(person, command)
        if refused is not None:
            assert self.sitting.table is before
            assert len(self.sitting.entries) == count
        else:
            self.check()
        return refused

    def must(self, person: str, command: client_in.Do) -> None:
        """Do it, and look at it from all sides."""
        self.sitting.must(person, command)
        self.check()

    def sit(self, choices: Choices) -> None:
        """Take a seat, perhaps with a wish for a colour."""
        self.attempt(
            choices.of(PEOPLE), client_in.Sit(choices.below(SEATS), choices.of((None, None, "mauve", *COLOURS)))
        )

    def leave(self, choices: Choices) -> None:
        """Get up."""
        self.attempt(choices.of(PEOPLE), client_in.Leave())

    def bot(self, choices: Choices) -> None:
        """Give a seat to a bot."""
        self.attempt(choices.of(PEOPLE), client_in.SeatBot(choices.below(SEATS)))

    def unbot(self, choices: Choices) -> None:
        """Send a bot away."""
        self.attempt(choices.of(PEOPLE), client_in.UnseatBot(choices.below(SEATS)))

    def turn_away(self, choices: Choices) -> None:
        """Turn somebody away, or try to."""
        self.attempt(choices.of(PEOPLE), client_in.TurnAway(choices.below(SEATS)))

    def ready(self, choices: Choices) -> None:
        """Be ready, or not."""
        person = choices.of(PEOPLE)
        self.attempt(person, client_in.Ready(choices.of((True, True, True, False)), nonce(person)))

    def move(self, choices: Choices) -> None:
        """A seat that may act makes one of its legal moves, which is never refused."""
        able = [seat for seat in range(SEATS) if self.sitting.legal(seat) and self.sitting.person(seat)]
        if able:
            seat = choices.of(able)
            assert self.sitting.move(seat, choices.of(self.sitting.legal(seat))) is None
            self.check()

    def stale_move(self, choices: Choices) -> None:
        """A legal move made for another position is refused."""
        seat = choices.below(SEATS)
        ask = choices.below(self.sitting.table.seq + 2)
        legal = self.sitting.legal(seat)
        if legal and self.sitting.person(seat) and ask != self.sitting.table.decision_tokens[seat]:
            assert self.sitting.move(seat, choices.of(legal), ask=ask) == Refused("stale")

    def undo_or_redo(self, choices: Choices) -> None:
        """The last mover goes to one of the positions offered; a position not offered is refused."""
        seat = self.sitting.table.runner if choices.below(5) else choices.below(SEATS)
        if seat == -1 or not self.sitting.person(seat):
            return
        turn = self.sitting.history.turn(self.sitting.table, seat)
        back = choices.below(3) > 0
        command: Callable[[int], client_in.Do] = client_in.Undo if back else client_in.Redo
        offered = turn.undo if back else turn.redo
        if offered:
            to = choices.of(offered)
            then = self.sitting.history.past(to)
            assert self.attempt(self.sitting.person(seat), command(to)) is None
            assert self.sitting.table.state == then.state
        else:
            refused = self.attempt(self.sitting.person(seat), command(choices.below(self.sitting.table.seq + 2)))
            assert refused is not None
            assert refused.code == (turn.undo_refused if back else "nothing_to_redo")

    def propose_undo(self, choices: Choices) -> None:
        """Somebody asks to go back, mostly with success."""
        table = self.sitting.table
        to = table.started + choices.below(table.seq + 1 - table.started)
        if self.attempt(choices.of(PEOPLE), client_in.Propose("undo", to=to)) is None and choices.below(4):
            self.agree()

    def free_seat(self, choices: Choices) -> None:
        """Somebody is long away, and somebody wants the seat freed, mostly with success."""
        seat = choices.below(SEATS)
        self.sitting.away[self.sitting.person(seat)] = 121_000
        if self.attempt(choices.of(PEOPLE), client_in.Propose("free_seat", seat=seat)) is None and choices.below(4):
            self.agree()

    def end(self, choices: Choices) -> None:
        """Somebody wants to stop; only seldom all agree."""
        if self.attempt(choices.of(PEOPLE), client_in.Propose("end")) is None and not choices.below(6):
            self.agree()

    def agree(self) -> None:
        """All who have to agree grant it, if the owner of the seat did not come back."""
        while (proposal := self.sitting.table.proposal) is not None:
            if self.attempt(self.sitting.person(proposal.waiting[0]), client_in.Answer(proposal.seq, True)) is not None:
                return

    def answer(self, choices: Choices) -> None:
        """Somebody answers a request, or a former one."""
        proposal = self.sitting.table.proposal
        seq = proposal.seq if proposal else choices.below(self.sitting.table.seq)
        self.attempt(choices.of(PEOPLE), client_in.Answer(seq, choices.of((True, False))))

    def come_and_go(self, choices: Choices) -> None:
        """A connection is lost or back."""
        self.sitting.away[choices.of(PEOPLE)] = choices.of((0, 0, 29_000, 31_000, 121_000))

    def time_passes(self, choices: Choices) -> None:
        """Up to three minutes."""
        self.sitting.now += choices.below(4) * 60_000

    def receipt(self, choices: Choices) -> None:
        """A command that was accepted is known for what it was, and its id is not free for another."""
        seq = 1 + choices.below(self.sitting.table.seq)
        event = self.sitting.history.event(seq)
        find = self.sitting.history.receipts.find
        assert find(event.person, event.id, client_in.Undo(10**6)) == Refused("id_reused")
        assert find(event.person, "never-sent", client_in.Leave()) is None

    # --- what holds whatever they do ------------------------------------------------------------------------------

    def check(self) -> None:
        """Look at the newest table from all sides."""
        self.views_keep_the_law_and_every_secret()
        self.read_newest()
        table = self.sitting.table
        for seq, struck in self.struck.items():
            assert self.sitting.history.entry(seq, 0).struck == struck
        if table.phase == "running":
            assert all(table.started <= ask <= table.seq for ask in table.decision_tokens)
        else:
            assert table.decision_tokens == ()

    def views_keep_the_law_and_every_secret(self) -> None:
        """No viewer is sent, in any form, what it may not know."""
        table, history = self.sitting.table, self.sitting.history
        for viewer in self.sitting.viewers():
            document = history.view(table, viewer)
            check_view(document)
            check_type(document)
            shown: list[object] = [document, history.entry(table.seq, viewer)]
            if table.phase == "running" and isinstance(viewer, int):
                shown.append(history.turn(table, viewer))
            shown += [history.offers(table, viewer), history.forecast(table, viewer)]
            data = msgspec.msgpack.encode(shown)
            for secret in self.secrets(viewer):
                assert secret not in data, (viewer, secret)

    def secrets(self, viewer: Viewer) -> list[bytes]:
        """What chance is made of, fingerprints of the state, and the cards that the viewer cannot know."""
        table = self.sitting.table
        hidden = [seat.nonce.encode() for seat in table.seats if seat.nonce]
        hidden += [table.play.fingerprint[i : i + 4] for i in range(0, len(table.play.fingerprint), 4)]
        if table.phase == "ended":
            return hidden
        hidden += [table.seed, table.seed.hex().encode()]
        if table.started:
            hidden += [table.play.key, *(card.encode() for card in unseen(table.state, viewer))]
        return hidden

    def read_newest(self) -> None:
        """Mark what is struck as a client does that reads each entry once, as it comes."""
        for seq in range(self.read + 1, self.sitting.table.seq + 1):
            entry = self.sitting.history.entry(seq, 0)
            if entry.kind == "moved":
                self.struck[seq] = False
            for span, value in ((entry.strike, True), (entry.restore, False)):
                if span is not None:
                    self.struck |= {move: value for move in self.struck if span[0] <= move <= span[1]}
        self.read = self.sitting.table.seq

    def replay(self) -> None:
        """The moves that are not struck, played one after another, lead to the state that the table has."""
        if not self.sitting.table.started:
            return
        state = self.sitting.history.past(self.sitting.table.started).state
        for seq, struck in self.struck.items():
            event = self.sitting.history.event(seq)
            assert isinstance(event, Moved)
            if not struck:
                move = move_decoder(toy).decode(event.move)
                state = toy.apply(state, event.seat, move, RecordedChance(event.draws))
        assert state == self.sitting.table.state

    def fold_again(self) -> None:
        """Another node that folds the log, from its beginning or from any snapshot, has the same tables."""
        entries, tables = self.sitting.entries, self.sitting.tables
        again = History.load("table-1", entries, None, TOYS)
        for table in tables:
            assert again.past(table.seq) == table
        for table in tables[:: 1 + len(tables) // 4]:
            kept = Snapshot.decode(Snapshot(table, toy.format).encode(), TOYS)
            assert kept is not None
            assert kept.table == table
            woken = History.load("table-1", entries, kept, TOYS)
            assert woken.newest == again.newest
            assert woken.past(1) == tables[0]
            assert woken.entry(table.seq, 1) == again.entry(table.seq, 1)
        if again.newest.phase == "ended":
            assert verify(entries, TOYS).events == len(entries)


steps = st.lists(st.integers(0, 2**48), min_size=30, max_size=90)


@settings(max_examples=150, deadline=None)
@given(start=st.sampled_from((True, True, True, False)), bot=st.booleans(), numbers=steps)
def test_whatever_people_do_all_nodes_agree_and_no_secret_leaves(start: bool, bot: bool, numbers: list[int]) -> None:
    """Every event folds to what was decided, every prefix again to the same; what counts is what is not struck."""
    evening = Evening(start=start, bot=bot)
    for number in numbers:
        evening.step(number)
    evening.replay()
    evening.fold_again()
