"""Moves whatever a page holds inline into files, so that the site needs no exception from the service's policy.

The service's Content-Security-Policy allows nothing inline and no ``data:`` address. The theme has one inline script,
one inline style sheet, and pictures in its style sheets; each becomes a file named after its content. What an element
has in its ``style`` becomes a rule for its ``data-style``.

Source files that pages link to become text, which browsers show instead of saving, and which no tool takes for a module
of the package that holds the site.
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


def move_inline(app: Sphinx, failed: Exception | None) -> None:
    """Rewrite every page and style sheet of the finished build. Raises ``ExtensionError`` if anything inline stays."""
    if failed is not None or app.builder.format != "html":
        return
    site = Path(app.outdir)
    static = site / "_static"

    def keep(text: str, ending: str) -> str:
        """Write the text to a file named after it, and give back the name."""
        name = f"inline-{hashlib.sha256(text.encode()).hexdigest()[:12]}.{ending}"
        (static / name).write_text(text, encoding="utf-8")
        return name

    for sheet in static.rglob("*.css"):
        up = "../" * (len(sheet.relative_to(static).parts) - 1)
        text = sheet.read_text("utf-8")
        moved = PICTURE.sub(lambda found, up=up: f'url("{up}{keep(unquote(found[2]), "svg")}")', text)
        if "data:" in moved:
            raise ExtensionError(f"{sheet} still has a data: address, which the service's policy forbids")
        if moved != text:
            sheet.write_text(moved, encoding="utf-8")
    for source in (site / "_downloads").rglob("*.py"):
        source.rename(source.with_name(f"{source.name}.txt"))
    for page in site.rglob("*.html"):
        root = "../" * (len(page.relative_to(site).parts) - 1) + "_static/"
        text = page.read_text("utf-8")
        moved = SCRIPT.sub(lambda found, root=root: f'<script src="{root}{keep(found[1], "js")}"></script>', text)
        rules: dict[str, str] = {}

        def rule(found: re.Match[str], rules: dict[str, str] = rules) -> str:
            mark = hashlib.sha256(found[2].encode()).hexdigest()[:12]
            rules[mark] = f'[data-style="{mark}"] {{ {found[2]} }}\n'
            return f'{found[1]}data-style="{mark}"'

        moved = ATTRIBUTE.sub(rule, moved)
        if rules:
            moved = moved.replace("</head>", f"<style>{''.join(sorted(rules.values()))}</style></head>", 1)
        moved = STYLE.sub(
            lambda found, root=root: f'<link rel="stylesheet" href="{root}{keep(found[1], "css")}">', moved
        )
        moved = SOURCE.sub(r'href="\1.txt"', moved).replace('download=""', "")
        if inline := INLINE.search(moved):
            raise ExtensionError(f"{page} still has {inline[0]!r} inline, which the service's policy forbids")
        if moved != text:
            page.write_text(moved, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx calls this."""
    app.connect("build-finished", move_inline)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
