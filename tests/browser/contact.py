"""The contact sheet of the pictures: one page with a row for each scene and a column for each screen."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

NAME: Final = re.compile(r"(?P<scene>.+)-(?P<width>\d+)-(?P<light>light|dark)\.png")
SHEET: Final = "contact.html"

_STYLE: Final = """
body { margin: 0; font: 15px/1.3 system-ui, sans-serif; background: #77716a; color: #fff }
form, thead th { position: sticky; top: 0; background: #2a241d; z-index: 1 }
form { display: flex; gap: 24px; padding: 8px 14px; height: 22px }
thead th { top: 38px; padding: 6px; font-weight: 600 }
table { border-collapse: collapse }
tbody th { position: sticky; left: 0; padding: 8px 12px; text-align: left; vertical-align: top; background: #4b443c }
td { padding: 8px; vertical-align: top; white-space: nowrap }
img { max-height: 340px; max-width: 460px; vertical-align: top; background: #999 }
body:has([value=light]:checked) .dark, body:has([value=dark]:checked) .light { display: none }
"""


def write(folder: Path, screens: Mapping[int, int]) -> Path:
    """Write the sheet of all pictures that lie in a folder; the height of the screen of each width is known."""
    found: dict[str, dict[int, dict[str, str]]] = {}
    for path in sorted(folder.glob("*.png")):
        if (match := NAME.fullmatch(path.name)) is not None:
            widths = found.setdefault(match["scene"], {})
            widths.setdefault(int(match["width"]), {})[match["light"]] = path.name
    columns = sorted({width for widths in found.values() for width in widths})
    heads = "".join(f"<th>{width} × {screens.get(width, '?')}</th>" for width in columns)
    rows = "".join(
        f"<tr><th>{html.escape(scene)}</th>{''.join(_cell(widths.get(width, {})) for width in columns)}</tr>\n"
        for scene, widths in found.items()
    )
    lights = "".join(
        f"<label><input type=radio name=light value={value}{' checked' * (value == 'light')}> {value}</label>"
        for value in ("light", "dark", "both")
    )
    sheet = folder / SHEET
    sheet.write_text(
        f"<!doctype html><html lang=en><meta charset=utf-8><title>Pictures</title><style>{_STYLE}</style>"
        f"<form>{lights}</form><table><thead><tr><th></th>{heads}</tr></thead><tbody>\n{rows}</tbody></table></html>\n"
    )
    return sheet


def _cell(lights: Mapping[str, str]) -> str:
    pictures = "".join(
        f'<a class={light} href="{name}"><img loading=lazy alt="{name}" src="{name}"></a> '
        for light, name in sorted(lights.items(), reverse=True)
    )
    return f"<td>{pictures}</td>"
