"""A real provider's confirmations are verified, and nothing else is believed."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable

import pytest

from partie.config import Settings
from partie.people.errors import ExternalClock, ExternalRefused, NoProvider, ProviderUnreachable
from partie.people.oidc import LEEWAY_SECONDS, Provider, Secrets, Shown
from tests.fixtures.oidc import OidcProvider

PUBLIC = "https://games.example"
SECRETS = Secrets("a nonce that nobody guesses", "v" * 64)

MakeProvider = Callable[..., Provider]


@pytest.fixture
async def make(provider: OidcProvider) -> AsyncIterator[MakeProvider]:
    """Our side of the provider, with other settings or another clock."""
    made: list[Provider] = []
    registered = provider.register(PUBLIC).settings

    def make(now: Callable[[], float] = time.time, **settings: object) -> Provider:
        made.append(Provider(Settings(**{**registered, **settings}), now))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        await one.aclose()


async def signed_in(ours: Provider, theirs: OidcProvider, secrets: Secrets = SECRETS) -> Shown:
    """What we learn of Ann, who signs in."""
    back = await theirs.sign_in(await ours.address("a state", secrets, again=False), "ann")
    assert back["state"] == "a state"
    return await ours.redeem(back["code"], back.get("iss", ""), secrets)


async def test_who_signs_in_is_known_by_issuer_and_subject(make: MakeProvider, provider: OidcProvider) -> None:
    """Names are what the provider calls somebody."""
    provider.know("ann", name="Ann Bonny", preferred_username="bonny")
    identity = (await signed_in(make(), provider)).identity
    assert (identity.issuer, identity.subject) == (provider.url, "ann")
    assert (identity.names, identity.logins) == (("Ann Bonny",), ("bonny",))


async def test_a_client_without_its_secret_gets_nothing(make: MakeProvider, provider: OidcProvider) -> None:
    """The provider has given it one, and wants to see it."""
    with pytest.raises(ExternalRefused):
        await signed_in(make(oidc_client_secret=""), provider)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("bad_signature", ExternalRefused),
        ("unsigned", ExternalRefused),
        ("strange_key", ExternalRefused),
        ("no_token", ProviderUnreachable),
        ("unavailable", ProviderUnreachable),
        ("other_issuer", ProviderUnreachable),
    ],
)
async def test_a_wrong_answer_signs_nobody_in(
    make: MakeProvider, provider: OidcProvider, fault: str, error: type[Exception]
) -> None:
    """Each of them is refused as what it is, and the next sign-in works."""
    provider.fail(fault)
    ours = make()
    with pytest.raises(error):
        await signed_in(ours, provider)
    provider.fail()
    assert (await signed_in(ours, provider)).identity.subject == "ann"


async def test_a_code_is_good_once_and_with_its_own_secrets(make: MakeProvider, provider: OidcProvider) -> None:
    """The provider refuses a code again or with another verifier, we refuse another nonce."""
    ours = make()
    for wrong in (Secrets(SECRETS.nonce, "w" * 64), Secrets("another nonce", SECRETS.verifier)):
        back = await provider.sign_in(await ours.address("", SECRETS, again=False), "ann")
        with pytest.raises(ExternalRefused):
            await ours.redeem(back["code"], "", wrong)
    back = await provider.sign_in(await ours.address("", SECRETS, again=False), "ann")
    assert (await ours.redeem(back["code"], "", SECRETS)).identity.subject == "ann"
    with pytest.raises(ExternalRefused):
        await ours.redeem(back["code"], "", SECRETS)


async def test_a_confirmation_for_another_service_is_refused(make: MakeProvider, provider: OidcProvider) -> None:
    """A code of one client is no good for the other, and neither is the answer of another issuer."""
    theirs = provider.register(PUBLIC).settings
    back = await provider.sign_in(await make(**theirs).address("", SECRETS, again=False), "ann")
    ours = make()
    with pytest.raises(ExternalRefused):
        await ours.redeem(back["code"], "", SECRETS)
    with pytest.raises(ExternalRefused):
        await ours.redeem(back["code"], "https://elsewhere.example", SECRETS)


@pytest.mark.parametrize("skew", [-LEEWAY_SECONDS - 30, 3600 + LEEWAY_SECONDS + 30])
async def test_clocks_that_differ_are_named(make: MakeProvider, provider: OidcProvider, skew: float) -> None:
    """Confirmations are good for an hour there, and not yet before."""
    with pytest.raises(ExternalClock):
        await signed_in(make(lambda: time.time() + skew), provider)


async def test_clocks_may_differ_a_little(make: MakeProvider, provider: OidcProvider) -> None:
    """By less than a minute."""
    for skew in (5 - LEEWAY_SECONDS, LEEWAY_SECONDS - 5):
        ours = make(lambda skew=skew: time.time() + skew)
        assert (await signed_in(ours, provider)).identity.subject == "ann"


async def test_a_provider_that_is_not_there_is_named(make: MakeProvider) -> None:
    """Nothing listens at the address, or no provider is set."""
    with pytest.raises(ProviderUnreachable):
        await make(oidc_issuer="http://127.0.0.1:9").address("", SECRETS, again=False)
    with pytest.raises(NoProvider):
        await make(oidc_issuer="").address("", SECRETS, again=False)


async def test_a_new_proof_asks_people_to_sign_in_again(make: MakeProvider, provider: OidcProvider) -> None:
    """Even if the provider knows them still."""
    await provider.sign_in(await make().address("", SECRETS, again=True), "ann")
    asked = provider.asked()[-1]
    assert (asked["prompt"], asked["max_age"], asked["code_challenge_method"]) == ("login", "0", "S256")
