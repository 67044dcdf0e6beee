"""The component tables hold what the box holds."""

import tomllib
from collections import Counter

import pytest

from partie.games.nereus.data import (
    COLOURS,
    CREW,
    DATA,
    GOLD,
    HOLDS,
    IMPROVED,
    REWARDS,
    SCIENCE,
    SIDES,
    SLOTS,
    place,
    side,
)
from tests.rules import ROOT

PRINTED = tomllib.loads((ROOT / "engines" / "partie" / "games" / "nereus" / "data.toml").read_text("utf-8"))


@pytest.mark.rules("S4")
def test_there_are_96_treasures_of_six_colours() -> None:
    """Counted as the list of components counts them; the order of the colours is that of the chest."""
    assert DATA.treasures.colours == {"black": 9, "violet": 11, "red": 15, "green": 18, "yellow": 20, "white": 23}
    assert sum(DATA.treasures.colours.values()) == 96
    assert COLOURS == ("white", "yellow", "green", "red", "violet", "black")


@pytest.mark.rules("S7")
def test_the_box_holds_what_the_list_of_components_says() -> None:
    """Seven crew cards for each of four, 25 tokens, 12 gems, 48 coins worth 126; 22 science cards instead of 12."""
    box = DATA.box
    assert box.crew_cards == len(CREW) * box.seats == 28
    assert (box.gems, box.completion_tokens, box.discovery_cards, box.science_cards) == (12, 25, 12, 22)
    assert sum(box.coins.values()) == 48
    assert sum(int(worth) * number for worth, number in box.coins.items()) == 126


@pytest.mark.rules("S3")
def test_everyone_begins_with_three_gold_and_a_white_treasure() -> None:
    """And without any science power, of which there is never more than five."""
    assert (DATA.seat.gold, DATA.seat.treasure, DATA.seat.power, DATA.seat.power_limit) == (3, "white", 0, 5)


@pytest.mark.rules("S6", "X1")
def test_there_are_22_science_cards() -> None:
    """Eight for a player's turn and fourteen for the end; five can be dealt to each of four."""
    assert sum(card.count for card in SCIENCE.values()) == DATA.box.science_cards == 22
    assert {kind: card.count for kind, card in SCIENCE.items() if not card.end} == {"draw": 3, "salvage": 3, "sail": 2}
    assert sum(card.count for card in SCIENCE.values() if card.end) == 14
    assert (DATA.science_deal.dealt, DATA.science_deal.kept) == (5, 3)
    assert DATA.box.seats * DATA.science_deal.dealt <= DATA.box.science_cards


@pytest.mark.rules("X1")
def test_end_cards_bring_what_the_appendix_says() -> None:
    """By the place of a treasure, or by the holds that are complete."""
    ends = [card for card in SCIENCE.values() if card.end]
    stored = {card.storage: (card.count, card.points) for card in ends if card.storage}
    assert stored == {
        "white": (1, 4),
        "yellow": (1, 5),
        "green": (1, 6),
        "red": (2, 6),
        "violet": (1, 7),
        "black": (1, 7),
    }
    assert [(card.chest, card.count, card.points) for card in ends if card.chest] == [("red", 2, 3)]
    assert {card.holds: (card.count, card.points) for card in ends if card.holds} == {
        ("captain",): (1, 3),
        ("pilot",): (1, 3),
        ("explorer",): (1, 3),
        ("merchant", "boatswain"): (1, 5),
        ("purser", "scientist"): (1, 5),
    }


@pytest.mark.rules("X3", "X4", "X5")
def test_turn_cards_do_what_the_appendix_says() -> None:
    """Two random treasures; one from any field; one field for three gold."""
    assert SCIENCE["draw"].treasures == 2
    assert SCIENCE["salvage"].salvage == 1
    assert (SCIENCE["sail"].pay, SCIENCE["sail"].far) == (3, 1)


@pytest.mark.rules("S1")
def test_the_board_has_two_sides() -> None:
    """Five by five with a middle field for two and three, six by six for four; ships begin in four corners."""
    assert [side(seats).name for seats in (2, 3, 4)] == ["small", "small", "large"]
    assert (len(SIDES["small"].fields), len(SIDES["large"].fields)) == (25, 36)
    assert SIDES["small"].corners == ("a1", "e1", "a5", "e5")
    assert SIDES["large"].corners == ("a1", "f1", "a6", "f6")
    assert (SIDES["small"].middle, SIDES["large"].middle) == ("c3", "")
    for each in SIDES.values():
        assert [place(name) for name in each.fields] == [
            (row, col) for row in range(each.size) for col in range(each.size)
        ]


