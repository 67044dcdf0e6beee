"""Signing in with a provider in the browser, from the button to the table and back."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.conftest import Come, StartService
from tests.browser.people import Person
from tests.fixtures.oidc import OidcProvider


async def sign_in_there(person: Person, subject: str) -> None:
    """Fill in the provider's form."""
    await person.page.get_by_placeholder("sub").fill(subject)
    await person.page.get_by_role("button", name="Authorize", exact=True).click()


async def test_a_guest_signs_in_with_the_provider_and_comes_back_by_it(
    come: Come, start_service: StartService, provider: OidcProvider
) -> None:
    """The guest stays the same person; what wants a proof goes there once more."""
    service = start_service(settings=lambda url: provider.register(url).environment)
    provider.know("browser-1", name="Ann Bonny", preferred_username="bonny")
    ann = await come("Ann", url=service.url)
    asking = "() => fetch('/api/session').then((answer) => answer.json())"
    guest = await ann.page.evaluate(asking)
    button = ann.words("account:sign_in.provider", provider="Club")
    await ann.page.goto(f"{service.url}/account")
    await ann.button(button).click()
    await sign_in_there(ann, "browser-1")
    await expect(ann.page.get_by_text(ann.words("account:welcome"), exact=True)).to_be_visible()
    await expect(ann.page).to_have_url(f"{service.url}/")
    assert await ann.page.evaluate(asking) == guest
    await ann.page.goto(f"{service.url}/account")
    await expect(ann.page.get_by_text(ann.words("account:known", login="bonny", name="Ann"))).to_be_visible()
    await ann.button(ann.words.like("account:identities.drop.name")).click()
    await expect(ann.page.get_by_text(ann.words("account:trouble.last_passkey"))).to_be_visible()

    other = await come("Ann", url=service.url, sign_in=False)
    await other.page.goto(f"{service.url}/account")
    await other.button(button).click()
    provider.fail("long_ago")
    await sign_in_there(other, "browser-1")
    await expect(other.page.get_by_text(other.words("line.connected.short"), exact=True)).to_be_visible()
    assert await other.page.evaluate(asking) == guest
    provider.fail()
    await other.page.goto(f"{service.url}/account")
    await other.button(other.words("account:data.export")).click()
    await other.button(other.words("account:proof.provider", provider="Club")).click()
    await sign_in_there(other, "browser-1")
    await expect(other.page.get_by_text(other.words("account:proof.done"))).to_be_visible()
    async with other.page.expect_download():
        await other.button(other.words("account:data.export")).click()
    assert other.errors == []


async def test_a_sign_in_that_comes_to_nothing_says_why(
    come: Come, start_service: StartService, provider: OidcProvider
) -> None:
    """Declined there, refused here, or come back to twice; nobody is signed in."""
    service = start_service(settings=lambda url: provider.register(url).environment)
    ann = await come("Ann", url=service.url, sign_in=False)
    button = ann.button(ann.words("account:sign_in.provider", provider="Club"))
    await ann.page.goto(f"{service.url}/account")
    await button.click()
    await ann.page.get_by_role("button", name=re.compile("deny", re.IGNORECASE)).click()
    await expect(ann.page.get_by_text(ann.words("account:provider.denied"))).to_be_visible()
    await ann.page.get_by_role("link", name=ann.words("account:provider.back")).click()
    provider.fail("bad_signature")
    await button.click()
    await sign_in_there(ann, "browser-2")
    await expect(ann.page.get_by_text(ann.words("account:trouble.external_refused"))).to_be_visible()
    await expect(ann.page).to_have_url(f"{service.url}/signed-in")
    assert await ann.page.evaluate("() => fetch('/api/session').then((answer) => answer.status)") == 204
