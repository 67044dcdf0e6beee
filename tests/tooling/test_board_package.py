"""Boards are written with `@partie/board` by people who have nothing else of the client."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from hatch_build import ROOT, machine_node, npm, packaged_node
from tests.fixtures.client_builds import CLIENT, PACKAGE, build

README = (PACKAGE / "README.md").read_text()
TYPESCRIPT = CLIENT / "node_modules" / "typescript" / "bin" / "tsc"
BUNDLER = CLIENT / "node_modules" / "rolldown" / "bin" / "cli.mjs"

BOARD = """
import { type Board, type GameMove, type Mount, type Prompt, type Scenes } from '@partie/board'
import { keepFocus, NOTHING, offerFor, quietTable, roving, sceneOf, Timeline } from '@partie/board'

class Stones extends Timeline {
  laid(field: string) {
    this.wait('laid')
    this.drop(`field:${field}`, 'wood')
    return sceneOf(this.made)
  }
}

export const complete = true
export const scenes: Scenes = {
  scene: ({ entries }, times) => {
    const field = entries.at(-1)?.lines?.[0]?.params?.['field']
    return field === undefined ? NOTHING : new Stones(times).laid(String(field))
  },
}

export function prompt({ legal, words }: Parameters<NonNullable<Board['prompt']>>[0]): Prompt | undefined {
  return legal.length > 0 ? { title: words.text('prompt.place') } : undefined
}

export const mount: Mount = (host, table, now) => {
  const forget = [roving(host), keepFocus(host).forget]
  const price = (move: GameMove) => offerFor(now.offers, move)
  const show = () => {
    host.replaceChildren(...now.legal.map((move) => {
      const stone = document.createElement('button')
      stone.textContent = `${now.words.move(move)} ${price(move)?.price?.length ?? ''}`
      stone.onclick = () => (table ?? quietTable).choose(move)
      return stone
    }))
  }
  show()
  return { update: show, forget: () => forget.forEach((each) => each()) }
}

