"""What becomes of appends when Redis dies, hangs or cannot be heard: never lost, never doubled, always told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from partie.log import Appended, Entry, Log, LogUnavailable, Lost
from tests.faults.proxy import Proxy
from tests.fixtures.redis import Killable, OwnRedis
from tests.server.log.steps import after, append_all, at_of, chain, essence, first, opened, until


async def grow(log: Log, table: str, length: int, unsettled: list[str] | None = None) -> list[Entry]:
    """Append a chain, each entry as soon as the one before is acknowledged; what was acknowledged."""
    done: list[Entry] = []
    entry = first()
    for _ in range(length):
        outcome = await log.append(
            table, entry, on_unsettled=lambda: unsettled.append(table) if unsettled is not None else None
        )
        done.append(msgspec.structs.replace(entry, at=at_of(outcome)))
        entry = after(entry)
    return done


async def hand_over(log: Log, table: str, entry: Entry) -> tuple[asyncio.Task[object], asyncio.Event]:
    """Append to a server that does not answer; returns when the append's fate is unknown."""
    doubt = asyncio.Event()
    task = asyncio.create_task(log.append(table, entry, on_unsettled=doubt.set))
    async with asyncio.timeout(20):
        await doubt.wait()
    return task, doubt


async def test_appends_in_flight_survive_the_kill_of_redis_exactly_once(own: Killable, table: str) -> None:
    """Twenty tables grow while their server is killed: every entry ends up in its log once, in order."""
    tables = [f"{table}{number}" for number in range(20)]
    unsettled: list[str] = []
    async with opened(own.url, reply_timeout=0.5) as log:
        # Every table stands before the kill, so that nothing can be refused for want of a connection.
        grown = [await grow(log, name, 1) for name in tables]
        own.hang(table + "0")
        tasks = [
            asyncio.create_task(
                log.append(name, after(entries[-1]), on_unsettled=lambda name=name: unsettled.append(name))  # type: ignore[misc]
            )
            for name, entries in zip(tables, grown, strict=True)
        ]
        await until(lambda: unsettled)
        own.kill(table + "0")
        await asyncio.to_thread(own.restart)
        async with asyncio.timeout(30):
            outcomes = await asyncio.gather(*tasks)
        assert all(isinstance(outcome, Appended) for outcome in outcomes)
        assert len(unsettled) == len(set(unsettled))
        for name, entries, outcome in zip(tables, grown, outcomes, strict=True):
            assert isinstance(outcome, Appended)
            log_now = await log.read(name)
            assert log_now[:-1] == entries
            assert log_now[-1].at == outcome.at
            assert len(log_now) == 2


async def test_an_append_whose_answer_was_lost_is_found_not_repeated(own_redis: OwnRedis, table: str) -> None:
    """The entry went in and the answer did not come back: the resend finds it, with the stamp it has."""
    entries = chain(2)
    async with (
        Proxy(Path(own_redis.url.removeprefix("unix://"))) as proxy,
        opened(f"redis://127.0.0.1:{proxy.port}", reply_timeout=5.0) as log,
        opened(own_redis.url) as direct,
    ):
        await append_all(log, table, entries[:1])
        proxy.down.drop()
        doubt = asyncio.Event()
        task = asyncio.create_task(log.append(table, entries[1], on_unsettled=doubt.set))
        await proxy.down.caught()
        (appended,) = await direct.read(table, after=1)
        assert not doubt.is_set()
        proxy.down.release()
        proxy.cut()
        assert await task == Appended(appended.at, entries[1].mark)
        assert doubt.is_set()
        assert essence(await direct.read(table)) == essence(entries)
        assert log.counters.resent == 1


