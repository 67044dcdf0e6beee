"""Why a person is not given what was asked for."""

from __future__ import annotations


class PeopleError(Exception):
    """A request about persons that is refused: a code for programs, an HTTP status, and a sentence for people."""

    code: str
    status: int

    def __init_subclass__(cls, *, code: str, status: int = 422) -> None:
        cls.code = code
        cls.status = status

    def __init__(self, message: str) -> None:
        super().__init__(message)


class BadName(PeopleError, code="bad_name"):
    """The name cannot be shown."""


class BadCode(PeopleError, code="bad_code"):
    """The code was never given out, was used already, or is too old. Which of them is not told."""


class BadLogin(PeopleError, code="bad_login"):
    """The sign-in name cannot be one."""


class LoginTaken(PeopleError, code="login_taken", status=409):
    """Somebody else has the sign-in name."""


class BadPassword(PeopleError, code="bad_password"):
    """The password cannot be one."""


class BadEmail(PeopleError, code="bad_mail"):
    """That is not an email address."""


class WrongPassword(PeopleError, code="wrong_password", status=403):
    """There is no such account, or the password is another. Which of them is not told."""


class BadPasskey(PeopleError, code="bad_passkey"):
    """The passkey cannot be kept, or is not known."""


class LastPasskey(PeopleError, code="last_passkey", status=409):
    """Without this passkey nobody could sign in any more."""


class NotProved(PeopleError, code="not_proved", status=403):
    """The sign-in is too old for what is asked: the password or the passkey is asked for again."""


class HasAccount(PeopleError, code="has_account", status=409):
    """The person has an account already."""


class NoAccount(PeopleError, code="no_account", status=409):
    """The person is a guest."""


class UnknownBot(PeopleError, code="unknown", status=404):
    """There is no such bot of this owner."""


class TooManyBots(PeopleError, code="too_many_bots", status=409):
    """The account has as many bots as one may have."""


class TooMany(PeopleError, code="too_many", status=429):
    """A limit of so many in so much time is reached. ``retry_in`` is in milliseconds."""

    def __init__(self, message: str, retry_in: int) -> None:
        super().__init__(message)
        self.retry_in = retry_in
