"""Notifications by email: short, in plain text, with one-click unsubscribing (RFC 8058)."""

from __future__ import annotations

from collections.abc import Sequence
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import unquote, urlsplit

from msgspec.structs import replace

from partie.config import Settings
from partie.features.notifications.sending import Busy, NotSent, persist
from partie.features.notifications.settings import Language
from partie.features.notifications.texts import Item, headline, line, plain, words
from partie.people.accounts import clean_email
from partie.people.errors import BadEmail

SECONDS: Final = 20.0
"""Timeout of each step of delivering an email."""

_MEANINGFUL: Final = frozenset(",;:<>()[]\\\"'`|")


def address_of(text: str) -> str:
    """Validate an email address to send to. Raises :class:`BadEmail`."""
    cleaned = clean_email(text)
    try:
        Address(addr_spec=cleaned)
    except Exception as error:  # the parser raises all kinds of errors
        raise BadEmail("this is not an email address") from error
    if not cleaned or not cleaned.isascii() or _MEANINGFUL & set(cleaned):
        raise BadEmail("this is not an email address")
    return cleaned


class _Unsubscribe(str):
    """A link kept on one line: the standard library would encode it as a word, which email programs cannot follow."""

    name = "List-Unsubscribe"

    def fold(self, *, policy: Policy) -> str:
        """The whole header line."""
        return f"{self.name}: {self}{policy.linesep}"


class Mailer:
    """Delivers emails to the server named in the settings."""

    def __init__(self, settings: Settings) -> None:
        self.origin = settings.public_url
        """The URL that links point to."""
        self.offered = bool(settings.smtp_url)
        self._server = urlsplit(settings.smtp_url)
        self._host = urlsplit(settings.public_url).hostname or "localhost"
        self._sender = settings.mail_from or f"partie@{self._host}"

    async def send_confirmation(self, to: str, sealed: str, language: Language) -> None:
        """Send the link that confirms an address. Raises :class:`NotSent`."""
        texts = words(language)
        link = f"{self.origin}/calls#confirm.{sealed}"
        text = texts["confirm.text"].format(origin=self.origin, link=link)
        await self._send(self._message(to, texts["confirm.subject"], text))

    async def send_try(self, to: str, stop: str, language: Language) -> None:
        """Send a test email. Raises :class:`NotSent`."""
        texts = words(language)
        await self._send(self._ended(to, texts["try.subject"], texts["try"], stop, language))

    async def send(self, to: str, stop: str, items: Sequence[Item], language: Language) -> None:
        """Send notifications; ``stop`` is the token of the unsubscribe link. Raises :class:`NotSent`."""
        named = [replace(item, others=tuple(map(plain, item.others))) for item in items]
        text = "\n\n".join(f"{line(item, language)}\n{self.origin}/table/{item.table}" for item in named)
        await self._send(self._ended(to, headline(items, language), text, stop, language))

    def _ended(self, to: str, subject: str, text: str, stop: str, language: Language) -> EmailMessage:
        foot = words(language)["foot"].format(origin=self.origin, stop=f"{self.origin}/calls#stop.{stop}")
        message = self._message(to, subject, f"{text}\n\n-- \n{foot}")
        message["List-Unsubscribe"] = _Unsubscribe(f"<{self.origin}/api/calls/unsubscribe/{stop}>")
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return message

    def _message(self, to: str, subject: str, text: str) -> EmailMessage:
        message = EmailMessage(SMTP)
        message["From"] = Address("Partie", addr_spec=self._sender)
        message["To"] = Address(addr_spec=to)
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._host)
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(f"{text}\n")
        return message

    async def _send(self, message: EmailMessage) -> None:
        # Imported here because it takes long, and would slow down the start.
        import aiosmtplib  # noqa: PLC0415

        server = self._server

        async def send() -> None:
            try:
                await aiosmtplib.send(
                    message,
                    hostname=server.hostname,
                    port=server.port,
                    username=unquote(server.username) if server.username else None,
                    password=unquote(server.password) if server.password else None,
                    use_tls=server.scheme == "smtps",
                    timeout=SECONDS,
                )
            except aiosmtplib.SMTPResponseException as error:
                if 400 <= error.code < 500:
                    raise Busy(str(error)) from None
                raise NotSent("refused", str(error)) from None
            except aiosmtplib.SMTPRecipientsRefused as error:
                if all(400 <= one.code < 500 for one in error.recipients):
                    raise Busy(str(error)) from None
                raise NotSent("refused", str(error)) from None
            except aiosmtplib.SMTPConnectError as error:
                raise Busy(str(error)) from None
            except (aiosmtplib.SMTPException, OSError) as error:
                # The server may have accepted it.
                raise NotSent("unreachable", repr(error)) from None

        await persist(send)