async def test_a_late_first_try_and_its_resend_make_one_entry(own_redis: OwnRedis, table: str) -> None:
    """Bytes that were held on the way arrive after the resend was answered: they change nothing."""
    entries = chain(2)
    async with (
        Proxy(Path(own_redis.url.removeprefix("unix://"))) as proxy,
        opened(f"redis://127.0.0.1:{proxy.port}", reply_timeout=0.2) as log,
        opened(own_redis.url) as direct,
    ):
        await append_all(log, table, entries[:1])
        proxy.up.hold()
        task, _ = await hand_over(log, table, entries[1])
        # The resend overtakes what is held: another line reaches the server first.
        assert isinstance(await direct.append(table, entries[1]), Appended)
        third = after(entries[1])
        assert isinstance(await direct.append(table, third), Appended)
        proxy.up.release()
        async with asyncio.timeout(20):
            outcome = await task
        appended = await direct.read(table)
        assert outcome == Appended(appended[1].at, entries[1].mark)
        assert essence(appended) == essence([*entries, third])


async def test_a_redis_that_hangs_settles_everything_when_it_goes_on(own: Killable, table: str) -> None:
    """An append to a hung server is unsettled, told so once, and appended once when the server goes on."""
    tables = [f"{table}{number}" for number in range(10)]
    async with opened(own.url, reply_timeout=0.3) as log:
        grown = [await grow(log, name, 1) for name in tables]
        own.hang(tables[0])
        told: list[str] = []
        tasks = [
            asyncio.create_task(
                log.append(name, after(entries[-1]), on_unsettled=lambda name=name: told.append(name))  # type: ignore[misc]
            )
            for name, entries in zip(tables, grown, strict=True)
        ]
        await until(lambda: told)
        own.resume()
        async with asyncio.timeout(30):
            outcomes = await asyncio.gather(*tasks)
        assert all(isinstance(outcome, Appended) for outcome in outcomes)
        assert len(told) == len(set(told)) >= 1
        for name in tables:
            assert [entry.seq for entry in await log.read(name)] == [1, 2]


async def test_a_race_against_another_node_during_a_hang_has_one_winner(own_redis: OwnRedis, table: str) -> None:
    """Two nodes hand over rival entries to a hung server: one is appended, the other learns which."""
    start = first()
    async with opened(own_redis.url, reply_timeout=0.2) as one, opened(own_redis.url, reply_timeout=0.2) as two:
        await append_all(one, table, [start])
        await two.read(table)
        own_redis.hang()
        mine, yours = after(start, b"mine"), after(start, b"yours")
        first_task, _ = await hand_over(one, table, mine)
        second_task, _ = await hand_over(two, table, yours)
        own_redis.resume()
        async with asyncio.timeout(20):
            outcomes = [await first_task, await second_task]
        log_now = await one.read(table)
        assert len(log_now) == 2
        assert sum(isinstance(outcome, Appended) for outcome in outcomes) == 1
        winner = mine if isinstance(outcomes[0], Appended) else yours
        assert log_now[1].mark == winner.mark


async def test_what_was_not_handed_over_is_refused_and_never_happens(own: Killable, table: str) -> None:
    """With Redis gone an append raises, and the entry does not turn up later."""
    entries = chain(2)
    async with opened(own.url, reply_timeout=0.5) as log:
        await append_all(log, table, entries[:1])
        await asyncio.to_thread(own.kill, table)
        told: list[int] = []
        for _ in range(3):
            with pytest.raises(LogUnavailable):
                await log.append(table, entries[1], on_unsettled=lambda: told.append(1))
        with pytest.raises(LogUnavailable):
            await log.read(table)
        with pytest.raises(LogUnavailable):
            await log.load_snapshot(table)
        assert await log.last([table]) == [None]
        await asyncio.to_thread(own.restart)
        assert not told
        assert essence(await log.read(table)) == essence(entries[:1])
        assert isinstance(await log.append(table, entries[1]), Appended)


async def test_while_redis_hangs_new_appends_are_refused_and_old_ones_settled(own_redis: OwnRedis, table: str) -> None:
    """A hung server is not given ever more: what waits behind an unsettled append is refused, and never happens."""
    start = first()
    async with opened(own_redis.url, reply_timeout=0.2) as log:
        await append_all(log, table, [start])
        own_redis.hang()
        task, _ = await hand_over(log, table, after(start, b"handed over"))
        with pytest.raises(LogUnavailable):
            await log.append(table + "-other", first())
        own_redis.resume()
        assert isinstance(await task, Appended)
        assert await log.read(table + "-other") == []


