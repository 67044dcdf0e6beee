"""Somebody else's client, in another language, plays by the documents of the service alone."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from shutil import copy

import hatch_build
from partie.kit.typescript import game_types
from partie.wire import schema
from tests.engines.toys import toy
from tests.fixtures.service import Running

HERE = Path(__file__).parent
CLIENT = HERE.parent.parent / "client-web"
LIBRARY = CLIENT / "node_modules" / "@msgpack" / "msgpack" / "dist.esm" / "index.mjs"
COMPILER = CLIENT / "node_modules" / "typescript" / "bin" / "tsc"

STRICT = {
    "compilerOptions": {
        "strict": True,
        "noEmit": True,
        "target": "es2024",
        "module": "nodenext",
        "moduleResolution": "nodenext",
        "allowImportingTsExtensions": True,
        "erasableSyntaxOnly": True,
        "lib": ["es2024", "dom", "dom.iterable"],
        "typeRoots": [str(CLIENT / "node_modules" / "@types")],
        "types": ["node"],
    }
}


async def run(*arguments: str | Path, folder: Path) -> str:
    """What a program for Node prints; its failure fails the test."""
    node = hatch_build.packaged_node()
    assert node is not None
    process = await asyncio.create_subprocess_exec(
        node.folder / "node", *arguments, cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await process.communicate()
    assert process.returncode == 0, (out + err).decode()
    return out.decode()


async def test_a_client_in_another_language_plays_a_game_to_its_end(node: Running, tmp_path: Path) -> None:
    """It signs in, sits, moves by the types of the game, and holds the view that the service holds."""
    copy(HERE / "client.ts", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "tsconfig.json").write_text(json.dumps(STRICT))
    (tmp_path / "wire.ts").write_text(schema.typescript())
    (tmp_path / "toy.ts").write_text(game_types(toy))
    await run(COMPILER, "--project", ".", folder=tmp_path)
    said = json.loads(await run("client.ts", node.url, LIBRARY, folder=tmp_path))
    assert said["moves"] > 20
    assert all(checked > 0 for checked in said["checked"])
    watcher = await node.join("Cat")
    await watcher.enter(said["table"])
    assert watcher.view["table"]["phase"] == "ended"
    assert watcher.view["result"] == said["result"]