@pytest.mark.rules("T2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_row_has_a_space_for_every_seat(seats: int) -> None:
    """For two also one for the neutral ship."""
    rows = side(seats).rows
    assert list(rows) == list(CREW)
    assert {len(spaces) for spaces in rows.values()} == {max(seats, 3)}


@pytest.mark.rules("K1", "P1", "B1", "U1", "M1", "W1", "E1")
def test_the_spaces_for_four_are_those_of_the_rule_text() -> None:
    """In the order of its lists."""
    rows = SIDES["large"].rows
    assert [(space.far, space.directions) for space in rows["captain"]] == [
        (2, "any"),
        (1, "any"),
        (2, "diagonal"),
        (1, "diagonal"),
    ]
    assert [(space.far, space.directions) for space in rows["pilot"]] == [(far, "orthogonal") for far in (4, 3, 2, 1)]
    assert [(space.points, space.moves) for space in rows["boatswain"]] == [(3, 4), (2, 3), (2, 2), (1, 2)]
    assert [space.gold for space in rows["purser"]] == [6, 5, 4, 3]
    assert [(space.pay, space.points) for space in rows["merchant"]] == [(2, 5), (3, 5), (3, 4), (2, 3)]
    assert [(space.power, space.cards, space.either) for space in rows["scientist"]] == [
        (2, 0, False),
        (1, 1, False),
        (1, 0, False),
        (0, 1, False),
    ]
    assert [space.colours for space in rows["explorer"]] == [
        ("white", "yellow"),
        ("green", "red"),
        ("violet", "black"),
        COLOURS,
    ]


@pytest.mark.rules("W1")
def test_the_spaces_for_two_and_three_are_the_first_three() -> None:
    """But for the scientist's third, which joins the third and the fourth."""
    small, large = SIDES["small"].rows, SIDES["large"].rows
    for crew in CREW:
        assert [space.id for space in small[crew]] == [f"{crew}-{number}" for number in (1, 2, 3)]
        same = 2 if crew == "scientist" else 3
        assert small[crew][:same] == large[crew][:same]
    third = small["scientist"][2]
    assert (third.power, third.cards, third.either) == (1, 1, True)


@pytest.mark.rules("E4")
def test_the_extra_turn_has_a_price_for_every_space() -> None:
    """The overview's 2, 3 and 4; the third space for four costs 3 as in the explorer's example."""
    assert SIDES["small"].prices == {"space": (2, 3, 4), "linear": (2, 3, 4)}
    assert SIDES["large"].prices == {"space": (2, 3, 3, 4), "linear": (2, 3, 4, 5)}


@pytest.mark.rules("K2", "P2", "B4", "U2", "M2", "W2")
def test_gold_actions_cost_what_the_rule_text_says() -> None:
    """Captain and scientist have two to choose from, the explorer none before phase III."""
    assert {crew: tuple(choice.pay for choice in choices) for crew, choices in GOLD.items()} == {
        "captain": (2, 3),
        "pilot": (2,),
        "boatswain": (1,),
        "purser": (3,),
        "merchant": (2,),
        "scientist": (3, 3),
        "explorer": (),
    }
    assert [choice.far for choice in GOLD["captain"]] == [1, 2]
    assert GOLD["pilot"][0].bends
    assert GOLD["boatswain"][0].moves == GOLD["purser"][0].treasures == GOLD["merchant"][0].points == 1
    assert [(choice.power, choice.cards) for choice in GOLD["scientist"]] == [(1, 0), (0, 1)]


@pytest.mark.rules("K3", "P3", "B5", "U3", "M3", "W3", "E2")
def test_improved_actions_bring_what_the_rule_text_says() -> None:
    """None of them costs anything."""
    assert not any(action.pay for action in IMPROVED.values())
    assert IMPROVED["captain"].far == IMPROVED["boatswain"].treasures == 1
    assert IMPROVED["pilot"].bends
    assert IMPROVED["purser"].gold == IMPROVED["merchant"].points == 2
    assert IMPROVED["scientist"].cards == IMPROVED["scientist"].discards == 1
    assert IMPROVED["explorer"].any_colour


@pytest.mark.rules("H3")
def test_what_the_rule_text_says_of_holds() -> None:
    """The captain's wholly, the purser's and the merchant's rule, and what examples let one see of the others."""
    assert HOLDS["captain"].slots == (("black",), ("violet",), ("red",), ("green",))
    assert (HOLDS["captain"].points, HOLDS["merchant"].points, HOLDS["scientist"].points) == (12, 5, 5)
    assert (HOLDS["purser"].rule, HOLDS["purser"].slots) == ("different", (COLOURS,) * 4)
    assert (HOLDS["merchant"].rule, HOLDS["merchant"].slots) == ("equal", (COLOURS,) * 3)
    assert ("green",) in HOLDS["boatswain"].slots
    assert ("white",) in HOLDS["scientist"].slots
    assert all(len(hold.slots) in (3, 4) for hold in HOLDS.values())


@pytest.mark.rules("H8")
def test_the_chest_rewards_one_treasure_of_each_colour() -> None:
    """Gold and points for white and yellow, a treasure for green, points for the others."""
    assert {colour: (reward.gold, reward.points, reward.treasures) for colour, reward in REWARDS.items()} == {
        "white": (1, 1, 0),
        "yellow": (3, 2, 0),
        "green": (0, 0, 1),
        "red": (0, 3, 0),
        "violet": (0, 4, 0),
        "black": (0, 5, 0),
    }
    assert tuple(REWARDS) == COLOURS


@pytest.mark.rules("H9", "H10", "H12")
def test_storage_takes_two_of_each_pair_of_colours_and_three_gems() -> None:
    """Two treasures make a gem; they sell for two and five gold."""
    storage = DATA.storage
    assert Counter(frozenset(slot) for slot in storage.slots) == {
        frozenset(("black", "violet")): 2,
        frozenset(("red", "green")): 2,
        frozenset(("yellow", "white")): 2,
    }
    assert (storage.gems, storage.exchange, storage.treasure_price, storage.gem_price) == (3, 2, 2, 5)


@pytest.mark.rules("H2")
def test_every_slot_of_a_cabin_has_a_name() -> None:
    """25 in the holds, six in the chest, six in storage."""
    assert Counter(slot.area for slot in SLOTS.values()) == {"hold": 25, "chest": 6, "storage": 6}
    assert all(slot.colours for slot in SLOTS.values())
    assert [slot.id for slot in SLOTS.values() if slot.crew == "scientist"] == [
        "hold-scientist-1",
        "hold-scientist-2",
        "hold-scientist-3",
    ]


@pytest.mark.rules("D2", "S5")
@pytest.mark.parametrize("name", ["small", "large"])
def test_each_field_is_on_exactly_two_of_six_discovery_cards(name: str) -> None:
    """And every card looks the same after a quarter turn, so that no corner is favoured."""
    board = next(each for each in SIDES.values() if each.name == name)
    assert len(board.discovery) == DATA.discovery.cards == 6
    assert DATA.discovery.cards - DATA.discovery.removed == DATA.days.days == 4
    assert Counter(field for card in board.discovery.values() for field in card) == dict.fromkeys(board.fields, 2)
    for card in board.discovery.values():
        ticked = {place(field) for field in card}
        assert {(column, board.size - 1 - row) for row, column in ticked} == ticked
    assert {len(card) for card in board.discovery.values()} == ({8, 9} if name == "small" else {12})


@pytest.mark.rules("D1", "D3")
def test_four_days_have_four_rounds() -> None:
    """The discovery cards are counted for it."""
    assert (DATA.days.days, DATA.days.rounds) == (4, 4)


@pytest.mark.rules("D6")
def test_an_empty_bag_gets_eight_treasures() -> None:
    """Two white, two yellow and one of each other colour."""
    assert DATA.refill.colours == {"white": 2, "yellow": 2, "green": 1, "red": 1, "violet": 1, "black": 1}


@pytest.mark.rules("N4")
def test_the_compass_has_eight_points_clockwise() -> None:
    """From north-west three on is east, two on is south."""
    compass = DATA.neutral.compass
    assert compass == ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    assert compass[(compass.index("NW") + 3) % 8] == "E"
    assert compass[(compass.index("E") + 2) % 8] == "S"
    assert DATA.neutral.die == (1, 2, 3, 4, 5, 6)


@pytest.mark.rules("F5")
def test_five_gold_make_a_point() -> None:
    """At the end."""
    assert DATA.scoring.gold == 5


def blocks() -> dict[str, dict[str, object]]:
    """All tables that say where their figures come from."""
    found: dict[str, dict[str, object]] = {}

    def look(name: str, table: dict[str, object]) -> None:
        if "source" in table:
            found[name] = table
        for key, value in table.items():
            if isinstance(value, dict) and name not in ("sources", "confidence"):
                look(f"{name}.{key}" if name else key, value)

    look("", PRINTED)
    return found


def test_every_block_names_its_source_and_how_sure_we_are() -> None:
    """And a reconstructed one what else it could be."""
    assert len(blocks()) == 28
    for name, block in blocks().items():
        assert block["confidence"] in PRINTED["confidence"], name
        if block["confidence"] == "R":
            assert block["alternatives"], name
            assert isinstance(block["probability"], int), name
    covered = {name.split(".")[0] for name in blocks()}
    assert covered == set(PRINTED) - {"sources", "confidence"}


def test_reconstructed_blocks_are_named() -> None:
    """Owners of a box can swap these."""
    assert {name for name, block in blocks().items() if block["confidence"] == "R"} == {
        "sides.small",
        "holds.pilot",
        "holds.boatswain",
        "holds.purser",
        "holds.scientist",
        "holds.explorer",
        "discovery",
    }
