"""Peers that do not keep up, and peers that are gone."""

from __future__ import annotations

import asyncio

import msgpack
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode

from partie.client.client import Client
from partie.net import protocol
from partie.net.protocol import DeflateFactory, TransportSocket
from partie.wire import limits
from tests.faults.proxy import Proxy
from tests.fixtures.service import Running, StartNode, start_toy, until
from tests.server.live.lines import connection_of, join_narrow, leave_at_once, stall


async def test_a_peer_that_never_reads_is_cut_off(node: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its buffer stays full for the limit, then the connection is aborted and everything of it is released."""
    monkeypatch.setattr(protocol, "PAUSED_LIMIT", 0.2)
    table, _ = await start_toy(node, "Ann", "Bob")
    cat, connection = await join_narrow(node, table)
    await stall(node, cat, connection)
    await until(lambda: connection not in node.core.connections)
    assert connection.table is None
    cat.socket.transport.resume_reading()


async def test_a_slow_reader_gets_one_frame_to_the_newest_and_costs_the_others_nothing(node: Running) -> None:
    """While it is paused nothing is written to it; when it reads again one update brings it to the newest."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    cat, connection = await join_narrow(node, table)
    subscribers = node.core.tables.awake[table].subscribers
    before = subscribers.cursor(connection)
    await stall(node, cat, connection)
    for client in (ann, bob):
        await client.move(client.turn["legal"][0])  # type: ignore[index]
    assert subscribers.cursor(connection) == before
    cat.socket.transport.resume_reading()
    await cat.until(lambda: cat.cursor == bob.cursor)
    assert cat.cursor[0] == before[0] + 2  # type: ignore[index]
    leave_at_once(cat)


async def test_a_peer_that_vanished_is_found_by_pings(start_node: StartNode) -> None:
    """A client behind a line that swallows everything is cut off when it answers no ping."""
    node = await start_node(ping=0.2)
    async with Proxy(("127.0.0.1", node.listener.getsockname()[1])) as proxy:
        ann = await node.join("Ann")
        away = await Client.join(node.url, cookie=ann.cookie, host="127.0.0.1", port=proxy.port)
        assert len(node.core.connections) == 2
        proxy.up.drop()
        proxy.down.drop()
        await until(lambda: len(node.core.connections) == 1)
        proxy.cut()
        await away.close()


async def test_malformed_frames_are_answered_and_harm_nothing(node: Running) -> None:
    """Each frame that cannot be read gets a typed problem; the connection plays on."""
    _, (ann, _) = await start_toy(node, "Ann", "Bob")
    create = {"type": "create", "game": "toy", "seats": 2, "options": {"x": 7}}
    shallow = msgpack.packb({"t": "command", "id": "abcdefgh", "do": create})
    deep = shallow.replace(b"\xa1x\x07", b"\xa1x" + b"\x91" * 10_000 + b"\x01")
    frames = [b"", b"\xc1", b"\x81", msgpack.packb({"t": "no_such"}), msgpack.packb({"t": "enter", "table": 5}), deep]
    for frame in frames:
        await ann.socket.send(frame)
    await ann.socket.send("text")
    await ann.until(lambda: sum(message["t"] == "problem" for message in ann.received) == len(frames) + 1)
    problems = {message["code"] for message in ann.received if message["t"] == "problem"}
    assert problems == {"malformed", "invalid", "too_deep"}
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]


async def test_the_first_message_must_be_hello(node: Running) -> None:
    """A connection that begins with anything else is refused."""
    ann = await node.join("Ann")
    headers = {"Cookie": ann.cookie, "Origin": node.url}
    async with connect(node.url.replace("http", "ws") + "/ws", additional_headers=headers) as bare:
        await bare.send(msgpack.packb({"t": "lobby"}))
        assert msgpack.unpackb(await bare.recv())["code"] == "no_hello"


