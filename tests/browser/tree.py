"""The accessibility tree of a page, and its faults: unnamed controls, landmarks that sound alike, stray spaces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from playwright.async_api import Page

LANDMARKS = {"banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"}
NAMED = {"button", "checkbox", "combobox", "image", "link", "radio", "searchbox", "slider", "switch", "tab", "textbox"}


class Node(Struct, frozen=True):
    """Something in the accessibility tree."""

    role: str
    name: str
    level: int = 0
    """Of a heading."""
    within: tuple[str, ...] = ()
    """The roles of what it lies in, from the inside out."""


async def tree(page: Page) -> list[Node]:
    """The whole tree as the browser gives it to a screen reader, in the order of reading."""
    session = await page.context.new_cdp_session(page)
    found: dict[str, list[dict[str, Any]]] = await session.send("Accessibility.getFullAXTree")
    known = {each["nodeId"]: each for each in found["nodes"]}

    def within(node: dict[str, Any]) -> Iterator[str]:
        while (node := known.get(node.get("parentId", ""), {})) != {}:
            if not node["ignored"]:
                yield node["role"]["value"]

    return [
        Node(
            each["role"]["value"],
            str(each.get("name", {}).get("value", "")).strip(),
            next((of["value"]["value"] for of in each.get("properties", ()) if of["name"] == "level"), 0),
            tuple(within(each)),
        )
        for each in found["nodes"]
        if not each["ignored"]
    ]


def wrong(nodes: Sequence[Node]) -> list[str]:
    """What a reader would stumble over. Where a dialog is open, the page under it is not read."""
    landmarks = Counter((each.role, each.name) for each in nodes if _is_landmark(each))
    mains = sum(each.role == "main" for each in nodes)
    is_covered = any(each.role in ("dialog", "alertdialog") for each in nodes) and mains == 0
    first = [each.name for each in nodes if each.role == "heading" and each.level == 1]
    return [
        *(f"{count} × {role} {name!r}" for (role, name), count in landmarks.items() if count > 1),
        *(f"{each.role} without a name" for each in nodes if each.role in NAMED and each.name == ""),
        *(f"{each.role} {each.name!r} in a heading" for each in nodes if _is_in_heading(each)),
        *(f"{each.role} {each.name!r}: a space too many" for each in nodes if _has_stray_space(each)),
        *([] if mains == 1 or is_covered else [f"{mains} main parts"]),
        *([] if is_covered or (len(first) == 1 and first[0] != "") else [f"headings of the page: {first}"]),
    ]


def _is_landmark(node: Node) -> bool:
    """A form is one if it has a name."""
    return node.role in LANDMARKS and (node.role != "form" or node.name != "")


def _is_in_heading(node: Node) -> bool:
    """A heading may be a link to itself; a button in it would be read as words of it."""
    return node.role == "button" and "heading" in node.within


def _has_stray_space(node: Node) -> bool:
    return node.role in NAMED and re.search(r"\s[:;,.!?](\s|$)", node.name) is not None
