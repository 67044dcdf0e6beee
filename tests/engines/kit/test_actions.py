"""A number means the same move in every position, and no two moves share one."""

import enum
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from partie.games.glenmore import glenmore
from partie.games.nereus import nereus
from partie.games.vinci import vinci
from partie.games.wikinger import wikinger
from partie.kit.actions import Actions, OutsideDomain
from partie.kit.playout import game_key, opening, play
from partie.kit.values import one_of
from tests.engines.toys import Toy, toy
from tests.engines.toys.state import VALUE, Bid, Gather, Options, Step
from tests.engines.toys.undeclared import PlainBid, Undeclared

GAMES = [
    (engine, seats)
    for engine in (toy, glenmore, nereus, vinci, wikinger)
    for seats in (engine.seats[0], engine.seats[-1])
]


@pytest.mark.parametrize(("engine", "seats"), GAMES, ids=lambda value: getattr(value, "key", value))
def test_every_number_names_a_move_of_its_own(engine: Any, seats: int) -> None:
    actions = Actions(engine, seats, None)
    moves = [actions.move(number) for number in range(actions.size)]
    assert len(set(map(msgspec.json.encode, moves))) == actions.size
    assert [actions.number(move) for move in moves] == list(range(actions.size))


@pytest.mark.parametrize(("engine", "seats"), GAMES, ids=lambda value: getattr(value, "key", value))
def test_all_legal_moves_of_the_games_here_have_a_number(engine: Any, seats: int) -> None:
    actions = Actions(engine, seats, None)
    assert not actions.seen
    key = game_key(7)
    for step in play(engine, opening(engine, seats, engine.options(), key), key):
        for seat in range(seats):
            for move in engine.legal(step.before, seat):
                assert actions.move(actions.number(move)) == move


def test_the_bids_of_wikinger_have_numbers_only_where_there_is_an_auction() -> None:
    kinds = {kind.tag: kind.size for kind in Actions(wikinger, 2, None).kinds}
    auction = {kind.tag: kind.size for kind in Actions(wikinger, 2, wikinger.options(game="advanced")).kinds}
    assert not kinds["bid"]
    assert auction["bid"]


def test_a_move_outside_its_domain_is_named_with_its_field() -> None:
    with pytest.raises(OutsideDomain, match=r"bid\.card") as raised:
        Actions(toy, 2, None).number(Bid("joker"))
    assert raised.value.field == "bid.card"


def test_what_is_no_move_of_the_engine_has_no_number() -> None:
    with pytest.raises(OutsideDomain, match="no kind of move"):
        Actions(toy, 2, None).number(glenmore)


@pytest.mark.parametrize("number", [-1, 48])
def test_a_number_without_a_move_is_refused(number: int) -> None:
    actions = Actions(toy, 2, None)
    assert actions.size == 48
    with pytest.raises(IndexError):
        actions.move(number)


def test_random_games_show_the_values_of_fields_that_nothing_declares() -> None:
    actions = Actions(Undeclared(), 4, None)
    assert actions.seen == ("bid.card", "step.to")
    (cards,) = (kind.fields[0].values for kind in actions.kinds if kind.struct is PlainBid)
    assert set(cards) == set(VALUE)
    assert actions.move(actions.number(Step("field-3"))) == Step("field-3")
    assert actions.move(actions.number(Gather())) == Gather()


def test_a_domain_for_a_field_that_no_move_has_is_a_mistake() -> None:
    class Misspelt(Toy):
        def domains(self, seats: int, options: Options) -> Mapping[str, Sequence[str]]:
            return {**super().domains(seats, options), "crad": ["amber-1"]}

    with pytest.raises(ValueError, match="crad"):
        Actions(Misspelt(), 2, None)


class Size(enum.Enum):
    SMALL = "small"
    LARGE = "large"


class Build(Struct, frozen=True, tag_field="type", tag="build"):
    size: Size
    height: Annotated[int, Meta(ge=0, lt=3)]
    near: Literal["sea", "hill"] | None
    open: bool
    corner: tuple[Literal["a", "b"], Annotated[int, Meta(gt=0, le=2)]]


def test_types_with_few_values_need_no_declaration() -> None:
    class Builds(Toy):
        move: ClassVar[Any] = Build

        def domains(self, seats: int, options: Options) -> Mapping[str, Sequence[str]]:
            return {}

    actions = Actions(Builds(), 2, None)
    assert actions.size == 2 * 3 * 3 * 2 * 4
    assert not actions.seen
    moves = {actions.move(number) for number in range(actions.size)}
    assert len(moves) == actions.size
    assert Build(Size.LARGE, 2, None, True, ("b", 2)) in moves


class Pick(Struct, frozen=True, tag_field="type", tag="pick"):
    tile: Annotated[str, one_of("TileId", ("stag", "heron"))]


def test_a_type_with_ids_says_the_values_of_its_field() -> None:
    class Picks(Undeclared):
        move: ClassVar[Any] = Pick

    actions = Actions(Picks(), 2, None)
    assert [actions.move(number) for number in range(actions.size)] == [Pick("stag"), Pick("heron")]
    assert not actions.seen


def test_a_field_may_be_a_list() -> None:
    class Give(Struct, frozen=True, tag_field="type", tag="give"):
        cards: list[str]

    class Gives(Toy):
        move: ClassVar[Any] = Give

        def domains(self, seats: int, options: Options) -> Mapping[str, Sequence[Any]]:
            return {"cards": [[], ["amber-1"], ["amber-1", "amber-2"]]}

    actions = Actions(Gives(), 2, None)
    assert [actions.number(actions.move(number)) for number in range(actions.size)] == [0, 1, 2]


def test_another_process_gives_the_same_numbers() -> None:
    """Whatever the seed of its hashes."""
    script = (
        "from partie.kit.actions import Actions; from partie.games.nereus import nereus; "
        "from tests.engines.toys.undeclared import Undeclared; "
        "print(Actions(nereus, 3, None).fingerprint, Actions(Undeclared(), 2, None).fingerprint)"
    )
    printed = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "5"}
    ).stdout.split()
    assert printed == [Actions(nereus, 3, None).fingerprint, Actions(Undeclared(), 2, None).fingerprint]


def test_other_domains_have_another_fingerprint() -> None:
    assert Actions(nereus, 3, None).fingerprint != Actions(nereus, 4, None).fingerprint
