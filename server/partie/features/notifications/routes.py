"""The API of notification settings, and the targets of links in emails."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from partie import limits
from partie.delivery.mailer import Language
from partie.features.notifications import webhook
from partie.features.notifications.bodies import Email, Sealed, Subscription, Try, Webhook
from partie.features.notifications.contacts import Contacts, sound
from partie.features.notifications.notifier import Notifier
from partie.features.notifications.outside import check_url
from partie.features.notifications.settings import Channel, Settings, brought_up, zone_of
from partie.gateway.core import Core
from partie.gateway.http.body import body
from partie.gateway.http.device import device
from partie.gateway.http.errors import Problem
from partie.gateway.http.identity import address
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Allowance, Limit
from partie.limits import Rate
from partie.people.emails import address_of
from partie.people.errors import BadCode, NoAccount, TooMany
from partie.people.sessions import Session

CONFIRM_SECONDS: Final = 2 * 24 * 3600
"""Lifetime of the link that confirms an address: two days."""

CHANGES: Final = Rate(60, 600.0)
"""Changes per person: each is published to all nodes."""

EMAILS: Final = Rate(5, 3600.0)
"""Confirmation emails per person, and per email address."""

EMAILS_FROM: Final = Rate(10, 3600.0)
"""Confirmation emails caused from one network, by any person."""

TRIES: Final = Rate(10, 600.0)
"""Test messages per person, and confirmations per address."""


STOPS: Final = Rate(200, 600.0)
"""Unsubscribe links opened from one network: a large email provider opens those of many people."""


class NotificationRoutes:
    """The routes under ``/api/calls``."""

    def __init__(self, core: Core, notifier: Notifier) -> None:
        self._core = core
        self._people = core.people
        self._notifier = notifier

    def routes(self) -> list[Limited]:
        change = Limit(cost=40, handler=(Allowance("changes of notifications", CHANGES),))
        email = Limit(
            cost=100,
            handler=(
                Allowance("confirmation emails, per person and per email address", EMAILS),
                Allowance("confirmation emails, per address", EMAILS_FROM),
            ),
        )
        confirm = Limit(cost=40, handler=(Allowance("confirmations, per address", TRIES),))
        stop = Limit(cost=40, handler=(Allowance("unsubscribing, per address", STOPS),))
        send_try = Limit(cost=100, handler=(Allowance("test messages", TRIES),))
        return [
            LimitedRoute("/api/calls", self.read, methods=["GET"], limit=Limit(cost=20)),
            LimitedRoute("/api/calls", self.change, methods=["PUT"], limit=change),
            LimitedRoute("/api/calls/mail", self.add_email, methods=["POST"], limit=email),
            LimitedRoute("/api/calls/mail", self.drop_email, methods=["DELETE"], limit=Limit(cost=40)),
            LimitedRoute("/api/calls/confirm", self.confirm, methods=["POST"], limit=confirm),
            LimitedRoute("/api/calls/unsubscribe/{token}", self.show_unsubscribe, methods=["GET"], limit=Limit(cost=5)),
            LimitedRoute("/api/calls/unsubscribe/{token}", self.unsubscribe, methods=["POST"], limit=stop),
            LimitedRoute("/api/calls/webhook", self.set_webhook, methods=["PUT"], limit=change),
            LimitedRoute("/api/calls/webhook", self.drop_webhook, methods=["DELETE"], limit=Limit(cost=40)),
            LimitedRoute("/api/calls/push", self.add_browser, methods=["POST"], limit=change),
            LimitedRoute("/api/calls/push/{browser}", self.drop_browser, methods=["DELETE"], limit=Limit(cost=40)),
            LimitedRoute("/api/calls/try", self.send_try, methods=["POST"], limit=send_try),
        ]

    async def read(self, request: Request) -> Response:
        session = await self._core.identity.session(request)
        contacts = await self._notifier.contacts.of(session.person)
        account = await self._people.accounts.of(session.person)
        return JSONResponse(
            {
                "settings": msgspec.to_builtins(contacts.settings),
                "account": bool(account.login),
                "mail_offered": self._notifier.mailer.offered,
                "mail": contacts.email,
                "suggested": account.email,
                "webhook": contacts.webhook,
                "push_key": self._people.keys.pairs[0].public,
                "browsers": _browsers(contacts),
            }
        )

    async def change(self, request: Request) -> Response:
        session = await self._core.identity.session(request)
        # A page opened before an update does not know the newest kinds.
        settings = brought_up(await body(request, Settings))
        if zone_of(settings.zone) is None:
            raise Problem(422, "bad_zone", "unknown time zone")
        await self._limit("changes", session.person, CHANGES)
        await self._notifier.contacts.set_settings(session.person, settings)
        return Response(status_code=204)

    # --- email ----------------------------------------------------------------------------------------------------

    async def add_email(self, request: Request) -> Response:
        """Send the link that confirms the address; nothing else is sent before it is confirmed."""
        session = await self._account(request)
        if not self._notifier.mailer.offered:
            raise Problem(409, "no_mail", "this server does not send emails")
        email = address_of((await body(request, Email)).email)
        home = limits.network(address(request))
        await self._limit("mail-from", home, self._people.players.grown(home, EMAILS_FROM))
        await self._limit("mail", session.person, EMAILS)
        await self._limit("mail-to", email.casefold(), EMAILS)
        await self._notifier.contacts.set(session.person, asked=email)
        sealed = self._people.keys.seal("mail", session.person, email)
        await self._notifier.mailer.send_confirmation(email, sealed, await self._language(session))
        return Response(status_code=204)

    async def drop_email(self, request: Request) -> Response:
        session = await self._core.identity.session(request)
        await self._notifier.contacts.set_email(session.person, "")
        await self._notifier.changed(session.person)
        return Response(status_code=204)

    async def confirm(self, request: Request) -> Response:
        """Confirm an address, after its link was opened. No session is needed: having the email is proof enough.

        Only the newest link is valid, and none after the address was removed; opening it again changes nothing.
        """
        token = (await body(request, Sealed)).token
        await self._limit("confirm", limits.network(address(request)), TRIES)
        values = await self._people.keys.unseal("mail", token, CONFIRM_SECONDS)
        if values is None:
            raise BadCode("this link is not valid, or no longer")
        person, email = values
        contacts = await self._notifier.contacts.of(person)
        if email == contacts.asked and await self._notifier.contacts.set_email(person, email):
            await self._notifier.changed(person)
        elif email != contacts.email:
            raise BadCode("this link is not valid, or no longer")
        return JSONResponse({"mail": email})

    async def show_unsubscribe(self, request: Request) -> Response:
        """Redirect to the page, for email programs without one-click unsubscribing."""
        return RedirectResponse(f"/calls#stop.{request.path_params['token']}", 303)

    async def unsubscribe(self, request: Request) -> Response:
        """Stop the emails by one click (RFC 8058): no session, no question, and no error if stopped already."""
        person, _, secret = request.path_params["token"].partition(".")
        await self._limit("stop", limits.network(address(request)), STOPS)
        contacts = await self._notifier.contacts.of(person)
        if secret and contacts.stop == secret:
            await self._notifier.contacts.set_email(person, "")
            await self._notifier.changed(person)
        return Response(status_code=204)

    # --- webhook --------------------------------------------------------------------------------------------------

    async def set_webhook(self, request: Request) -> Response:
        session = await self._account(request)
        url = (await body(request, Webhook)).url.strip()
        if not check_url(url, private=self._core.settings.allow_private_webhooks):
            raise Problem(422, "bad_url", "the address must begin with https://")
        await self._limit("changes", session.person, CHANGES)
        await self._notifier.contacts.set(session.person, webhook=url, origin=_origin(request))
        await self._notifier.changed(session.person)
        return Response(status_code=204)

    async def drop_webhook(self, request: Request) -> Response:
        session = await self._core.identity.session(request)
        await self._notifier.contacts.set(session.person, webhook="")
        await self._notifier.changed(session.person)
        return Response(status_code=204)

    # --- push -----------------------------------------------------------------------------------------------------

    async def add_browser(self, request: Request) -> Response:
        session = await self._core.identity.session(request)
        subscription = await body(request, Subscription)
        if not sound(subscription):
            raise Problem(422, "bad_subscription", "these are not the keys of a browser")
        if not check_url(subscription.endpoint, private=self._core.settings.allow_private_webhooks):
            raise Problem(422, "bad_url", "the address must begin with https://")
        await self._limit("changes", session.person, CHANGES)
        key = self._people.keys.pairs[0].public
        await self._notifier.contacts.add_browser(session.person, subscription, key, device(request))
        await self._notifier.contacts.set(session.person, origin=_origin(request))
        await self._notifier.changed(session.person)
        return JSONResponse({"browser": subscription.id}, 201)

    async def drop_browser(self, request: Request) -> Response:
        session = await self._core.identity.session(request)
        if not await self._notifier.drop_browser(session.person, request.path_params["browser"]):
            raise Problem(404, "unknown", "this browser gets no notifications, or no longer")
        return Response(status_code=204)

    # --- tests ----------------------------------------------------------------------------------------------------

    async def send_try(self, request: Request) -> Response:
        """Send a test message on a channel, so that the person sees that it works, or why it does not."""
        session = await self._core.identity.session(request)
        channel = (await body(request, Try)).channel
        contacts = await self._notifier.contacts.of(session.person)
        if channel not in contacts.channels:
            raise Problem(409, "not_set", "this is not set up")
        await self._limit("try", session.person, TRIES)
        await self._try(channel, contacts, session.person)
        return Response(status_code=204)

    async def _try(self, channel: Channel, contacts: Contacts, person: str) -> None:
        language = contacts.settings.language
        if channel == "webhook":
            await webhook.send_try(self._notifier.outside, contacts.webhook, language)
        elif channel == "mail":
            await self._notifier.mailer.send_try(contacts.email, f"{person}.{contacts.stop}", language)
        else:
            await self._notifier.try_push(person, contacts)

    # --- helpers --------------------------------------------------------------------------------------------------

    async def _account(self, request: Request) -> Session:
        """The session of an account. Guests may lose their session, and nobody could then stop their notifications."""
        session = await self._core.identity.session(request)
        if not (await self._people.accounts.of(session.person)).login:
            raise NoAccount("guests get notifications only in their browser; create an account first")
        return session

    async def _language(self, session: Session) -> Language:
        return (await self._notifier.contacts.of(session.person)).settings.language

    async def _limit(self, what: str, whose: str, rate: Rate) -> None:
        if wait := await limits.take(self._core.redis, f"calls:{what}:{whose}", rate):
            raise TooMany("too many requests; try again later", wait)


def _browsers(contacts: Contacts) -> list[dict[str, Any]]:
    """The browsers that are notified, without their endpoints."""
    return [
        {"browser": id_, "device": one.device, "made": one.made, "key": one.key}
        for id_, one in sorted(contacts.browsers.items(), key=lambda item: -item[1].made)
    ]


def _origin(request: Request) -> str:
    """The URL at which the person opened the service."""
    return request.headers.get("origin", f"{request.url.scheme}://{request.url.netloc}")
