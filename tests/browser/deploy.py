"""A service whose client can be replaced, as a deploy does it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from hatch_build import compress
from tests.browser.service import ROOT

HASH = re.compile(r"^(?!rolldown-runtime-).*-([\w-]{8})\.\w+$")
"""A file that is another in each build, as all but the bundler's own are."""


class Tree:
    """A copy of the package of the service, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # With its bytecode: the service would compile all of it.
        shutil.copytree(ROOT / "server" / "partie", folder / "partie")

    def deploy(self) -> None:
        """Another build of the client: its files have other names, and those of the build before are gone."""
        static = self.folder / "partie" / "http" / "static"
        for twin in static.rglob("*.gz"):
            twin.unlink()
        files = [path for path in static.rglob("*") if path.is_file()]
        marks = {found[1] for path in files if (found := HASH.match(path.name))}
        assert len(marks) > 10
        any_mark = re.compile("|".join(map(re.escape, sorted(marks))).encode())
        for path in files:
            if path.suffix in (".js", ".css", ".html"):
                path.write_bytes(any_mark.sub(lambda mark: mark[0][::-1], path.read_bytes()))
            if found := HASH.match(path.name):
                path.rename(path.with_name(path.name.replace(found[1], found[1][::-1])))
        compress(static)
