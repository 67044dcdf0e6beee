"""Statistics of a person's games."""

from __future__ import annotations

from partie.people.records import Played, PlayedSeat
from partie.people.statistics import (
    LATEST,
    Against,
    BotRecord,
    ItemAverage,
    Statistics,
    against,
    bot_records,
    statistics,
)

ANN, BOB, CID = "ann", "bob", "cid"


def game(
    number: int,
    *seats: tuple[str, int, int] | PlayedSeat,
    key: str = "vinci",
    practice: bool = False,
    items: tuple[str, ...] | None = None,
) -> Played:
    """A game that has ended, with the person, score and place of each seat."""
    return Played(
        f"table-{number}",
        key,
        number,
        7,
        "ab",
        open=True,
        seats=tuple(seat if isinstance(seat, PlayedSeat) else PlayedSeat(*seat) for seat in seats),
        practice=practice,
        items=items,
    )


def test_each_game_has_its_own_figures_and_the_most_played_comes_first() -> None:
    """Average and best are of the person's points."""
    games = [
        game(3, (ANN, 40, 2), (BOB, 50, 1)),
        game(2, (ANN, 9, 1), (BOB, 7, 2), key="nereus"),
        game(1, (BOB, 20, 2), (ANN, 63, 1)),
    ]
    assert statistics(ANN, games) == [
        Statistics("vinci", played=2, won=1, average=51.5, best=63, latest=[2, 1], unitemized=2),
        Statistics("nereus", played=1, won=1, average=9.0, best=9, latest=[1], unitemized=1),
    ]


def test_practice_and_games_without_a_result_do_not_count() -> None:
    """Nor does a game at which somebody else sat."""
    games = [
        game(3, (ANN, 40, 1), (BOB, 30, 2), practice=True),
        game(2, (ANN, 0, 0), (BOB, 0, 0)),
        game(1, ("", 5, 1), (BOB, 4, 2)),
    ]
    assert statistics(ANN, games) == []
    assert against(ANN, games) == []


def test_nobody_wins_alone() -> None:
    """A game for one has no other to be better than."""
    (row,) = statistics(ANN, [game(1, (ANN, 40, 1))])
    assert (row.played, row.won) == (1, 0)


def test_the_latest_places_are_few_and_the_newest_comes_first() -> None:
    """However many games there are."""
    games = [game(number, (ANN, 40, 1 + number % 2), (BOB, 40, 2 - number % 2)) for number in range(2 * LATEST, 0, -1)]
    (row,) = statistics(ANN, games)
    assert row.latest == [1, 2] * (LATEST // 2)


def test_a_game_that_a_bot_finished_is_told_but_neither_played_nor_won() -> None:
    """Nor is it lost, and nobody was ahead or behind in it."""
    games = [
        game(2, PlayedSeat(ANN, 90, 1, "quick"), (BOB, 7, 2), items=()),
        game(1, (ANN, 20, 2), (BOB, 63, 1), items=()),
    ]
    (row,) = statistics(ANN, games)
    assert (row.played, row.won, row.average, row.best, row.latest, row.bot_finished) == (1, 0, 20, 20, [2], 1)
    assert against(ANN, games) == [Against(BOB, behind=1)]
    assert against(BOB, games) == [Against(ANN, before=1, won=1)]
    assert statistics(BOB, games)[0].played == 2
    (row,) = statistics(ANN, games[:1])
    assert (row.played, row.average, row.best, row.latest, row.bot_finished) == (0, 0, 0, [], 1)


def test_points_are_told_by_item_from_the_games_that_kept_them() -> None:
    """Each as an average, next to that of the others; a player of the game itself is nobody.

    A record whose only item is the score itself counts as one without items.
    """
    games = [
        game(4, PlayedSeat(ANN, 9, 1, points=(6, 3)), (BOB, 5, 2), key="nereus"),
        game(
            3,
            PlayedSeat(ANN, 9, 2, points=(6, 3)),
            PlayedSeat(BOB, 12, 1, points=(2, 10)),
            PlayedSeat("", 1, 4, "quick", points=(1, 0)),
            PlayedSeat("", 3, 3, points=(3, 0)),
            items=("tiles", "coins"),
        ),
        game(2, PlayedSeat(ANN, 4, 1, points=(1, 4, -1)), PlayedSeat(BOB, 0, 2), items=("tiles", "gold", "coins")),
        game(1, (ANN, 40, 1), (BOB, 30, 2)),
        game(0, PlayedSeat(ANN, 50, 1, points=(50,)), PlayedSeat(BOB, 20, 2, points=(20,)), items=("points",)),
    ]
    rows = {row.game: row for row in statistics(ANN, games)}
    assert rows["vinci"].items == [
        ItemAverage("tiles", own=3.5, others=1.0),
        ItemAverage("gold", own=2.0, others=0.0),
        ItemAverage("coins", own=1.0, others=3.3),
    ]
    assert (rows["vinci"].played, rows["vinci"].unitemized) == (4, 2)
    assert (rows["nereus"].items, rows["nereus"].unitemized) == ([], 1)


def test_alone_there_are_no_others_to_compare_points_with() -> None:
    """Not that they had none."""
    (row,) = statistics(ANN, [game(1, PlayedSeat(ANN, 9, 1, points=(7, 2)), items=("tiles", "coins"))])
    assert row.items == [ItemAverage("tiles", own=7.0, others=None), ItemAverage("coins", own=2.0, others=None)]


def test_opponents_come_by_the_number_of_games_and_bots_by_their_level() -> None:
    """Of several bots of a level the best one counts; bots of old records have no level, and are left out."""
    games = [
        game(3, (ANN, 5, 2), (BOB, 9, 1), PlayedSeat("", 5, 2, "careful"), PlayedSeat("", 1, 4, "careful")),
        game(2, (ANN, 9, 1), (BOB, 8, 2), (CID, 7, 3), ("", 1, 4)),
        game(1, (ANN, 9, 1), PlayedSeat("", 8, 2, "careful"), PlayedSeat("", 8, 2, "deep")),
    ]
    assert against(ANN, games) == [
        Against(BOB, before=1, behind=1, won=1),
        Against("", before=1, level=1, won=1, bot="careful"),
        Against(CID, before=1, won=1),
        Against("", before=1, won=1, bot="deep"),
    ]


def test_bots_have_a_record_by_level_and_the_best_come_first() -> None:
    """Of several at a table one has to win; games without people, and seats that a bot took over, say nothing."""
    games = [
        game(4, (ANN, 20, 2), PlayedSeat("", 30, 1, "deep"), PlayedSeat("", 10, 3, "deep")),
        game(3, (ANN, 20, 1), PlayedSeat("", 15, 2, "quick")),
        game(2, PlayedSeat("", 30, 1, "careful"), PlayedSeat("", 10, 2, "careful")),
        game(1, PlayedSeat(ANN, 20, 1, "careful"), (BOB, 15, 2)),
    ]
    assert bot_records(games) == [BotRecord("deep", 1, 1, 20.0), BotRecord("quick", 1, 0, 15.0)]
    assert bot_records([]) == []
