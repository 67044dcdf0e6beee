"""What a slow phone's first page draws a little at a time."""

from __future__ import annotations

import secrets

from tests.browser.conftest import Come
from tests.browser.measure import complete
from tests.browser.positions import lay_out, stage
from tests.browser.service import Service

FRAMES = """(() => {
  const seen = (window.__drawn = [])
  const look = () => {
    const ring = document.querySelector('[data-anchor=ring]')
    if (ring) seen.push(ring.querySelectorAll('.thing').length)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()"""
"""Notes with each frame how much stands on the track of Glen More."""

STEP = 3
"""What follows with one frame."""

UNCHANGED = """() => {
  const last = __drawn.slice(-5)
  return last.length === 5 && last[0] > 0 && last.every((count) => count === last[0])
}"""
"""Nothing has followed for some frames."""


async def drawn(come: Come, service: Service, width: int) -> list[int]:
    """The numbers of things on the track, frame by frame, until nothing more comes."""
    ann = await come("Ann", width=width, touch=width < 760, still=True, sign_in=False)
    table = f"gradual-{secrets.token_hex(4)}"
    await lay_out(
        service.redis, table, [await ann.known(), "b" * 16, "c" * 16], stage("take"), chance="few", game="glenmore"
    )
    await ann.page.add_init_script(FRAMES)
    await ann.come_to(table, "glenmore")
    # A page is complete when it has fetched all; a busy machine may not have drawn all by then.
    await complete(ann.page)
    await ann.page.wait_for_function(UNCHANGED)
    found: list[int] = await ann.page.evaluate("window.__drawn")
    return found


async def test_a_phone_draws_the_track_a_few_things_a_frame(come: Come, service: Service) -> None:
    """So that no frame holds the page up; in the end all stand there."""
    found = await drawn(come, service, 390)
    steps = [after - before for before, after in zip([0, *found], found, strict=False)]
    assert 0 < max(steps) <= STEP
    assert found[-1] == max(found) > 10


async def test_a_wide_page_draws_it_at_once(come: Come, service: Service) -> None:
    """There is room for all parts of the board, and nothing moves while they come."""
    found = await drawn(come, service, 1440)
    assert set(found) == {found[-1]}
    assert found[-1] > 10
