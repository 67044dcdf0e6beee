"""Several nodes' machines of one table, in any order, on a log that keeps them waiting and loses its tail."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Final

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run
from msgspec import Raw

from partie.live import machine
from partie.live.machine import (
    Advanced,
    Answer,
    Append,
    AskLast,
    AskOutage,
    Follow,
    Followed,
    Input,
    Last,
    Load,
    Output,
    Read,
    Rewound,
    Show,
    State,
    Unavailable,
    Unsettled,
)
from partie.live.request import Request
from partie.log import Entry
from partie.table import decode_event
from partie.table.commands import Command
from partie.wire import client_in, client_out
from tests.server.live.feeding import CLOCKS, Fed, ModelLog, asked, move, playing

SITTING, _ = playing()
BEGUN: Final = len(SITTING.entries)
"""The log never loses the beginning of the game."""

KINDS: Final = ("move", "move", "move", "move", "undo", "propose", "grant", "late")


@dataclass(eq=False)
class Given:
    """A command that was given to one node, and what that has answered."""

    request: Request
    node: Node
    heard: list[client_out.CommandAnswer] = field(default_factory=list)

    @property
    def final(self) -> bool:
        """It has been said what became of it."""
        return any(not isinstance(one, client_out.Unsettled) for one in self.heard)


class Node:
    """One node: a machine, its inbox, what it asks for, and what its clients have been shown."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.fed = Fed(world.log)
        self.inbox: deque[Given | Follow] = deque()
        self.in_hand: Given | Follow | None = None
        self.credits: list[Given] = []
        self.ask: machine.Ask | None = None
        self.reply: Input | None = None
        """The answer to the request, if it is on its way already."""
        self.handed_over = False
        """An append is with the log: it will be answered, and is sent until it is."""
        self.reached: bool | None = None
        self.shown = self.fed.history.seq

    def take_next(self) -> None:
        """Take the next job out of the inbox, as the worker of a table does."""
        self.in_hand = job = self.inbox.popleft()
        self.reached = None
        self.feed(job.request if isinstance(job, Given) else job)
        if not isinstance(job, Given) and job.compare and self.ask is None:
            assert self.reached is not None

    def feed(self, given: Input) -> None:
        """Feed the machine, and do everything immediate."""
        outputs = self.fed.feed(given)
        if isinstance(given, Unsettled):
            assert asked(outputs) is None, "the append is still waited for"
        else:
            self.ask, self.reply, self.handed_over = asked(outputs), None, False
        for output in outputs:
            self.carry_out(output)
        assert (self.ask is None) == (self.fed.machine.state is State.READY)
        if self.ask is None:
            assert self.shown == self.fed.history.seq, "all that is known has been shown"
            assert not isinstance(self.in_hand, Given) or self.in_hand.final, "nobody waits for ever"

    def carry_out(self, output: Output) -> None:
        match output:
            case Answer(request, message):
                self.answer(request, message)
            case Show(answer):
                self.shown = self.fed.history.seq
                if answer is not None:
                    self.answer(answer.request, answer.message)
            case Rewound(lost):
                assert lost >= self.shown
                self.shown = self.fed.history.seq
            case Advanced():
                assert self.shown == self.fed.history.seq, "it is shown before it is observed"
            case Followed(reached):
                assert self.reached is None, "it is said once"
                self.reached = reached
            case _:
                pass

    def answer(self, request: Request, message: client_out.CommandAnswer) -> None:
        given = next(one for one in self.world.given if one.node is self and one.request is request)
        assert not given.final, "it has been answered already"
        assert message.id == request.id
        if isinstance(message, client_out.Unsettled):
            assert not given.heard, "it was said before"
        if isinstance(message, client_out.Refused):
            known = self.fed.history.receipts.find(request.person, request.id, request.command)
            assert known is None, "nobody is refused what is known to stand in the log"
        given.heard.append(message)
        if isinstance(message, client_out.Accepted):
            self.world.accepted(request, message.seq)


