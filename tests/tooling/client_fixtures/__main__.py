"""``python -m tests.tooling.client_fixtures``: writes all fixtures of the browser client anew."""

from __future__ import annotations

from tests.tooling.client_fixtures import FIXTURES, FOLDER

for path, make in FIXTURES.items():
    (FOLDER / path).write_text(make(), encoding="utf-8")