const all: Board = { mount, complete, prompt, scenes }
export default all
"""

IN_JAVASCRIPT = """
/** @type {import('@partie/board').Mount} */
export function mount(host, table, now) {
  const stone = host.appendChild(document.createElement('button'))
  const show = () => {
    stone.textContent = now.words.text('place')
    stone.onclick = () => table.choose({ type: 'place' })
  }
  show()
  return { update: show }
}
"""


def node(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder with the Node that builds the client."""
    found = machine_node() or packaged_node()
    assert found is not None
    return subprocess.run([found.folder / "node", *arguments], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the package was installed, as somebody has it who was given a copy."""
    build("board", PACKAGE / "dist")
    folder = tmp_path_factory.mktemp("stranger")
    (folder / "package.json").write_text(json.dumps({"name": "hop", "private": True, "type": "module"}))
    npm(folder, ["install", "--offline", "--install-links", str(PACKAGE)], quiet=True)
    return folder


def errors(folder: Path, sources: Mapping[str, str], resolution: str = "bundler") -> dict[str, list[str]]:
    """What the type checker at its strictest says of boards, by the names of their files."""
    for name, source in sources.items():
        (folder / name).write_text(source)
    options = {
        "strict": True,
        "exactOptionalPropertyTypes": True,
        "noEmit": True,
        "allowJs": True,
        "checkJs": True,
        "target": "es2022",
        "module": "esnext" if resolution == "bundler" else resolution,
        "moduleResolution": resolution,
        "lib": ["es2023", "dom", "dom.iterable"],
        "types": [],
    }
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": [*sources]}))
    said = node(folder, TYPESCRIPT, "--pretty", "false").stdout
    found: dict[str, list[str]] = {name: [] for name in sources}
    for name, error in re.findall(r"^([^(\s]+)\(.*?error (.+)", said, re.MULTILINE):
        found[name].append(error)
    assert sum(map(len, found.values())) == said.count("error TS"), said
    return found


def test_the_package_needs_nothing_else(stranger: Path) -> None:
    """It was installed alone, without the network, and it has its licence and its README with it."""
    modules = stranger / "node_modules"
    assert [path.name for path in modules.iterdir() if not path.name.startswith(".")] == ["@partie"]
    installed = modules / "@partie" / "board"
    assert not installed.is_symlink()
    assert {path.name for path in installed.iterdir()} == {"package.json", "README.md", "dist"}
    assert (installed / "dist" / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    assert "\nimport " not in (installed / "dist" / "index.js").read_text()


@pytest.mark.parametrize("resolution", ["bundler", "nodenext"])
def test_boards_are_checked_against_the_contract(stranger: Path, resolution: str) -> None:
    """In TypeScript, in JavaScript by a comment, and in the README; however modules are resolved."""
    sources = {"board.ts": BOARD, "script.js": IN_JAVASCRIPT} | in_readme()
    assert errors(stranger, sources, resolution) == {name: [] for name in sources}


def test_a_board_that_breaks_the_contract_is_told_so(stranger: Path) -> None:
    """A wrong name, a wrong value, or a board without the one function that it needs."""
    found = errors(
        stranger,
        {
            "name.ts": changed(BOARD, "quietTable).choose(move)", "quietTable).chose(move)"),
            "member.ts": changed(BOARD, "{ title: words", "{ headline: words"),
            "value.ts": changed(BOARD, "'wood'", "'stone'"),
            "mount.ts": changed(BOARD, "const all: Board = { mount,", "const all: Board = {"),
            "name.js": changed(IN_JAVASCRIPT, "choose", "chose"),
        },
    )
    assert {name: len(said) for name, said in found.items()} == dict.fromkeys(found, 1)


def changed(source: str, right: str, wrong: str) -> str:
    """A board with one fault."""
    assert source.count(right) == 1
    return source.replace(right, wrong)


def test_a_new_game_has_the_comment_that_gives_types() -> None:
    """Its board is JavaScript, which an editor checks by it."""
    template = next((ROOT / "server" / "partie" / "cli" / "_template").rglob("board.js")).read_text()
    assert IN_JAVASCRIPT.strip().partition(" {\n")[0] in template


def test_a_bundler_makes_one_file_of_a_board(stranger: Path) -> None:
    """It imports nothing, has what the page asks for, and leaves out what the board does not use."""
    (stranger / "board.ts").write_text(BOARD)
    done = node(stranger, BUNDLER, "board.ts", "--format", "es", "--file", "board/board.js")
    assert done.returncode == 0, done.stderr
    bundled = (stranger / "board" / "board.js").read_text()
    assert not re.search(r"^import ", bundled, re.MULTILINE)
    assert "class Flights" not in bundled
    asked = "const { prompt, scenes } = await import('./board/board.js'); console.log(JSON.stringify(["
    asked += "prompt({ legal: [{ type: 'place' }], words: { text: (key) => key } }),"
    asked += "scenes.scene({ entries: [{ lines: [{ key: 'placed', params: { field: 'a1' } }] }] }, { step: 160 })]))"
    told = node(stranger, "--input-type=module", "--eval", asked)
    assert json.loads(told.stdout) == [
        {"title": "prompt.place"},
        {"steps": [{"do": "drop", "anchor": "field:a1", "at": 0, "ms": 160, "sound": "wood"}], "ms": 160},
    ]


def in_readme() -> dict[str, str]:
    """The examples in the README, as files."""
    examples = re.findall(r"^    import .+?^    \}$", README, re.MULTILINE | re.DOTALL)
    assert len(examples) == 2
    return {f"readme{at}.ts": re.sub(r"^    ", "", text, flags=re.MULTILINE) for at, text in enumerate(examples)}


def test_the_readme_names_every_helper(stranger: Path) -> None:
    """None is missing and none made up."""
    rows = re.findall(r"^\| (`.+?) \|", README, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    script = "console.log(JSON.stringify(Object.keys(await import('@partie/board'))))"
    told = node(stranger, "--input-type=module", "--eval", script)
    assert named == set(json.loads(told.stdout))
    for style in ("flights.css", "scoringsheet.css"):
        assert f"@partie/board/{style}" in README
        assert (stranger / "node_modules" / "@partie" / "board" / "dist" / style).is_file()
