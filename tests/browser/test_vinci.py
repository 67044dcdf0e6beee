"""Three people at a table of Vinci: peoples are chosen and enter, survivors find a place, an empire declines."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.player import all_at_one, whose_turn
from tests.browser.positions import empire, in_europe
from tests.browser.service import Service
from tests.browser.vinci import Leader, gathered


async def all_see(leaders: Sequence[Leader], province: str, key: str, **values: str | int) -> None:
    """Everybody's map says of a province what lies there."""
    for leader in leaders:
        await expect(leader.province(province)).to_have_accessible_name(leader.person.words.like(key, **values))


async def test_three_choose_their_peoples_and_the_first_one_enters_conquers_and_is_scored(
    come: Come, service: Service
) -> None:
    """From the six pairs to the first points; the next one is on turn then."""
    leaders = await gathered(come, service, lambda game, _: game["step"] == "choose" and game["round"] == 0)
    for number in (1, 2, 1):
        chooser = await whose_turn(leaders)
        await chooser.make({"type": "choose_pair", "pair": number})
    first = await whose_turn(leaders)
    name = first.person.name
    others = [leader for leader in leaders if leader is not first]

    # A people enters on the edge; France has none.
    assert {move["province"] for move in first.some("conquer")} >= {"hibernia", "syria"}
    await expect(first.province("francia")).not_to_have_attribute("data-can", "")
    await first.make({"type": "conquer", "province": "britannia"})
    await all_see(others, "britannia", "vinci:province.of", name=name, count=3)
    await first.make({"type": "conquer", "province": "belgica"})
    await all_at_one(leaders)
    await all_see(others, "belgica", "vinci:province.of", name=name)

    # What is left goes where it is needed; the turn is scored and passes on.
    await first.make({"type": "end_conquest"})
    await first.share_out("vinci:regroup.do")
    await first.make({"type": "end_turn"})
    second = await whose_turn(leaders)
    assert second is leaders[(leaders.index(first) + 1) % 3]
    for leader in leaders:
        await expect(
            leader.person.history.get_by_text(leader.person.words.like("vinci:line.scored_turn", seat=name))
        ).to_be_visible()


async def test_whoever_was_attacked_places_the_survivors_before_the_game_goes_on(come: Come, service: Service) -> None:
    """Ann has attacked; Bob decides, while Ann and Cid wait for him."""
    attacked = in_europe("survive", seat=1, more=lambda game: len(empire(game, 1)) > 1)
    leaders = await gathered(come, service, attacked, still=True)
    bob = leaders[1]
    assert [leader.must for leader in leaders] == [False, True, False]
    await expect(bob.person.action_bar.get_by_text(bob.person.words("vinci:prompt.survive"))).to_be_visible()
    provinces = {move["province"] for move in bob.some("place_survivors")}
    many = max(move["pieces"] for move in bob.some("place_survivors"))
    place = sorted(provinces)[0]
    before = await bob.lie(place)

    # All of them are put into one province by its sign on the map, and nothing is sent before he says so.
    for _ in range(many):
        await bob.press(place)
    await all_see([bob], place, "vinci:province.of", count=before + many)
    bob.begin()
    await bob.person.page.get_by_role("button", name=bob.person.words("vinci:survive.do")).click()
    await bob.told()
    await all_see([leaders[0], leaders[2]], place, "vinci:province.of", name="Bob", count=before + many)
    await whose_turn(leaders)


async def test_an_empire_declines_and_its_ruins_are_scored(come: Come, service: Service) -> None:
    """Ann thinks it over, lets it decline and chooses a new people; all see ruins, and the turn's points."""
    fresh = in_europe("expand", more=lambda game: not game["turn"]["acted"] and len(empire(game, 0)) > 3)
    leaders = await gathered(come, service, fresh, still=True)
    ann, bob, _ = leaders
    land = sorted({move["province"] for move in ann.some("gather")})
    await ann.make({"type": "decline"})
    await all_see([bob], land[0], "vinci:province.ruin")
    await ann.make({"type": "choose_pair", "pair": 1})
    await all_at_one(leaders)
    assert not ann.must
    await all_see(leaders, land[-1], "vinci:province.ruin")
    for leader in leaders:
        await expect(
            leader.person.history.get_by_text(leader.person.words.like("vinci:line.declined", seat="Ann"))
        ).to_be_visible()
        await expect(
            leader.person.history.get_by_text(leader.person.words.like("vinci:line.scored_declined", seat="Ann"))
        ).to_be_visible()
