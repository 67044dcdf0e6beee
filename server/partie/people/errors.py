"""The reasons for which requests about persons are refused."""

from __future__ import annotations


class PeopleError(Exception):
    """A refused request about persons: a code for programs, an HTTP status, and a sentence for people."""

    code: str
    status: int

    def __init_subclass__(cls, *, code: str, status: int = 422) -> None:
        cls.code = code
        cls.status = status

    def __init__(self, message: str) -> None:
        super().__init__(message)


class BadName(PeopleError, code="bad_name"):
    """The name cannot be displayed."""


class BadCode(PeopleError, code="bad_code"):
    """The code never existed, has been used, or has expired. The answer does not say which."""


class BadLogin(PeopleError, code="bad_login"):
    """The text is not a valid sign-in name."""


class LoginTaken(PeopleError, code="login_taken", status=409):
    """The sign-in name belongs to somebody else."""


class BadPassword(PeopleError, code="bad_password"):
    """The text is not a valid password."""


class BadEmail(PeopleError, code="bad_mail"):
    """The text is not an email address."""


class BadLink(PeopleError, code="bad_link"):
    """The link from an email never existed, has been used, or has expired. The answer does not say which."""


class NoEmail(PeopleError, code="no_mail", status=409):
    """The service is not set up to send emails."""


class WrongPassword(PeopleError, code="wrong_password", status=403):
    """The account does not exist, or the password is wrong. The answer does not say which."""


class BadPasskey(PeopleError, code="bad_passkey"):
    """The passkey cannot be stored, or is unknown."""


class LastPasskey(PeopleError, code="last_passkey", status=409):
    """The passkey is the only way to sign in, so it cannot be deleted."""


class NotProved(PeopleError, code="not_proved", status=403):
    """The proof of identity is too old for this action: show the password or the passkey again."""


class HasAccount(PeopleError, code="has_account", status=409):
    """The person already has an account."""


class NoAccount(PeopleError, code="no_account", status=409):
    """The person is a guest."""


class ProviderUnreachable(PeopleError, code="provider_unreachable", status=502):
    """The provider of identities does not answer, or answers something else than its standard says."""


class ExternalRefused(PeopleError, code="external_refused"):
    """The sign-in with the provider is not valid: too late, twice, in another browser, or not what was asked for."""


class ExternalClock(PeopleError, code="external_clock"):
    """The clocks of the provider and of this server differ, so its confirmation is not valid yet, or no longer."""


class NoProvider(PeopleError, code="no_provider", status=409):
    """The service is not set up for a provider of identities."""


class IdentityTaken(PeopleError, code="identity_taken", status=409):
    """The identity belongs to another account."""


class OtherIdentity(PeopleError, code="other_identity", status=403):
    """The identity is not one of this account."""


class UnknownBot(PeopleError, code="unknown", status=404):
    """The owner has no such bot."""


class TooManyBots(PeopleError, code="too_many_bots", status=409):
    """The account has the maximum number of bots."""


class TooMany(PeopleError, code="too_many", status=429):
    """A rate limit is exceeded. ``retry_in`` is in milliseconds."""

    def __init__(self, message: str, retry_in: int) -> None:
        super().__init__(message)
        self.retry_in = retry_in
