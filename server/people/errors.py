"""Why a person is not given what was asked for."""

from __future__ import annotations


class PeopleError(Exception):
    """A request about persons that is refused: a code for programs and a sentence for people."""

    code: str

    def __init__(self, message: str) -> None:
        super().__init__(message)


class BadName(PeopleError):
    """The name cannot be shown."""

    code = "bad_name"


class BadCode(PeopleError):
    """The code was never given out, was used already, or is too old. Which of them is not told."""

    code = "bad_code"


class TooMany(PeopleError):
    """A limit of so many in so much time is reached. ``retry_in`` is in milliseconds."""

    code = "too_many"

    def __init__(self, message: str, retry_in: int) -> None:
        super().__init__(message)
        self.retry_in = retry_in
