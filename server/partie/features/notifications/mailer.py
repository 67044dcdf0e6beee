"""Notifications by email, with one-click unsubscribing (RFC 8058)."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import Policy

from msgspec.structs import replace

from partie.delivery.mailer import Language, Mailer, plain
from partie.features.notifications.texts import Item, headline, line, words


class _Unsubscribe(str):
    """A link kept on one line: the standard library would encode it as a word, which email programs cannot follow."""

    name = "List-Unsubscribe"

    def fold(self, *, policy: Policy) -> str:
        """The whole header line."""
        return f"{self.name}: {self}{policy.linesep}"


class NotificationMailer(Mailer):
    """Sends notifications by email."""

    async def send_confirmation(self, to: str, sealed: str, language: Language) -> None:
        """Send the link that confirms an address. Raises :class:`NotSent`."""
        texts = words(language)
        link = f"{self.origin}/calls#confirm.{sealed}"
        text = texts["confirm.text"].format(origin=self.origin, link=link)
        await self.deliver(self.compose(to, texts["confirm.subject"], text))

    async def send_try(self, to: str, stop: str, language: Language) -> None:
        """Send a test email. Raises :class:`NotSent`."""
        texts = words(language)
        await self.deliver(self._ended(to, texts["try.subject"], texts["try"], stop, language))

    async def send(self, to: str, stop: str, items: Sequence[Item], language: Language) -> None:
        """Send notifications; ``stop`` is the token of the unsubscribe link. Raises :class:`NotSent`."""
        named = [replace(item, others=tuple(map(plain, item.others))) for item in items]
        text = "\n\n".join(f"{line(item, language)}\n{self.origin}/table/{item.table}" for item in named)
        await self.deliver(self._ended(to, headline(items, language), text, stop, language))

    def _ended(self, to: str, subject: str, text: str, stop: str, language: Language) -> EmailMessage:
        foot = words(language)["foot"].format(origin=self.origin, stop=f"{self.origin}/calls#stop.{stop}")
        message = self.compose(to, subject, f"{text}\n\n-- \n{foot}")
        message["List-Unsubscribe"] = _Unsubscribe(f"<{self.origin}/api/calls/unsubscribe/{stop}>")
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return message
