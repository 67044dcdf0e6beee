"""Boards that packages bring along: played by mouse and keyboard, and what stands in for one that fails."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from hatch_build import ROOT
from partie.cli.new_game import write
from partie.client.client import Client
from tests.browser.conftest import Come, Join
from tests.browser.people import Person, begin
from tests.browser.service import Service

EXAMPLES = ROOT / "engines" / "examples"

FAULTS = {
    "mounts": "export function mount() { throw new Error('a fault') }",
    "updates": (
        "export const mount = (host) => { host.textContent = 'drawn'; "
        "return { update() { throw new Error('a fault') } } }"
    ),
    "listens": (
        "export const mount = (host) => { const one = host.appendChild(document.createElement('button')); "
        "one.textContent = 'break it'; one.onclick = () => { throw new Error('a fault') }; return { update() {} } }"
    ),
    "exports": "export default 3",
    "reads": "export const mount = }",
}
"""Boards by what they fail at."""

PARTS = """
const broken = () => { throw new Error('a fault') }
const drawn = (say) => (host, _, now) => {
  const update = () => { host.textContent = say(now) }
  update()
  return { update }
}
export const mount = drawn(() => 'the board itself')
export const smallMap = drawn(({ seat }) => `map of seat ${seat}`)
export const figures = broken
export const progress = () => ({ update: broken })
export const note = broken
export const prompt = ({ legal }) => legal.length > 0 && { title: 'to place stones' }
export const order = broken
"""
"""A board that draws and says more, some of which fails."""

ANCHORS = """
export const tour = [
  { anchor: 'stone', title: (words) => words.text('prompt.place'), text: (words) => words.move({ type: 'swap' }) },
]
export const spots = () => ['stone']
export const scenes = {
  scene: () => ({
    steps: [{ do: 'carry', what: { anchor: 'stone' }, from: ['stone'], to: ['goal'], at: 0, ms: 1000 }],
    ms: 1000,
  }),
}
export const mount = (host, table) => {
  const stone = host.appendChild(document.createElement('button'))
  const goal = host.appendChild(document.createElement('p'))
  goal.dataset.anchor = 'goal'
  goal.textContent = 'its place'
  stone.dataset.anchor = 'stone'
  stone.textContent = 'a stone'
  stone.onclick = () => table.refuse('stone', [{ text: 'It is too heavy.', rule: '' }])
  return {}
}
"""
"""A board that names what it draws in its shadow root: for the tour, a refusal, the history and what travels."""

WATCH = """() => {
  window.flown = new Promise((resolve) => {
    const seen = () => {
      const piece = document.querySelector('.flight > button')
      if (piece !== null) resolve(getComputedStyle(piece).backgroundColor)
    }
    new MutationObserver(seen).observe(document, { childList: true, subtree: true })
  })
}"""
"""From now on, wait for a button that travels, and remember its colour."""


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the examples are installed, and games with boards that fail."""
    folder = tmp_path_factory.mktemp("packages")
    quiet = ("--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    new = tmp_path_factory.mktemp("new") / "hop"
    write("hop", "Hop Over", new)
    examples = [EXAMPLES / name for name in ("crumbs", "hex")]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *quiet, "--target", folder, *examples, new],
        check=True,
    )
    for fault, board in {**FAULTS, "parts": PARTS, "anchors": ANCHORS}.items():
        add(folder, fault, board)
    (folder / "partie_anchors" / "board" / "board.css").write_text("button { background: rgb(1, 2, 3) }\n")
    return folder


def add(folder: Path, key: str, board: str) -> None:
    """Write a package with Hex under another name, and with another board."""
    package = folder / f"partie_{key}"
    (package / "board").mkdir(parents=True)
    (package / "board" / "board.js").write_text(board)
    (package / "__init__.py").write_text(
        f"from partie_hex import Hex\n\n\nclass Other(Hex):\n    key = {key!r}\n\n\ngame = Other()\n"
    )
    for words in (folder / "partie_hex").glob("words.*.json"):
        (package / words.name).write_text(words.read_text())
    about = folder / f"partie_{key}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: partie-{key}\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[partie.engines]\n{key} = partie_{key}:game\n")


