"""Every kind of record the service keeps in Redis, and the text of the privacy page that describes it.

A key is written here as its builder writes it, with ``*`` for each value put in. A test compares this list with the
key builders of the code, so a new kind of record can't be added without saying where the page names it.
"""

from __future__ import annotations

from typing import Final

RECORDS: Final[dict[str, tuple[str, ...]]] = {
    "privacy.name": (
        "partie:person:{*}",
        "partie:session:*",
        "*:sessions",
        "partie:link:*",
        "*:bots",
        "partie:operator:bots",
    ),
    "privacy.account": (
        "partie:login:*",
        "partie:reset:*",
        "*:passkeys",
        "partie:challenge:*",
        "partie:identity:*",
        "*:identities",
        "partie:external:*",
    ),
    "privacy.email": ("partie:email:*", "*:confirm", "*:resets"),
    "privacy.tables": (
        "partie:{*}:log",
        "partie:{*}:snap",
        "partie:{*}:archive",
        "partie:{*}:why",
        "partie:{*}:invitations",
        "partie:{*}:uninvited",
        "*:played",
        "*:games",
        "partie:finished:{*}",
        "partie:finished:{*}:records",
        "partie:ratings:games",
        "partie:{ratings-*}:*",
    ),
    "privacy.people": ("*:follows", "*:asked", "partie:blocks:{*}"),
    "privacy.chat": ("partie:{*}:chat:*", "partie:{*}:said:*:*:*", "partie:chats:{*}", "partie:reports"),
    "privacy.moderation": (
        "partie:{moderation}:acts",
        "partie:{moderation}:log",
        "partie:{moderation}:closed",
        "partie:{moderation}:*",
    ),
    "privacy.notifications": (
        "*:calls",
        "partie:{calls-*}",
        "partie:{calls-*}:due",
        "partie:{calls-*}:people",
        "*:due",
        "*:people",
        "*:of:*",
        "*:told:*",
    ),
    "privacy.seen": (
        "partie:{*}:here",
        "partie:{*}:seen",
        "partie:around",
        "partie:{lobby-*}:tables",
        "partie:{lobby-*}:until",
        "partie:{seek}:queue",
        "partie:{seek}:turn",
    ),
    "privacy.address": ("partie:limit:*", "partie:players:*", "partie:whereabouts:{*}"),
    "privacy.service": (
        "partie:keys",
        "partie:nodes",
        "partie:ready",
        "partie:node:",
        "partie:archives",
        "partie:ended",
        "partie:closed",
        "partie:sweeping",
        "partie:swept",
        "partie:{*}:poisoned",
        "partie:{*}:loads",
        "partie:{clocks-*}:*",
    ),
}
"""Kinds of keys by the text of the privacy page that describes them."""

CHANNELS: Final = frozenset(
    {
        "partie:operator",
        "partie:people",
        "partie:asked",
        "partie:next",
        "partie:seek",
        "partie:chat",
        "partie:calls",
        "partie:moderation",
        "partie:whereabouts",
        "partie:lobby",
        "partie:presence",
        "partie:bell:*",
    }
)
"""Channels of messages between nodes. Redis passes these messages on and keeps none."""