async def test_a_peer_that_pings_and_never_reads_fills_no_buffer(node: Running) -> None:
    """It is read no further once it has sent more pings than anybody needs, or takes no answers."""
    table, _ = await start_toy(node, "Ann", "Bob")
    cat, connection = await join_narrow(node, table)
    assert isinstance(connection.socket, TransportSocket)
    line = connection.socket._protocol
    cat.socket.transport.pause_reading()
    pings = (b"\x89\xfd\x00\x00\x00\x00" + b"p" * 125) * 100
    while line._rests is None:
        cat.socket.transport.write(pings)
        await asyncio.sleep(0)
    unread = len(line._unread)
    cat.socket.transport.write(pings)
    await node.core.redis.ping()  # the node has had its turns meanwhile
    assert line.transport.get_write_buffer_size() < 100_000
    assert (line.transport.is_reading(), len(line._unread)) == (False, unread)
    leave_at_once(cat)


async def test_answers_that_pile_up_end_a_connection(node: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many bytes wait for a peer that takes none."""
    monkeypatch.setattr(protocol, "MOST_WAITING", 20_000)
    table, _ = await start_toy(node, "Ann", "Bob")
    cat, connection = await join_narrow(node, table)
    await stall(node, cat, connection)
    for _ in range(2_000):
        connection.refuse("some-command", "busy")
    await until(lambda: connection not in node.core.connections)
    cat.socket.transport.resume_reading()


async def test_what_a_stuck_peer_asks_is_heard_in_order_when_it_takes_answers_again(node: Running) -> None:
    """Nothing of it is lost, and nothing more is read from it meanwhile."""
    _, (ann, bob) = await start_toy(node, "Ann", "Bob")
    stuck = connection_of(node, bob)
    assert isinstance(stuck.socket, TransportSocket)
    line = stuck.socket._protocol
    line.pause_writing()
    for before in (4, 3, 2):
        await bob.send({"t": "history", "before": before})
        await ann.ask({"t": "history", "before": 2}, "history")  # the node has had its turns meanwhile
    assert not line.transport.is_reading()
    line.resume_writing()
    await bob.until(lambda: sum(message["t"] == "history" for message in bob.received) == 3)
    assert [message["before"] for message in bob.received if message["t"] == "history"] == [4, 3, 2]
    assert line.transport.is_reading()


async def test_what_a_peer_asks_beyond_its_budget_is_heard_later_in_order(node: Running) -> None:
    """It is not refused and not lost, and its pongs are read meanwhile."""
    _, (ann, bob) = await start_toy(node, "Ann", "Bob")
    line = connection_of(node, bob).socket
    assert isinstance(line, TransportSocket)
    node.core.limiter.charge(bob.person, "", node.core.limiter.person_rate.count + 100)
    for before in (4, 3, 2):
        await bob.send({"t": "history", "before": before})
        await ann.ask({"t": "history", "before": 2}, "history")  # the node has had its turns meanwhile
    assert not any(message["t"] == "history" for message in bob.received)
    assert line._protocol.transport.is_reading()
    await bob.until(lambda: sum(message["t"] == "history" for message in bob.received) == 3)
    assert [message["before"] for message in bob.received if message["t"] == "history"] == [4, 3, 2]


async def test_thousands_of_frames_at_once_are_taken_in_slices(node: Running) -> None:
    """Somebody else is answered while most of them wait unread."""
    _, (ann, bob) = await start_toy(node, "Ann", "Bob")
    line = connection_of(node, bob).socket
    assert isinstance(line, TransportSocket)
    payload = msgpack.packb({"t": "look", "looking": True})
    bob.socket.transport.write((bytes((0x82, 0x80 | len(payload), 0, 0, 0, 0)) + payload) * 5000)
    await until(lambda: len(line._protocol._unread) > 10_000)
    await ann.ask({"t": "history", "before": 2}, "history")
    assert len(line._protocol._unread) > 10_000
    await until(lambda: len(line._protocol._held or ()) >= protocol.HELD)
    assert not line._protocol.transport.is_reading()
    leave_at_once(bob)


async def test_a_seat_is_told_all_of_a_move_in_one_write(node: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Update, turn and, for who made it, the answer go out together."""
    _, (ann, bob) = await start_toy(node, "Ann", "Bob")
    written: dict[str, list[bytes]] = {}
    for client in (ann, bob):
        connection = connection_of(node, client)
        assert isinstance(connection.socket, TransportSocket)
        monkeypatch.setattr(
            connection.socket._protocol.transport, "write", written.setdefault(client.person, []).append
        )
    await ann.send(
        {
            "t": "command",
            "id": "abcdefgh",
            "table": ann.table,
            "do": {"type": "move", "ask": ann.turn["ask"], "move": ann.turn["legal"][0]},  # type: ignore[index]
        }
    )
    await until(lambda: bool(written[ann.person] and written[bob.person]))
    for person, answers in ((ann.person, 1), (bob.person, 0)):
        (first,) = [data for data in written[person] if b"update" in data]
        assert first.count(b"\xa1t\xa4turn") == 1
        assert first.count(b"accepted") == answers


async def test_a_peer_that_has_just_begun_to_close_does_not_keep_its_node_from_ending(
    node: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library refuses to close such a connection once more, and nobody has to."""
    ann = await node.join("Ann")
    socket = connection_of(node, ann).socket
    assert isinstance(socket, TransportSocket)

    def refuses(*_: object) -> None:
        raise InvalidState("connection is closing")

    monkeypatch.setattr(socket._protocol.conn, "send_close", refuses)
    socket._protocol.shutdown()
    assert socket._protocol.transport.is_closing()


class _Pipe(ClientConnection):
    """A connection that counts what comes over it."""

    read = 0
    compressed = 0

    def data_received(self, data: bytes) -> None:
        self.read += len(data)
        self.compressed += data[:1] == b"\xc2"
        super().data_received(data)


async def test_a_browser_is_sent_updates_compressed_and_sees_the_same(node: Running) -> None:
    """Everything that a client offering the extension reads is what another one reads, in half the bytes."""
    table, players = await start_toy(node, "Ann", "Bob")
    plain = await node.join("Cat", create_connection=_Pipe)
    short = await node.join("Dan", create_connection=_Pipe, compression="deflate")
    for client in (plain, short):
        await client.enter(table)
    while not players[0].over:
        mover = next(client for client in players if client.turn and client.turn["must"])
        await mover.move(mover.turn["legal"][0])  # type: ignore[index]
        for client in (*players, plain, short):
            await client.until(lambda client=client, moved=mover.cursor: client.cursor == moved)  # type: ignore[misc]
    assert short.view == plain.view
    assert short.entries == plain.entries
    (whole, none), (less, some) = ((each.socket.read, each.socket.compressed) for each in (plain, short))  # type: ignore[attr-defined]
    assert none == 0 < some
    assert less < whole / 2


@pytest.mark.parametrize("asked", [("server_no_context_takeover", None), ("server_max_window_bits", "10")])
def test_who_keeps_less_than_the_last_updates_is_sent_nothing_compressed(asked: tuple[str, str | None]) -> None:
    """What is compressed for everybody refers to the last updates."""
    _, ordinary = DeflateFactory().process_request_params([("client_max_window_bits", None)], [])
    _, narrow = DeflateFactory().process_request_params([asked], [])
    assert (ordinary.takes, narrow.takes) == (True, False)


async def test_a_client_is_asked_to_compress_each_message_by_itself(node: Running) -> None:
    """So that no connection keeps a decompressor."""
    ann = await node.join("Ann", compression="deflate")
    assert "client_no_context_takeover" in ann.socket.response.headers["Sec-WebSocket-Extensions"]  # type: ignore[union-attr]
    table = await ann.create("toy", 2)
    await ann.enter(table)
    connection = connection_of(node, ann).socket
    assert isinstance(connection, TransportSocket)
    (extension,) = connection._protocol.conn.extensions
    assert not {"decoder", "encoder"} & vars(extension).keys()


async def test_a_small_frame_that_becomes_huge_is_not_unpacked(node: Running) -> None:
    """The limit on a message counts what it becomes."""
    ann = await node.join("Ann", compression="deflate")
    await ann.socket.send(bytes(50 * limits.MAX_FRAME))
    await ann.socket.wait_closed()
    assert ann.socket.close_code == CloseCode.MESSAGE_TOO_BIG


async def test_nonsense_that_claims_to_be_compressed_ends_its_connection_alone(node: Running) -> None:
    """The peer learns that it broke the protocol, and others play on."""
    _, (ann, _) = await start_toy(node, "Ann", "Bob")
    cat = await node.join("Cat", compression="deflate")
    cat.socket.transport.write(b"\xc2\x84" + bytes(4) + b"\xff\xff\xff\xff")  # masked with nothing
    await cat.socket.wait_closed()
    assert cat.socket.close_code == CloseCode.PROTOCOL_ERROR
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]
