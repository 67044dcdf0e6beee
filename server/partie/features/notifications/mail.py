"""Calls by mail: short, in plain text, and ended by one click (RFC 8058)."""

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
from partie.people.accounts import clean_mail
from partie.people.errors import BadMail

SECONDS: Final = 20.0
"""For each step of handing a mail over."""

_MEANINGFUL: Final = frozenset(",;:<>()[]\\\"'`|")


def address_of(mail: str) -> str:
    """One address that a mail can be sent to. Raises :class:`BadMail`."""
    cleaned = clean_mail(mail)
    try:
        Address(addr_spec=cleaned)
    except Exception as error:  # the parser raises whatever it stumbles over
        raise BadMail("this is no address of mail") from error
    if not cleaned or not cleaned.isascii() or _MEANINGFUL & set(cleaned):
        raise BadMail("this is no address of mail")
    return cleaned


class _Unsubscribe(str):
    """A link that stays in one piece: the standard library would encode it as a word, which no program follows."""

    name = "List-Unsubscribe"

    def fold(self, *, policy: Policy) -> str:
        """The whole line."""
        return f"{self.name}: {self}{policy.linesep}"


class Mailer:
    """Hands mails over to the server of the settings."""

    def __init__(self, settings: Settings) -> None:
        self.origin = settings.public_url
        """Where links lead."""
        self.offered = bool(settings.smtp_url)
        self._server = urlsplit(settings.smtp_url)
        self._host = urlsplit(settings.public_url).hostname or "localhost"
        self._sender = settings.mail_from or f"partie@{self._host}"

    async def send_confirmation(self, to: str, sealed: str, language: Language) -> None:
        """Ask whether the address is the person's. Raises :class:`NotSent`."""
        say = words(language)
        link = f"{self.origin}/calls#confirm.{sealed}"
        text = say["confirm.text"].format(origin=self.origin, link=link)
        await self._send(self._mail(to, say["confirm.subject"], text))

    async def send_try(self, to: str, stop: str, language: Language) -> None:
        """Send a try. Raises :class:`NotSent`."""
        say = words(language)
        await self._send(self._ended(to, say["try.subject"], say["try"], stop, language))

    async def send(self, to: str, stop: str, items: Sequence[Item], language: Language) -> None:
        """Tell of calls; ``stop`` is the token of the link that ends these mails. Raises :class:`NotSent`."""
        named = [replace(item, others=tuple(map(plain, item.others))) for item in items]
        text = "\n\n".join(f"{line(item, language)}\n{self.origin}/table/{item.table}" for item in named)
        await self._send(self._ended(to, headline(items, language), text, stop, language))

    def _ended(self, to: str, subject: str, text: str, stop: str, language: Language) -> EmailMessage:
        foot = words(language)["foot"].format(origin=self.origin, stop=f"{self.origin}/calls#stop.{stop}")
        mail = self._mail(to, subject, f"{text}\n\n-- \n{foot}")
        mail["List-Unsubscribe"] = _Unsubscribe(f"<{self.origin}/api/calls/unsubscribe/{stop}>")
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return mail

    def _mail(self, to: str, subject: str, text: str) -> EmailMessage:
        mail = EmailMessage(SMTP)
        mail["From"] = Address("Partie", addr_spec=self._sender)
        mail["To"] = Address(addr_spec=to)
        mail["Subject"] = subject
        mail["Date"] = formatdate()
        mail["Message-ID"] = make_msgid(domain=self._host)
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(f"{text}\n")
        return mail

    async def _send(self, mail: EmailMessage) -> None:
        # It takes long to import, and a start shall not.
        import aiosmtplib  # noqa: PLC0415

        server = self._server

        async def send() -> None:
            try:
                await aiosmtplib.send(
                    mail,
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
                # It may have been taken.
                raise NotSent("unreachable", repr(error)) from None

        await persist(send)
