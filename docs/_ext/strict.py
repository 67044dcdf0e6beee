"""Moves whatever a page holds inline into files, so that the site needs no exception from the service's policy.

The service's Content-Security-Policy allows nothing inline and no ``data:`` address. The theme has one inline script,
one inline style sheet, and pictures in its style sheets; each becomes a file named after its content. The ``style`` of
an element becomes a rule for its ``data-style``.

Source files that pages link to become text, which browsers show instead of saving, and which no tool takes for a module
of the package that holds the site. Pages in German say that they are, so a screen reader pronounces them as such.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
ATTRIBUTE = re.compile(r'(<[a-z][^<>]*\s)style="([^"<>]*)"')
PICTURE = re.compile(r"""url\((["'])data:image/svg\+xml;charset=utf-8,(.*?)\1\)""", re.DOTALL)
SOURCE = re.compile(r'href="([^"]*_downloads/[^"]+\.py)"')
INLINE = re.compile(r"""<script(?![^>]*\ssrc=)[^>]*>|<style[\s>]|<[^>]+\sstyle=|<[^>]+\son\w+=|["'(]data:""")


class Static:
    """The folder of the site that takes what pages and style sheets had inline."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, text: str, ending: str) -> str:
        """Write the text to a file named after it, and return the name."""
        name = f"inline-{_digest(text)}.{ending}"
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def sheet(self, text: str, up: str) -> str:
        """The text of a style sheet that finds its pictures in files; ``up`` leads from it to this folder."""

        def picture(found: re.Match[str]) -> str:
            return f'url("{up}{self.keep(unquote(found[2]), "svg")}")'

        return PICTURE.sub(picture, text)

    def page(self, text: str, root: str) -> str:
        """The text of a page that has nothing inline; ``root`` leads from it to this folder."""
        rules: dict[str, str] = {}

        def script(found: re.Match[str]) -> str:
            return f'<script src="{root}{self.keep(found[1], "js")}"></script>'

        def style(found: re.Match[str]) -> str:
            return f'<link rel="stylesheet" href="{root}{self.keep(found[1], "css")}">'

        def attribute(found: re.Match[str]) -> str:
            mark = _digest(found[2])
            rules[mark] = f'[data-style="{mark}"] {{ {found[2]} }}\n'
            return f'{found[1]}data-style="{mark}"'

        text = ATTRIBUTE.sub(attribute, SCRIPT.sub(script, text))
        if rules:
            text = text.replace("</head>", f"<style>{''.join(sorted(rules.values()))}</style></head>", 1)
        return STYLE.sub(style, text)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def move_inline(app: Sphinx, failed: Exception | None) -> None:
    """Rewrite every page and style sheet of the finished build. Raises ``ExtensionError`` if anything inline stays."""
    if failed is not None or app.builder.format != "html":
        return
    site = Path(app.outdir)
    static = Static(site / "_static")
    for sheet in static.folder.rglob("*.css"):
        text = static.sheet(sheet.read_text("utf-8"), "../" * (len(sheet.relative_to(static.folder).parts) - 1))
        if "data:" in text:
            raise ExtensionError(f"{sheet} still has a data: address, which the service's policy forbids")
        sheet.write_text(text, encoding="utf-8")
    for source in (site / "_downloads").rglob("*.py"):
        source.rename(source.with_name(f"{source.name}.txt"))
    for page in site.rglob("*.html"):
        root = "../" * (len(page.relative_to(site).parts) - 1) + "_static/"
        text = static.page(page.read_text("utf-8"), root)
        text = SOURCE.sub(r'href="\1.txt"', text).replace('download=""', "")
        if page.name.endswith(".de.html"):
            text = text.replace("<article ", '<article lang="de" ', 1)
        if inline := INLINE.search(text):
            raise ExtensionError(f"{page} still has {inline[0]!r} inline, which the service's policy forbids")
        page.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx calls this."""
    app.connect("build-finished", move_inline)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
