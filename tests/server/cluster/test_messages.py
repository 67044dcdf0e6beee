"""What nodes say to each other: the bytes stay as they are, and what is none of ours is passed over."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.cluster import messages
from partie.cluster.messages import (
    ChatChanged,
    Drain,
    FromOperator,
    InvitationDeclined,
    InvitationsChanged,
    LobbyChanged,
    Message,
    ModerationChanged,
    NetworksAsked,
    OfPersons,
    OnlineChanged,
    Poisoned,
    PresenceChanged,
    QueueChanged,
    ReachableChanged,
    Renamed,
    Repaired,
    Rotated,
    SignedOut,
    Uninvited,
)

PINNED: list[tuple[Message, str, bytes]] = [
    (Drain(("0a", "0b")), "partie:operator", b"\x83\xa4type\xa5drain\xa5nodes\x92\xa20a\xa20b\xa4back\xc2"),
    (Repaired("abcd"), "partie:operator", b"\x82\xa4type\xa8repaired\xa5table\xa4abcd"),
    (Poisoned("abcd"), "partie:operator", b"\x82\xa4type\xa8poisoned\xa5table\xa4abcd"),
    (Rotated(), "partie:operator", b"\x81\xa4type\xa7rotated"),
    (Renamed("ann", "Änn"), "partie:people", b"\x83\xa4type\xa7renamed\xa6person\xa3ann\xa4name\xa4\xc3\x84nn"),
    (SignedOut(("one",)), "partie:people", b"\x82\xa4type\xaasigned_out\xa8sessions\x91\xa3one"),
    (Uninvited("abcd"), "partie:people", b"\x82\xa4type\xa9uninvited\xa5table\xa4abcd"),
    (InvitationsChanged("ann"), "partie:asked", b"ann"),
    (InvitationDeclined("ann", "abcd", "bob"), "partie:asked", b"ann abcd bob"),
    (messages.RematchMade("abcd"), "partie:next", b"abcd"),
    (QueueChanged("0a"), "partie:seek", b"0a"),
    (QueueChanged(""), "partie:seek", b""),
    (ChatChanged("abcd", "spectators"), "partie:chat", b"abcd spectators"),
    (ReachableChanged("ann", reachable=True), "partie:calls", b"ann 1"),
    (ReachableChanged("ann", reachable=False), "partie:calls", b"ann 0"),
    (ModerationChanged("2001:db8::/48"), "partie:moderation", b"2001:db8::/48"),
    (NetworksAsked("0123456789abcdef", "ann"), "partie:whereabouts", b"0123456789abcdef ann"),
    (LobbyChanged("abcd", b"12 \x80 \xff"), "partie:lobby", b"abcd 12 \x80 \xff"),
    (LobbyChanged("abcd"), "partie:lobby", b"abcd"),
    (PresenceChanged("abcd"), "partie:presence", b"abcd"),
    (OnlineChanged("0a"), "partie:around", b"0a"),
]

IDS = st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)

MADE: dict[type[Message], st.SearchStrategy[Message]] = {
    Drain: st.builds(Drain, st.lists(st.text(), max_size=3).map(tuple), st.booleans()),
    Repaired: st.builds(Repaired, st.text()),
    Poisoned: st.builds(Poisoned, st.text()),
    Rotated: st.just(Rotated()),
    Renamed: st.builds(Renamed, st.text(), st.text()),
    SignedOut: st.builds(SignedOut, st.lists(st.text(), max_size=3).map(tuple)),
    Uninvited: st.builds(Uninvited, st.text()),
    InvitationsChanged: st.builds(InvitationsChanged, IDS),
    InvitationDeclined: st.builds(InvitationDeclined, IDS, IDS, IDS),
    messages.RematchMade: st.builds(messages.RematchMade, IDS),
    QueueChanged: st.builds(QueueChanged, IDS | st.just("")),
    ChatChanged: st.builds(ChatChanged, IDS, st.sampled_from(["players", "spectators"])),
    ReachableChanged: st.builds(ReachableChanged, IDS, reachable=st.booleans()),
    ModerationChanged: st.builds(ModerationChanged, st.from_regex(r"[!-~]{1,128}", fullmatch=True)),
    NetworksAsked: st.builds(NetworksAsked, st.from_regex(r"[0-9a-f]{16}", fullmatch=True), IDS),
    LobbyChanged: st.builds(LobbyChanged, IDS, st.binary()),
    PresenceChanged: st.builds(PresenceChanged, IDS),
    OnlineChanged: st.builds(OnlineChanged, IDS),
}


def test_every_kind_is_tried() -> None:
    """One that is added to the file is added here."""
    found = {
        thing
        for name, thing in vars(messages).items()
        if isinstance(thing, type) and hasattr(thing, "channel") and not name.startswith("_")
    }
    assert found == set(MADE) == {type(message) for message, _, _ in PINNED}
    assert {*get_args(FromOperator), *get_args(OfPersons)} < found


@pytest.mark.parametrize(("message", "channel", "data"), PINNED)
def test_channels_and_bytes_are_those_of_every_build(message: Message, channel: str, data: bytes) -> None:
    """Nodes of two builds run side by side while the service is upgraded."""
    assert (message.channel, message.encode(), type(message).decode(data)) == (channel, data, message)


@given(st.one_of(*MADE.values()))
def test_what_was_encoded_is_decoded_by_its_own_kind_alone(message: Message) -> None:
    """Of those that share its channel."""
    data = message.encode()
    sharing = [kind for kind in MADE if kind.channel == message.channel]
    assert [found for kind in sharing if (found := kind.decode(data)) is not None] == [message]


@given(st.sampled_from(list(MADE)), st.binary() | st.text(max_size=80).map(str.encode))
def test_garbage_is_a_message_that_reads_so_or_none(kind: type[Message], data: bytes) -> None:
    """Anybody who reaches Redis can publish: whatever comes, nothing is raised."""
    found = kind.decode(data)
    if found is not None:
        assert kind.decode(found.encode()) == found


@pytest.mark.parametrize("kind", [*get_args(FromOperator), *get_args(OfPersons)])
@pytest.mark.parametrize(
    "data",
    [b"", b"\xc1", b"\x93\x01\x02\x03", b"\x91" * 5000, msgspec.msgpack.encode({"type": "other"}), b"\x81\xa4type"],
)
def test_what_is_packed_in_another_way_is_none(kind: type[Message], data: bytes) -> None:
    """Another build's too, whose tags this one does not know."""
    assert kind.decode(data) is None


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (InvitationsChanged, b""),
        (InvitationsChanged, b"ann abcd bob"),
        (InvitationDeclined, b"ann abcd"),
        (InvitationDeclined, b"ann abcd bob cid"),
        (messages.RematchMade, b"abcd\n"),
        (messages.RematchMade, b"a" * 65),
        (QueueChanged, b" "),
        (ChatChanged, b"abcd kitchen"),
        (ChatChanged, b"abcd  players"),
        (ReachableChanged, b"ann"),
        (ReachableChanged, b"ann 2"),
        (ReachableChanged, b"ann true"),
        (ModerationChanged, b"the table"),
        (NetworksAsked, b"0123456789ABCDEF ann"),
        (LobbyChanged, b""),
        (LobbyChanged, b" 12 x"),
        (LobbyChanged, b"\xff 12 x"),
        (PresenceChanged, "täble".encode()),
        (OnlineChanged, b"\xff"),
    ],
)
def test_what_is_nearly_a_message_is_none(kind: type[Message], data: bytes) -> None:
    """Too few words, too many, or others."""
    assert kind.decode(data) is None
