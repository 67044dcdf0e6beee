"""Persons: guests and accounts, their names and sessions, moving to other devices, and invitations."""

from partie.people.errors import BadCode, BadName, PeopleError, TooMany
from partie.people.people import Forgotten, Link, People
from partie.people.sessions import COOKIE, Session

__all__ = [
    "COOKIE",
    "BadCode",
    "BadName",
    "Forgotten",
    "Link",
    "People",
    "PeopleError",
    "Session",
    "TooMany",
]
