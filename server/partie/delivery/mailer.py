"""Emails: short, in plain text, sent through the server that the settings name."""

from __future__ import annotations

import re
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import Final, Literal, TypeAlias
from urllib.parse import unquote, urlsplit

from partie.config import Settings
from partie.delivery.sending import Busy, NotSent, persist

Language: TypeAlias = Literal["de", "en"]
"""A language in which messages are written."""

SECONDS: Final = 20.0
"""Timeout of each step of delivering an email."""

_JOINING: Final = re.compile(r"([.:/@])")
_WORD_JOINER: Final = "\u2060"


def plain(name: str) -> str:
    """A name in a form that no email program turns into a link."""
    return _JOINING.sub(rf"\1{_WORD_JOINER}", name)


class Mailer:
    """Writes emails and delivers them to the server named in the settings."""

    def __init__(self, settings: Settings) -> None:
        self.origin = settings.public_url
        """The URL that links point to."""
        self.offered = bool(settings.smtp_url)
        """Whether the settings name a server at all."""
        self._server = urlsplit(settings.smtp_url)
        self._host = urlsplit(settings.public_url).hostname or "localhost"
        self._sender = settings.mail_from or f"partie@{self._host}"

    def compose(self, to: str, subject: str, text: str) -> EmailMessage:
        """Write an email in plain text."""
        message = EmailMessage(SMTP)
        message["From"] = Address("Partie", addr_spec=self._sender)
        message["To"] = Address(addr_spec=to)
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._host)
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(f"{text}\n")
        return message

    async def deliver(self, message: EmailMessage) -> None:
        """Deliver an email, with retries if it was certainly not accepted. Raises :class:`NotSent`."""
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