async def test_what_waits_behind_a_broken_line_goes_over_the_next(own_redis: OwnRedis, table: str) -> None:
    """A line that breaks while Redis is well costs nobody a refusal: what had not left yet takes the next line."""
    start = first()
    async with (
        Proxy(Path(own_redis.url.removeprefix("unix://"))) as proxy,
        opened(f"redis://127.0.0.1:{proxy.port}") as log,
    ):
        await append_all(log, table, [start])
        proxy.down.drop()
        under_way = asyncio.create_task(log.append(table, after(start)))
        await proxy.down.caught()
        waiting = asyncio.create_task(log.append(table + "-other", first()))
        await asyncio.sleep(0)
        proxy.down.release()
        proxy.cut()
        assert isinstance(await under_way, Appended)
        assert isinstance(await waiting, Appended)
        assert (log.counters.unsettled, log.counters.refused) == (1, 0)


async def test_a_callback_that_raises_harms_no_append(own_redis: OwnRedis, table: str) -> None:
    """What on_unsettled does is its caller's business; the append is settled all the same."""
    start = first()
    raised: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: raised.append(context["exception"]))
    async with opened(own_redis.url, reply_timeout=0.2) as log:
        await append_all(log, table, [start])
        own_redis.hang()

        def fail() -> None:
            raise RuntimeError("not the log's fault")

        task = asyncio.create_task(log.append(table, after(start), on_unsettled=fail))
        await until(lambda: raised)
        own_redis.resume()
        assert isinstance(await task, Appended)
        assert isinstance(await log.append(table, after(start)), Lost)


async def test_an_append_goes_on_when_its_caller_is_cancelled(own_redis: OwnRedis, table: str) -> None:
    """Callers may give up; what was handed over is sent until it stands in the log."""
    start = first()
    async with opened(own_redis.url, reply_timeout=0.2) as log:
        await append_all(log, table, [start])
        own_redis.hang()
        task, _ = await hand_over(log, table, after(start, b"orphan"))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        own_redis.kill()
        await asyncio.to_thread(own_redis.restart)
        await log.aclose(grace=20.0)
        async with opened(own_redis.url) as other:
            assert [entry.body for entry in await other.read(table)] == [b"one", b"orphan"]


async def test_a_line_that_was_cut_while_idle_is_made_anew_unnoticed(own_redis: OwnRedis, table: str) -> None:
    """Nothing was under way, so nothing is in doubt."""
    entries = chain(3)
    async with (
        Proxy(Path(own_redis.url.removeprefix("unix://"))) as proxy,
        opened(f"redis://127.0.0.1:{proxy.port}") as log,
    ):
        for entry in entries:
            assert isinstance(await log.append(table, entry), Appended)
            proxy.cut()
            await until(lambda: not proxy.connections)
        assert log.counters.unsettled == 0
        assert essence(await log.read(table)) == essence(entries)


async def test_a_half_open_line_is_given_up_and_another_made(own_redis: OwnRedis, table: str) -> None:
    """A peer that vanished without a word is noticed by the missing answer; the next line settles the append."""
    entries = chain(2)
    async with (
        Proxy(Path(own_redis.url.removeprefix("unix://"))) as proxy,
        opened(f"redis://127.0.0.1:{proxy.port}", reply_timeout=0.2) as log,
    ):
        await append_all(log, table, entries[:1])
        proxy.up.hold()
        proxy.down.hold()
        task, _ = await hand_over(log, table, entries[1])
        proxy.cut()
        proxy.up.release()
        proxy.down.release()
        assert isinstance(await task, Appended)
        assert essence(await log.read(table)) == essence(entries)


