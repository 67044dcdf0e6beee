"""``partie serve``: runs the server, with a built-in Redis unless you name one."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Struct
from msgspec.structs import replace
from redis.exceptions import RedisError

from partie.cli._support import supervisor
from partie.cli._support.engines import load_registry
from partie.cli._support.options import DATA_DIR_HELP, REDIS_HELP, EnginesOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json, progress_console
from partie.cli._support.running import Running, keys_file, noted
from partie.config import BadSetting, Settings, load, parted, unknown_variables
from partie.net import addresses, files
from partie.people.keys import BadKeysFile, Keys, move_out
from partie.redis import store
from partie.redis.child import ChildFailed
from partie.redis.connect import BadUrl, connect, without_password
from partie.redis.embedded import DirectoryInUse, DirectoryUnusable, Embedded
from partie.redis.guarantees import Unsuitable, fsync_mode, guarantees
from partie.redis.servers import NoServer


class Started(Struct, frozen=True):
    """What ``--json`` prints when the server accepts connections.

    ``not_guaranteed`` lists what can happen to confirmed moves with this Redis; empty means nothing can.
    """

    url: str
    network: tuple[str, ...]
    pid: int
    workers: int
    redis: str
    fsync: str
    not_guaranteed: tuple[str, ...]


def command(
    *,
    host: Annotated[
        str | None, typer.Option(help="Address to listen on; 0.0.0.0 makes the server reachable from your network.")
    ] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 chooses a free one.")] = None,
    data_dir: Annotated[Path | None, typer.Option(help=DATA_DIR_HELP)] = None,
    redis_url: Annotated[str | None, typer.Option(help=REDIS_HELP)] = None,
    workers: Annotated[int | None, typer.Option(help="Number of server processes; they share the port.")] = None,
    engines: EnginesOption = None,
    ack_replicas: Annotated[
        int | None, typer.Option(help="Number of Redis replicas that must have a move before it is confirmed.")
    ] = None,
    public_url: Annotated[str | None, typer.Option(help="Address that players open, for the links in emails.")] = None,
    smtp_url: Annotated[
        str | None,
        typer.Option(
            help="SMTP server for emails (smtp://, smtps://). Set PARTIE_SMTP_URL instead if it has a password."
        ),
    ] = None,
    mail_from: Annotated[str | None, typer.Option(help="Sender of emails.")] = None,
    allow_private_webhooks: Annotated[
        bool | None, typer.Option(help="Allow webhooks and push to addresses in your network and over plain http.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Start the server.

    You can also set everything in the environment: PARTIE_HOST, PARTIE_PORT and so on, and REDIS_URL.

    Example: partie serve --host 0.0.0.0 --data-dir /var/lib/partie
    """
    try:
        settings = load(
            host=host,
            port=port,
            data_dir=data_dir,
            redis_url=redis_url,
            workers=workers,
            engines=tuple(engines) if engines else None,
            ack_replicas=ack_replicas,
            public_url=public_url,
            smtp_url=smtp_url,
            mail_from=mail_from,
            allow_private_webhooks=allow_private_webhooks,
        )
    except BadSetting as bad:
        raise CommandFailed("bad_setting", str(bad)) from None
    for name in unknown_variables():
        progress_console().print(f"Ignoring {name}: there is no such setting.")
    # A mistake in an engine shows here, not in every worker.
    load_registry(settings.engines)
    files.raise_limit()
    _serve(settings, as_json)


