"""What a reader prefers is done at once and holds when the page comes again; how near one looks at a board."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from tests.browser.conftest import Come
from tests.browser.people import Person
from tests.browser.player import alone
from tests.browser.positions import stage
from tests.browser.service import Service

COLOUR = "(name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)"
FILL = "(part) => getComputedStyle(part).fill"
DURATION = "() => getComputedStyle(document.documentElement).getPropertyValue('--m-move')"


async def at_table(come: Come, service: Service, game: str, wanted: str) -> Person:
    """Ann at a table of a game where she is to act."""
    ann = await come("Ann", sign_in=False)
    await alone(ann, service, game, stage(wanted), chance="preferences")
    await expect(ann.page.locator("[data-can]:visible").first).to_be_visible()
    return ann


async def preference(person: Person, key: str) -> Locator:
    """A choice of the preferences, which are opened, by the key of its name."""
    group = person.page.get_by_role("group", name=person.words(key), exact=True)
    if not await group.is_visible():
        await person.button(person.words("prefs.title")).click()
    return group


async def test_safe_colours_reach_seats_and_pieces_and_stay(come: Come, service: Service) -> None:
    """Plates and figures have the new colours at once, in both lights, and after the page has come again."""
    ann = await at_table(come, service, "wikinger", "buy")
    page = ann.page
    piece = page.locator("[data-anchor^='tile:'] svg").first
    standard = {name: await page.evaluate(COLOUR, name) for name in ("seat-stag", "wi-scout")}
    colours = await preference(ann, "prefs.colours")
    await expect(colours.get_by_role("radio", name=ann.words("prefs.colours.standard"), exact=True)).to_be_checked()
    await colours.get_by_role("radio", name=ann.words("prefs.colours.safe")).check()
    for light in ("theme.dark", "theme.light"):
        await (await preference(ann, "device.light")).get_by_role("radio", name=ann.words(light)).check()
        for name, before in standard.items():
            await page.wait_for_function(f"([name, before]) => ({COLOUR})(name) !== before", arg=[name, before])
    safe = {name: await page.evaluate(COLOUR, name) for name in standard}
    disc = page.locator("article [fill*='--seat-']").first
    seat = str(await disc.get_attribute("fill")).removeprefix("var(--").removesuffix(")")
    shown = await disc.evaluate(FILL)
    assert shown == await rgb(page.locator("html"), await page.evaluate(COLOUR, seat))
    await page.reload()
    await expect(piece).to_be_visible()
    assert {name: await page.evaluate(COLOUR, name) for name in standard} == safe
    safe_now = (await preference(ann, "prefs.colours")).get_by_role("radio", name=ann.words("prefs.colours.safe"))
    await expect(safe_now).to_be_checked()


async def rgb(thing: Locator, colour: str) -> str:
    """A colour as the browser writes what it has computed."""
    return str(
        await thing.evaluate(
            """(thing, colour) => {
              const probe = document.createElement('i')
              probe.style.color = colour
              document.body.append(probe)
              const found = getComputedStyle(probe).color
              probe.remove()
              return found
            }""",
            colour,
        )
    )


async def test_the_speed_of_animations_is_followed_and_stays(come: Come, service: Service) -> None:
    """What travels takes longer when it is slow, less long when it is fast, and no time at all when it is off."""
    ann = await at_table(come, service, "glenmore", "take")
    page = ann.page

    async def takes(speed: str) -> float:
        motion = await preference(ann, "prefs.motion")
        await motion.get_by_role("radio", name=ann.words(f"prefs.motion.{speed}"), exact=True).check()
        await page.wait_for_function("speed => document.documentElement.dataset.motion === speed", arg=speed)
        return milliseconds(await page.evaluate(DURATION))

    calm, normal, quick, none = [await takes(speed) for speed in ("calm", "normal", "quick", "none")]
    assert calm > normal > quick > none == 0
    await page.reload()
    await expect(page.locator("[data-can]:visible").first).to_be_visible()
    assert milliseconds(await page.evaluate(DURATION)) == 0
    off = (await preference(ann, "prefs.motion")).get_by_role("radio", name=ann.words("prefs.motion.none"), exact=True)
    await expect(off).to_be_checked()


def milliseconds(duration: str) -> float:
    """A duration as style sheets write it; the build shortens some."""
    return float(duration.removesuffix("ms")) if duration.endswith("ms") else float(duration.removesuffix("s")) * 1000


async def test_a_board_is_looked_at_from_nearer_and_whole_again(come: Come, service: Service) -> None:
    """By keys around what has the focus, by the wheel with Ctrl, and by the buttons that are there meanwhile."""
    ann = await at_table(come, service, "glenmore", "take")
    page = ann.page
    ring = page.locator("[data-anchor=ring]")
    tile = ring.locator("[data-can]").first
    whole = ann.button(ann.words("zoom.whole"))

    async def is_wider(than: float) -> float:
        await page.wait_for_function(
            "than => document.querySelector('[data-anchor=ring]').getBoundingClientRect().width > than + 1", arg=than
        )
        return await wide()

    async def wide() -> float:
        return float(await ring.evaluate("ring => ring.getBoundingClientRect().width"))

    before = await wide()
    await expect(whole).to_have_count(0)
    await tile.focus()
    await page.keyboard.press("+")
    nearer = await is_wider(before)
    await ann.button(ann.words("zoom.in")).click()
    await is_wider(nearer)
    # What has the focus stays in sight.
    await expect(tile).to_be_in_viewport()
    await tile.focus()
    await page.keyboard.press("0")
    await expect(whole).to_have_count(0)
    assert abs(await wide() - before) < 1
    await tile.hover()
    await page.keyboard.down("Control")
    await page.mouse.wheel(0, -120)
    await page.keyboard.up("Control")
    await is_wider(before)
    await whole.click()
    await expect(whole).to_have_count(0)
    assert abs(await wide() - before) < 1