async def test_a_slow_disk_delays_acknowledgements_and_loses_none(own_redis: OwnRedis, table: str) -> None:
    """Killed in the middle of a slow fsync, Redis has answered nothing that is not in its file afterwards."""
    own_redis.slow(60)
    own_redis.kill()
    own_redis.restart()
    tables = [f"{table}{number}" for number in range(10)]
    grown: dict[str, list[Entry]] = {name: [] for name in tables}

    async def grow_until_told(log: Log, name: str, enough: asyncio.Event) -> None:
        entry = first()
        while not enough.is_set():
            try:
                outcome = await log.append(name, entry)
            except LogUnavailable:
                # It fell between two batches, so it was not handed over: nothing of it is in doubt.
                await asyncio.sleep(0.02)
                continue
            assert isinstance(outcome, Appended), outcome
            # The first attempt may have been killed before it was on the disk: then a further one is the entry.
            grown[name].append(msgspec.structs.replace(entry, at=outcome.at, mark=outcome.mark))
            entry = after(grown[name][-1])

    async with opened(own_redis.url, reply_timeout=5.0) as log:
        enough = asyncio.Event()
        tasks = [asyncio.create_task(grow_until_told(log, name, enough)) for name in tables]
        for length in (2, 4, 6):
            await until(lambda length=length: all(len(entries) >= length for entries in grown.values()))  # type: ignore[misc]
            acknowledged = {name: list(entries) for name, entries in grown.items()}
            await asyncio.to_thread(own_redis.kill)
            await asyncio.to_thread(own_redis.restart)
            async with opened(own_redis.url) as other:
                for name, entries in acknowledged.items():
                    assert (await other.read(name))[: len(entries)] == entries
        enough.set()
        async with asyncio.timeout(30):
            await asyncio.gather(*tasks)
        for name in tables:
            assert await log.read(name) == grown[name]


async def test_closing_waits_for_what_is_under_way_and_takes_nothing_new(own_redis: OwnRedis, table: str) -> None:
    """An append that is unsettled when the log closes is settled first, within the grace that is given."""
    start = first()
    log = Log(own_redis.url, reply_timeout=0.2)
    await append_all(log, table, [start])
    own_redis.hang()
    task, _ = await hand_over(log, table, after(start))
    closing = asyncio.create_task(log.aclose(grace=20.0))
    await asyncio.sleep(0)
    with pytest.raises(LogUnavailable):
        await log.append(table, after(start))
    own_redis.resume()
    assert isinstance(await task, Appended)
    await closing


async def test_closing_without_grace_cancels_whoever_still_waits(own_redis: OwnRedis, table: str) -> None:
    """Nothing is claimed about an append whose fate is unknown; it ends with its caller cancelled."""
    start = first()
    log = Log(own_redis.url, reply_timeout=0.2)
    await append_all(log, table, [start])
    own_redis.hang()
    task, _ = await hand_over(log, table, after(start))
    await log.aclose(grace=0.0)
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_too_many_waiting_appends_are_refused(
    own_redis: OwnRedis, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The queue of a server is bounded; what does not fit is refused at once and never happens."""
    monkeypatch.setattr("partie.log.pipeline.MAX_WAITING", 5)
    async with opened(own_redis.url) as log:
        await append_all(log, table, [first()])
        rivals = [first() for _ in range(50)]
        outcomes = await asyncio.gather(
            *[log.append(f"{table}{number}", rival) for number, rival in enumerate(rivals)], return_exceptions=True
        )
        appended = [number for number, outcome in enumerate(outcomes) if isinstance(outcome, Appended)]
        assert appended == list(range(5))
        assert all(isinstance(outcome, LogUnavailable) for outcome in outcomes[5:])
        assert [await log.read(f"{table}{number}") for number in range(5, 50)] == [[]] * 45


async def test_redis_that_refuses_to_write_refuses_the_append(own_redis: OwnRedis, table: str) -> None:
    """Out of memory, Redis answers with an error: the append is refused, and nothing is in doubt."""
    entries = chain(2)
    async with opened(own_redis.url) as log:
        await append_all(log, table, entries[:1])
        own_redis.ask("CONFIG", "SET", "maxmemory", "1")
        with pytest.raises(LogUnavailable, match="maxmemory"):
            await log.append(table, entries[1])
        own_redis.ask("CONFIG", "SET", "maxmemory", "0")
        assert essence(await log.read(table)) == essence(entries[:1])
        assert isinstance(await log.append(table, entries[1]), Appended)
        assert log.counters.unsettled == 0