@pytest.fixture(scope="module")
def strangers(client: Path, packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with games that are no part of Partie."""
    path = f"{ROOT}{os.pathsep}{packages}"
    service = Service(tmp_path_factory.mktemp("strangers") / "data", settings=lambda _: {"PYTHONPATH": path})
    service.start()
    yield service
    service.stop()


async def running(come: Come, service: Service, game: str, **options: int) -> list[Person]:
    """Two people at a game that has begun, with such options; the first one has the first move."""
    people = [await come(name, url=service.url, sign_in=False) for name in ("Ann", "Bob")]
    await begin(game, people, options=options)
    return people


async def with_bob(join: Join, come: Come, service: Service, game: str, **options: int) -> tuple[Person, Client]:
    """Ann, who has the first move, at a game that has begun with such options; Bob has no page."""
    ann, bob = await come("Ann", url=service.url, sign_in=False), await join("Bob", url=service.url)
    await begin(game, (ann, bob), options=options)
    return ann, bob


def field(person: Person, name: str) -> Locator:
    return person.page.get_by_role("button", name=re.compile(f"^{name}(:|$)"))


async def place(person: Person, name: str) -> None:
    """Choose a field of the board, and make the move."""
    await field(person, name).click()
    await expect(person.main).to_have_text(re.compile(name))
    await person.main.click()
    await expect(field(person, name)).to_have_accessible_name(f"{name}: {person.name}")


async def test_a_game_with_a_board_of_its_own_is_played_to_its_end(come: Come, strangers: Service) -> None:
    """The package is installed like any other, its board is there from the first move to the result."""
    ann, bob = await running(come, strangers, "hex", size=3)
    await expect(ann.action_bar.get_by_text("Place a stone")).to_be_visible()
    await expect(ann.moves).to_have_count(0)
    fields: Sequence[tuple[Person, str]] = [(ann, "b1"), (bob, "a1"), (ann, "b2"), (bob, "a2")]
    for person, name in fields:
        await place(person, name)
        for other in (ann, bob):
            await expect(field(other, name)).to_have_accessible_name(f"{name}: {person.name}")
    await field(ann, "b3").click()
    await ann.main.click()
    for person in (ann, bob):
        await expect(person.history.get_by_text("Ann has joined both edges.")).to_be_visible()
        # A game that is only won or lost tells no scores.
        await expect(person.action_bar.get_by_text(person.words.only("rail.won", names="Ann", count=1))).to_be_visible()


async def test_a_game_with_hidden_hands_is_played_to_its_end(come: Come, strangers: Service) -> None:
    """All choose at once: nobody sees a choice before the last one, and then all see all."""
    ann, bob = await running(come, strangers, "crumbs", ducks=3)
    for number in range(3):
        for person in (ann, bob):
            duck = person.page.locator("button.duck:enabled").first
            text = await duck.get_attribute("aria-label") or ""
            await duck.click()
            await expect(person.main).to_contain_text(text)
            asked = person.connection.asked
            await person.main.click()
            position = await person.connection.accepted(asked)
            for other in (ann, bob):
                await other.reaches(position)
            if person is ann:
                await expect(bob.history.get_by_text("Ann has chosen a duck.")).to_have_count(number + 1)
                await expect(bob.page.locator(".back")).to_have_count(1)
                await expect(bob.page.locator(".back")).to_have_accessible_name("Has chosen")
    for person in (ann, bob):
        await person.unfold()
        await expect(person.history.get_by_text(re.compile("Ann: [0-9]+.*Bob: [0-9]+"))).to_have_count(3)
        await expect(person.page.get_by_text(person.words("rail.play_again")).first).to_be_visible()
        await expect(person.page.get_by_role("rowheader", name="Crumbs")).to_be_visible()
        # A board without a bundler draws the discs of the page.
        await expect(person.page.locator(".players li > svg")).to_have_count(2)


async def test_a_new_game_is_played_in_the_browser_from_its_first_minute(come: Come, strangers: Service) -> None:
    """As `partie new-game` writes it: with its board, its words and its end."""
    ann, bob = await running(come, strangers, "hop", matches=5)
    for person, count in ((ann, 3), (bob, 2)):
        await person.page.get_by_role("button", name=f"Take {count}", exact=True).first.click()
        await expect(person.main).to_have_text(re.compile(f"Take {count}"))
        await person.main.click()
        await expect(ann.history.get_by_text(f"{person.name} takes {count} matches.")).to_be_visible()
    await expect(ann.page.get_by_text("Hop Over").first).to_be_visible()


async def test_a_board_is_played_by_keyboard_alone(come: Come, strangers: Service) -> None:
    """The fields are one stop of the tab key; arrows go from field to field."""
    ann, bob = await running(come, strangers, "hex", size=3)
    await field(ann, "a1").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter", "Enter"):
        await ann.page.keyboard.press(key)
    await expect(field(bob, "b2")).to_have_accessible_name("b2: Ann")
    await bob.page.get_by_role("button", name="Take the first stone").press("Enter")
    await bob.main.click()
    await expect(field(ann, "b2")).to_have_accessible_name("b2: Bob")


@pytest.mark.parametrize("fault", FAULTS)
async def test_the_plain_board_stands_in_for_one_with_a_fault(
    join: Join, come: Come, strangers: Service, fault: str
) -> None:
    """Whenever it fails, the game goes on, and a line says why the board is another."""
    ann, bob = await with_bob(join, come, strangers, fault, size=3)
    if fault == "listens":
        await ann.page.get_by_role("button", name="break it").click()
    if fault == "updates":
        await ann.button(ann.words("theme.dark")).click()
    await expect(ann.page.get_by_text(ann.words("board:trouble.broken"))).to_be_visible()
    await ann.move("Play b2")
    await expect(ann.history.get_by_text("Ann plays b2.")).to_be_visible()
    assert await bob.my_turn() is not None
    # The console tells the author of the board what it threw.
    ann.errors.clear()


async def test_a_part_with_a_fault_is_left_out_and_the_board_goes_on(
    join: Join, come: Come, strangers: Service
) -> None:
    """Whatever a package draws on the plates or says of a seat: what works is shown, what throws is not."""
    ann, _ = await with_bob(join, come, strangers, "parts", size=3)
    await expect(ann.page.get_by_text("the board itself")).to_be_visible()
    await expect(ann.page.get_by_text("map of seat 1", exact=True)).to_be_visible()
    await expect(ann.action_bar.get_by_text("to place stones")).to_be_visible()
    await ann.move("Play b2")
    await expect(ann.history.get_by_text("Ann plays b2.")).to_be_visible()
    await expect(ann.page.get_by_text("the board itself")).to_be_visible()
    await expect(ann.page.get_by_text(ann.words("board:trouble.broken"))).to_have_count(0)
    # The console tells the author of the board what it threw.
    ann.errors.clear()


async def test_what_a_board_draws_is_found_by_its_anchor(join: Join, come: Come, strangers: Service) -> None:
    """Although the page draws nothing there itself: the tour points at it, and a refusal stands next to it."""
    ann, _ = await with_bob(join, come, strangers, "anchors", size=3)
    tour = ann.page.get_by_role("dialog", name="Place a stone")
    await expect(tour.get_by_text("Take the first stone")).to_be_visible()
    await ann.page.keyboard.press("Escape")
    await expect(tour).to_be_hidden()
    stone = ann.page.get_by_role("button", name="a stone")
    await stone.click()
    await expect(ann.page.get_by_text("It is too heavy.")).to_be_visible()
    await ann.move("Play b2")
    await ann.history.get_by_text("Ann plays b2.").hover()
    await expect(stone).to_have_attribute("data-lit", "")


async def test_what_travels_keeps_the_look_that_its_board_gives_it(join: Join, come: Come, strangers: Service) -> None:
    """The style sheet of a board ends at its shadow root, over which pieces are carried."""
    ann, _ = await with_bob(join, come, strangers, "anchors", size=3)
    await expect(ann.page.get_by_text("its place")).to_be_visible()
    await ann.page.keyboard.press("Escape")
    await ann.page.evaluate(WATCH)
    await ann.move("Play b2")
    assert await ann.page.evaluate("window.flown") == "rgb(1, 2, 3)"


async def test_a_board_that_hung_is_left_alone_until_one_tries_it_again(
    join: Join, come: Come, strangers: Service
) -> None:
    """Otherwise a table whose board never returns could not be opened any more."""
    ann, _ = await with_bob(join, come, strangers, "hex", size=3)
    await expect(field(ann, "a1")).to_be_visible()
    games = await (await ann.page.context.request.get(f"{ann.url}/api/games")).json()
    (address,) = [game["board"] for game in games if game["key"] == "hex"]
    # Set once, as the page loads again: until it goes, it may call the board, which takes the mark away.
    await ann.page.add_init_script(f"""if (sessionStorage.getItem('marked') === null) {{
        sessionStorage.setItem('marked', 'yes')
        sessionStorage.setItem('partie.runs.{address}', 'runs')
    }}""")
    await ann.page.reload()
    await expect(ann.page.get_by_text(ann.words("board:trouble.hung"))).to_be_visible()
    await expect(ann.moves.first).to_be_visible()
    await ann.page.get_by_role("button", name=ann.words("board:again")).click()
    await expect(field(ann, "a1")).to_be_visible()
