"""Email addresses, as people type them."""

from __future__ import annotations

import pytest

from partie.people.emails import address_of, clean_email
from partie.people.errors import BadEmail


@pytest.mark.parametrize(
    "email",
    ["", "a", "a@b,c@d", "<a@b>", "a b@c", "ü@b.example", "a@b@c", "a@", "@b", "a@b\nc", f"{'a' * 250}@b.example"],
)
def test_what_is_not_one_email_address_is_refused(email: str) -> None:
    """Two in one would send email to a stranger."""
    with pytest.raises(BadEmail):
        address_of(email)


def test_an_email_address_is_taken() -> None:
    """With what people put into them."""
    assert address_of(" ann+games@mail.example ") == "ann+games@mail.example"


def test_no_address_is_an_address_that_an_account_may_have() -> None:
    assert clean_email("  ") == ""
    with pytest.raises(BadEmail):
        clean_email("nowhere")