def _serve(settings: Settings, as_json: bool) -> None:
    with ExitStack() as stack, supervisor.until_signalled():
        try:
            listener = stack.enter_context(addresses.listen(settings.host, settings.port))
        except addresses.CannotListen as error:
            raise CommandFailed("address", str(error)) from None
        port = listener.getsockname()[1]
        listeners = [listener]
        if settings.metrics_bind:
            try:
                listeners.append(stack.enter_context(addresses.listen(*parted(settings.metrics_bind))))
            except addresses.CannotListen as error:
                raise CommandFailed("address", f"PARTIE_METRICS_BIND: {error}") from None
        embedded = None if settings.redis_url else stack.enter_context(_embedded(settings.data_dir))
        redis_url = settings.redis_url if embedded is None else embedded.url
        url = addresses.url("127.0.0.1" if addresses.is_everywhere(settings.host) else settings.host, port)
        if embedded is not None:
            stack.enter_context(noted(settings.data_dir, Running(os.getpid(), url, redis_url)))
            settings = replace(settings, keys_file=settings.keys_file or str(keys_file(settings.data_dir)))
        settings = replace(settings, port=port, redis_url=redis_url)
        asyncio.run(_move_keys(settings, embedded is not None))
        missing, fsync = asyncio.run(_promises(settings))
        network = addresses.network_addresses() if addresses.is_everywhere(settings.host) else []
        started = Started(
            url,
            tuple(addresses.url(address, port) for address in network),
            os.getpid(),
            settings.workers,
            without_password(redis_url),
            fsync,
            tuple(missing),
        )
        supervisor.run(settings, listeners, embedded, lambda: _announce(started, settings, embedded, as_json))


@contextmanager
def _embedded(data_dir: Path) -> Iterator[Embedded]:
    """Start the Redis of the data directory, and stop it at the end. Raises :class:`CommandFailed`."""
    embedded = Embedded(data_dir)
    try:
        embedded.start()
    except DirectoryInUse as used:
        raise CommandFailed("in_use", str(used)) from None
    except DirectoryUnusable as unusable:
        raise CommandFailed("data_dir", str(unusable)) from None
    except (NoServer, ChildFailed) as failed:
        raise CommandFailed("redis", str(failed)) from None
    try:
        yield embedded
    finally:
        embedded.stop()


async def _move_keys(settings: Settings, own: bool) -> None:
    """Let the keys be in their file, if they have one, and nowhere else in a Redis of our own.

    Raises :class:`CommandFailed`.
    """
    if not settings.keys_file:
        return
    client = connect(settings.redis_url)
    try:
        if own:
            await move_out(client, settings.keys_file)
        else:
            await Keys(client, settings.keys_file).load()
    except BadKeysFile as bad:
        raise CommandFailed("keys_file", str(bad)) from None
    finally:
        await store.close(client)


async def _promises(settings: Settings) -> tuple[list[str], str]:
    """The guarantees that the Redis does not give, and its fsync mode. Raises :class:`CommandFailed`."""
    shown = without_password(settings.redis_url)
    try:
        client = connect(settings.redis_url)
    except BadUrl as bad:
        raise CommandFailed("redis", str(bad)) from None
    try:
        return await guarantees(client, ack_replicas=settings.ack_replicas), await fsync_mode(client)
    except Unsuitable as unsuitable:
        raise CommandFailed("redis", str(unsuitable)) from None
    except (RedisError, OSError, socket.gaierror) as error:
        raise CommandFailed("redis", f"Redis at {shown} does not answer: {error}") from None
    finally:
        await store.close(client)


def _announce(started: Started, settings: Settings, embedded: Embedded | None, as_json: bool) -> None:
    if as_json:
        print_json(started)
        return
    out = console()
    out.print(f"Partie is running: [bold]{started.url}[/bold]", soft_wrap=True)
    for address in started.network:
        out.print(f"From your network: {address}", soft_wrap=True)
    if addresses.is_loopback(settings.host):
        out.print(
            "Only this machine can reach it. To play with others on your network, start it with "
            "[bold]make run HOST=0.0.0.0[/bold] or [bold]partie serve --host 0.0.0.0[/bold].",
            soft_wrap=True,
        )
    if embedded is not None:
        out.print(f"Tables are stored in {settings.data_dir.resolve()}, by {embedded.server}.", soft_wrap=True)
    for problem in started.not_guaranteed:
        out.print(f"[yellow]Not guaranteed:[/yellow] {problem}.", soft_wrap=True)
    out.print("Press Ctrl-C to stop it.")
