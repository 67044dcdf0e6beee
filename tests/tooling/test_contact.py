"""The contact sheet of the pictures."""

from __future__ import annotations

from pathlib import Path

from tests.browser import contact


def test_each_scene_is_a_row_and_each_screen_a_column(tmp_path: Path) -> None:
    """A picture stands in its column, the light one first, also where a scene lacks the screens before."""
    for name in ("start-390-light", "start-390-dark", "start-1440-light", "person-de-1440-dark", "unnamed"):
        (tmp_path / f"{name}.png").touch()
    page = contact.write(tmp_path, {390: 844, 1440: 900}).read_text()
    head, *rows = page.split("<tr>")[1:]
    assert head.count("<th>") == 3
    assert head.index("390 × 844") < head.index("1440 × 900")
    person, start = rows
    assert person.startswith("<th>person-de</th><td></td><td><a class=dark")
    first, second = start.split("<td>")[1:]
    assert first.index("start-390-light.png") < first.index("start-390-dark.png")
    assert "start-1440-light.png" in second
    assert "unnamed" not in page
