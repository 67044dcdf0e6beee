"""The table of speeds is measured in whole games and says what was measured."""

import pytest

from partie.kit.gym.speed import Row, game_row, main, openspiel_rows, table
from tests.engines.gym import ENGINES
from tests.engines.toys import toy


def test_a_game_is_measured_with_its_sizes() -> None:
    row = game_row(toy, 2, seconds=0.01, rounds=1)
    assert row.name == "toy, 2 seats"
    assert row.actions == 48
    assert row.observation > 48
    assert row.steps > 0
    assert row.bare > 0


def test_the_python_games_of_openspiel_are_measured_next_to_it() -> None:
    rows = list(openspiel_rows(seconds=0.01, rounds=1))
    assert [row.name.split()[-1] for row in rows] == ["OpenSpiel"] * len(rows)
    assert {row.actions for row in rows if row.name.startswith("python_tic")} == {9}
    assert all(row.steps for row in rows)


def test_the_table_is_in_markdown() -> None:
    assert table([Row("toy, 2 seats", 300, 48, 12_345.6, 23_456.7), Row("other", 9, 9, 1.2)]).splitlines()[2:] == [
        "| toy, 2 seats | 300 | 48 | 12,346 | 23,457 |",
        "| other | 9 | 9 | 1 |  |",
    ]


def test_only_the_games_that_are_named_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    main(["whist"])
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert "whist" not in {engine.key for engine in ENGINES}
