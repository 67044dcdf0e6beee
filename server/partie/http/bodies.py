"""The bodies of requests about accounts and sessions."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from partie.delivery.mailer import Language
from partie.people.records import Purpose


class NewAccount(Struct, forbid_unknown_fields=True, rename={"email": "mail"}):
    login: str
    password: str
    email: str = ""
    language: Language = "en"


class NewLogin(Struct, forbid_unknown_fields=True):
    login: str


class NewByPasskey(Struct, forbid_unknown_fields=True, rename={"email": "mail"}):
    login: str
    credential: dict[str, Any]
    email: str = ""
    language: Language = "en"


class SignIn(Struct, forbid_unknown_fields=True):
    login: str
    password: str


class Password(Struct, forbid_unknown_fields=True):
    password: str


class Email(Struct, forbid_unknown_fields=True, rename={"email": "mail"}):
    email: str
    language: Language = "en"


class Token(Struct, forbid_unknown_fields=True):
    token: str


class Forgotten(Struct, forbid_unknown_fields=True):
    """``name`` is a sign-in name or an email address."""

    name: str
    language: Language = "en"


class NewPassword(Struct, forbid_unknown_fields=True):
    token: str
    password: str


class Reset(Struct, forbid_unknown_fields=True):
    code: str
    password: str


class Credential(Struct, forbid_unknown_fields=True):
    """A ``RegistrationResponseJSON`` or an ``AuthenticationResponseJSON`` of WebAuthn."""

    credential: dict[str, Any]


class ExternalStart(Struct, forbid_unknown_fields=True):
    purpose: Purpose = "sign_in"


class ExternalAnswer(Struct, forbid_unknown_fields=True):
    """What the provider added to the address to which it sent the browser back; ``issuer`` is its ``iss``."""

    code: str
    state: str
    issuer: str = ""


class Code(Struct, forbid_unknown_fields=True):
    code: str