class World:
    """The log, its nodes, and what was promised."""

    def __init__(self, nodes: int) -> None:
        self.log = ModelLog(SITTING.entries, SITTING.now)
        self.given: list[Given] = []
        self.promised: dict[tuple[str, str], int] = {}
        """The persons who heard which event their command is, unless the log has lost events since."""
        self.nodes = [Node(self) for _ in range(nodes)]

    def accepted(self, request: Request, seq: int) -> None:
        key = (request.person, request.id)
        if self.log.last.seq >= seq and key_of(self.log.entries[seq - 1]) == key:
            self.promised[key] = seq
            return
        assert self.cuts, "what was acknowledged stands in the log"

    cuts = 0

    def cut(self, keep: int) -> None:
        self.cuts += 1
        self.log.cut(keep)
        self.promised = {key: seq for key, seq in self.promised.items() if seq <= keep}

    def replied(self, node: Node) -> Input:
        """The answer of the log, or of anything else that is called."""
        assert node.ask is not None
        if isinstance(node.ask, AskOutage) and (credit := node.fed.credit()) is not None:
            node.credits.append(Given(credit, node))
            self.given.append(node.credits[-1])
            return machine.Credit(credit)
        return node.fed.reply(node.ask)


def key_of(entry: Entry) -> tuple[str, str]:
    """The person whose command made the entry, and the command."""
    event = decode_event(entry.format, entry.body)
    return event.person, event.id


def command(node: Node, kind: str, choice: int) -> tuple[str, Command]:
    """Somebody's command, on the table as the node knows it."""
    newest = node.fed.history.newest
    seats = sorted(node.fed.history.pending(newest)) or [0]
    seat = seats[choice % len(seats)]
    person = newest.seats[seat].person
    turn = node.fed.history.turn(newest, seat) if newest.phase == "running" else None
    match kind:
        case "move" | "late" if turn is not None and turn.legal:
            ask = turn.ask if kind == "move" else turn.ask - 1
            return person, client_in.Move(ask, Raw(msgspec.msgpack.encode(turn.legal[choice % len(turn.legal)])))
        case "undo" if turn is not None and turn.undo:
            return person, client_in.Undo(turn.undo[choice % len(turn.undo)])
        case "propose":
            return newest.seats[choice % 2].person, client_in.Propose("pause" if choice % 3 else "resume")
        case "grant" if newest.proposal is not None:
            return newest.seats[choice % 2].person, client_in.Answer(newest.proposal.seq, grant=choice % 5 > 0)
    return person, client_in.Leave()


