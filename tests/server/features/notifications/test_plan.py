"""Which calls are due: laws of the pure part, with a clock that is driven by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from partie.features.notifications.demands import KINDS
from partie.features.notifications.plan import LEAST, Claim, Notification, claim_of, plan
from partie.features.notifications.settings import CHANNELS, FIRST_OFFERED, Settings, Wish, brought_up, loud_from

NIGHT: Final = 1_780_000_000_000
"""Some moment, in milliseconds."""

HOUR: Final = 3_600_000

wishes = st.builds(Wish, kinds=st.sets(st.sampled_from(KINDS)).map(tuple), every=st.sampled_from([0, 30, 1440]))
minutes = st.integers(0, 1439)
settings = st.builds(
    Settings,
    zone=st.sampled_from(["UTC", "Europe/Berlin", "Asia/Kolkata", "America/New_York"]),
    quiet_from=minutes,
    quiet_to=minutes,
    push=wishes,
    mail=wishes,
    webhook=wishes,
)
notifications = st.lists(
    st.builds(
        Notification,
        table=st.sampled_from(["t1", "t2", "t3", "t4"]),
        kind=st.sampled_from(KINDS),
        ask=st.integers(0, 3),
        at=st.integers(NIGHT, NIGHT + 30 * HOUR),
        seen=st.booleans(),
    ),
    max_size=6,
    unique_by=lambda notification: notification.table,
)


def run(standing: list[Notification], chosen: Settings, until: int) -> list[tuple[int, str, Notification]]:
    """What is sent when a node checks exactly when it is to."""
    sent: list[tuple[int, str, Notification]] = []
    claimed: set[Claim] = set()
    now: int | None = NIGHT
    while now is not None and now <= until:
        due, now_next = plan(
            [notification for notification in standing if notification.at <= now], claimed, chosen, CHANNELS, now
        )
        for channel, some in due.items():
            sent += [(now, channel, notification) for notification in some]
            claimed |= {claim_of(channel, notification) for notification in some}
        coming = [notification.at for notification in standing if notification.at > now]
        checks = [at for at in (now_next, min(coming, default=None)) if at is not None]
        assert now_next is None or now_next > now
        now = min(checks, default=None)
    return sent


@given(standing=notifications, chosen=settings)
def test_each_call_that_is_wished_and_not_seen_is_sent_once_on_each_channel(
    standing: list[Notification], chosen: Settings
) -> None:
    """And nothing else is: within the interval, a day of quiet hours and what it has to stand."""
    sent = run(standing, chosen, NIGHT + 120 * HOUR)
    wished = [
        (channel, notification)
        for notification in standing
        for channel in CHANNELS
        if not notification.seen and notification.kind in chosen.wish(channel).kinds
    ]
    assert sorted((channel, notification.table) for _, channel, notification in sent) == sorted(
        (channel, notification.table) for channel, notification in wished
    )


@given(standing=notifications, chosen=settings)
def test_nothing_is_sent_before_it_has_stood_or_in_quiet_hours(standing: list[Notification], chosen: Settings) -> None:
    """People who come back at once get no notification, nor do sleeping ones."""
    for now, channel, notification in run(standing, chosen, NIGHT + 120 * HOUR):
        assert now >= notification.at + LEAST[channel]  # type: ignore[index]
        assert loud_from(chosen, now) == now


@given(standing=notifications, chosen=settings)
def test_what_is_gathered_comes_in_one_message_an_interval(standing: list[Notification], chosen: Settings) -> None:
    """Between two messages of a channel lies the interval, less what a call has to stand at least."""
    sent = run(standing, chosen, NIGHT + 120 * HOUR)
    for channel in CHANNELS:
        times = sorted({now for now, where, _ in sent if where == channel})
        pause = chosen.wish(channel).every * 60_000 - LEAST[channel]
        if chosen.quiet_from == chosen.quiet_to:
            assert all(later - sooner >= pause for sooner, later in pairwise(times))


@given(chosen=settings)
def test_what_could_not_be_chosen_then_is_wished_where_anything_is(chosen: Settings) -> None:
    """Nothing else of the settings changes, and what was refused when it could be chosen stays refused."""
    later = brought_up(chosen)
    for channel in CHANNELS:
        before, after = chosen.wish(channel), later.wish(channel)
        added = set(KINDS) - set(FIRST_OFFERED) if before.kinds else set()
        assert set(after.kinds) == {*before.kinds, *added}
        assert (len(after.kinds), after.every) == (len(set(after.kinds)), before.every)
    assert replace(later, **{name: getattr(chosen, name) for name in (*CHANNELS, "offered")}) == chosen
    refused = replace(later, push=Wish(kinds=("turn",)))
    assert brought_up(refused) == refused


def test_quiet_hours_end_in_ones_own_zone() -> None:
    """From ten in the evening to seven in the morning, over midnight; the same hours at the summer's end."""
    berlin = Settings(zone="Europe/Berlin", quiet_from=22 * 60, quiet_to=7 * 60)
    noon = 1_782_900_000_000  # 2026-07-01 10:00 UTC, twelve in Berlin
    assert loud_from(berlin, noon) == noon
    late = noon + 11 * HOUR
    assert loud_from(berlin, late) == noon + 19 * HOUR
    assert loud_from(Settings(), late) == late