class Nodes(RuleBasedStateMachine):
    """What may happen to the nodes of one table."""

    @initialize(nodes=st.integers(2, 3))
    def begin(self, nodes: int) -> None:
        self.world = World(nodes)
        self.ids = 0

    @property
    def log(self) -> ModelLog:
        return self.world.log

    def node(self, which: int) -> Node:
        return self.world.nodes[which % len(self.world.nodes)]

    def asking(self, *kinds: type) -> list[Node]:
        return [node for node in self.world.nodes if isinstance(node.ask, kinds)]

    # --- what people and nodes do -----------------------------------------------------------------------------

    @rule(which=st.integers(0, 2), kind=st.sampled_from(KINDS), choice=st.integers(0, 7))
    def somebody_gives_a_command(self, which: int, kind: str, choice: int) -> None:
        node = self.node(which)
        self.ids += 1
        person, do = command(node, kind, choice)
        self.give(node, Request(person, f"given-{self.ids}", do))

    @rule(which=st.integers(0, 2), choice=st.integers(0, 7))
    def somebody_gives_a_command_again_perhaps_elsewhere(self, which: int, choice: int) -> None:
        people = [one.request for one in self.world.given if one.request.person != CLOCKS]
        if people:
            old = people[-1 - choice % len(people)]
            self.give(self.node(which), Request(old.person, old.id, old.command))

    def give(self, node: Node, request: Request) -> None:
        given = Given(request, node)
        self.world.given.append(given)
        node.inbox.append(given)
        self.work(node)

    @rule(which=st.integers(0, 2), kind=st.sampled_from(("word", "doubt", "compare")))
    def a_node_is_told_to_look(self, which: int, kind: str) -> None:
        node = self.node(which)
        if kind == "word" and not node.fed.machine.heard(self.log.last.seq):
            return
        if kind == "doubt":
            node.fed.machine.doubt()
        node.inbox.append(Follow(compare=kind == "compare"))
        self.work(node)

    def work(self, node: Node) -> None:
        while node.ask is None and node.inbox:
            node.take_next()

    def reply(self, node: Node) -> Input:
        """What is on its way to the node, or is said now."""
        return self.world.replied(node) if node.reply is None else node.reply

    # --- what the log does ------------------------------------------------------------------------------------

    def feed(self, node: Node, given: Input) -> None:
        node.feed(given)
        self.work(node)

    @precondition(lambda self: self.asking(object))
    @rule(which=st.integers(0, 2), times=st.integers(1, 4))
    def a_node_is_answered(self, which: int, times: int) -> None:
        nodes = self.asking(object)
        node = nodes[which % len(nodes)]
        for _ in range(times):
            if node.ask is not None:
                self.feed(node, self.reply(node))

    @precondition(lambda self: self.asking(Append, Read, AskLast, Load))
    @rule(which=st.integers(0, 2))
    def the_log_answers_and_the_answer_takes_its_time(self, which: int) -> None:
        nodes = self.asking(Append, Read, AskLast, Load)
        node = nodes[which % len(nodes)]
        node.reply = self.reply(node)
        node.handed_over = True

    @precondition(lambda self: self.asking(Append))
    @rule(which=st.integers(0, 2), taken=st.booleans())
    def the_answer_to_an_append_is_lost(self, which: int, taken: bool) -> None:
        """The log has it, or not yet; it is sent again until that is known."""
        nodes = self.asking(Append)
        node = nodes[which % len(nodes)]
        if taken:
            self.world.replied(node)
        node.reply = None
        if not node.handed_over and isinstance(node.ask, Append) and not node.ask.keep_at:
            node.handed_over = True
            node.feed(Unsettled())
        node.handed_over = True

    @precondition(lambda self: self.asking(Append, Read, AskLast, Load))
    @rule(which=st.integers(0, 2), answered=st.integers(0, 3))
    def the_log_cannot_be_asked(self, which: int, answered: int) -> None:
        """Perhaps only after it has answered a few more questions."""
        nodes = self.asking(Append, Read, AskLast, Load)
        node = nodes[which % len(nodes)]
        for _ in range(answered):
            if node.ask is not None:
                self.feed(node, self.reply(node))
        if isinstance(node.ask, Read | AskLast | Load) or (isinstance(node.ask, Append) and not node.handed_over):
            self.feed(node, Unavailable())

    @precondition(lambda self: self.log.last.seq > BEGUN)
    @rule(lost=st.integers(1, 4), built_on=st.booleans(), which=st.integers(0, 2))
    def the_log_loses_its_tail(self, lost: int, built_on: bool, which: int) -> None:
        """A node may find that out, and another one build on what is left."""
        self.world.cut(max(BEGUN, self.log.last.seq - lost))
        if built_on:
            self.a_node_that_has_just_woken_appends()
        self.a_node_is_told_to_look(which, "doubt")

    @rule()
    def a_node_that_has_just_woken_appends(self) -> None:
        newcomer = Fed(self.log)
        if newcomer.history.newest.phase == "running":
            self.ids += 1
            newcomer.settle(move(newcomer.history, self.ids, f"elsewhere-{self.ids}"))

    @rule(seconds=st.sampled_from((1, 1, 10, 60, 650)), outage=st.booleans())
    def time_passes(self, seconds: int, outage: bool) -> None:
        """The service may have been away meanwhile."""
        since = self.log.now
        self.log.now += 1000 * seconds
        if outage:
            for node in self.world.nodes:
                node.fed.outage = (since, self.log.now)

    # --- what holds -------------------------------------------------------------------------------------------

    @invariant()
    def what_was_acknowledged_stands_in_the_log_once(self) -> None:
        if not hasattr(self, "world"):
            return
        made = [key_of(entry) for entry in self.log.entries]
        assert max(Counter(made).values()) == 1
        for key, seq in self.world.promised.items():
            assert made[seq - 1] == key

    def teardown(self) -> None:
        """All that waits is answered, and each node that compares with the log comes to the same end."""
        if not hasattr(self, "world"):
            return
        for _ in range(2):  # the first to compare may put a tail back, of which the others have not heard
            for node in self.world.nodes:
                node.inbox.append(Follow(compare=True))
                self.work(node)
                while node.ask is not None:
                    self.feed(node, self.reply(node))
                assert node.reached
        for node in self.world.nodes:
            assert list(node.fed.history.tail(0)) == self.log.entries
            assert self.log.last == Last(node.fed.history.seq, node.fed.machine.newest.mark)
        for given in self.world.given:
            assert given.final
        self.what_was_acknowledged_stands_in_the_log_once()


def test_every_command_is_answered_once_and_all_nodes_come_to_the_logs_own_history() -> None:
    """Whatever is late, lost, sent again or cut off, and on however many nodes it happens at once."""
    run(Nodes, settings=settings(max_examples=120, stateful_step_count=45))
